/**
 * A command with the places of the gate and of agents written out where a variable or another program's output stands for the way to
 * them: `$XDG_CONFIG_HOME/sallyport`, `$(npm root -g)/sallyport`, `$X/.claude/settings.json`. Only what finds ever reads it.
 */
import type { ShellReading } from "../contract/reading.ts";
import { usualPlace } from "../machine/index.ts";

const VARIABLE = String.raw`\$(?:\{([A-Za-z_]\w*)[^{}\s/]{0,64}\}|([A-Za-z_]\w*))`;
const OUTPUT = `${String.raw`\$\((?:[^()\n]|\([^()\n]{0,256}\)){1,256}\)|`}\`[^\`\\n]{1,256}\``;
const BY_NAME = new RegExp(VARIABLE, "g");
/** Up to here nobody knows the way; what follows names a place of the gate's, or settings of an agent. */
const TO_GATE = new RegExp(`(?:${VARIABLE}|${OUTPUT})(?=["']?/+(?:[\\w.-]+/+){0,3}sallyport(?:["'/\\s;|&)\`]|$))`, "g");
const TO_AGENT = new RegExp(
  `(?:${VARIABLE}|${OUTPUT})(?=["']?/+\\.(?:claude|codex|gemini|cursor|copilot|qwen)/+(?:settings(?:\\.local)?\\.json|config\\.toml|hooks\\.json)(?![\\w.-]))`,
  "g",
);
/** What these stand for is known. */
const KNOWN = /^(?:HOME|PWD|OLDPWD|TMPDIR)$/;
const KNOWN_OUTPUT = /^(?:\$\(|`)\s*(?:pwd|git rev-parse --show-toplevel|mktemp(?: -d)?)\s*[)`]$/;

/** Undefined where nothing of this kind stands there. */
export function ownSpelled({ command, commands }: ShellReading, home: string): string | undefined {
  if (!/\$|`/.test(command)) return undefined;
  const set = new Set(
    commands.flatMap(({ assignments }) => assignments.filter(({ value }) => value !== null).map(({ name }) => name)),
  );
  const isOpen = (name: string): boolean =>
    !KNOWN.test(name) && !set.has(name) && !new RegExp(`\\bfor\\s+${name}\\s+in\\b`).test(command);
  const below =
    (dir: string) =>
    (whole: string, braced?: string, bare?: string): string => {
      const name = braced ?? bare;
      if (name === undefined) return KNOWN_OUTPUT.test(whole) ? whole : `${home}${dir}`;
      return isOpen(name) ? `${home}${dir}` : whole;
    };
  const text = command
    .replace(BY_NAME, (whole, braced?: string, bare?: string) => {
      const name = braced ?? bare ?? "";
      const usual = set.has(name) ? undefined : usualPlace(name);
      return usual === undefined ? whole : `${home}/${usual}`;
    })
    .replace(TO_GATE, below("/.config"))
    .replace(TO_AGENT, below(""));
  return text === command ? undefined : text;
}
