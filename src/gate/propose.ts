/** The allow rules a person would write for a call. None is ever taken without being tried on the gate. */
import type { SimpleCommand } from "../contract/simple.ts";

const MAX_EXACT_CHARACTERS = 120;
/** A sub-command's name, as opposed to a path, an option or a value. */
const NAME = /^[A-Za-z][\w:-]*$/;

/** Uses of git on branches and the work tree: what of them loses work, forces, deletes or reaches a protected branch has a topic. */
const EVERYDAY_GIT = /^(?:add|cherry-pick|checkout|commit|merge|push|reset|restore|revert|stash|switch)$/;
/** What builds and looks at a project, and the runners of which the words behind that stay what they are. */
const TASKS = /^(?:bench|build|check|clippy|compile|fmt|format|lint|test|typecheck|verify|vet)$/;
const RUNNERS = /^(?:bun|cargo|dotnet|go|gradle|mvn|npm|pnpm|swift|yarn)$/;

/**
 * For one simple command, from what a person means by it to the very words. Never more: a program alone opens what nobody asked for,
 * and so does the beginning of what installs, sends or reaches another machine. `tellsSecret`: a rule is written down and shown.
 */
export function proposeForCommand(command: SimpleCommand, tellsSecret: (text: string) => boolean): readonly string[] {
  const words = command.words.map(({ value, glob }) => (glob ? null : value));
  if (command.name === null || words[0] == null || !/^[\w@./+-]+$/.test(words[0])) return [];
  const [program, use] = words;
  const end = program === "git" && EVERYDAY_GIT.test(use ?? "") ? "everyday" : "*";
  const isMeant = end === "everyday" || (RUNNERS.test(program) && TASKS.test(use ?? ""));
  const exact = words.every((word) => word !== null) ? words.join(" ") : "";
  const isWritable =
    exact !== "" && exact.length <= MAX_EXACT_CHARACTERS && !/[*()\n]/.test(exact) && !tellsSecret(exact);
  return [...(isMeant ? [`Bash(${program} ${use}:${end})`] : []), ...(isWritable ? [`Bash(${exact})`] : [])];
}

/** The same with what many such calls together may mean: their beginnings, each tried and shown with what else it would let pass. */
export function proposeForMany(command: SimpleCommand, tellsSecret: (text: string) => boolean): readonly string[] {
  const proposed = proposeForCommand(command, tellsSecret);
  const words = command.words.map(({ value, glob }) => (glob ? null : value));
  if (proposed.length === 0 || command.name === "git") return proposed;
  const lengths = command.use === undefined ? [2, 3] : [lengthOfUse(command.use.path)].filter((length) => length > 1);
  const starts = lengths.flatMap((length) => {
    const start = words.slice(0, length);
    const isNamed = start.length === length && start.slice(1).every((word) => word !== null && NAME.test(word));
    return isNamed && !tellsSecret(start.join(" ")) ? [`Bash(${start.join(" ")}:*)`] : [];
  });
  return [...new Set([...starts, ...proposed])];
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
