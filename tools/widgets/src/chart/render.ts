// The inside of a chart's element. What changes with the reader's measurements (legend, picture, table) is drawn by the same
// code on the static page and on the live one.
import { escapeHtml, type Language } from "../language.ts";
import { bookSeries, shownName, type Chart, type Series } from "./chart.ts";
import type { Cell } from "./measurement.ts";
import { decimalsOf, drawPicture, formatFigure, mark } from "./picture.ts";
import { say } from "./words.ts";

/** All of it, for the page as it is without scripts; the controls show only where scripts run. */
export function renderElement(chart: Chart, id: string, language: Language): string {
  const how = say("how", language, { command: "<code>tools/book measure</code>" });
  return (
    `<script type="application/json">${JSON.stringify(chart).replaceAll("<", "\\u003c")}</script>` +
    `<div data-part="drawing">${renderChart(chart, [bookSeries(chart)], id, language)}</div>` +
    `<p class="chart-add"><label class="button">${say("add", language)}` +
    `<input type="file" accept="application/json,.json"></label> <span class="how">${how}</span></p>` +
    `<p class="chart-status" data-part="status" role="status"></p>`
  );
}

export function renderChart(chart: Chart, series: readonly Series[], id: string, language: Language): string {
  return (
    `<ul class="chart-legend">${series.map((one, i) => renderEntry(one, i, language)).join("")}</ul>` +
    `<div class="chart-frame">${drawPicture(chart, series, id, language)}</div>` +
    `<details class="data"><summary>${say("numbers", language)}</summary>${renderTable(chart, series, language)}</details>`
  );
}

function renderEntry({ gpu, date, yours }: Series, position: number, language: Language): string {
  const sign = `<svg class="sign" viewBox="-12 -8 24 16" aria-hidden="true"><path class="line" d="M-12 0h24"/>${mark(position, 0, 0)}</svg>`;
  const name = escapeHtml(gpu);
  const remove = escapeHtml(say("remove", language, { gpu }));
  return (
    `<li class="series-${position} of-${yours ? "reader" : "book"}">${sign}${name}` +
    (yours
      ? ` <span class="whose">${escapeHtml(say("yours", language, { date }))}</span> ` +
        `<button type="button" data-remove="${name}" aria-label="${remove}" title="${remove}">×</button>`
      : "") +
    `</li>`
  );
}

function renderTable(chart: Chart, series: readonly Series[], language: Language): string {
  const decimals = decimalsOf(series.flatMap(({ points }) => points.map(({ cell }) => cell.median)));
  const head = series.map(({ gpu }) => `<th scope="colgroup" colspan="2">${escapeHtml(gpu)}</th>`).join("");
  const line = (name: string, href: string, cells: readonly (Cell | undefined)[]): string =>
    `<tr><th scope="row" class="name"><a href="${escapeHtml(href)}">${escapeHtml(shownName(chart, name))}</a></th>` +
    cells.map((cell) => renderCell(cell, decimals, language)).join("") +
    `</tr>`;
  const rows = chart.rows.map((row) =>
    line(
      row.row,
      row.href,
      series.map(({ points }) => points.find((point) => point.row.row === row.row)?.cell),
    ),
  );
  if (chart.reference !== null)
    rows.push(
      line(
        chart.reference.row,
        chart.reference.href,
        series.map(({ reference }) => reference ?? undefined),
      ),
    );
  return (
    `<div class="table-box" tabindex="0"><table class="numbers"><caption>${escapeHtml(shownName(chart, chart.column))}</caption>` +
    `<thead><tr><th scope="col" class="name">${escapeHtml(shownName(chart, chart.table))}</th>${head}</tr></thead>` +
    `<tbody>${rows.join("")}</tbody></table></div>`
  );
}

function renderCell(cell: Cell | undefined, decimals: number, language: Language): string {
  if (cell === undefined) return `<td class="number">–</td><td></td>`;
  const median = formatFigure(cell.median, decimals);
  const [least, most] = [formatFigure(cell.min, decimals), formatFigure(cell.max, decimals)];
  const spread = cell.min === cell.max ? "" : say("spread", language, { least, most });
  return `<td class="number">${median}</td><td class="spread">${spread}</td>`;
}
