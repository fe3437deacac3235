/** Pieces both pages are made of. */
import type { Behavior } from "../../contract/decision.ts";
import { escapeHtml, type Html, html } from "./page.ts";

export interface Card {
  readonly figure: string;
  readonly about: string;
}

export const cards = (list: readonly Card[]): Html =>
  html`<ul class="cards">${list.map(
    ({ figure, about }) =>
      html`<li class="card"><span class="figure">${unbroken(figure)}</span><span class="soft small">${unbroken(about)}</span></li>`,
  )}</ul>`;

/** A figure and its sign stay on one line. */
const unbroken = (text: string): string => text.replaceAll(" %", "\u00a0%");

/** A share as a bar; the figure beside it says the same. */
export const shareBar = (share: number, fill: string): Html => ({
  html: `<svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" focusable="false"><rect class="f-none" width="100" height="10"/><rect class="f-${escapeHtml(fill)}" width="${Math.max(share > 0 ? 0.6 : 0, 100 * share).toFixed(2)}" height="10"/></svg>`,
});

export const tag = (behavior: Behavior): Html => html`<span class="tag ${behavior}">${behavior}</span>`;

export interface Column {
  readonly title: string;
  readonly number?: boolean;
  /** Left out where there is no room: another column says the same. */
  readonly extra?: boolean;
}

/** The first cell of a row names it. */
export function table(
  label: string,
  caption: string,
  columns: readonly Column[],
  rows: readonly (readonly (string | Html)[])[],
): Html {
  const cell = (value: string | Html, index: number): Html => {
    const content = typeof value === "string" ? html`${value}` : value;
    if (index === 0) return html`<th scope="row">${content}</th>`;
    if (columns[index]?.extra === true) return html`<td class="extra">${content}</td>`;
    return columns[index]?.number === true ? html`<td class="number">${content}</td>` : html`<td>${content}</td>`;
  };
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}"><table><caption>${caption}</caption>
<thead><tr>${columns.map(({ title, number, extra }) =>
    number === true || extra === true
      ? html`<th scope="col" class="${number === true ? "number" : "extra"}">${title}</th>`
      : html`<th scope="col">${title}</th>`,
  )}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map(cell)}</tr>\n`)}</tbody></table></div>`;
}

/** Where on the page things are. */
export const contents = (links: readonly (readonly [string, string])[]): Html =>
  html`<nav aria-label="On this page"><ul>${links.map(([id, text]) => html`<li><a href="#${id}">${text}</a></li>`)}</ul></nav>`;

export const select = (name: string, label: string, options: readonly (readonly [string, string])[]): Html =>
  html`<div><label for="${name}">${label}</label><select id="${name}" name="${name}">${options.map(
    ([value, text]) => html`<option value="${value}">${text}</option>`,
  )}</select></div>`;

/** A name, and figures about it. */
export const figureColumns = (name: string, figures: readonly string[]): readonly Column[] => [
  { title: name },
  ...figures.map((title) => ({ title, number: true })),
];

export interface RankedTable {
  /** "By agent"; what is behind the first comma tells two tables apart. */
  readonly title: string;
  readonly figures: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly most: number;
  /** What the rows are ranked by. */
  readonly by: string;
}

/** Under its heading, the first rows of a list that may be long. Nothing where there is only one. */
export function rankedTable(heading: "h2" | "h3", { title, figures, rows, most, by }: RankedTable): Html {
  if (rows.length < 2) return html``;
  const name = title.replace(/^By ([^,]+).*/, "$1").replace(/^./, (char) => char.toUpperCase());
  const caption = rows.length > most ? `The ${most} with ${by}, of ${rows.length}` : `With ${by} first`;
  const head = heading === "h2" ? html`<h2>${title}</h2>` : html`<h3>${title}</h3>`;
  return html`${head}
${table(title, caption, figureColumns(name, figures), rows.slice(0, most))}`;
}

/** What the page's script fills: a search box with filters, how many were found, and the list itself. */
export const searchable = (list: string, filters: readonly Html[], note: Html = html``): Html =>
  html`<form class="filters" id="filters" role="search" aria-labelledby="look">
<div class="wide"><label for="search">Search (press / to come here)</label><input type="search" id="search" name="search" autocomplete="off"></div>
${filters}
</form>
<p id="found" role="status" class="soft"></p>
${note}
<div id="${list}"><p class="soft">The list needs the page's own script.</p></div>`;

/** Lines under a heading, and how many more there are. Nothing where there is none. */
export function lineList(title: string, lines: readonly string[], more = 0): Html {
  if (lines.length === 0) return html``;
  return html`<h2>${title}</h2>
<ul class="list">${lines.map((line) => html`<li class="small">${line}</li>`)}</ul>
${more > 0 ? html`<p class="soft small">And ${more.toLocaleString("en-GB")} more.</p>` : html``}`;
}

export const footer = (version: string, note = ""): Html =>
  html`<footer class="soft small"><p>Made by Sallyport ${version}. ${note}Secrets that were recognised are taken out; the page may still hold private text.</p></footer>`;
