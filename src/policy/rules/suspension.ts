/** Allow rules that would let arbitrary code through rest while the mode is `auto` (§4). */
import { isLauncherPrefix, launcherStarts, programNamed } from "../../programs/index.ts";
import type { Rule } from "./rule.ts";
import { SHELL_TOOLS } from "./tool-names.ts";
import { wildcardMatches, wildcardsMeet } from "./wildcard.ts";

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

/** Tools that run what they are given: a rule for one lets anything through. */
const CODE_TOOLS: readonly string[] = ["REPL", "BashInput"];
/** Ours, and the one that a pattern of names means just as well. */
const AGENT_NAMES: readonly string[] = ["Agent", "Task"];

/** By its pattern, or by a name that some host gives to this tool: a call may come under it without a host. */
const isFor = ({ tool: pattern, alike = [] }: Rule, tool: string): boolean =>
  wildcardMatches(pattern, tool) || alike.includes(tool);

/** Its words are compared with the call as a whole: only what has no wildcard says which command is meant. */
const isForeignShell = ({ alike = [], content }: Rule): boolean =>
  SHELL_TOOLS.some((tool) => alike.includes(tool)) &&
  (content === null || (content.kind === "name" && content.pattern.includes("*")));

/** Why an allow rule rests in auto mode, or undefined when it does not. */
export function suspendedBecause(rule: Rule, settings: SuspensionSettings): string | undefined {
  if (rule.list !== "allow") return undefined;
  if (rule.tool === "*") return "allows every tool";
  if (AGENT_NAMES.some((tool) => isFor(rule, tool))) return "hands work to another agent";
  if (CODE_TOOLS.some((tool) => isFor(rule, tool))) return "runs whatever code it is given";
  if (isForeignShell(rule)) return "allows every command, by another name of the shell";
  const shell = SHELL_TOOLS.find((tool) => wildcardMatches(rule.tool, tool));
  if (shell === undefined) return undefined;
  if (settings.classifyAllShell) return "classifyAllShell sends every shell command to the classifier";
  if (rule.content === null) return "allows every command";
  const pattern = openPattern(rule);
  if (pattern === undefined) return undefined;
  if (/^[\s*]*$/.test(pattern) || pattern.startsWith("*")) return "allows every command";
  return whyDangerous(pattern, shell, settings);
}

/** The rule as one pattern, blanks and quotes as the shell would leave them; undefined when it has no wildcard. */
function openPattern({ content }: Rule): string | undefined {
  const written =
    content?.kind === "prefix" ? `${content.words} *` : content?.kind === "wildcard" ? content.pattern : undefined;
  return written
    ?.replace(/["'\\]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

function whyDangerous(pattern: string, shell: string, settings: SuspensionSettings): string | undefined {
  const start = (pattern.split("*")[0] ?? "").trim();
  const spelled = start.split(" ").map((word, i) => (i === 0 ? word.slice(word.lastIndexOf("/") + 1) : word));
  const words = spelled.map((word) => word.toLowerCase());
  const named = pattern.slice(0, pattern.indexOf("*")).includes(" ");
  if (named && isLauncherPrefix(spelled)) return `${words.join(" ")} runs code`;
  const launcher = meetsOne(pattern, launchersOf(shell, named ? words[0] : undefined));
  if (launcher !== undefined) return `it can mean ${launcher}, which runs code`;
  const strict = settings.strictSuspension ? meetsOne(pattern, STRICT) : undefined;
  if (strict !== undefined) return `${strict} reaches other machines (strictSuspension)`;
  return meetsOne(pattern, settings.suspendAlso) === undefined ? undefined : "named in suspendAlso";
}

/** Launchers a pattern is compared with; those of one program where its name is written out and known. */
function launchersOf(shell: string, name: string | undefined): readonly string[] {
  const powershell = shell === "PowerShell" ? POWERSHELL_LAUNCHERS : [];
  const spec = name === undefined ? undefined : programNamed(name);
  if (spec === undefined) return [...launcherStarts(), ...powershell];
  return [...(spec.launches ?? "").split(" ").map((each) => `${name} ${each}`.trim()), ...powershell].filter(
    (start) => start !== name,
  );
}

/**
 * The command of the list that the pattern could be the beginning of, or an example of, wherever the program lies and
 * under any version (`python3.15`).
 */
function meetsOne(pattern: string, list: readonly string[]): string | undefined {
  const folded = pattern.toLowerCase();
  const [program = ""] = folded.split(" ");
  const isPath = program.includes("/");
  // A wildcard in a path stands for any program there.
  if (isPath && program.includes("*")) return list[0];
  const bare = folded.slice(isPath ? program.lastIndexOf("/") + 1 : 0);
  return list.find((entry) => {
    const start = entry.toLowerCase();
    const fixed = bare.slice(0, bare.indexOf("*"));
    const isVersion = fixed.startsWith(start) && /^[\d.]+$/.test(fixed.slice(start.length));
    return isVersion || [`${start} *`, start].some((each) => wildcardsMeet(bare, each));
  });
}
