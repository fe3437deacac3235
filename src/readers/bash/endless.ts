/** Loops that start processes without end. */
import { forEachChild, parseLoosely, type SyntaxNode } from "./parse.ts";
import { isEndless } from "./self-start.ts";

/** `while :; do x & done`: nothing in the loop is waited for, and nothing ends it. */
export function spawnsWithoutEnd(text: string): boolean {
  if (!/\bdone\b/.test(text) || !text.includes("&")) return false;
  const parsed = parseLoosely(text);
  let found = false;
  const visit = (node: SyntaxNode): void => {
    found ||= isEndless(node) && node.body.commands.every(({ background }) => background === true);
    if (!found) forEachChild(node, visit);
  };
  if (parsed.ok) visit(parsed.value);
  return found;
}
