/** Brace expansion: one list of parts becomes several, before anything else is expanded. */
import type { WordPart } from "./parse.ts";

const MAX_ALTERNATIVES = 256;

type Parts = readonly WordPart[];

/** Every alternative in order; null when there are too many. */
export function bracesOf(parts: Parts): readonly Parts[] | null {
  if (!parts.some((part) => part.type === "BraceExpansion")) return [parts];
  let out: Parts[] = [[]];
  for (const part of parts) {
    const choices = part.type === "BraceExpansion" ? choicesOf(part.text, part.parts) : [[part]];
    if (choices === null || out.length * choices.length > MAX_ALTERNATIVES) return null;
    out = out.flatMap((before) => choices.map((choice) => [...before, ...choice]));
  }
  return out;
}

function choicesOf(written: string, parts: Parts | undefined): readonly Parts[] | null {
  const inside = written.slice(1, -1);
  const range = /^(-?\d+|[A-Za-z])\.\.(-?\d+|[A-Za-z])(?:\.\.(-?\d+))?$/.exec(inside);
  if (range !== null) return sequence(range[1] ?? "", range[2] ?? "", Number(range[3] ?? "1"));
  const choices: WordPart[][] = [[]];
  for (const part of parts ?? [literal(inside)]) {
    if (part.type !== "Literal") choices.at(-1)?.push(part);
    else
      splitChoices(part.text).forEach((text, index) => {
        if (index > 0) choices.push([]);
        if (text !== "") choices.at(-1)?.push(literal(text));
      });
  }
  if (choices.length < 2) return null;
  const out: Parts[] = [];
  for (const choice of choices) {
    const inner = expandNested(choice);
    if (inner === null || out.length + inner.length > MAX_ALTERNATIVES) return null;
    out.push(...inner);
  }
  return out;
}

/** Cut at the commas that are neither escaped nor inside further braces. */
function splitChoices(text: string): readonly string[] {
  const out = [""];
  let depth = 0;
  for (const [unit] of text.matchAll(/\\[\s\S]?|[\s\S]/g)) {
    if (unit === "," && depth === 0) out.push("");
    else out.push(`${out.pop() ?? ""}${unit}`);
    if (unit === "{") depth += 1;
    if (unit === "}") depth -= 1;
  }
  return out;
}

/** Braces inside a choice: the parser hands them over as text. */
function expandNested(choice: Parts): readonly Parts[] | null {
  const parts = choice.flatMap((part): WordPart[] => {
    if (part.type !== "Literal" || !part.text.includes("{")) return [part];
    const match = /^([^{]*)(\{[^{}]*(?:,|\.\.)[^{}]*\})([^{}]*)$/.exec(part.text);
    if (match === null) return [{ type: "BraceExpansion", text: "{too,{deep", pos: 0, end: 0 }];
    const brace: WordPart = { type: "BraceExpansion", text: match[2] ?? "", pos: 0, end: 0 };
    return [literal(match[1] ?? ""), brace, literal(match[3] ?? "")].filter((piece) => piece.text !== "");
  });
  if (parts.some((part) => part.type === "BraceExpansion" && part.text === "{too,{deep")) return null;
  return bracesOf(parts);
}

function sequence(from: string, to: string, step: number): readonly Parts[] | null {
  const numbers = /\d/.test(from) && /\d/.test(to);
  if (!numbers && (/\d/.test(from) || /\d/.test(to))) return null;
  if (numbers && (/^-?0\d/.test(from) || /^-?0\d/.test(to))) return null;
  const [a, b] = numbers ? [Number(from), Number(to)] : [from.charCodeAt(0), to.charCodeAt(0)];
  const by = Math.max(Math.abs(step), 1);
  if (!Number.isSafeInteger(a) || !Number.isSafeInteger(b) || Math.abs(b - a) / by > MAX_ALTERNATIVES) return null;
  const out: Parts[] = [];
  for (let i = a; a <= b ? i <= b : i >= b; i += a <= b ? by : -by) {
    const value = numbers ? String(i) : String.fromCharCode(i);
    if (!/^[-\w]+$/.test(value)) return null;
    out.push([literal(value)]);
  }
  return out;
}

const literal = (text: string): WordPart => ({
  type: "Literal",
  text,
  value: text.replace(/\\([\s\S])/g, "$1"),
  pos: 0,
  end: 0,
});
