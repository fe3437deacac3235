/**
 * Whose tool is it? A host's names and fields become ours by that host's table and by nothing else: a tool the table
 * does not hold can never pass for one of ours, nor an MCP tool for anything but an MCP tool.
 */
import type { Json, JsonObject } from "../../contract/action.ts";
import { once } from "../../contract/once.ts";
import { BUILT_IN_TOOLS, isMcpTool } from "../../policy/tools/index.ts";
import { CLAUDE_CODE } from "./claude-code.ts";
import { CODEX } from "./codex.ts";
import { COPILOT } from "./copilot.ts";
import { CURSOR } from "./cursor.ts";
import { GEMINI } from "./gemini.ts";
import { OPENCODE } from "./opencode.ts";
import type { FieldRule, Row, Rows } from "./row.ts";

/** Each made when its host first speaks. */
export const HOST_TABLES: Readonly<Record<string, () => Rows>> = {
  "claude-code": CLAUDE_CODE,
  codex: CODEX,
  gemini: GEMINI,
  opencode: OPENCODE,
  copilot: COPILOT,
  cursor: CURSOR,
};

export interface Translated {
  readonly tool: string;
  readonly input: JsonObject;
  /** The directory the call itself names, as written: relative to the host's where it is not absolute. */
  readonly cwd?: string;
}

/** What the host says of an MCP tool beside its name. */
export interface McpOrigin {
  readonly server: string;
  readonly tool: string;
}

/** Never throws. `host` "" means that the names are ours already. */
export function translate(host: string, tool: string, input: JsonObject, mcp?: McpOrigin): Translated {
  if (host === "") return { tool, input };
  if (mcp !== undefined) return { tool: mcpName(mcp) ?? foreign(host, tool), input };
  if (isMcpTool(tool)) return { tool, input };
  const table = Object.hasOwn(HOST_TABLES, host) ? HOST_TABLES[host]?.() : undefined;
  const entry = table !== undefined && Object.hasOwn(table, tool) ? table[tool] : undefined;
  const row = typeof entry === "function" ? entry(input) : entry;
  const shaped = row?.prepare === undefined ? input : row.prepare(input);
  if (row !== undefined && shaped !== undefined) return renamed(host, row, shaped);
  return mcpOf(host, tool, input) ?? { tool: foreign(host, tool), input };
}

const ourNames = once(() => new Set(BUILT_IN_TOOLS.map(({ name }) => name.toLowerCase())));
const ourFields = once(() => new Map(BUILT_IN_TOOLS.map(({ name, fields }) => [name, fields])));

/** A name that could be taken for one of ours is marked as the host's. */
const foreign = (host: string, tool: string): string =>
  ourNames().has(tool.normalize("NFKC").trim().toLowerCase()) || /^mcp_/i.test(tool) ? `${host}:${tool}` : tool;

function renamed(host: string, row: Row, input: JsonObject): Translated {
  const out = new Map<string, Json>(Object.entries(row.fixed ?? {}));
  const left = new Set(Object.keys(input));
  let cwd: string | undefined;
  for (const [name, rule] of Object.entries(row.fields)) {
    const value = Object.hasOwn(input, name) ? input[name] : undefined;
    if (value === undefined) continue;
    if (isCwd(rule)) {
      if (typeof value !== "string" || value === "" || cwd !== undefined) continue;
      cwd = value;
    } else if (typeof rule === "object" && rule !== null) {
      if (!rule.only.includes(value)) continue;
    } else if (rule !== null) {
      if (out.has(rule)) continue;
      out.set(rule, value);
    }
    left.delete(name);
  }
  const declared = ourFields().get(row.to) ?? {};
  for (const name of left) {
    const value = input[name];
    if (value === undefined) continue;
    out.set(out.has(name) || Object.hasOwn(declared, name) ? `${host}:${name}` : name, value);
  }
  const translated = { tool: row.to, input: Object.fromEntries(out) };
  return cwd === undefined ? translated : { ...translated, cwd };
}

const isCwd = (rule: FieldRule): rule is { readonly cwd: true } =>
  typeof rule === "object" && rule !== null && "cwd" in rule;

/** MCP tools under a host's own way of naming them. */
function mcpOf(host: string, tool: string, input: JsonObject): Translated | undefined {
  if (host === "gemini") {
    // Gemini's servers have no underscore in their names: the first one ends the server's.
    const [, server, name] = /^mcp_([^_]+)_(.+)$/s.exec(tool) ?? [];
    const known = server === undefined || name === undefined ? undefined : mcpName({ server, tool: name });
    return known === undefined ? undefined : { tool: known, input };
  }
  if (host === "cursor" && tool.startsWith("MCP:")) {
    const known = mcpName({ server: "cursor", tool: tool.slice("MCP:".length) });
    return known === undefined ? undefined : { tool: known, input };
  }
  if (host === "cursor" && tool === "beforeMCPExecution") return cursorMcp(input);
  return undefined;
}

/** Cursor names the tool and how its server is reached, not the server. */
function cursorMcp(input: JsonObject): Translated | undefined {
  const { tool_name: name, tool_input: given, ...server } = input;
  const tool = typeof name === "string" ? mcpName({ server: "cursor", tool: name }) : undefined;
  if (tool === undefined) return undefined;
  const inner = typeof given === "string" ? parsed(given) : given;
  const isObject = typeof inner === "object" && inner !== null && !Array.isArray(inner);
  const fields = isObject ? Object.entries(inner) : [["tool_input", given ?? null] as const];
  return {
    tool,
    input: Object.fromEntries([...fields, ...Object.entries(server).map(([k, v]) => [`cursor:${k}`, v] as const)]),
  };
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** `mcp__server__tool`, with nothing in the server's name that could end it early. */
function mcpName({ server, tool }: McpOrigin): string | undefined {
  const clean = (text: string): string => text.replace(/[\s()]/g, "_");
  const name = `mcp__${clean(server).replace(/_{2,}/g, "_").replace(/^_|_$/g, "")}__${clean(tool)}`;
  return isMcpTool(name) ? name : undefined;
}
