// widgets.js: the elements of the pages.
import { ChartElement } from "./chart/element.ts";
import { ProgressElement } from "./progress/element.ts";
import { showProgressOnMap } from "./progress/map.ts";
import { QuizElement } from "./quiz/element.ts";
import { RunElement } from "./runner/element.ts";
import { SimulatorElement } from "./simulator_element.ts";
import { followOtherTabs } from "./store.ts";

customElements.define("gtl-simulator", SimulatorElement);
customElements.define("gtl-run", RunElement);
customElements.define("gtl-chart", ChartElement);
customElements.define("gtl-quiz", QuizElement);
customElements.define("gtl-progress", ProgressElement);
showProgressOnMap();
followOtherTabs();
