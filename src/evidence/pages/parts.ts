/** Pieces both pages are made of. */
import type { Behavior } from "../../contract/decision.ts";
import { escaped, type Html, html } from "./page.ts";

export interface Card {
  readonly figure: string;
  readonly about: string;
}

export const cards = (list: readonly Card[]): Html =>
  html`<ul class="cards">${list.map(
    ({ figure, about }) =>
      html`<li class="card"><span class="figure">${held(figure)}</span><span class="soft small">${held(about)}</span></li>`,
  )}</ul>`;

/** A figure and its sign stay on one line. */
const held = (text: string): string => text.replaceAll(" %", "\u00a0%");

/** A share as a bar; the figure beside it says the same. */
export const shareBar = (share: number, fill: string): Html => ({
  html: `<svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" focusable="false"><rect class="f-none" width="100" height="10"/><rect class="f-${escaped(fill)}" width="${Math.max(share > 0 ? 0.6 : 0, 100 * share).toFixed(2)}" height="10"/></svg>`,
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
