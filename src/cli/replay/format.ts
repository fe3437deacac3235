/** A replay as a person reads it. */
import {
  bar,
  dollars,
  duration,
  formatCount,
  formatQuantity,
  heldShapes,
  percent,
  type ReplayDocument,
  type Summary,
} from "../../evidence/index.ts";
import type { CliIo } from "../terminal/io.ts";
import { cut, formatLabelled, type Page, pageOf, visible, wrap } from "../terminal/style.ts";
import { formatTable } from "../terminal/table.ts";

const MAX_DENIED = 20;
const MAX_ASKED = 15;
const SETTLES_INDENT = 9;
const MAX_GROUPS = 12;
const BAR_WIDTH = 20;
const MIN_COLUMNS = 40;

export function formatReplay(document: ReplayDocument, io: CliIo, html: string | undefined): string {
  const { totals } = document;
  const { calls } = totals.tally;
  if (calls === 0) return "No tool calls were found.\n";
  const { paint, columns } = pageOf(io.stdout, io.env);
  const page = { paint, columns: Math.max(columns, MIN_COLUMNS) };
  return [
    titleLine(document, page),
    "",
    ...headline(totals, document.classifier, page),
    "",
    paint("bold", "By step"),
    ...stepLines(totals, page),
    ...groupLines("By agent", document.byAgent, page),
    ...groupLines("By project", document.byProject, page),
    ...deniedLines(document, page),
    ...askedLines(document, page),
    "",
    html === undefined ? "Look through all of it: --html FILE, or --json." : `The page is in ${html}.`,
    "",
  ].join("\n");
}

function titleLine({ totals: { tally }, mode, classifier, seconds }: ReplayDocument, { paint }: Page): string {
  const what = paint("bold", `${formatQuantity(tally.calls, "call")} in ${formatQuantity(tally.sessions, "session")}`);
  const by = classifier === "offline" ? "offline" : `asking ${classifier}`;
  return `${what}, mode ${mode}, ${by}: ${duration(seconds)}${tally.costUsd > 0 ? `, ${dollars(tally.costUsd)}` : ""}`;
}

function headline({ tally, settled, prompts, comparison }: Summary, classifier: string, page: Page): readonly string[] {
  const { behaviors, calls, walled } = tally;
  const { compared, agreed, bothered, stopped, refused, letThrough } = comparison;
  const row = (label: string, text: string): readonly string[] =>
    formatLabelled({ label, text, style: "dim", indent: 2, width: 11 }, page).trimEnd().split("\n");
  const more = classifier === "offline" ? "; with a model, most asks would be decided" : "";
  return [
    ...row(
      "prompts",
      `${formatCount(prompts.before)} in mode default, ${formatCount(prompts.after)} here: ${formatCount(prompts.saved)} saved (${percent(prompts.saved, prompts.before)})`,
    ),
    ...row("settled", `${formatCount(settled)} without a model (${percent(settled, calls)})`),
    ...row(
      "decisions",
      `${formatCount(behaviors.allow)} allow, ${formatCount(behaviors.ask)} ask, ${formatCount(behaviors.deny + behaviors.abort)} deny${more}`,
    ),
    ...(walled === 0
      ? []
      : row("walls", `${formatCount(walled)} inside walls, as far as they stand here and refuse nothing`)),
    ...(compared === 0
      ? []
      : row(
          "compared",
          `with what became of ${formatCount(compared)} calls: ${formatCount(agreed)} agreed, ${formatCount(bothered)} would have bothered, ${formatCount(stopped)} would have been denied; of ${formatCount(refused)} the person refused, ${formatCount(letThrough)} would have been let through`,
        )),
  ];
}

function stepLines({ steps, tally }: Summary, { paint, columns }: Page): readonly string[] {
  return steps.map(({ step, behavior, calls }) => {
    const share = percent(calls, tally.calls).padStart(9);
    const figures = `  ${step.padEnd(16)}${paint(behavior, behavior.padEnd(6))}${formatCount(calls).padStart(9)}${share}`;
    const width = Math.min(BAR_WIDTH, columns - 45);
    return width <= 0 ? figures : `${figures}  ${bar(calls / tally.calls, width)}`;
  });
}

function groupLines(title: string, summaries: Readonly<Record<string, Summary>>, page: Page): readonly string[] {
  const groups = Object.entries(summaries);
  if (groups.length < 2) return [];
  const rows = groups.slice(0, MAX_GROUPS).map(([name, { tally, settled }]) => {
    const { allow, ask, deny, abort } = tally.behaviors;
    const counts = [allow, ask, deny + abort].map(formatCount);
    return [name, formatCount(tally.calls), percent(settled, tally.calls), ...counts] as const;
  });
  const more = groups.length - rows.length;
  const table = formatTable({ title, columns: ["calls", "settled", "allow", "ask", "deny"], rows }, page);
  return ["", ...table, ...(more > 0 ? [`  and ${more} more`] : [])];
}

/** Denials one by one. */
function deniedLines({ sessions }: ReplayDocument, { paint, columns }: Page): readonly string[] {
  const denied = sessions.flatMap(({ calls }) =>
    calls.filter(({ behavior }) => behavior === "deny" || behavior === "abort"),
  );
  if (denied.length === 0) return [];
  return [
    "",
    paint("bold", `Would have been denied (${formatCount(denied.length)})`),
    ...denied
      .slice(0, MAX_DENIED)
      .flatMap(({ tool, shown, rule, reason }) => [
        `  ${cut(`${tool}  ${visible(shown)}`, columns - 4)}`,
        `    ${paint("dim", cut(`${rule === null ? "" : `[${visible(rule)}] `}${visible(reason ?? "")}`, columns - 6))}`,
      ]),
    ...(denied.length > MAX_DENIED ? [`  and ${formatCount(denied.length - MAX_DENIED)} more`] : []),
  ];
}

/** Asks by their shape. */
function askedLines({ sessions }: ReplayDocument, { paint, columns }: Page): readonly string[] {
  const asked = heldShapes(sessions).filter(({ behavior }) => behavior === "ask");
  if (asked.length === 0) return [];
  return [
    "",
    paint("bold", "Would have been asked about, by what it is"),
    ...asked.slice(0, MAX_ASKED).flatMap(({ shape, by, rule, count, example, settles }) => {
      const why = rule === null ? by : `${by} [${visible(rule)}]`;
      const line = `${formatCount(count).padStart(7)}  ${visible(shape).padEnd(26)} ${why}  e.g. ${visible(example)}`;
      const way = settles === null ? [] : wrap(visible(settles), columns - SETTLES_INDENT);
      return [cut(line, columns - 1), ...way.map((one) => `${" ".repeat(SETTLES_INDENT)}${paint("dim", one)}`)];
    }),
    ...(asked.length > MAX_ASKED ? [`         and ${formatCount(asked.length - MAX_ASKED)} other shapes`] : []),
  ];
}
