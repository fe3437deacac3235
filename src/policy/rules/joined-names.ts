/** Names that code puts together from its own literals (`Path.home() / ".claude" / "x"`, `join(homedir(), "a", "b")`), as one literal. */
import { spellHome } from "../../readers/bash/index.ts";

const TEXT = `(["'\`])([^"'\`\\n]{0,300})`;
/** How many pieces one name is put together of. */
const MAX_PIECES = 12;

const STEPS: readonly (readonly [piece: RegExp, whole: string])[] = [
  // "a" / "b"
  [new RegExp(`${TEXT}\\1\\s*/\\s*(["'\`])([^"'\`\\n]{0,300})\\3`, "g"), '"$2/$4"'],
  // "a" + "b"
  [new RegExp(`${TEXT}\\1\\s*\\+\\s*(["'\`])([^"'\`\\n]{0,300})\\3`, "g"), '"$2$4"'],
  // "a".joinpath("b", …)
  [new RegExp(`${TEXT}\\1\\)?\\.joinpath\\(\\s*(["'\`])([^"'\`\\n]{0,300})\\3`, "g"), 'join("$2/$4"'],
  // join("a", "b", …): home at its head is spelled into the first already
  [
    new RegExp(`(?:\\bjoin|\\bresolve|\\bPath|\\.)\\(\\s*${TEXT}\\1\\s*,\\s*(["'\`])([^"'\`\\n]{0,300})\\3`, "g"),
    'join("$2/$4"',
  ],
  // What is left of such a call whose name went with home
  [/(?<![\w$])\(\s*(["'`])(~[^"'`\n]{0,300})\1\s*,\s*(["'`])([^"'`\n]{0,300})\3/g, '("$2/$4"'],
];

export function joinNames(code: string): string {
  let text = spellHome(code);
  for (let i = 0; i < MAX_PIECES; i += 1) {
    const next = STEPS.reduce((left, [piece, whole]) => left.replace(piece, whole), text);
    if (next === text) break;
    text = next;
  }
  return text
    .replace(/(?<![\w$.])(?:[\w$]+\.)*join\(\s*("[^"\n]{1,1024}")\s*\)/g, "$1")
    .replace(/(?<![\w.])\(\s*("[^"\n]{1,1024}")\s*\)(?=\.)/g, "Path($1)")
    .replace(/(?<![\w.])\(\s*("[^"\n]{1,1024}")\s*\)/g, "$1");
}
