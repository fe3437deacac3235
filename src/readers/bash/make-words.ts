/** A makefile's text as a shell would have it, for what finds: make's variables are its own, those of its words, or the environment's. */

const MAX_ROUNDS = 8;
const MAX_CHARS = 1 << 16;

/** `words`: of the command that is given the text. */
export function asShell(text: string, words: readonly string[]): string {
  const set = [
    ...text.split("\n").flatMap((line) => assigned(line.trim(), ASSIGNMENT)),
    ...words.flatMap((word) => assigned(word, WORD)),
  ];
  const values = new Map(set);
  let out = text;
  for (let round = 0; round < MAX_ROUNDS && out.length < MAX_CHARS; round += 1) {
    const next = out.replace(REFERENCE, (whole, name: string) => madeOf(name, values, whole));
    if (next === out) break;
    out = next;
  }
  return out;
}

const assigned = (line: string, pattern: RegExp): readonly (readonly [string, string])[] => {
  const [whole, name = "", value = ""] = pattern.exec(line) ?? [];
  return whole === undefined ? [] : [[name, value]];
};
/** Also one that is for a target alone. */
const ASSIGNMENT =
  /^(?:[^\t=:;]*:\s*)?(?:(?:export|override|private)\s+)*([A-Za-z_][\w.-]*)\s*(?::{0,3}|\?|\+)=\s*(.*)$/;
const WORD = /^([A-Za-z_]\w*)(?::{0,3}|\?|\+)=(.*)$/s;

/** `$(X)`, `${X}`, `$(X:a=b)`, and functions that lead to the place they are given; `$$` is the shell's own. */
const REFERENCE =
  /(?<!\$)\$[({](?:(?:abspath|realpath|strip|wildcard|firstword|lastword)\s+|(?:or|if|addsuffix|addprefix|patsubst|subst)\s[^(){}]*,)?([A-Za-z_]\w*(?::[^=(){}]*=[^(){}]*)?|\$\w+(?:\/[^\s(){},]*)?|[~/][^\s(){},]*)[)}]/g;

function madeOf(reference: string, values: ReadonlyMap<string, string>, whole: string): string {
  if (!/^[A-Za-z_]/.test(reference)) return reference;
  const [name = ""] = reference.split(":");
  if (name === "CURDIR") return "$PWD";
  const value = values.get(name);
  if (value !== undefined) return value.includes(whole) ? "" : value;
  return name === "MAKE" ? "make" : `$${name}`;
}
