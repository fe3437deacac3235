/** What a held call is told, in its parts; its reason is the same in one text. */
export interface Told {
  /** What it does, without a full stop; null where the reason does not say. */
  readonly does: string | null;
  readonly why: string;
  /** What would settle it for good, or that nothing does; empty where that is not for the gate to say. */
  readonly settles: string;
  /** The person's own command that would; null where there is none. */
  readonly command: string | null;
}

/** The last sentence of a held call's reason: the person's own command with which such calls are settled for good. */
const SENTENCE = /\s*To settle it for good(?: \([^()]*\))?: (sallyport .*?)\.?$/s;

/** `command`: behind the program's name; `besides`: what else it settles. */
export const settleBy = (command: string, besides?: string): Pick<Told, "settles" | "command"> => ({
  settles: `To settle it for good${besides === undefined ? "" : ` (${besides})`}: sallyport ${command}.`,
  command: `sallyport ${command}`,
});

/** The allow rules that would settle it; none where another command would, or nothing. */
export const rulesProposed = (told: Pick<Told, "command"> | null): readonly string[] =>
  /^sallyport allow '/.test(told?.command ?? "")
    ? [...(told?.command ?? "").matchAll(/'([^']+)'/g)].flatMap(([, rule]) => rule ?? [])
    : [];

/** What an allow rule lets pass besides the call it was written for, in words without brackets. */
export function describeReach(rules: readonly string[]): string {
  return [...new Set(rules.map(reachOf))].join("; ");
}

function reachOf(rule: string): string {
  const [, tool = rule, content = ""] = /^(\w+)\((.*)\)$/s.exec(rule) ?? [];
  const words = content.replace(/:(?:\*|everyday)$/, "");
  if (content === "git push:everyday")
    return "with it every other push, except to the default or a protected branch, forced or deleting";
  if (content.endsWith(":everyday")) return `with it every other ${words} that the rulebook has no topic for`;
  if (content.endsWith(":*")) return `with it every other ${words}, but with options that run code`;
  if (tool === "WebFetch") return "with it every other page of that host";
  if (tool === "Edit") return "with it every other change to that file";
  return /^(?:Bash|PowerShell)$/.test(tool)
    ? "exactly this command, in every project"
    : "every use of it, in every project";
}

/** The command in a reason, and the reason without it; the command is null where there is none. */
export function splitSettling(reason: string): { readonly command: string | null; readonly rest: string } {
  const command = SENTENCE.exec(reason)?.[1] ?? null;
  return { command, rest: command === null ? reason : reason.replace(SENTENCE, "") };
}
