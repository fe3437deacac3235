/**
 * Looking through: what a task runner or a script runs, read from the project's own files. It only ever adds: the
 * runner's own effects stay, so nothing becomes safer by being looked through.
 */
import { type Effect, exact, type Target, unknownTarget, unknownUse } from "../../contract/effect.ts";
import type { KnownWord, ReadContext } from "../../contract/reading.ts";
import type { World } from "../../contract/world.ts";
import { realPath } from "../../machine/index.ts";
import {
  type CodeStep,
  type Definition,
  definitionOf,
  isRunner,
  type RunnerUse,
  scriptAt,
  shellScriptAt,
  upwards,
} from "../definitions/index.ts";
import { filesAt } from "./contents.ts";
import type { CommandSpan } from "./data-flow.ts";
import { knownWord, newReader, type Reader, type ScriptPoint, type Stdin, unknownWord } from "./reader.ts";
import type { Flow, State } from "./state.ts";
import { targetOf } from "./target.ts";
import { definedSomewhere } from "./unknown-places.ts";

/** How far below each other tasks and scripts are followed. */
const MAX_TRAIL = 6;

export interface LookedInto {
  readonly steps: readonly CodeStep[];
  /** To be added to those of the runner. */
  readonly effects: readonly Effect[];
  /** What says what is run was written in this session, or by this very command. */
  readonly fresh: boolean;
}

export interface Runs {
  readonly name: string;
  /** After the name. */
  readonly words: readonly KnownWord[];
  readonly state: State;
  /** What is known of it so far. */
  readonly effects: readonly Effect[];
  /** It is this file itself that is run. */
  readonly script?: Target;
}

const NOTHING: LookedInto = { steps: [], effects: [], fresh: false };

/** What stands below a command; nothing for one that runs neither a task nor a script. */
export function lookInto(point: ScriptPoint, runs: Runs): LookedInto {
  const scripts = runs.script === undefined ? shellScripts(runs.effects) : [runs.script];
  const runner = runs.script === undefined && isRunner(runs.name) && runs.effects.some((effect) => effect.do === "run");
  const others = otherScripts(runs.effects);
  if (!runner && scripts.length === 0 && others.length === 0) return NOTHING;
  if (--point.reader.looks.left < 0)
    return { ...NOTHING, fresh: true, effects: unknown(["more scripts and tasks than are looked into"]) };
  const cwd = runs.state.dirs.length === 1 ? (runs.state.dirs[0] ?? unknownTarget()) : unknownTarget();
  const { files, doubtful, changed } = filesAt(point);
  const words = runs.words.map((word) => (word.splits || word.glob ? null : word.value));
  const { home } = point.reader.context.world;
  const found: Definition[] = scripts.map((script) => {
    if (script.certainty !== "exact") return unread("which file is run is not known");
    const at = runs.words.findIndex((word) => placeOf(word, cwd, point.reader.context.world) === script.path);
    const via = runs.script === undefined ? `${runs.name} ${runs.words[at]?.text ?? script.path}` : runs.name;
    const args = runs.script === undefined ? words.slice(at + 1) : words;
    const read = runs.script === undefined ? shellScriptAt : scriptAt;
    return read({ files, path: script.path, args, cwd: cwd.certainty === "exact" ? cwd.path : "", via });
  });
  if (runner) found.push(...tasksOf(point, { program: runs.name, words, given: runs.words, cwd, files, home }));
  for (const path of others) files.text(path);
  for (const path of [...others, ...found.flatMap((each) => each.files)]) point.reader.looks.files.add(path);
  const doubts = [...doubtful]
    .filter((path) => files.text(path).kind !== "absent")
    .map((path) => `an earlier part of the command may have changed ${path}`);
  return {
    steps: found.flatMap(({ steps }) => steps),
    effects: [
      ...found.flatMap(({ effects }) => effects),
      ...unknown([...new Set([...found.flatMap((each) => each.unknown), ...doubts])]),
    ],
    fresh: [...others, ...found.flatMap((each) => each.files)].some(
      (path) => changed.has(path) || wasWritten(path, point.reader.context),
    ),
  };
}

type TaskUse = Omit<RunnerUse, "cwd"> & { readonly cwd: Target; readonly given: readonly KnownWord[] };

/** What it runs where it stands, and wherever it may stand. */
function tasksOf(point: ScriptPoint, { cwd, given, ...use }: TaskUse): readonly Definition[] {
  const at = cwd.certainty === "exact" ? cwd.path : null;
  const here = at === null ? unread("where it runs is not known") : definitionOf({ ...use, cwd: at });
  return [...(here === undefined ? [] : [here]), ...definedSomewhere(point, { ...use, given, cwd: at })];
}

const unread = (why: string): Definition => ({ steps: [], effects: [], files: [], unknown: [why] });

const unknown = (whys: readonly string[]): readonly Effect[] => whys.map(unknownUse);

/** By its own name, by the place a link leads to, or as part of a directory that was written as a whole. */
function wasWritten(path: string, { written, world }: ReadContext): boolean {
  if (written.size === 0) return false;
  return [path, realPath(path, world).path].some((way) => upwards(way).some((place) => written.has(place)));
}

const shellScripts = (effects: readonly Effect[]): readonly Target[] =>
  effects.flatMap((effect) =>
    effect.do === "run" && effect.what === "script" && /^(?:shell|bash)$/.test(effect.language ?? "")
      ? [effect.script ?? unknownTarget()]
      : [],
  );

/** Scripts of other languages: they are not read here, but may have been written just before. */
const otherScripts = (effects: readonly Effect[]): readonly string[] =>
  effects.flatMap((effect) =>
    effect.do === "run" &&
    effect.what === "script" &&
    effect.script?.certainty === "exact" &&
    !/^(?:shell|bash)$/.test(effect.language ?? "")
      ? [effect.script.path]
      : [],
  );

function placeOf(word: KnownWord, cwd: Target, world: World): string | undefined {
  if (word.value === null || word.splits || word.glob || word.value.startsWith("-")) return undefined;
  const at = targetOf(word, cwd, world);
  return at.certainty === "exact" ? at.path : undefined;
}

type ReadScript = (point: ScriptPoint, code: string, via: string, stdin: Stdin) => Flow;

interface BelowReading {
  /** The place of the runner in the list of sub-commands. */
  readonly under: number;
  /** What a shell knows that is started with these words. */
  readonly started: (args: readonly KnownWord[]) => State;
  readonly readScript: ReadScript;
}

/** Reads what stands below a runner. Answers how each shell was left. */
export function readBelow(
  point: ScriptPoint,
  steps: readonly CodeStep[],
  { under, started, readScript }: BelowReading,
): readonly Flow[] {
  const trail = point.below?.trail ?? [];
  const first = point.reader.commands.length;
  let own = { of: steps[0]?.of, from: first };
  return steps.flatMap((step) => {
    if (step.of !== own.of) own = { of: step.of, from: point.reader.commands.length };
    const apart: readonly CommandSpan[] = [...(point.below?.apart ?? []), [first, own.from]];
    const key = step.script ?? `${step.cwd}\0${step.via}`;
    const reader = readerFor(point.reader, step);
    const args = (step.args ?? []).map((word) => (word === null ? unknownWord("…", true) : knownWord(word)));
    const inner: ScriptPoint = {
      ...point,
      reader,
      state: { ...started(args), dirs: [step.cwd === "" ? unknownTarget() : exact(step.cwd)] },
      substituted: false,
      below: { under, trail: [...trail, key], apart, spread: point.below?.spread === true || step.of !== undefined },
    };
    const circle = trail.includes(key) || trail.length >= MAX_TRAIL;
    if (circle) reader.opaque.push({ why: `${step.via} runs itself, or too far down`, at: null });
    const flow = circle ? [] : [readScript(inner, step.code, step.via, { kind: "unknown" })];
    point.reader.wordsLeft = reader.wordsLeft;
    point.reader.handedLeft = reader.handedLeft;
    for (const { why } of reader.opaque) addOpaque(point.reader, `${step.via}: ${why}`, step.via);
    return flow;
  });
}

/** A shell of its own: the list of sub-commands and the limits are the same, everything else begins anew. */
function readerFor(reader: Reader, step: CodeStep): Reader {
  const context: ReadContext = step.path === undefined ? reader.context : { ...reader.context, ahead: step.path };
  return {
    ...newReader(context),
    commands: reader.commands,
    wordsLeft: reader.wordsLeft,
    handedLeft: reader.handedLeft,
    looks: reader.looks,
    loops: reader.loops,
  };
}

function addOpaque(reader: Reader, why: string, via: string): void {
  if (!reader.opaque.some((entry) => entry.why === why)) reader.opaque.push({ why, at: null, via });
}
