/** Functions that code calls by a name of its own: `from os import system as s`, `const sh = require("child_process").execSync`. */

const MAX_NAMES = 12;

const GIVEN: readonly RegExp[] = [
  /\b(?<old>[A-Za-z_]\w*)\s+as\s+(?<own>[A-Za-z_]\w*)/g,
  /(?<![\w.])(?<own>[A-Za-z_]\w*)\s*=\s*[\w.()"'/:]{1,80}\.(?<old>[A-Za-z_]\w*)\s*(?=[;,\n]|$)/g,
  /(?<=[{,]\s*)(?<old>[A-Za-z_]\w*)\s*:\s*(?<own>[A-Za-z_]\w*)(?=[^{}\n]{0,80}\}\s*=)/g,
];

/** The same code with what such names stand for; undefined where it has none. */
export function withoutAliases(code: string): string | undefined {
  const given = GIVEN.flatMap((way) => [...code.matchAll(way)]).slice(0, MAX_NAMES);
  if (given.length === 0) return undefined;
  return given.reduce((text, { groups: { old = "", own = "" } = {} }) => {
    const use = new RegExp(`(?<![\\w$.])${own}(?=\\s*[(\`.])`, "g");
    return text.replace(use, () => old);
  }, code);
}
