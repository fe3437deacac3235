/** Simple literal lists in braces: `{a,b}`. Everything else in braces stands for any name. */
import type { WordPart } from "./parse.ts";

const MAX_CHOICES = 64;

type Parts = readonly WordPart[];

/** Every choice in order; the parts as they are where there is no simple list, or too many choices. */
export function bracesOf(parts: Parts): readonly Parts[] {
  let all: Parts[] = [[]];
  for (const part of parts) {
    const choices = part.type === "BraceExpansion" ? choicesOf(part.text) : [part];
    if (all.length * choices.length > MAX_CHOICES) return [parts];
    all = choices.length === 0 ? all : all.flatMap((before) => choices.map((choice) => [...before, choice]));
    if (choices.length === 0) all = all.map((before) => [...before, part]);
  }
  return all;
}

const choicesOf = (written: string): readonly WordPart[] =>
  /^\{[\w./@:%+=~^-]*(?:,[\w./@:%+=~^-]*)+\}$/.test(written) ? written.slice(1, -1).split(",").map(literal) : [];

const literal = (text: string): WordPart => ({ type: "Literal", text, value: text, pos: 0, end: 0 });
