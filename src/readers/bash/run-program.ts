/** A program, a script by its path, or a name nobody knows: what the tables say of its use, and what it runs in turn. */
import { type Target, unknownTarget } from "../../contract/effect.ts";
import { HOLE, type KnownWord, type SubCommand } from "../../contract/reading.ts";
import { realPath, toTarget } from "../../machine/index.ts";
import type { Inner } from "../../programs/index.ts";
import type { CodeStep } from "../definitions/index.ts";
import { codeFiles, foreignScripts } from "./code-files.ts";
import { finishCommand } from "./finish.ts";
import { runsFound } from "./found-runs.ts";
import { commandAt, givenCode, helperCode, runsBehind } from "./given-code.ts";
import { readInner, readScript, startedFrom } from "./inner.ts";
import { installedStarts } from "./installed-programs.ts";
import type { CommandDraft } from "./invocation.ts";
import { isLikely, likelyOutput, textAt } from "./likely.ts";
import { addListed } from "./listed.ts";
import { type LookedInto, lookInto, readBelow } from "./look-through.ts";
import { type Found, findProgram } from "./lookup.ts";
import { namesAt } from "./names.ts";
import { groundsOf } from "./other-grounds.ts";
import { outputOf } from "./outputs.ts";
import { knownWord, type ScriptPoint, UNKNOWN_STDIN } from "./reader.ts";
import { scheduledCode } from "./scheduled.ts";
import { quoteWord } from "./started-calls.ts";
import { type Flow, type State, same, sameTarget } from "./state.ts";
import { targetOf } from "./target.ts";
import { applyUse, type UseAnswer } from "./use.ts";

type Known = Extract<Found, { readonly kind: "program" }>;
type Unknown = Exclude<Found, Known>;

export function runProgram(point: ScriptPoint, draft: CommandDraft, first: KnownWord): Flow {
  const [copied, ...part] = isLikely(point) ? copiedFrom(point, first) : [];
  if (copied !== undefined) draft.words = [copied, ...part, ...draft.words.slice(1)];
  const found = findProgram(copied ?? first, draft.state, point.reader.context);
  return found.kind === "program" ? runKnown(point, draft, found) : runUnknown(point, draft, found);
}

/** A program under another name, a copy made before or a link: what it is, and which part of it the name asks for. */
function copiedFrom(point: ScriptPoint, first: KnownWord): readonly KnownWord[] {
  const { world } = point.reader.context;
  if (first.value?.includes("/") !== true) return [];
  const { path } = targetOf(first, point.state.dirs[0] ?? unknownTarget(), world);
  const from = point.reader.commands.flatMap((one) => sourcesOf(one, path)).at(-1) ?? realPath(path, world).path;
  return from === undefined || from === path ? [] : [from, ...partAsked(from, path)].map((word) => knownWord(word));
}

/** `git-push` that is git, `rm` that is busybox: programs that do what they are called. */
function partAsked(from: string, path: string): readonly string[] {
  const [program = "", called = ""] = [from, path].map((one) => one.slice(one.lastIndexOf("/") + 1));
  if (/^(?:busybox\S*|toybox|coreutils)$/.test(program)) return program === called ? [] : [called];
  return program === "git" && /^git-./.test(called) ? [called.slice("git-".length)] : [];
}

/** Where a command gets the file from that it puts at this path: what it copies, or the one file it prints there. */
function sourcesOf({ effects }: SubCommand, path: string): readonly string[] {
  const [read, ...more] = effects.flatMap((effect) =>
    effect.do === "read" && effect.content ? [effect.target.path] : [],
  );
  return effects.flatMap((effect) => {
    if (effect.do !== "write" || effect.target.path !== path) return [];
    const from = effect.from?.path ?? (more.length === 0 && effect.contents === undefined ? read : undefined);
    return from === undefined ? [] : [from];
  });
}

function runUnknown(point: ScriptPoint, draft: CommandDraft, found: Unknown): Flow {
  const { name } = found;
  const isScript = found.kind === "script";
  draft.effects.push(
    isScript
      ? { do: "run", program: name, what: "script", script: found.script }
      : { do: "run", program: name, what: "unknown-program" },
  );
  draft.unclear.push(`${name}: a program that is not known`);
  addListed(point, draft, name);
  if (!isScript) {
    const flow = finishCommand(point, draft, { flow: same(point.state), name });
    readGiven(point, draft, name);
    return flow;
  }
  const { state, effects } = draft;
  const looked = lookInto(point, { name, words: draft.words.slice(1), state, effects, script: found.script });
  addLooked(draft, looked);
  const flow = finishCommand(point, draft, { flow: same(point.state), name });
  readSteps(point, draft, looked.steps);
  readGiven(point, draft, name);
  return flow;
}

/** In a likely reading: what the program is given as text to run, and the command among its words. */
function readGiven(point: ScriptPoint, draft: CommandDraft, name: string): void {
  if (!isLikely(point)) return;
  const { words, call, state } = draft;
  readGivenText(point, draft, name);
  const rest = words.slice(1);
  const program = name.slice(name.lastIndexOf("/") + 1);
  const values = rest.map(likelyText);
  const at = Math.max(commandAt({ program, words: values }), runsBehind(program, values));
  if (at < 0) return;
  const command = rest.slice(at).filter((word, i) => i !== 1 || word.value !== "--");
  const started = startedFrom(state, { kind: "script", code: "", via: program });
  for (const from of [started, ...elsewhere(point, draft, program, started)])
    readInner({ ...point, state: from }, { kind: "words", words: command, via: program, moreWords: false }, call.stdin);
}

const inputOf = ({ call: { stdin } }: CommandDraft): string | undefined =>
  stdin.kind === "text" ? stdin.text : stdin.kind === "unknown" ? stdin.outline : undefined;

/** In a likely reading: the same state in each of the directories that the program is told to go to. */
function elsewhere(point: ScriptPoint, draft: CommandDraft, program: string, state: State): readonly State[] {
  const [from] = draft.state.dirs;
  if (!isLikely(point) || from === undefined) return [];
  const grounds = groundsOf({ program, words: draft.words.slice(1).map(likelyText), input: inputOf(draft) });
  return grounds.map((ground) => ({ ...state, dirs: [toTarget(ground, from.path, point.reader.context.world)] }));
}

/** In a likely reading: what a search starts, for names that are there now. */
function readFound(point: ScriptPoint, draft: CommandDraft, program: string): void {
  const [from] = draft.state.dirs;
  if (!isLikely(point) || from?.certainty !== "exact") return;
  const { world } = point.reader.context;
  const state = startedFrom(draft.state, { kind: "script", code: "", via: program });
  for (const { words, dir } of runsFound({ program, words: draft.words.slice(1).map(likelyText) }, from.path, world))
    readInner(
      { ...point, state: dir === undefined ? state : { ...state, dirs: [toTarget(dir, from.path, world)] } },
      { kind: "words", words: words.map((word) => knownWord(word)), via: program, moreWords: false },
      draft.call.stdin,
    );
}

const likelyText = ({ value, outline }: KnownWord): string => value ?? outline ?? HOLE;

/** In a likely reading: what a program or a builtin is given as text to run. */
export function readGivenText(point: ScriptPoint, draft: CommandDraft, name: string): void {
  if (!isLikely(point)) return;
  const { words, call, assignments, state } = draft;
  const input = inputOf(draft);
  const program = name.slice(name.lastIndexOf("/") + 1);
  const values = words.slice(1).map(likelyText);
  const textOf = (word: string): string | undefined => fileText(point, word);
  const kept = scheduledCode({ program, words: values }, textOf);
  const files = codeFiles({ program, words: values }, textOf);
  const foreign = foreignScripts({ program, words: values }, textOf);
  const variables = [...call.assignments, ...assignments];
  const helpers = variables.flatMap((one) => helperCode(one.name, one.value ?? "") ?? []);
  const started = startedFrom(state, { kind: "script", code: "", via: program });
  const given = givenCode({ program, words: values, input, files, variables });
  const goes = groundsOf({ program, words: values, input, files }).map((ground) => `cd ${quoteWord(ground)}\n`);
  const there = goes.flatMap((go) => given.filter((code) => !code.startsWith("cd ")).map((code) => go + code));
  for (const code of [...given, ...kept, ...foreign, ...helpers, ...there])
    readScript({ ...point, state: started }, code, program, UNKNOWN_STDIN);
  // A part of what the program itself is, and nothing it is given to run.
  for (const code of installedStarts({ program: name, words: values }))
    readScript({ ...point, state: started }, code, `${program} ${code.split(" ", 1)[0]}`, call.stdin);
}

function fileText(point: ScriptPoint, word: string): string | undefined {
  const [dir] = point.state.dirs;
  const target = dir === undefined ? undefined : targetOf(knownWord(word), dir, point.reader.context.world);
  return target?.certainty === "exact" ? textAt(point, target.path) : undefined;
}

function runKnown(point: ScriptPoint, draft: CommandDraft, found: Known): Flow {
  const { name, doubt } = found;
  const { call } = draft;
  const words = draft.words.slice(1);
  if (doubt !== null) {
    draft.effects.push({ do: "run", program: name, what: "unknown-program", wording: doubt });
    draft.unclear.push(`${name}: ${doubt}`);
  }
  const answers = answersOf(point, draft, found);
  addAnswers(draft, answers);
  addListed(point, draft, name);
  const looked = lookInto(point, { name, words, state: draft.state, effects: draft.effects });
  addLooked(draft, looked);
  const own = point.reader.commands.length;
  const out = isLikely(point)
    ? (likelyOutput(point, name, { words, stdin: call.stdin }) ?? outputOf(name, words, call.stdin))
    : doubt === null
      ? outputOf(name, words, call.stdin)
      : null;
  const runsCodeByOption = answers.some((answer) => answer.runsCodeByOption);
  const flow = finishCommand(point, draft, { flow: same(point.state, out), name, runsCodeByOption });
  readSteps(point, draft, looked.steps);
  const inner = answers.find((answer) => answer.inner.length > 0)?.inner ?? [];
  readStarted(point, draft, { name, inner, own });
  readFound(point, draft, name);
  readGiven(point, draft, name);
  return flow;
}

/** What a program runs gets what the program got, and what it finds. */
function readStarted(
  point: ScriptPoint,
  draft: CommandDraft,
  { name, inner, own }: { readonly name: string; readonly inner: readonly Inner[]; readonly own: number },
): void {
  const fed: ScriptPoint["fed"] = [...(draft.call.fed ?? []), [own, own + 1]];
  for (const one of inner) {
    const started = startedFrom(draft.state, one);
    for (const state of [started, ...elsewhere(point, draft, name, started)])
      readInner({ ...point, fed, ...inContainer(point, one, own), state }, one, draft.call.stdin);
  }
}

/** One answer for each directory it may stand in, and with and without the words that may be none. */
const answersOf = (point: ScriptPoint, draft: CommandDraft, { spec, name }: Known): readonly UseAnswer[] =>
  draft.state.dirs.flatMap((cwd) =>
    withAndWithout(draft.words.slice(1)).map((words) =>
      applyUse({
        spec,
        program: name,
        words,
        stdin: draft.call.stdin,
        cwd,
        context: point.reader.context,
        names: namesAt(point),
      }),
    ),
  );

/** Names that are put in place may also be none: `ls` then looks where it stands. */
function withAndWithout(words: readonly KnownWord[]): readonly (readonly KnownWord[])[] {
  const kept = words.filter((word) => !word.splits || word.under === undefined);
  return kept.length === words.length ? [words] : [words, kept];
}

/** What any of the answers says; said twice it counts once. */
function addAnswers(draft: CommandDraft, answers: readonly UseAnswer[]): void {
  const places: Target[] = [];
  const seen = new Set<string>();
  for (const { effects, unclear, cwd } of answers) {
    if (!places.some((place) => sameTarget(place, cwd))) places.push(cwd);
    for (const effect of effects) {
      const key = answers.length === 1 ? "" : JSON.stringify(effect);
      if (key === "" || !seen.has(key)) draft.effects.push(effect);
      seen.add(key);
    }
    for (const why of unclear) if (!draft.unclear.includes(why)) draft.unclear.push(why);
  }
  draft.places = places;
}

export function addLooked(draft: CommandDraft, looked: LookedInto): void {
  draft.effects.push(...looked.effects);
  draft.fresh = looked.fresh;
}

/** What a task or a script runs, read in shells of their own. The runner is the sub-command that was listed last. */
export const readSteps = (point: ScriptPoint, draft: CommandDraft, steps: readonly CodeStep[]): readonly Flow[] =>
  readBelow(point, steps, {
    under: point.reader.commands.length - 1,
    started: (args) => startedFrom(draft.state, { kind: "script", code: "", via: "", args }),
    readScript,
  });

/** What runs in a container stands below the command that starts it, like a task below its runner. */
const inContainer = (point: ScriptPoint, inner: Inner, under: number): Pick<ScriptPoint, "below"> =>
  inner.kind === "words" && inner.elsewhere === true
    ? { below: { ...point.below, under, trail: point.below?.trail ?? [] } }
    : {};
