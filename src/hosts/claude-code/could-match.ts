/**
 * Whether an allow rule of Claude Code could cover a call, or a part of it, in any way its own matching might read the two.
 * Told from the texts alone and generously: a rule that could not match certainly does not.
 */
import type { Action } from "../../contract/action.ts";

const EDITS = new Set(["edit", "write", "multiedit", "notebookedit"]);

export function couldMatch(text: string, { tool, input }: Pick<Action, "tool" | "input">): boolean {
  const [, name, content] = /^\s*([^()\s]+)\s*(?:\(([\s\S]*)\))?\s*$/.exec(text) ?? [];
  if (name === undefined) return true;
  if (!couldName(name.toLowerCase(), tool.toLowerCase())) return false;
  if (content === undefined) return true;
  if (tool === "Bash" || tool === "PowerShell") return couldHold(input.command, content.replace(/:\*$/, "*"));
  if (tool === "WebFetch" && content.startsWith("domain:"))
    return couldHold(input.url, content.slice("domain:".length));
  return true;
}

const couldName = (rule: string, tool: string): boolean =>
  rule === tool ||
  (EDITS.has(rule) && EDITS.has(tool)) ||
  tool.startsWith(`${rule}__`) ||
  (rule.includes("*") && inOrder(tool, rule));

/** Every fixed piece of the pattern stands in the text, in order: as it is written, or as a shell would read its words. */
function couldHold(given: unknown, pattern: string): boolean {
  if (typeof given !== "string") return true;
  const bare = (text: string): string =>
    text
      .toLowerCase()
      .replace(/["'\\]/g, "")
      .replace(/\s+/g, " ");
  return inOrder(given.toLowerCase(), pattern.toLowerCase()) || inOrder(bare(given), bare(pattern));
}

function inOrder(text: string, pattern: string): boolean {
  let from = 0;
  for (const piece of pattern.split("*").map((one) => one.trim())) {
    const found = text.indexOf(piece, from);
    if (found < 0) return false;
    from = found + piece.length;
  }
  return true;
}
