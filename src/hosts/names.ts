/**
 * Whose tool is it? A host's names and fields become ours by that host's table and by nothing else: a tool the table
 * does not hold can never pass for one of ours, nor an MCP tool for anything but an MCP tool.
 */
import type { Json, JsonObject } from "../contract/action.ts";
import { once } from "../contract/kept.ts";
import { BUILT_IN_TOOLS, isMcpTool } from "../policy/tools/index.ts";

/**
 * What becomes of a field of the host's published schema:
 * - a name: it is our field of that name (the first one present wins, in the order of the table);
 * - null: declared, and of no consequence (a limit, a format);
 * - `cwd`: the directory the call runs in, if it is a string;
 * - `only`: of no consequence at these values, undeclared at any other.
 */
export type FieldRule = string | null | { readonly cwd: true } | { readonly only: readonly Json[] };

/** How one of a host's tools becomes one of ours. */
export interface ToolRow {
  /** Our tool. */
  readonly to: string;
  readonly fields: Readonly<Record<string, FieldRule>>;
  /** A special use of our tool: a rule by this name alone does not speak of all the others. */
  readonly narrow?: true;
  /** Our fields with a fixed value. */
  readonly fixed?: JsonObject;
  /** Reshapes the host's input before the fields are read; undefined: this call is not one we know. */
  readonly prepare?: (input: JsonObject) => JsonObject | undefined;
}

/** A row, or the choice of one by what the input says. */
export type ToolTable = Readonly<Record<string, ToolRow | ((input: JsonObject) => ToolRow | undefined)>>;

/** Fields that stay what they are called or, as `theirs:ours`, get our name. */
export const fields = (names: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    wordsOf(names).map((word) => {
      const [theirs = word, ours = theirs] = word.split(":");
      return [theirs, ours];
    }),
  );

/** Fields that are declared and change nothing. */
export const ignored = (names: string): Readonly<Record<string, null>> =>
  Object.fromEntries(wordsOf(names).map((name) => [name, null]));

const wordsOf = (text: string): readonly string[] => text.split(" ").filter((word) => word !== "");

/** A row by the names of its fields: those it takes, those it ignores, and what only a few rows need. */
export const row = (to: string, takes = "", ignores = "", more: Partial<ToolRow> = {}): ToolRow => ({
  ...more,
  to,
  fields: { ...fields(takes), ...ignored(ignores), ...more.fields },
});

export const CWD = { cwd: true } as const;

export interface HostNames {
  /** Made when the host first speaks. */
  readonly table: () => ToolTable;
  /** MCP tools under the host's own way of naming them. */
  readonly mcp?: (tool: string, input: JsonObject) => TranslatedCall | undefined;
}

export interface TranslatedCall {
  readonly tool: string;
  readonly input: JsonObject;
  /** The directory the call itself names, as written: relative to the host's where it is not absolute. */
  readonly cwd?: string;
}

/** Never throws. `names` is undefined for a host nobody knows. */
export function translateCall(
  host: { readonly name: string; readonly names?: HostNames },
  tool: string,
  input: JsonObject,
): TranslatedCall {
  if (isMcpTool(tool)) return { tool, input };
  const table = host.names?.table();
  const entry = table !== undefined && Object.hasOwn(table, tool) ? table[tool] : undefined;
  const row = typeof entry === "function" ? entry(input) : entry;
  const shaped = row?.prepare === undefined ? input : row.prepare(input);
  if (row !== undefined && shaped !== undefined) return renameFields(host.name, row, shaped);
  return host.names?.mcp?.(tool, input) ?? { tool: markForeign(host.name, tool), input };
}

/** A task as the host's own call that gives it to another agent; under our name where the host has none. */
export function delegationOf(
  host: { readonly name: string; readonly names?: HostNames },
  prompt: string,
): TranslatedCall {
  for (const [tool, row] of Object.entries(host.names?.table() ?? {})) {
    if (typeof row === "function" || row.to !== "Agent") continue;
    const field = Object.entries(row.fields).find(([, ours]) => ours === "prompt")?.[0];
    const call = field === undefined ? undefined : { tool, input: { [field]: prompt } };
    if (call !== undefined && translateCall(host, tool, call.input).tool === "Agent") return call;
  }
  return { tool: "Agent", input: { prompt } };
}

const ourNames = once(() => new Set(BUILT_IN_TOOLS.map(({ name }) => name.toLowerCase())));
const ourFields = once(() => new Map(BUILT_IN_TOOLS.map(({ name, fields }) => [name, fields])));

/** A name that could be taken for one of ours is marked as the host's. */
const markForeign = (host: string, tool: string): string =>
  ourNames().has(tool.normalize("NFKC").trim().toLowerCase()) || /^mcp_/i.test(tool) ? `${host}:${tool}` : tool;

function renameFields(host: string, row: ToolRow, input: JsonObject): TranslatedCall {
  const out = new Map<string, Json>(Object.entries(row.fixed ?? {}));
  const left = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const rules = Object.entries(row.fields);
  const cwd = takeDirectory(rules, left);
  for (const [name, rule] of rules) {
    const value = left.get(name);
    if (value === undefined || !covers(rule, value) || (typeof rule === "string" && out.has(rule))) continue;
    if (typeof rule === "string") out.set(rule, value);
    left.delete(name);
  }
  const declared = ourFields().get(row.to) ?? {};
  for (const [name, value] of left)
    out.set(out.has(name) || Object.hasOwn(declared, name) ? `${host}:${name}` : name, value);
  return { tool: row.to, input: Object.fromEntries(out), ...(cwd === undefined ? {} : { cwd }) };
}

/** The first field that names the directory of the call; others that would stay undeclared. */
function takeDirectory(rules: readonly (readonly [string, FieldRule])[], left: Map<string, Json>): string | undefined {
  for (const [name, rule] of rules) {
    const value = isCwd(rule) ? left.get(name) : undefined;
    if (typeof value !== "string" || value === "") continue;
    left.delete(name);
    return value;
  }
  return undefined;
}

const isCwd = (rule: FieldRule): rule is typeof CWD => typeof rule === "object" && rule !== null && "cwd" in rule;

/** A value the rule does not cover makes the field one the table does not declare. */
function covers(rule: FieldRule, value: Json): boolean {
  if (rule === null || typeof rule === "string") return true;
  return "only" in rule && rule.only.includes(value);
}

/** What is said of an MCP tool beside its name. */
export interface McpOrigin {
  readonly server: string;
  readonly tool: string;
}

/** `mcp__server__tool`, with nothing in the server's name that could end it early; undefined where no such name can be made. */
export function mcpName({ server, tool }: McpOrigin): string | undefined {
  const owner = server
    .replace(/[\s()]/g, "_")
    .replace(/_{2,}/g, "_")
    .replace(/^_|_$/g, "");
  const name = `mcp__${owner}__${tool.replace(/[\s()%]/g, spellOut)}`;
  return isMcpTool(name) ? name : undefined;
}

/** The server's choice: "repo get" is another tool than repo_get, and no rule that allows the one speaks of the other. */
const spellOut = (character: string): string =>
  character === "(" ? "%28" : character === ")" ? "%29" : encodeURIComponent(character);

/** The same, and a name that is nobody's where it cannot be made. */
export const nameMcpTool = (host: string, tool: string, origin: McpOrigin): string =>
  mcpName(origin) ?? markForeign(host, tool);
