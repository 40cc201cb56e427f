// static_chart.js: draws a chart under Node, for the page as it is without scripts.
//
//     node static_chart.js --lang en --id chart-1 <chart.json
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";

import type { Chart } from "./chart.ts";
import { renderElement } from "./render.ts";

const { values } = parseArgs({ options: { lang: { type: "string" }, id: { type: "string" } } });
const chart = JSON.parse(readFileSync(0, "utf8")) as Chart;
console.log(renderElement(chart, values.id ?? "chart", values.lang === "zh" ? "zh" : "en"));
