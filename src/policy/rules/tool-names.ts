/** How the name of a tool in a rule is compared with the name of the tool that is called. */
import { foldText } from "../../machine/index.ts";
import { BUILT_IN_TOOLS } from "../tools/index.ts";

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

/**
 * The spelling by which a tool is denied or asked about: a server may take a name for another whatever stands between its letters,
 * around it, or in front of it once more. Whose tool it is stays apart from what it is called.
 */
export function squeezeToolName(name: string): string {
  const folded = foldToolName(name.replace(/%[0-9a-f]{2}/gi, "_")).replace(/^.+_(?=mcp_)/, "");
  const squeeze = (text: string): string => text.replaceAll("_", "");
  const [first = "", server, ...rest] = folded.split(/_{2,}/);
  if (first !== "mcp" || server === undefined) return squeeze(folded);
  const tool = squeeze(rest.join(""));
  return `mcp__${squeeze(server)}${tool === "" ? "" : `__${tool}`}`;
}

const OURS: ReadonlyMap<string, string> = new Map(BUILT_IN_TOOLS.map(({ name }) => [foldToolName(name), name]));

/** The names of the specification, and nobody else's. */
export const ourToolNames: ToolNames = (folded) => {
  const ours = OURS.get(folded);
  return ours === undefined ? { tools: [], known: false } : { tools: [ours], known: true };
};

export const isOurTool = (name: string): boolean => OURS.get(foldToolName(name)) === name;

/** Typing into a shell is a shell. */
export const shellFamily = (tool: string): string => (tool === "BashInput" ? "Bash" : tool);

/** The call's own names: `Edit` means every tool that edits, and `Read` every one that reads. */
export const familyOf = (tool: string): readonly string[] => [
  ...new Set([
    tool,
    shellFamily(tool),
    ...(WRITE_TOOLS.includes(tool) ? ["Edit"] : []),
    ...(READ_TOOLS.includes(tool) ? ["Read"] : []),
  ]),
];
