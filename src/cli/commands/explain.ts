/** `sallyport explain`: what the reader sees in a command, and which step would decide. */

import { openGate, openWorld, plannedWalls, rulesOfHost, stateDir, whoseRules } from "../../app/index.ts";
import type { Settings } from "../../app/settings/index.ts";
import { bubblewrapOptions, originalOf, planFor, type WallsOrder, type WallsPart } from "../../contain/index.ts";
import { MODES } from "../../contract/action.ts";
import type { Decision } from "../../contract/decision.ts";
import { parseAction } from "../../contract/parse-action.ts";
import { shellWord } from "../../contract/shell-word.ts";
import { hostNamed } from "../../hosts/index.ts";
import { memoryStore } from "../../memory/index.ts";
import { explain as explainReading, readShell, renderExplanation } from "../../watch/reading/index.ts";
import { command, type GivenArguments } from "../command.ts";
import { unknownHost } from "../nearest.ts";
import { flag, text } from "../options.ts";
import type { CliIo } from "../terminal/io.ts";
import { painter, refuse, visible, wrap } from "../terminal/style.ts";
import { ownVariables, wallsUnder } from "../variables.ts";
import { heedSettings, keptWalls } from "../walls.ts";

const OPTIONS = {
  cwd: text("DIR", "where it would run (default: here)"),
  mode: text("MODE", MODES.join(", ")),
  host: text("NAME", "whose own rules count too (default: the agent that is guarded here)"),
  settings: text("X", "a settings file, or JSON"),
  walls: flag("the command line of the walls it would run inside, one mount a line"),
  json: flag("for programs"),
};

const MAX_COLUMNS = 110;

export const explain = command({
  name: "explain",
  about: "show what a shell command would do",
  usage: [["sallyport explain 'npm run build && git push'"]],
  help: "Shows the command as a tree: every part, what it reads, writes, runs and contacts, what cannot be known, and the step of the road that would decide. Nothing is run, no model is asked, nothing is recorded.",
  options: OPTIONS,
  positionals: Number.POSITIVE_INFINITY,
  misuse: (why, io) => {
    const quotes = why.startsWith("unknown option") ? "; a command stands in quotes: 'git status -s'" : "";
    return refuse(io, `${why}${quotes} (see sallyport explain --help)`);
  },
  run: ({ options, words, misuse }, io) => {
    const [line, ...more] = words;
    if (line === undefined || line.trim() === "")
      return misuse("say which command, in quotes: sallyport explain 'git status'");
    if (more.length > 0) return misuse("put the whole command in quotes: sallyport explain 'git status'");
    if (options.host !== undefined && hostNamed(options.host) === undefined) return misuse(unknownHost(options.host));
    // A ticket's line, as a host's log shows it, stands for the command it was written for.
    return explainLine(originalOf(line, stateDir(io.env))?.command ?? line, options, io);
  },
});

async function explainLine(
  line: string,
  options: GivenArguments<typeof OPTIONS>["options"],
  io: CliIo,
): Promise<number> {
  const { cwd = io.cwd, mode, settings } = options;
  const given = { tool: "Bash", input: { command: line }, cwd, walls: true };
  const action = parseAction({ ...given, ...(mode === undefined ? {} : { mode }) });
  if (!action.ok) return refuse(io, action.error);
  const theirs = rulesOfHost(io, { projectRoot: cwd, host: options.host });
  const { part, plan } = planningWalls(io);
  const variables = ownVariables(io);
  const opened = openGate(io, {
    ...{
      settings,
      projectRoot: cwd,
      rules: theirs.own.rules,
      store: memoryStore(),
      classifier: null,
      supposed: true,
      byHand: true,
      variables,
    },
    ...(options.walls ? { walls: part } : {}),
  });
  if (!opened.ok) return refuse(io, opened.error);
  const explanation = explainReading(
    readShell(line, { cwd, projectRoot: cwd, world: openWorld(io, variables), written: new Set() }),
  );
  const decision = await opened.value.gate.check({
    ...action.value,
    ...wallsUnder(variables),
    unadopted: () => theirs.own.unadopted?.() ?? [],
  });
  const { behavior, by, reason, walls } = decision;
  const around = options.walls ? plan(opened.value.settings) : undefined;
  const usesModel = by === "offline" && opened.value.settings.classifier.provider !== "offline";
  if (options.json) {
    const answer = usesModel ? { step: "classifier", behavior: null, reason: null } : { step: by, behavior, reason };
    io.stdout.write(
      `${JSON.stringify({ ...explanation, ...answer, walls, ...(around === undefined ? {} : { around }) })}\n`,
    );
    return 0;
  }
  const whose = whoseRules(theirs);
  printExplanation({ explanation, decision, usesModel, whose, around }, io);
  return 0;
}

interface Explained {
  readonly explanation: Parameters<typeof renderExplanation>[0];
  readonly decision: Decision;
  readonly usesModel: boolean;
  /** Whose rules it was decided with. */
  readonly whose: string | undefined;
  readonly around: readonly string[] | undefined;
}

function printExplanation({ explanation, decision, usesModel, whose, around }: Explained, io: CliIo): void {
  const { behavior, by, reason, walls } = decision;
  const paint = painter(io.stdout, io.env);
  const columns = Math.min(io.stdout.columns, MAX_COLUMNS);
  const isHeld = behavior !== "allow";
  const decided = wrap(`${behavior}${isHeld ? "" : ` by ${by}`}: ${visible(reason)}`, columns).join("\n");
  io.stdout.write(`${renderExplanation(explanation, columns)}\n`);
  io.stdout.write(
    usesModel
      ? `\n${paint("bold", "decided by")} classifier: the model is asked\n`
      : `\n${paint(behavior, behavior)}${decided.slice(behavior.length)}\n${isHeld ? `${paint("dim", `by ${by}`)}\n` : ""}`,
  );
  if (whose !== undefined) io.stdout.write(`${paint("dim", whose)}\n`);
  if (walls !== null) io.stdout.write(`${paint("bold", "inside the walls")} ${walls}\n`);
  if (around !== undefined) io.stdout.write(`\n${around.join("\n")}\n`);
}

/** Descriptors as a ticket's engine gives them. */
const DESCRIPTORS = { seccomp: 22, status: 20 };

/** Walls that are planned and not put up, and the plan of the last ones as lines a person can read. */
interface PlanningWalls {
  readonly part: WallsPart;
  readonly plan: (settings: Settings) => readonly string[];
}

function planningWalls(io: CliIo): PlanningWalls {
  let last: WallsOrder | undefined;
  const planned = plannedWalls({ stateDir: stateDir(io.env), world: openWorld(io) });
  const raise: WallsPart["raise"] = async (order) => {
    last = order;
    return planned.raise(order);
  };
  const plan = (settings: Settings): readonly string[] => {
    const standing = heedSettings(keptWalls(io), settings);
    const missing = standing.stand ? [] : [`walls do not stand here: ${standing.why} (${standing.mend})`];
    if (last === undefined) return [...missing, "no walls are put around it"];
    const planned = planFor(last, { stateDir: stateDir(io.env), world: openWorld(io) });
    if (!planned.ok) return [`its walls cannot be planned: ${planned.error}`];
    const variables = [...planned.value.pass, ...Object.entries(planned.value.env).map((pair) => pair.join("="))];
    const rows = bubblewrapOptions(planned.value, DESCRIPTORS).map((words) => words.map(shellWord).join(" "));
    return [
      ...missing,
      `env -i ${variables.map(shellWord).join(" ")} bwrap`,
      ...rows.map((row) => `  ${row}`),
      `  -- ${last.command}`,
    ];
  };
  return { part: { ...planned, raise }, plan };
}
