/** `sallyport replay`: recorded sessions down the road, and what would have come of them. */
import { statSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { openGate } from "../../app/open.ts";
import { homeOf, stateDir } from "../../app/paths.ts";
import { loadSettings, type Settings } from "../../app/settings/index.ts";
import { sha256 } from "../../contract/key.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import { VERSION } from "../../contract/version.ts";
import { documentOf, type ReplayDocument } from "../../evidence/document.ts";
import {
  counted,
  dollars,
  ESCALATED_SHARE,
  type Estimate,
  estimator,
  openState,
  type Progress,
  type ReplayResult,
  recordPlaces,
  recordsBelow,
  replayAll,
  spokenProblem,
} from "../../evidence/index.ts";
import { type Classifier, loadRulebook, openClassifier } from "../../judge/index.ts";
import { confirmed } from "../confirm.ts";
import type { CliIo } from "../io.ts";
import { progressBar } from "../progress.ts";
import { spokenReplay } from "../replay-text.ts";
import { visible } from "../style.ts";

export const HELP = `sallyport replay: what the gate would have done in sessions you have had

  sallyport replay                     every session of Claude Code, Codex and Gemini found on this machine
  sallyport replay FILE…               session files or folders: Claude Code, Codex, Gemini, an OpenCode export,
                                       our own ledger, or sessions.jsonl
  sallyport replay --html report.html  one page with everything, to look through

  --html FILE       writes the page; it needs nothing but itself
  --json            prints the whole result as JSON
  --ledger          replays Sallyport's own ledger
  --with-model      asks the classifier of your settings where nothing is proven; says first how many calls
                    and about what they cost, and asks
  --yes             do not ask
  --max-cost USD    do not begin above this estimate, and stop at it
  --jobs N          sessions at once (default 4)
  --resume FILE     keeps what is done in FILE, and goes on from there
  --mode MODE       instead of the settings' (auto)
  --settings X      a settings file, or JSON

Nothing is run and, without --with-model, nothing leaves the machine. Files are seen as they are now, not as they were.
Exit: 0 done, 1 could not be done or not to its end.
`;

const OPTIONS = {
  html: { type: "string" },
  json: { type: "boolean" },
  ledger: { type: "boolean" },
  "with-model": { type: "boolean" },
  yes: { type: "boolean" },
  "max-cost": { type: "string" },
  jobs: { type: "string" },
  resume: { type: "string" },
  mode: { type: "string" },
  settings: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

type Flags = ReturnType<typeof parseArgs<{ options: typeof OPTIONS; strict: true }>>["values"];

const MAX_JOBS = 64;

export async function run(args: readonly string[], io: CliIo): Promise<number> {
  let given: { readonly values: Flags; readonly positionals: readonly string[] };
  try {
    given = parseArgs({ args: [...args], options: OPTIONS, strict: true, allowPositionals: true });
  } catch (error) {
    return cannot(
      io,
      `${error instanceof Error ? (error.message.split(". ")[0] ?? "") : "wrong options"} (see sallyport replay --help)`,
    );
  }
  if (given.values.help === true) {
    io.stdout.write(HELP);
    return 0;
  }
  const result = await replay(given.values, given.positionals, io);
  if (!result.ok) return cannot(io, result.error);
  return tell(result.value, given.values, io);
}

async function replay(flags: Flags, paths: readonly string[], io: CliIo): Promise<Result<ReplayDocument>> {
  const files = filesFor(paths, flags, io);
  if (!files.ok) return files;
  const [jobs, limit] = [numberIn(flags.jobs ?? "4", "--jobs", 1, MAX_JOBS), costLimit(flags)];
  if (!jobs.ok) return jobs;
  if (!limit.ok) return limit;
  const run = runSettings(flags, io);
  if (!run.ok) return run;
  const { settings, text } = run.value;
  const opened = flags.resume === undefined ? ok(null) : openState(resolve(io.cwd, flags.resume), madeOf(text, flags));
  if (!opened.ok) return opened;
  const state = opened.value;
  const once = async (pass: Pass): Promise<Result<ReplayResult>> => {
    const { classifier, what } = pass;
    const bar = progressBar(io.stderr, io.env, what);
    const stop = interruption();
    const done = await replayAll({
      files: files.value,
      gateFor: (root, store) => {
        const gate = openGate(io, { settings: text, projectRoot: root, store, classifier });
        return gate.ok ? ok(gate.value.gate) : gate;
      },
      withTranscript: classifier !== null,
      jobs: jobs.value,
      maxCostUsd: pass.final ? limit.value : null,
      state: pass.final || state === null ? state : { finished: state.finished, add: () => {} },
      progress: (progress) =>
        bar.show(progress.total === 0 ? 1 : progress.bytes / progress.total, spokenProgress(progress)),
      signal: stop.signal,
    });
    bar.clear();
    stop.forget();
    return done;
  };

  if (flags["with-model"] !== true)
    return finished(await once({ classifier: null, what: "replaying", final: true }), "offline", settings);
  const agreed = await agreement(settings, limit.value, flags, io, (classifier) =>
    once({ classifier, what: "counting", final: false }),
  );
  if (!agreed.ok) return agreed;
  const classifier = openClassifier({ settings, env: io.env });
  return finished(await once({ classifier, what: "replaying", final: true }), settings.classifier.provider, settings);
}

/** One time through all the files. Only the final one is kept, and only it may cost something. */
interface Pass {
  readonly classifier: Classifier | null;
  readonly what: string;
  readonly final: boolean;
}

const finished = (result: Result<ReplayResult>, classifier: string, { mode }: Settings): Result<ReplayDocument> =>
  result.ok ? ok(documentOf(result.value, { classifier, mode })) : result;

/** The number of calls and what they would cost, and a yes to it. */
async function agreement(
  settings: Settings,
  limit: number | null,
  flags: Flags,
  io: CliIo,
  pass: (counting: Classifier) => Promise<Result<ReplayResult>>,
): Promise<Result<true>> {
  if (settings.classifier.provider === "offline")
    return fail("--with-model: no provider is set up (classifier.provider, or ANTHROPIC_API_KEY, or OPENAI_API_KEY)");
  const rulebook = await loadRulebook(settings.autoMode);
  if (!rulebook.ok) return rulebook;
  const counting = estimator(settings.classifier, rulebook.value, io.env);
  const counted = await pass(counting.classifier);
  if (!counted.ok) return counted;
  if (counted.value.stopped !== null) return fail(counted.value.stopped);
  const estimate = counting.estimate();
  io.stderr.write(`${spokenEstimate(estimate, settings)}\n`);
  if (limit !== null && estimate.costUsd !== null && estimate.costUsd > limit)
    return fail(`the estimate is above --max-cost ${limit}; nothing was sent`);
  if (flags.yes === true || estimate.calls === 0) return ok(true);
  if (io.stdin.isTTY !== true) return fail("nobody is there to agree to the cost; use --yes");
  return (await confirmed("Send them?", io)) ? ok(true) : fail("nothing was sent");
}

const spokenEstimate = ({ calls, costUsd, models }: Estimate, settings: Settings): string =>
  `${counted(calls, "call")} would be put to ${settings.classifier.provider} (${models.join(", ") || "no model"}), for about ${dollars(costUsd)}: ${
    settings.classifier.stages === "both"
      ? `one in ${Math.round(1 / ESCALATED_SHARE)} is taken to need the second stage, and `
      : ""
  }4 characters to be a token.`;

const spokenProgress = ({ sessions, calls, costUsd }: Progress): string =>
  `${counted(sessions, "session")}, ${counted(calls, "call")}${costUsd > 0 ? `, ${dollars(costUsd)}` : ""}`;

function filesFor(paths: readonly string[], flags: Flags, io: CliIo): Result<readonly string[]> {
  const places = recordPlaces({ home: homeOf(io.env), env: io.env, stateDir: stateDir(io.env) });
  if (paths.length === 0) {
    const own = places.filter(({ title }) => (title === "Sallyport's ledger") === (flags.ledger === true));
    const files = own.flatMap(recordsBelow);
    return files.length > 0
      ? ok(files)
      : fail(`no recorded session in ${own.map(({ directory }) => directory).join(", ")}; name a file`);
  }
  const files = paths.flatMap((path) => {
    const full = resolve(io.cwd, path);
    return isDirectory(full) ? recordsBelow({ directory: full, name: /\.jsonl?$/ }) : [full];
  });
  return files.length > 0 ? ok(files) : fail(`no session files in ${paths.join(", ")}`);
}

const isDirectory = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** The settings of the run, with the mode of the options; the projects' own rules are added for each session. */
function runSettings(
  flags: Flags,
  io: CliIo,
): Result<{ readonly settings: Settings; readonly text: string | undefined }> {
  const load = (text: string | undefined) => loadSettings({ run: text, projectRoot: null, env: io.env });
  const loaded = load(flags.settings);
  if (!loaded.ok) return loaded;
  const text = flags.mode === undefined ? flags.settings : withMode(flags.settings, flags.mode);
  if (typeof text === "object") return text;
  const moded = load(text);
  return moded.ok ? ok({ settings: moded.value.settings, text }) : moded;
}

function withMode(settings: string | undefined, mode: string): string | Result<never> {
  if (settings !== undefined && !settings.trimStart().startsWith("{"))
    return fail("--mode and a settings file: set the mode in the file");
  return JSON.stringify({ ...(JSON.parse(settings ?? "{}") as object), mode });
}

const madeOf = (settings: string | undefined, flags: Flags): string =>
  sha256(JSON.stringify([VERSION, settings ?? null, flags["with-model"] === true]));

function numberIn(text: string, name: string, from: number, to: number): Result<number> {
  const value = Number(text);
  return Number.isInteger(value) && value >= from && value <= to
    ? ok(value)
    : fail(`${name} must be a whole number from ${from} to ${to}`);
}

function costLimit(flags: Flags): Result<number | null> {
  const text = flags["max-cost"];
  if (text === undefined) return ok(null);
  const value = Number(text);
  return text !== "" && value >= 0 && Number.isFinite(value)
    ? ok(value)
    : fail("--max-cost must be an amount in dollars");
}

/** Ctrl-C ends the run after the call it is at: what is done is shown and, with --resume, kept. */
function interruption(): { readonly signal: AbortSignal; readonly forget: () => void } {
  const stop = new AbortController();
  const abort = (): void => stop.abort();
  process.once("SIGINT", abort);
  return { signal: stop.signal, forget: () => void process.off("SIGINT", abort) };
}

async function tell(document: ReplayDocument, flags: Flags, io: CliIo): Promise<number> {
  for (const problem of document.problems) io.stderr.write(`sallyport: ${visible(spokenProblem(problem))}\n`);
  if (document.problemsLeft > 0) io.stderr.write(`sallyport: and ${document.problemsLeft} more of other kinds\n`);
  if (flags.html !== undefined) {
    const { replayPage } = await import("../../evidence/pages/replay.ts");
    try {
      writeFileSync(resolve(io.cwd, flags.html), replayPage(document), { mode: 0o600 });
    } catch (error) {
      return cannot(io, `${flags.html}: cannot be written: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  if (flags.json === true) io.stdout.write(`${JSON.stringify(document)}\n`);
  else io.stdout.write(spokenReplay(document, io, flags.html));
  if (document.stopped !== null) return cannot(io, `stopped before the end: ${document.stopped}`);
  return 0;
}

function cannot(io: CliIo, why: string): number {
  io.stderr.write(`sallyport: ${why}\n`);
  return 1;
}
