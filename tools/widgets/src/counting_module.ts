// counting.js: the counting code as a classic script, because pages read from file:// may not fetch.
import base64 from "simulators.wasm";

globalThis.gtlCountingCode = base64;
