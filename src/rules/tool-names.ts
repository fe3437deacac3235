/** How the name of a tool in a rule is compared with the name of the tool that is called. */
import { foldText } from "./fold.ts";
import NAMES from "./names.json" with { type: "json" };
import { wildcardMatches } from "./wildcard.ts";

/** What a name in a rule stands for. */
export interface NamedTools {
  readonly tools: readonly string[];
  /** It is a special use of the tool: a rule without content speaks only of calls by that very name. */
  readonly narrow?: boolean;
  /** Somebody has a tool of this name. */
  readonly known: boolean;
}

/** Every name anybody uses, folded; handed in, because hosts are known further on. */
export type ToolNames = (folded: string) => NamedTools;

export const READ_TOOLS: readonly string[] = ["Read", "Grep", "Glob", "LS", "LSP"];
export const WRITE_TOOLS: readonly string[] = ["Edit", "MultiEdit", "Write", "NotebookEdit", "Patch"];
export const SHELL_TOOLS: readonly string[] = ["Bash", "PowerShell"];

/** One spelling for names that differ in case, in what cannot be seen, or in what stands for a space. `*` stays. */
export function foldToolName(name: string): string {
  return foldText(name)
    .trim()
    .replace(/[^\p{L}\p{N}*]/gu, "_")
    .replace(/(?<=[^_])_+$/, "");
}

/** A server may take a name for another whatever stands between its letters, around it, or in front of it once more. */
function squeezeToolName(name: string): string {
  const folded = foldToolName(name.replace(/%[0-9a-f]{2}/gi, "_")).replace(/^.+_(?=mcp_)/, "");
  const squeeze = (text: string): string => text.replaceAll("_", "");
  const [first = "", server, ...rest] = folded.split(/_{2,}/);
  if (first !== "mcp" || server === undefined) return squeeze(folded);
  const tool = squeeze(rest.join(""));
  return `mcp__${squeeze(server)}${tool === "" ? "" : `__${tool}`}`;
}

const OURS: ReadonlyMap<string, string> = new Map(
  NAMES.tools.flatMap((line) => line.split(" ")).map((name) => [foldToolName(name), name]),
);

/** The names of the specification, `Task` for Agent, and nobody else's. */
export const ourToolNames: ToolNames = (folded) => {
  const ours = folded === "task" ? "Agent" : OURS.get(folded);
  return ours === undefined ? { tools: [], known: false } : { tools: [ours], known: true };
};

export const isOurTool = (name: string): boolean => OURS.get(foldToolName(name)) === name;

/** Typing into a shell is a shell. */
export const shellFamily = (tool: string): string => (tool === "BashInput" ? "Bash" : tool);

/** The call's own names: `Edit` means every tool that edits, and `Read` every one that reads. */
const familyOf = (tool: string): readonly string[] => [
  tool,
  shellFamily(tool),
  ...(WRITE_TOOLS.includes(tool) ? ["Edit"] : []),
  ...(READ_TOOLS.includes(tool) ? ["Read"] : []),
];

/** A method of a server's protocol stands where the name of a tool would: in names of tools a `%` is spelled out. */
const METHOD = "__%method_";

interface NamedCall {
  readonly tool: string;
  readonly calledAs?: string;
}

/** Deny and ask: by any name the tool has: ours, its family's, the one it was called by, and what hosts call it. */
export function bindsName(
  rule: { readonly tool: string; readonly tools: readonly string[] },
  call: NamedCall,
): boolean {
  const names = [...familyOf(call.tool), ...(call.calledAs === undefined ? [] : [call.calledAs])].flatMap((name) =>
    name.includes(METHOD) ? [name, name.replace(METHOD, "__")] : [name],
  );
  if (rule.tools.some((one) => names.includes(one))) return true;
  const [pattern, squeezed] = [foldToolName(rule.tool), squeezeToolName(rule.tool)];
  return names.some(
    (name) =>
      bindsToolName(pattern, foldToolName(name), isOurTool(name)) || nameMatches(squeezed, squeezeToolName(name)),
  );
}

function bindsToolName(pattern: string, name: string, ours: boolean): boolean {
  if (nameMatches(pattern, name) || nameMatches(pattern, name.replace(/^[a-z]+_(?=mcp_)/, ""))) return true;
  if (ours || !/^mcp__./.test(pattern)) return false;
  // Some hosts put the server's name in front of the tool's with one sign between them, and nothing else.
  const bare = pattern.slice("mcp__".length).replace("__", "_");
  return wildcardMatches(bare, name) || name.startsWith(`${bare}_`);
}

/** `mcp__server` stands for all its tools. */
const nameMatches = (pattern: string, tool: string): boolean =>
  wildcardMatches(pattern, tool) || (/^mcp__[^*]+$/.test(pattern) && tool.startsWith(`${pattern}__`));

/** Allow: the name as it is written; one that says more than can be seen only where it is written out. */
export function permitsName(pattern: string, tool: string): boolean {
  if (
    pattern === tool ||
    (pattern === "Edit" && WRITE_TOOLS.includes(tool)) ||
    (pattern === "Read" && READ_TOOLS.includes(tool))
  )
    return true;
  if (!/^[\x21-\x7e]+$/.test(tool)) return false;
  const isWholeServer = /^mcp__(?:(?!__)[^*])+$/.test(pattern) && tool.startsWith(`${pattern}__`);
  // A method is none of a server's tools: only a pattern for all there is covers it.
  const isForAll = !tool.includes(METHOD) || /^(?:mcp__(?:(?!__)[^*])+__)?\*$/.test(pattern);
  return isWholeServer || (isForAll && wildcardMatches(pattern, tool));
}
