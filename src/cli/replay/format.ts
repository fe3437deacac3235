/** A replay as a person reads it. */
import {
  bar,
  counted,
  dollars,
  duration,
  grouped,
  heldShapes,
  percent,
  type ReplayDocument,
  type Summary,
} from "../../evidence/index.ts";
import type { CliIo } from "../io.ts";
import { cut, type Paint, painter, visible } from "../style.ts";

const MAX_DENIED = 20;
const MAX_ASKED = 15;
const MAX_GROUPS = 12;
const BAR_WIDTH = 20;

export function formatReplay(document: ReplayDocument, io: CliIo, html: string | undefined): string {
  const paint = painter(io.stdout, io.env);
  const { totals } = document;
  const calls = totals.tally.calls;
  if (calls === 0) return "No tool calls were found.\n";
  return [
    `${paint("bold", `${counted(calls, "call")} in ${counted(totals.tally.sessions, "session")}`)}, mode ${document.mode}, ${
      document.classifier === "offline" ? "offline" : `asking ${document.classifier}`
    }: ${duration(document.seconds)}${totals.tally.costUsd > 0 ? `, ${dollars(totals.tally.costUsd)}` : ""}`,
    "",
    ...headline(totals, document.classifier),
    "",
    paint("bold", "By step"),
    ...totals.steps.map(
      ({ step, behavior, calls: count }) =>
        `  ${step.padEnd(16)}${paint(behavior, behavior.padEnd(6))}${grouped(count).padStart(9)}${percent(count, calls).padStart(9)}  ${bar(count / calls, BAR_WIDTH)}`,
    ),
    ...groups("By agent", document.byAgent, paint),
    ...groups("By project", document.byProject, paint),
    ...held(document, paint, io.stdout.columns),
    "",
    html === undefined ? "Look through all of it: --html FILE, or --json." : `The page is in ${html}.`,
    "",
  ].join("\n");
}

function headline({ tally, settled, prompts, comparison }: Summary, classifier: string): readonly string[] {
  const { behaviors, calls } = tally;
  const [ask, deny] = [behaviors.ask, behaviors.deny + behaviors.abort];
  return [
    `  prompts    ${grouped(prompts.before)} in mode default, ${grouped(prompts.after)} here: ${grouped(prompts.saved)} saved (${percent(prompts.saved, prompts.before)})`,
    `  settled    ${grouped(settled)} without a model (${percent(settled, calls)})`,
    `  decisions  ${grouped(behaviors.allow)} allow, ${grouped(ask)} ask, ${grouped(deny)} deny${classifier === "offline" ? "; with a model, most asks would be decided" : ""}`,
    ...(comparison.compared === 0
      ? []
      : [
          `  compared   with what became of ${grouped(comparison.compared)} calls: ${grouped(comparison.agreed)} agreed, ${grouped(comparison.bothered)} would have bothered, ${grouped(comparison.stopped)} would have been denied`,
          `             of ${grouped(comparison.refused)} the person refused, ${grouped(comparison.letThrough)} would have been let through`,
        ]),
  ];
}

function groups(title: string, summaries: Readonly<Record<string, Summary>>, paint: Paint): readonly string[] {
  const rows = Object.entries(summaries);
  if (rows.length < 2) return [];
  const head = `${paint("bold", title.padEnd(44))}${"calls".padStart(9)}${"settled".padStart(9)}${"allow".padStart(9)}${"ask".padStart(9)}${"deny".padStart(9)}`;
  const lines = rows.slice(0, MAX_GROUPS).map(([name, { tally, settled }]) => {
    const { calls, behaviors } = tally;
    const cells = [behaviors.allow, behaviors.ask, behaviors.deny + behaviors.abort].map((one) =>
      grouped(one).padStart(9),
    );
    return `  ${cut(visible(name), 41).padEnd(42)}${grouped(calls).padStart(9)}${percent(settled, calls).padStart(9)}${cells.join("")}`;
  });
  const more = rows.length - lines.length;
  return ["", head, ...lines, ...(more > 0 ? [`  and ${more} more`] : [])];
}

/** Denials one by one, asks by their shape. */
function held(document: ReplayDocument, paint: Paint, columns: number): readonly string[] {
  const denied = document.sessions.flatMap(({ calls }) =>
    calls.filter(({ behavior }) => behavior === "deny" || behavior === "abort"),
  );
  const asked = heldShapes(document.sessions).filter(({ behavior }) => behavior === "ask");
  const width = Math.max(columns, 60);
  return [
    ...(denied.length === 0 ? [] : ["", paint("bold", `Would have been denied (${grouped(denied.length)})`)]),
    ...denied
      .slice(0, MAX_DENIED)
      .flatMap(({ tool, shown, rule, reason }) => [
        `  ${cut(`${tool}  ${visible(shown)}`, width - 4)}`,
        `    ${paint("dim", cut(`${rule === null ? "" : `[${visible(rule)}] `}${visible(reason ?? "")}`, width - 6))}`,
      ]),
    ...(denied.length > MAX_DENIED ? [`  and ${grouped(denied.length - MAX_DENIED)} more`] : []),
    ...(asked.length === 0 ? [] : ["", paint("bold", "Would have been asked about, by what it is")]),
    ...asked
      .slice(0, MAX_ASKED)
      .map(({ shape, by, rule, count, example }) =>
        cut(
          `${grouped(count).padStart(7)}  ${visible(shape).padEnd(26)} ${rule === null ? by : `${by} [${visible(rule)}]`}  e.g. ${visible(example)}`,
          width - 1,
        ),
      ),
    ...(asked.length > MAX_ASKED ? [`         and ${grouped(asked.length - MAX_ASKED)} other shapes`] : []),
  ];
}
