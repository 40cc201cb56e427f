// widgets.js: the elements of the pages.
import { SimulatorElement } from "./simulator_element.ts";

customElements.define("gtl-simulator", SimulatorElement);
