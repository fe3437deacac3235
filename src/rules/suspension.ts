/** Allow rules that would let arbitrary code through rest while the mode is `auto` (§4). */
import NAMES from "./names.json" with { type: "json" };
import type { Rule } from "./rule.ts";
import { launcherStarts } from "./runs-code.ts";
import { SHELL_TOOLS } from "./tool-names.ts";
import { wildcardMatches } from "./wildcard.ts";

export interface SuspensionSettings {
  readonly classifyAllShell: boolean;
  readonly strictSuspension: boolean;
  readonly suspendAlso: readonly string[];
}

/** Dangerous whatever tables of programs say: beginnings of commands that run what they are given. */
export const LAUNCHERS: readonly string[] = NAMES.launchers;

/** With `strictSuspension`: tools that reach other machines. */
const STRICT: readonly string[] = ["gh", "gh api", "curl", "wget", "git", "kubectl", "aws", "gcloud", "gsutil"];

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
  return becauseOpen(rule, shell, settings);
}

/** Of a rule that leaves some words open. */
function becauseOpen(
  rule: Rule,
  shell: string,
  { strictSuspension, suspendAlso }: SuspensionSettings,
): string | undefined {
  const pattern = openPattern(rule);
  if (pattern === undefined) return undefined;
  if (/^[\s*]*$/.test(pattern) || pattern.startsWith("*")) return "allows every command";
  const all = [...LAUNCHERS, ...launcherStarts(), ...(shell === "PowerShell" ? NAMES.powershell : [])];
  const launcher = meetsOne(pattern, all) ?? startsOne(pattern, all);
  if (launcher !== undefined)
    return pattern.startsWith(`${launcher} `) ? `${launcher} runs code` : `it can mean ${launcher}, which runs code`;
  const strict = strictSuspension ? meetsOne(pattern, STRICT) : undefined;
  if (strict !== undefined) return `${strict} reaches other machines (strictSuspension)`;
  return meetsOne(pattern, suspendAlso) === undefined ? undefined : "named in suspendAlso";
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
  const fixed = bare.slice(0, bare.indexOf("*"));
  const isNamed = (entry: string): boolean => fixed.startsWith(`${entry.toLowerCase()} `);
  const isMeant = (entry: string): boolean => {
    const start = `${entry.toLowerCase()} `;
    const isVersion = fixed.startsWith(start.trimEnd()) && /^[\d.]+(?: |$)/.test(fixed.slice(start.length - 1));
    return isVersion || start.startsWith(fixed);
  };
  return list.find(isNamed) ?? list.find(isMeant);
}

/** `docker --context x exec *`: options may stand before the word that starts what is given. */
function startsOne(pattern: string, list: readonly string[]): string | undefined {
  const [program = "", ...words] = (pattern.split("*")[0] ?? "").trim().toLowerCase().split(" ");
  const name = program.slice(program.lastIndexOf("/") + 1).replace(/(?<=[a-z])\d[\d.]*$/, "");
  return list.find((entry) => {
    const [launcher = "", ...rest] = entry.toLowerCase().split(" ");
    return rest.length > 0 && launcher === name && rest.every((word) => words.includes(word));
  });
}
