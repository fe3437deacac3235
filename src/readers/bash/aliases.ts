/** Names given another meaning by `alias`, `hash -p` or the tables behind them (likely readings). */
import { parseShell } from "./parse.ts";
import type { ScriptPoint } from "./reader.ts";

/** Arrays of the shell's own: a name is what its element holds. */
export const NAME_TABLES = /^(?:BASH_ALIASES|BASH_CMDS|aliases|galiases|saliases|commands|functions)$/;

/** Taken as a function that puts its arguments behind the text. */
export function takeAlias(point: ScriptPoint, given: string): void {
  const [, name = "", code = ""] = /^([^=\s]+)=([\s\S]*)$/.exec(given) ?? [];
  const source = `${code} "$@"`;
  const parsed = parseShell(source);
  const [node] = parsed.ok ? parsed.value.commands : [];
  if (name === "" || node === undefined) return;
  const entry = { bodies: [{ node: node.command, source }], sure: true };
  point.state = { ...point.state, functions: new Map(point.state.functions).set(name, entry) };
}
