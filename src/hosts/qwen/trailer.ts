/**
 * Qwen Code 0.24 puts a line with its own name into the message of `git commit` and the body of `gh pr create`, after its hooks
 * were asked. It finds the message by a pattern, not by the shell's rules: a flag and a quote that stand inside another text
 * lead it to put two ends of a line, and `<…>`, where the shell reads them as code (`… >"FILE"` empties any file).
 */
const FLAGS = String.raw`(?:-[A-Za-z]*m|--message|--body|-b)[\s=]*`;
const CANDIDATE = new RegExp(`${FLAGS}["']`);
/** Inside a text, or at its end, where the closing quote follows. */
const MISTAKEN = new RegExp(`${FLAGS}(?:["']|$)`);

/** A message as agents write it, and what else a shell quotes without anything being nested in it. */
const PARTS = [
  String.raw`"\$\(cat <<'(?<end>\w+)'\n[^]*?\n\k<end>\n?\)"`,
  String.raw`"(?:[^"\\$${"`"}]|\\[^]|\$(?![({]))*"`,
  String.raw`'[^']*'(?:\\''[^']*')*`,
  String.raw`[^'"\\$${"`"}#<]|\\[^'"]|\$(?!['"])|(?<=\S)#|<(?!<)`,
];
const PART = new RegExp(PARTS.join("|"), "y");

/** True unless the line, if it is put anywhere, goes into the very text that the shell hands to the program. */
export function mayBeMisplaced(command: string): boolean {
  if (!/commit|create/.test(command.replace(/[\\'"$\n]/g, "")) || !CANDIDATE.test(command)) return false;
  PART.lastIndex = 0;
  while (PART.lastIndex < command.length) {
    const part = PART.exec(command)?.[0];
    if (part === undefined) return true;
    if (/^["']/.test(part) && MISTAKEN.test(part.slice(1, -1))) return true;
  }
  return false;
}
