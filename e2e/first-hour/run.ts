/**
 * Five everyday sessions on the real Claude Code, driven through its terminal (tmux) with a scripted model: how often the person
 * is asked without a gate, with the answers it keeps ("don't ask again"), and with the gate. Every question is answered yes.
 * Then what the screens show (`screens.ts`). `npm run first-hour`, or `npm run first-hour -- WAY…` for some ways, or `screens`.
 *
 * SALLYPORT_E2E_CLIENTS names a folder in which the fetched client is kept between runs; FIRST_HOUR_SCREENS=1 shows the last screens.
 */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CLIENTS, fetched } from "../hosts/clients.ts";
import { judge } from "../hosts/judge.ts";
import { type ScriptedModel, scriptedModel } from "../hosts/scripted-model.ts";
import type { GateWish, SavedAnswers } from "./home.ts";
import { KINDS, type Played, play } from "./play.ts";
import { watchScreens } from "./screens.ts";
import { SESSIONS } from "./sessions.ts";

interface Way {
  readonly name: string;
  readonly gate?: Omit<GateWish, "judge"> & { readonly judged?: true };
  /** `keeps`: answers are kept as they are given; `kept`: those of all sessions stand there from the first call. */
  readonly answers?: "keeps" | "kept";
}

/** With walls no more than these: what a person would call justified, and three that stay. */
const MOST_WITH_WALLS = 11;

const KEPT: Way = { name: "alone, answers kept before", answers: "kept" };
const WALLED: Way = { name: "gate with walls", gate: { walls: true } };
const ADOPTED: Way = { name: "gate without walls, answers adopted", gate: { walls: false }, answers: "kept" };
const KEEPING: Way = { name: "alone, answers kept on the way", answers: "keeps" };
const WAYS: readonly Way[] = [
  { name: "alone" },
  KEEPING,
  KEPT,
  WALLED,
  { name: "gate without walls", gate: { walls: false } },
  ADOPTED,
  { name: "gate without walls, a model that lets pass", gate: { walls: false, judged: true } },
];

const merged = (all: readonly SavedAnswers[]): SavedAnswers => ({
  allow: [...new Set(all.flatMap(({ allow }) => allow))],
  additionalDirectories: [...new Set(all.flatMap(({ additionalDirectories }) => additionalDirectories))],
});

const line = (text: string): boolean => process.stdout.write(`${text}\n`);

function tell(session: string, { asked, denied, judged, stopped }: Played): void {
  line(
    `  ${session}: ${asked.length} asked, ${denied.length} denied, ${judged} judged${stopped ? `, ${stopped}` : ""}`,
  );
  for (const { call, kind, reason, left } of asked) line(`    ? ${call}  [${kind}${left ? ", left" : ""}] ${reason}`);
  for (const call of denied) line(`    x ${call}`);
}

interface Machine {
  readonly program: string;
  readonly model: ScriptedModel;
  /** The port of a model that lets every call pass. */
  readonly passing: number;
}

async function playWay({ name, gate, answers }: Way, on: Machine, kept: SavedAnswers): Promise<readonly Played[]> {
  line(name);
  const wish = {
    ...(gate === undefined ? {} : { gate: { ...gate, ...(gate.judged ? { judge: on.passing } : {}) } }),
    ...(answers === "kept" ? { saved: kept } : {}),
  };
  const column: Played[] = [];
  for (const session of SESSIONS) {
    const played = await play(session, { ...on, wish, keep: answers === "keeps" });
    tell(session.name, played);
    column.push(played);
  }
  return column;
}

/** Answers must have been kept before they can stand there. */
function waysFor(given: readonly string[]): readonly Way[] {
  const chosen = WAYS.filter(({ name }) => given.length === 0 || given.includes(name));
  const needs = chosen.some(({ answers }) => answers === "kept") && !chosen.includes(KEEPING);
  return needs ? [KEEPING, ...chosen] : chosen;
}

async function playAll(ways: readonly Way[], on: Machine): Promise<boolean> {
  let kept: SavedAnswers = { allow: [], additionalDirectories: [] };
  const columns: (readonly Played[])[] = [];
  for (const way of ways) {
    const column = await playWay(way, on, kept);
    if (way.answers === "keeps") {
      kept = merged(column.map(({ saved }) => saved));
      line(`  kept: ${JSON.stringify(kept)}`);
    }
    columns.push(column);
  }
  line(`\n${table(ways, columns)}`);
  const missed = missedTargets((way) => columns[ways.indexOf(way)] ?? []);
  for (const one of missed) line(`MISSED ${one}`);
  return missed.length === 0 && columns.flat().every(({ stopped }) => stopped === undefined);
}

/**
 * With walls few questions; without them, the same answers kept, none that Claude Code alone does not ask, apart from those
 * about a topic and those that name a rule which rests.
 */
function missedTargets(playedIn: (way: Way) => readonly Played[]): readonly string[] {
  const walled = playedIn(WALLED).flatMap(({ asked }) => asked).length;
  const alone = playedIn(KEPT);
  const more = playedIn(ADOPTED).flatMap(({ asked }, i) =>
    asked.filter(({ kind, call }) => kind === "other" && !alone[i]?.asked.some((one) => one.call === call)),
  );
  return [
    ...(walled > MOST_WITH_WALLS ? [`${WALLED.name}: ${walled} questions`] : []),
    ...(alone.length === 0 ? [] : more.map(({ call }) => `${ADOPTED.name}: ${call}`)),
  ];
}

async function lookAtScreens(on: Machine): Promise<boolean> {
  const seen = await watchScreens(on);
  for (const { what, held, screen } of seen)
    line(`${held ? "ok  " : "BAD "} ${what}${held && !process.env.FIRST_HOUR_SCREENS ? "" : `\n${screen}`}`);
  return seen.every(({ held }) => held);
}

async function main(given: readonly string[]): Promise<void> {
  const client = CLIENTS.find(({ host }) => host === "claude-code");
  const folder = process.env.SALLYPORT_E2E_CLIENTS ?? mkdtempSync(join(tmpdir(), "sallyport-clients-"));
  const program = client === undefined ? undefined : fetched(client, folder);
  if (program === undefined) throw new Error("Claude Code cannot be had");
  const [model, passing] = [await scriptedModel(), await judge("<block>no</block>")];
  const on = { program, model, passing: passing.port };
  const ways = waysFor(given);
  const played = ways.length === 0 || (await playAll(ways, on));
  const held = (given.length > 0 && !given.includes("screens")) || (await lookAtScreens(on));
  await model.close();
  await passing.close();
  process.exitCode = played && held ? 0 : 1;
}

const row = (cells: readonly (string | number)[]): string => `| ${cells.join(" | ")} |`;

function table(ways: readonly Way[], columns: readonly (readonly Played[])[]): string {
  const head = row(["session (calls)", ...ways.map(({ name }) => name)]);
  const sessions = SESSIONS.map(({ name, calls }, i) =>
    row([`${name} (${calls("/").length})`, ...columns.map((column) => column[i]?.asked.length ?? "")]),
  );
  const total = (count: (one: Played) => number): readonly number[] =>
    columns.map((column) => column.reduce((sum, one) => sum + count(one), 0));
  const ofGate = (counts: readonly number[]): readonly (string | number)[] =>
    counts.map((count, i) => (ways[i]?.gate === undefined ? "" : count));
  return [
    head,
    row(["---", ...ways.map(() => "---")]).replaceAll(" ", ""),
    ...sessions,
    row(["questions", ...total(({ asked }) => asked.length)]),
    ...KINDS.map((kind) =>
      row([`of these: ${kind}`, ...ofGate(total(({ asked }) => asked.filter((one) => one.kind === kind).length))]),
    ),
    row([
      "of these: in Claude Code's own prompt",
      ...ofGate(total(({ asked }) => asked.filter((one) => one.left).length)),
    ]),
    row(["denied", ...ofGate(total(({ denied }) => denied.length))]),
    row(["judged by the model", ...ofGate(total(({ judged }) => judged))]),
  ].join("\n");
}

await main(process.argv.slice(2));
