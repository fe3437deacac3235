/** Names given another meaning by `alias`, `hash -p` or the tables behind them (likely readings). */
import type { KnownWord } from "../../contract/reading.ts";
import { parseShell } from "./parse.ts";
import type { ScriptPoint } from "./reader.ts";
import type { FunctionEntry } from "./state.ts";

/** Arrays of the shell's own: a name is what its element holds. */
export const NAME_TABLES = /^(?:BASH_ALIASES|BASH_CMDS|aliases|galiases|saliases|commands|functions)$/;

/** Taken as a function that puts its arguments behind the text. */
export function takeAlias(point: ScriptPoint, given: string): void {
  const [, name = "", code = ""] = /^([^=\s]+)=([\s\S]*)$/.exec(given) ?? [];
  const entry = aliasEntry(code);
  if (name === "" || entry === undefined) return;
  point.state = { ...point.state, functions: new Map(point.state.functions).set(name, entry) };
}

function aliasEntry(alias: string): FunctionEntry | undefined {
  const source = `${alias} "$@"`;
  const parsed = parseShell(source);
  const [node] = parsed.ok ? parsed.value.commands : [];
  return node === undefined ? undefined : { bodies: [{ node: node.command, source }], sure: true, alias };
}

/** What is called, and what with. */
interface NamedCall {
  readonly entry: FunctionEntry;
  readonly args: readonly KnownWord[];
}

/** More aliases one behind the other are not followed. */
const MAX_BEHIND = 8;

/** Behind an alias that ends in a blank the next word is one too. */
export function withAliasesBehind({ state }: ScriptPoint, call: NamedCall): NamedCall {
  let text = call.entry.alias ?? "";
  let taken = 0;
  for (; /[ \t]$/.test(text) && taken < MAX_BEHIND; taken += 1) {
    const next = state.functions.get(call.args[taken]?.value ?? "")?.alias;
    if (next === undefined) break;
    text += next;
  }
  const entry = taken === 0 ? undefined : aliasEntry(text);
  return entry === undefined ? call : { entry, args: call.args.slice(taken) };
}
