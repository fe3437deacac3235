/** The allow rules a person would write for a call. None is ever taken without being tried on the gate. */
import type { SimpleCommand } from "../contract/simple.ts";

const MAX_EXACT_CHARACTERS = 120;
/** A sub-command's name, as opposed to a path, an option or a value. */
const NAME = /^[A-Za-z][\w:-]*$/;

/**
 * For one simple command, from the rule a person would choose to the narrowest. A program alone is never proposed, nor the
 * beginning of a push, which opens `--force` as well. `tellsSecret`: a rule is written down and shown.
 */
export function proposeForCommand(command: SimpleCommand, tellsSecret: (text: string) => boolean): readonly string[] {
  const words = command.words.map(({ value, glob }) => (glob ? null : value));
  if (command.name === null || words[0] == null || !/^[\w@./+-]+$/.test(words[0])) return [];
  const isPush = command.name === "git" && words.includes("push");
  const lengths = command.use === undefined ? [2, 3] : [lengthOfUse(command.use.path)].filter((length) => length > 1);
  const starts = (isPush ? [] : lengths).flatMap((length) => {
    const start = words.slice(0, length);
    const isNamed = start.length === length && start.slice(1).every((word) => word !== null && NAME.test(word));
    return isNamed && !tellsSecret(start.join(" ")) ? [`Bash(${start.join(" ")}:*)`] : [];
  });
  const exact = words.every((word) => word !== null) ? words.join(" ") : "";
  const isWritable =
    exact !== "" && exact.length <= MAX_EXACT_CHARACTERS && !/[*()\n]/.test(exact) && !tellsSecret(exact);
  return [...starts, ...(isWritable ? [`Bash(${exact})`] : [])];
}

/** The program, its sub-command, and the task where that runs one. */
const lengthOfUse = (path: readonly string[]): number => path.length + (path.at(-1) === "run" ? 2 : 1);

/** For a call of another tool; none where a rule would say too much. */
export function proposeForTool(tool: string, input: Readonly<Record<string, unknown>>): readonly string[] {
  if (tool === "WebFetch") {
    const address = typeof input.url === "string" && URL.canParse(input.url) ? new URL(input.url) : undefined;
    return address === undefined || address.hostname === ""
      ? []
      : [`WebFetch(domain:${address.hostname.toLowerCase()})`];
  }
  if (tool === "Skill" && typeof input.skill === "string" && /^[A-Za-z][\w:.-]*$/.test(input.skill))
    return [`Skill(${input.skill})`];
  return tool === "WebSearch" || /^mcp__[\w-]+__[\w-]+$/.test(tool) ? [tool] : [];
}
