/**
 * The room's door: a shell text as the simple commands in it, at any depth, read as it is written. It may be incomplete, and
 * nothing is proven by it: what it finds can deny, ask, label and explain.
 */
import { exact, onlyReads, unknownTarget } from "../../contract/effect.ts";
import type { ReadContext, ShellReading } from "../../contract/reading.ts";
import { parseText } from "./parse.ts";
import { newReading, type Point, type Reading } from "./point.ts";
import type { State } from "./state.ts";
import { walkNode, walkScript } from "./walk.ts";

export { explain, renderExplanation } from "./explain.ts";
export { simpleCommands } from "./simple-commands.ts";

/** Never throws, never hangs: what goes over a bound, or breaks, is told as opaque with `cut`, beside what was found before. */
export function readShell(command: string, context: ReadContext): ShellReading {
  const reading = newReading(context);
  const start: State = { cwd: exact(context.cwd), variables: new Map(), functions: new Map(), args: [] };
  const point: Point = {
    reading,
    state: start,
    source: command,
    depth: 0,
    inside: 0,
    via: null,
    input: null,
    fed: [],
    loops: 0,
    walkScript,
    walkNode,
  };
  try {
    const { script, opaque } = parseText(command);
    reading.opaque.push(...opaque);
    if (script !== undefined) walkScript(point, script);
    readUncalled(point);
  } catch {
    reading.opaque.push({ why: "the reader failed", at: null, cut: true });
  }
  return asReading(command, reading, point.state);
}

/** Functions that nothing here calls may be called later. */
function readUncalled(point: Point): void {
  const { defined, called } = point.reading;
  for (const [name, body] of defined)
    if (!called.has(name)) {
      const state: State = { ...point.state, args: null };
      walkNode({ ...point, state, source: body.source, depth: 1, via: name }, body.node);
    }
}

const asReading = (command: string, reading: Reading, after: State): ShellReading => ({
  command,
  commands: reading.commands,
  effects: reading.commands.flatMap((each) => each.effects),
  opaque: reading.opaque,
  cwdAfter: after.cwd.certainty === "exact" ? after.cwd : unknownTarget(),
  ...(reading.background ? { background: true } : {}),
  leaves: {
    pathChanged: reading.pathChanged || reading.opaque.length > 0,
    functions: new Set(reading.defined.keys()),
    aliases: reading.aliases,
  },
});

/** Everything was seen, every word is accounted for, and nothing but reading was found: as far as the watch can tell. */
export const isReadOnly = ({ opaque, commands, effects }: ShellReading): boolean =>
  opaque.length === 0 && commands.every((each) => each.understood) && onlyReads(effects);
