/** The page of a replay: shares, denials to look through, and a timeline of each session. */
import { BEHAVIORS, type Behavior, STEPS } from "../../contract/decision.ts";
import { OUTCOMES } from "../../hosts/index.ts";
import { dollars, duration, formatCount, formatQuantity, percent } from "../figures.ts";
import type { ReplayDocument, Summary } from "../replay/document.ts";
import { formatProblem } from "../replay/problems.ts";
import { heldShapes } from "../replay/shapes.ts";
import type { CallReport, SessionReport } from "../replay/tally.ts";
import { type Html, html, page } from "./page.ts";
import {
  cards,
  contents,
  figureColumns,
  footer,
  lineList,
  rankedTable,
  searchable,
  select,
  shareBar,
  table,
  tag,
} from "./parts.ts";
import script from "./replay.client.js" with { type: "text" };

/** More calls than this, and allowed ones are left out of the lists; timelines and sums stay whole. */
export const MAX_CALLS = 60_000;
const MAX_GROUPS = 40;
const MAX_PROBLEMS = 100;
const LETTERS = "aqdx";

export function replayPage(document: ReplayDocument): string {
  const leftOut = document.totals.tally.calls > MAX_CALLS;
  const body = html`${header(document)}
<main id="main" tabindex="-1">
<h2 id="steps">Share of each step</h2>
${stepTable(document.totals)}
${comparison(document.totals)}
${groupTable("By agent", document.byAgent)}
${groupTable("By project", document.byProject)}
${settling(document.sessions)}
<h2 id="look">To look through</h2>
${searchable("calls", FILTERS, leftOut ? LEFT_OUT : html``)}
<h2 id="each">Sessions</h2>
<p class="soft small">Each line is one session from its first call to its last; the filters for agent and project hold here too.</p>
<ul class="key small">${BEHAVIORS.filter((one) => one !== "abort").map(keyEntry)}</ul>
<div id="sessions"></div>
${problems(document)}
</main>
${footer(document.sallyport, "Files were seen as they were at the time of the replay. ")}`;
  return page({ title: "Sallyport: replay", body, data: dataOf(document.sessions, leftOut), script });
}

const DECISIONS = {
  held: "asked or denied",
  deny: "denied",
  ask: "asked",
  abort: "aborted",
  allow: "allowed",
  "": "all",
};
const ENDS = { refused: "the person refused", ran: "it ran", failed: "it failed", blocked: "it was blocked" };

const FILTERS: readonly Html[] = [
  select("decision", "Decision", Object.entries(DECISIONS)),
  select("step", "Step", [["", "all"]]),
  select("agent", "Agent", [["", "all"]]),
  select("project", "Project", [["", "all"]]),
  select("outcome", "In the record", Object.entries({ "": "all", ...ENDS, unknown: "not known" })),
];

const LEFT_OUT = html`<p class="soft">There are more than ${formatCount(MAX_CALLS)} calls: allowed ones are not listed one by one.</p>`;

function header({ totals, mode, classifier, seconds, stopped }: ReplayDocument): Html {
  const { calls, sessions, costUsd } = totals.tally;
  const what = `${formatQuantity(calls, "tool call")} in ${formatQuantity(sessions, "recorded session")}`;
  const by = classifier === "offline" ? "without a model" : `asking ${classifier}`;
  const cost = costUsd > 0 ? ` for ${dollars(costUsd)}` : "";
  const early = stopped === null ? "" : ` It ended early: ${stopped}.`;
  return html`<header>
<h1>What the gate would have done</h1>
<p class="soft">${what}, mode ${mode}, ${by}; replayed in ${duration(seconds)}${cost}.${early}</p>
${cards(headline(totals))}
${contents([
  ["steps", "Share of each step"],
  ...(totals.comparison.compared === 0 ? [] : [["record", "Against the record"] as const]),
  ...(totals.tally.behaviors.ask === 0 ? [] : [["prompts", "What would remove the prompts"] as const]),
  ["look", "To look through"],
  ["each", "Sessions"],
])}
</header>`;
}

/** Taller is stricter. */
const keyEntry = (behavior: Behavior, i: number): Html => {
  const height = [6, 14, 20][i] ?? 20;
  return html`<li><svg viewBox="0 0 20 20" aria-hidden="true"><rect class="f-${behavior}" x="2" y="${20 - height}" width="16" height="${height}"/></svg>${behavior}</li>`;
};

function headline({ tally, prompts, settled, comparison: compared }: Summary) {
  const { calls, behaviors } = tally;
  return [
    {
      figure: `${formatCount(prompts.saved)}`,
      about: `prompts saved of ${formatCount(prompts.before)} in mode default (${percent(prompts.saved, prompts.before)})`,
    },
    { figure: percent(settled, calls), about: "settled without a model" },
    { figure: formatCount(behaviors.ask), about: "would have been asked" },
    { figure: formatCount(behaviors.deny + behaviors.abort), about: "would have been denied" },
    ...(compared.refused === 0
      ? []
      : [
          {
            figure: formatCount(compared.letThrough),
            about: `let through of ${formatCount(compared.refused)} the person refused`,
          },
        ]),
  ];
}

const stepTable = ({ steps, tally }: Summary): Html =>
  table(
    "Share of each step",
    "Decisions by the step of the road that made them",
    [
      { title: "Step" },
      { title: "Decision" },
      { title: "Calls", number: true },
      { title: "Share", number: true },
      { title: "Of all calls", extra: true },
    ],
    steps.map(({ step, behavior, calls }) => [
      step,
      tag(behavior),
      formatCount(calls),
      percent(calls, tally.calls),
      shareBar(calls / Math.max(1, tally.calls), behavior),
    ]),
  );

function comparison({ comparison: own, tally }: Summary): Html {
  if (own.compared === 0) return html``;
  const rows = OUTCOMES.flatMap((outcome) => {
    const counts = BEHAVIORS.map((behavior) => tally.answers[`${outcome} ${behavior}`] ?? 0);
    const sum = counts.reduce((a, b) => a + b, 0);
    return sum === 0 ? [] : [[OUTCOME_WORDS[outcome], ...counts.map(formatCount), formatCount(sum)]];
  });
  return html`<h2 id="record">Against the record</h2>
<p>Of ${formatCount(own.compared)} calls whose end is recorded, the gate agrees with ${formatCount(own.agreed)} (${percent(own.agreed, own.compared)}). It would have bothered the person with ${formatCount(own.bothered)} that ran, denied ${formatCount(own.stopped)} that ran, and let through ${formatCount(own.letThrough)} of ${formatCount(own.refused)} that the person refused.</p>
${table("Against the record", "What became of a call, against what the gate would have said", figureColumns("In the record", [...BEHAVIORS, "all"]), rows)}`;
}

const OUTCOME_WORDS: Readonly<Record<(typeof OUTCOMES)[number], string>> = {
  ran: "ran",
  failed: "ran and failed",
  refused: "refused by the person",
  blocked: "blocked by the agent's rules",
  unknown: "not known",
};

/** Equal questions are one line; the command stands beside it as the person would be told it. */
function settling(sessions: readonly SessionReport[]): Html {
  const asked = heldShapes(sessions).filter(({ behavior }) => behavior === "ask");
  if (asked.length === 0) return html``;
  const all = asked.reduce((sum, { count }) => sum + count, 0);
  const title = "What would remove the prompts";
  const rows = asked
    .slice(0, MAX_GROUPS)
    .map(({ shape, count, settles, by }) => [
      shape,
      formatCount(count),
      percent(count, all),
      settles ?? `decided by ${by}`,
    ]);
  const more = asked.length - rows.length;
  return html`<h2 id="prompts">${title}</h2>
${table(
  title,
  "Equal questions together, the most frequent first",
  [
    { title: "Asked about" },
    { title: "Prompts", number: true },
    { title: "Share", number: true },
    { title: "What settles it" },
  ],
  rows,
)}
${more === 0 ? html`` : html`<p class="soft small">and ${formatQuantity(more, "rarer kind")}; sallyport suggest tries rules on all of them.</p>`}`;
}

const groupTable = (title: string, groups: Readonly<Record<string, Summary>>): Html =>
  rankedTable("h2", {
    title,
    figures: ["Sessions", "Calls", "Settled", "Asked", "Denied", "Prompts saved"],
    rows: Object.entries(groups).map(([name, { tally, settled, prompts }]) => [
      name,
      formatCount(tally.sessions),
      formatCount(tally.calls),
      percent(settled, tally.calls),
      formatCount(tally.behaviors.ask),
      formatCount(tally.behaviors.deny + tally.behaviors.abort),
      formatCount(prompts.saved),
    ]),
    most: MAX_GROUPS,
    by: "the most calls",
  });

const problems = ({ problems: list, problemsLeft }: ReplayDocument): Html =>
  lineList(
    "What could not be read",
    list.slice(0, MAX_PROBLEMS).map(formatProblem),
    problemsLeft + Math.max(0, list.length - MAX_PROBLEMS),
  );

/** Texts that repeat stand once; see the page's script for the order of a row. */
function dataOf(sessions: readonly SessionReport[], leftOut: boolean) {
  const texts: string[] = [];
  const known = new Map<string, number>();
  const at = (text: string): number => {
    const found = known.get(text);
    if (found !== undefined) return found;
    known.set(text, texts.length);
    return texts.push(text) - 1;
  };
  const row = (call: CallReport, index: number) => [
    at(call.tool),
    call.shown,
    BEHAVIORS.indexOf(call.behavior),
    STEPS.indexOf(call.by),
    OUTCOMES.indexOf(call.outcome),
    call.reason === null ? -1 : at(call.reason),
    call.rule === null ? -1 : at(call.rule),
    call.at?.slice(0, 19).replace("T", " ") ?? 0,
    index,
  ];
  const listed = sessions.map(({ agent, host, project, started, file, prompts, calls }) => ({
    agent: host ?? (agent || "unknown"),
    project,
    started: started?.slice(0, 16).replace("T", " ") ?? "",
    file,
    prompts,
    strip: calls.map(({ behavior }) => LETTERS[BEHAVIORS.indexOf(behavior)] ?? "a").join(""),
    calls: calls.map(row).filter((one) => !leftOut || one[2] !== BEHAVIORS.indexOf("allow")),
  }));
  return { behaviors: BEHAVIORS, steps: STEPS, outcomes: OUTCOMES, texts, sessions: listed };
}
