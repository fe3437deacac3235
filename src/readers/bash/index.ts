/** The room's door: read a shell command, and ask what was read. */
import { exact, onlyReads, unknownTarget } from "../../contract/effect.ts";
import type { ReadContext, ShellReading } from "../../contract/reading.ts";
import { readScript } from "./inner.ts";
import { throughLinks } from "./made-links.ts";
import { alongMoves, movedGround } from "./moved-ground.ts";
import { arithmeticCode, cleanText, looseTexts, parseLoosely, parseShell, type Script } from "./parse.ts";
import { newReader, type ScriptPoint } from "./reader.ts";
import { forget, joinFlow, type State } from "./state.ts";
import { walkNested } from "./walk.ts";
import { inZsh } from "./zsh-words.ts";

export type { KnownWord, ReadContext, ShellReading, ShellState } from "../../contract/reading.ts";
export { changesListed, LIST_MARK, listedPatterns, takesAllListed } from "./code-lists.ts";
export {
  deletesOpenly,
  namesMentioned,
  namesOpenly,
  placesMentioned,
  startsOpenly,
  treesTaken,
  wordsMentioned,
} from "./code-mentions.ts";
export { codeSpellings, spellingsIn } from "./code-spellings.ts";
export { withLines } from "./code-texts.ts";
export { spawnsWithoutEnd } from "./endless.ts";
export { explain, renderExplanation } from "./explain.ts";
export { commandAt, helperCode, showsWords } from "./given-code.ts";
export { beginsIn } from "./logins.ts";
export { goesIn, groundsTold } from "./other-grounds.ts";
export { patternTexts } from "./pattern-texts.ts";
export { shellCalls } from "./shell-calls.ts";
export { spellHome } from "./spelled-home.ts";

/** Never throws: what goes wrong is told as `failed`. */
export function readShell(command: string, context: ReadContext): ShellReading {
  try {
    return read(command, { ...context }); // what tables remember of a context holds for this reading only
  } catch (error) {
    const why = error instanceof Error ? `the reader failed: ${error.message}` : "the reader failed";
    return { command, commands: [], effects: [], opaque: [{ why, at: null }], failed: why, cwdAfter: unknownTarget() };
  }
}

function read(command: string, context: ReadContext): ShellReading {
  const { texts, cut } = context.likely === undefined ? { texts: [command], cut: [] } : looseTexts(command);
  const pieces =
    context.likely === undefined ? texts : [...texts, ...arithmeticCode(command), ...inZsh(command)].map(cleanText);
  const parsed = pieces.map(context.likely === undefined ? parseShell : parseLoosely);
  const scripts = parsed.flatMap((one, i) => (one.ok ? [{ script: one.value, source: pieces[i] ?? "" }] : []));
  const [failed] = parsed.flatMap((one) => (one.ok ? [] : [one.error]));
  if (failed !== undefined && scripts.length === 0)
    return { command, commands: [], effects: [], opaque: [failed, ...cut], cwdAfter: unknownTarget() };
  const reader = newReader(context);
  reader.opaque.push(...cut, ...parsed.flatMap((one) => (one.ok || one.error.cut !== true ? [] : [one.error])));
  const state: State = {
    dirs: [exact(context.cwd)],
    variables: new Map(),
    lost: false,
    functions: new Map(),
    pathChanged: false,
    args: [],
    touched: false,
    unsteady: false,
    rewired: false,
    ...(context.likely === undefined ? {} : { likely: context.likely }),
  };
  const point: ScriptPoint = {
    reader,
    state,
    source: command,
    depth: 0,
    via: null,
    stdin: { kind: "inherited" },
    substituted: false,
    walk: walkNested,
  };
  const after = walkAll(point, scripts);
  readTraps(point, after ?? state);
  const commands = context.likely === undefined ? reader.commands : alongMoves(throughLinks(reader.commands));
  const moved = movedGround(commands, context.world);
  if (moved !== undefined) reader.opaque.push({ why: `it moves ${moved}, in which a command of it stands`, at: null });
  const cwdAfter = after?.dirs.length === 1 ? (after.dirs[0] ?? unknownTarget()) : unknownTarget();
  return {
    command,
    commands,
    effects: commands.flatMap((each) => each.effects),
    opaque: reader.opaque,
    ...(reader.looks.files.size === 0 ? {} : { looked: [...reader.looks.files] }),
    cwdAfter,
    ...(reader.alternatives > 1 ? { alternatives: reader.alternatives } : {}),
    ...(reader.background ? { background: true } : {}),
    leaves: {
      pathChanged: reader.opaque.length > 0 || after?.pathChanged !== false,
      functions: new Set(reader.defined.keys()),
      aliases: reader.aliases,
    },
  };
}

/** One after the other, in one shell. */
function walkAll(
  point: ScriptPoint,
  scripts: readonly { readonly script: Script; readonly source: string }[],
): State | null {
  let after: State | null = point.state;
  for (const { script, source } of scripts)
    after = joinFlow(walkNested({ ...point, state: after ?? point.state, source }, script));
  return after;
}

/** What was put aside for later runs with whatever functions there are by then. */
function readTraps(point: ScriptPoint, after: State): void {
  const { traps, defined } = point.reader;
  const functions = new Map([...defined].map(([name, bodies]) => [name, { bodies, sure: false }]));
  if (functions.size === 0 && after.likely === undefined) return;
  for (const { code, via } of [...traps])
    readScript({ ...point, state: { ...forget(after), functions } }, code, via, { kind: "unknown" });
}

/** Proven to read only: everything was seen, every word is accounted for, and nothing but reading was found. */
export function isReadOnly(reading: ShellReading): boolean {
  return reading.opaque.length === 0 && reading.commands.every((each) => each.understood) && onlyReads(reading.effects);
}
