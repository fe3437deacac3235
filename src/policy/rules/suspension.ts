/** Allow rules that would let arbitrary code through rest while the mode is `auto` (§4). */
import { isLauncherPrefix } from "../../programs/index.ts";
import { type Rule, SHELL_TOOLS, wildcardMatches } from "./rule.ts";

export interface SuspensionSettings {
  readonly classifyAllShell: boolean;
  readonly strictSuspension: boolean;
  readonly suspendAlso: readonly string[];
}

/** With `strictSuspension`: tools that reach other machines. */
export const STRICT = ["gh", "gh api", "curl", "wget", "git", "kubectl", "aws", "gcloud", "gsutil"] as const;

export const POWERSHELL_LAUNCHERS = [
  "pwsh",
  "powershell",
  "cmd",
  "wsl",
  "iex",
  "invoke-expression",
  "icm",
  "invoke-command",
  "start-process",
  "saps",
  "start",
  "start-job",
  "sajb",
  "start-threadjob",
  "register-objectevent",
  "register-engineevent",
] as const;

/** Why an allow rule rests in auto mode, or undefined when it does not. */
export function suspendedBecause(rule: Rule, settings: SuspensionSettings): string | undefined {
  if (rule.list !== "allow") return undefined;
  if (rule.tool === "*") return "allows every tool";
  if (wildcardMatches(rule.tool, "Agent")) return "hands work to another agent";
  const shell = SHELL_TOOLS.find((tool) => wildcardMatches(rule.tool, tool));
  if (shell === undefined) return undefined;
  if (settings.classifyAllShell) return "classifyAllShell sends every shell command to the classifier";
  if (rule.content === null) return "allows every command";
  const start = openStart(rule);
  if (start === undefined) return undefined;
  if (start === "") return "allows every command";
  return whyDangerous(start, shell, settings);
}

/** What stands before the first wildcard; undefined when the rule has none. */
function openStart(rule: Rule): string | undefined {
  if (rule.content?.kind === "prefix") return rule.content.words;
  if (rule.content?.kind === "wildcard") return (rule.content.pattern.split("*")[0] ?? "").trim();
  return undefined;
}

function whyDangerous(start: string, shell: string, settings: SuspensionSettings): string | undefined {
  const spelled = start.split(/\s+/).map((word, i) => (i === 0 ? word.slice(word.lastIndexOf("/") + 1) : word));
  const words = spelled.map((word) => word.toLowerCase());
  if (isLauncherPrefix(spelled)) return `${words.join(" ")} runs code`;
  if (shell === "PowerShell" && begins(words, POWERSHELL_LAUNCHERS)) return `${words[0]} runs code`;
  if (settings.strictSuspension && begins(words, STRICT))
    return `${words[0]} reaches other machines (strictSuspension)`;
  return begins(
    words,
    settings.suspendAlso.map((entry) => entry.toLowerCase()),
  )
    ? "named in suspendAlso"
    : undefined;
}

/** A rule's start is a listed command, goes on from one (`git push`), or is what one begins with (`gh` of `gh api`). */
function begins(words: readonly string[], list: readonly string[]): boolean {
  const start = words.join(" ");
  return list.some(
    (entry) => start === entry || start.startsWith(`${entry} `) || (entry.startsWith(`${start} `) && start !== ""),
  );
}
