/** `sallyport suggest`: the rules and environment entries that would have saved the most prompts. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { openGate } from "../../app/open.ts";
import { homeOf, stateDir } from "../../app/paths.ts";
import { userSettingsPath } from "../../app/settings/index.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import { parseDocument } from "../../evidence/document.ts";
import {
  grouped,
  percent,
  recordPlaces,
  recordsBelow,
  replayAll,
  type SessionReport,
  spokenProblem,
} from "../../evidence/index.ts";
import {
  type EnvironmentSuggestion,
  heldCalls,
  type Suggestions,
  suggestEnvironment,
  suggestRules,
  writeAdditions,
} from "../../evidence/suggest/index.ts";
import { diskWorld } from "../../machine/index.ts";
import { memoryStore, type SessionStore } from "../../memory/index.ts";
import { confirmed } from "../confirm.ts";
import type { CliIo } from "../io.ts";
import { progressBar } from "../progress.ts";
import { cut, type Paint, painter, visible } from "../style.ts";

export const HELP = `sallyport suggest: what would have saved you the most prompts

  sallyport suggest                  from Sallyport's own ledger
  sallyport suggest REPLAY.json      from a replay (sallyport replay --json > REPLAY.json)
  sallyport suggest FILE…            from session files, replayed offline

Each allow rule was tried on the gate: how many calls it lets pass, what they do, and what else it would let pass.
Rules that rest in auto mode, or that cover something you refused, are not proposed.

  --least N         a rule must save so many prompts (default 3)
  --most N          at most so many rules (default 12)
  --write           adds them to your settings, after asking
  --only N,N        of the numbered list, only these
  --yes             do not ask
  --settings X      a settings file, or JSON, in force while trying
  --json            for programs

Exit: 0 done, 1 could not be done.
`;

const OPTIONS = {
  least: { type: "string" },
  most: { type: "string" },
  write: { type: "boolean" },
  only: { type: "string" },
  yes: { type: "boolean" },
  settings: { type: "string" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

type Flags = ReturnType<typeof parseArgs<{ options: typeof OPTIONS; strict: true }>>["values"];

const JOBS = 4;
const MAX_REPLAY_BYTES = 512_000_000;

interface Found {
  readonly suggestions: Suggestions;
  readonly environment: readonly EnvironmentSuggestion[];
}

export async function run(args: readonly string[], io: CliIo): Promise<number> {
  let given: { readonly values: Flags; readonly positionals: readonly string[] };
  try {
    given = parseArgs({ args: [...args], options: OPTIONS, strict: true, allowPositionals: true });
  } catch (error) {
    return cannot(
      io,
      `${error instanceof Error ? (error.message.split(". ")[0] ?? "") : "wrong options"} (see sallyport suggest --help)`,
    );
  }
  const flags = given.values;
  if (flags.help === true) {
    io.stdout.write(HELP);
    return 0;
  }
  const found = await suggested(flags, given.positionals, io);
  if (!found.ok) return cannot(io, found.error);
  const chosen = picked(found.value, flags);
  if (!chosen.ok) return cannot(io, chosen.error);
  if (flags.json === true)
    io.stdout.write(`${JSON.stringify({ ...found.value.suggestions, environment: found.value.environment })}\n`);
  else io.stdout.write(spoken(found.value, painter(io.stdout, io.env), io.stdout.columns));
  return flags.write === true ? write(chosen.value, flags, io) : 0;
}

async function suggested(flags: Flags, files: readonly string[], io: CliIo): Promise<Result<Found>> {
  const [least, most] = [Number(flags.least ?? "3"), Number(flags.most ?? "12")];
  if (!Number.isInteger(least) || least < 1) return fail("--least must be a whole number above 0");
  if (!Number.isInteger(most) || most < 1 || most > 100) return fail("--most must be a whole number from 1 to 100");
  const sessions = await sessionsFrom(flags, files, io);
  if (!sessions.ok) return sessions;
  const world = diskWorld({ home: homeOf(io.env), path: io.env.PATH ?? "" });
  const held = heldCalls(sessions.value, world);
  const gateFor = (root: string) => gateAt(root, flags, io, memoryStore());
  const suggestions = await suggestRules({ held, gateFor, least, most });
  return ok({ suggestions, environment: suggestEnvironment(held, least, most) });
}

function gateAt(root: string, flags: Flags, io: CliIo, store: SessionStore) {
  const opened = openGate(io, { settings: flags.settings, projectRoot: root, store, classifier: null });
  return opened.ok ? ok(opened.value.gate) : opened;
}

/** Replays that were written down, and records that are replayed now. */
async function sessionsFrom(
  flags: Flags,
  files: readonly string[],
  io: CliIo,
): Promise<Result<readonly SessionReport[]>> {
  const sessions: SessionReport[] = [];
  const records: string[] = [];
  for (const file of files) {
    const path = resolve(io.cwd, file);
    const document = replayIn(path);
    if (document === undefined) records.push(path);
    else if (!document.ok) return document;
    else sessions.push(...document.value.sessions);
  }
  if (files.length === 0) {
    const ledger = recordPlaces({ home: homeOf(io.env), env: io.env, stateDir: stateDir(io.env) }).find(
      ({ title }) => title === "Sallyport's ledger",
    );
    records.push(...(ledger === undefined ? [] : recordsBelow(ledger)));
    if (records.length === 0)
      return fail("the ledger is empty; name a replay (sallyport replay --json > FILE) or session files");
  }
  if (records.length === 0) return ok(sessions);
  const bar = progressBar(io.stderr, io.env, "replaying");
  const done = await replayAll({
    files: records,
    gateFor: (root, store) => gateAt(root, flags, io, store),
    withTranscript: false,
    jobs: JOBS,
    maxCostUsd: null,
    state: null,
    progress: ({ bytes, total, calls }) => bar.show(total === 0 ? 1 : bytes / total, `${grouped(calls)} calls`),
  });
  bar.clear();
  if (!done.ok) return done;
  for (const problem of done.value.problems) io.stderr.write(`sallyport: ${visible(spokenProblem(problem))}\n`);
  return ok([...sessions, ...done.value.sessions]);
}

/** Undefined when the file is no replay's JSON: then it may be a record. */
function replayIn(path: string): ReturnType<typeof parseDocument> | undefined {
  try {
    const text = readFileSync(path, "utf8");
    if (!/^\s*\{\s*"replay"\s*:/.test(text.slice(0, 200))) return undefined;
    return text.length > MAX_REPLAY_BYTES ? fail(`${path}: is too large`) : parseDocument(text, path);
  } catch (error) {
    return fail(`${path}: cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

interface Picked {
  readonly allow: readonly string[];
  readonly environment: readonly string[];
}

/** Rules come first in the numbering, then environment entries. */
function picked({ suggestions, environment }: Found, flags: Flags): Result<Picked> {
  const rules = suggestions.rules.map(({ rule }) => rule);
  const entries = environment.map(({ entry }) => entry);
  if (flags.only === undefined) return ok({ allow: rules, environment: entries });
  const numbers = flags.only.split(",").map((text) => Number(text.trim()));
  if (numbers.some((one) => !Number.isInteger(one) || one < 1 || one > rules.length + entries.length))
    return fail(`--only takes numbers from 1 to ${rules.length + entries.length}`);
  const has = (at: number): boolean => numbers.includes(at + 1);
  return ok({ allow: rules.filter((_, i) => has(i)), environment: entries.filter((_, i) => has(rules.length + i)) });
}

async function write(chosen: Picked, flags: Flags, io: CliIo): Promise<number> {
  const file = userSettingsPath(io.env);
  if (file === null) return cannot(io, "there is no home directory to keep settings in");
  const count = chosen.allow.length + chosen.environment.length;
  if (count === 0) return cannot(io, "there is nothing to write");
  if (flags.yes !== true) {
    if (io.stdin.isTTY !== true) return cannot(io, "nobody is there to agree; use --yes");
    if (!(await confirmed(`Add ${count} entries to ${file}?`, io))) return cannot(io, "nothing was written");
  }
  const written = writeAdditions(file, chosen);
  if (!written.ok) return cannot(io, written.error);
  io.stderr.write(
    `sallyport: ${written.value.changed ? `${count} entries are now in ${file}` : `${file} had them already`}\n`,
  );
  return 0;
}

function spoken({ suggestions, environment }: Found, paint: Paint, columns: number): string {
  const width = Math.max(columns, 60);
  const line = (title: string, text: string): string =>
    `     ${paint("dim", title.padEnd(12))}${cut(visible(text), width - 18)}`;
  const { held, rules, resting, refused } = suggestions;
  return [
    `${grouped(held)} calls were held back that an allow rule could have let pass.`,
    "",
    paint(
      "bold",
      rules.length === 0 ? "No allow rule would have saved enough prompts." : "Allow rules, each with those above it",
    ),
    ...rules.flatMap((one, i) => [
      `${String(i + 1).padStart(3)}. ${paint("bold", visible(one.rule))}  saves ${grouped(one.saves)} (${percent(one.saves, held)}); ${grouped(one.ran)} of them ran in the record`,
      ...one.examples.slice(0, 2).map((example, k) => line(k === 0 ? "such as" : "", example)),
      ...(one.does.length === 0 ? [] : [line("which", one.does.join("; "))]),
      line("also allows", one.alsoAllows.length === 0 ? alsoFor(one.rule) : one.alsoAllows.join("   ")),
    ]),
    ...(environment.length === 0
      ? []
      : ["", paint("bold", "Environment entries, for the classifier (it decides; at most so many prompts)")]),
    ...environment.flatMap((one, i) => [
      `${String(rules.length + i + 1).padStart(3)}. ${paint("bold", visible(one.entry))}  in ${grouped(one.calls)} held calls, ${grouped(one.ran)} of which ran`,
      line("such as", one.examples[0] ?? ""),
      line("also means", one.alsoMeans),
    ]),
    ...(refused.length === 0 ? [] : ["", paint("bold", "Not proposed: you refused some of what they would let pass")]),
    ...refused.map(
      ({ rule, refused: no, calls }) => `     ${visible(rule)}  ${grouped(no)} of ${grouped(calls)} refused`,
    ),
    ...(resting.length === 0 ? [] : ["", paint("bold", "Of no use in auto mode, where they rest")]),
    ...resting.map(
      ({ rule, why, calls }) => `     ${cut(`${visible(rule)}  ${why} (${grouped(calls)} calls)`, width - 6)}`,
    ),
    "",
    "Nothing was changed. --write adds them to your settings; --only N,N chooses.",
    "",
  ].join("\n");
}

const alsoFor = (rule: string): string =>
  rule.endsWith(":*)")
    ? "the same with any other arguments, except options that run code"
    : /^Bash\(/.test(rule)
      ? "nothing else: exactly this command, in any project"
      : "every use of it, in any project";

function cannot(io: CliIo, why: string): number {
  io.stderr.write(`sallyport: ${why}\n`);
  return 1;
}
