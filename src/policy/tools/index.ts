/** The tools the gate knows, and what it makes of those it does not. */

import type { Json, JsonObject } from "../../contract/action.ts";
import { Edit, Glob, Grep, LS, LSP, MultiEdit, NotebookEdit, Patch, Read, Write } from "./files.ts";
import {
  Agent,
  AskUserQuestion,
  Config,
  CronCreate,
  ExitPlanMode,
  ReadMcpResource,
  SendMessage,
  WebFetch,
  WebSearch,
} from "./others.ts";
import { Bash, BashInput, PowerShell, REPL } from "./shell.ts";
import { TABLE_TOOLS } from "./table.ts";
import type { Field, Tool } from "./tool.ts";
import { CronDelete, EnterWorktree, ExitWorktree } from "./worktrees.ts";

export { bringsAnswers } from "./others.ts";
export type { Field, Tool, ToolContext } from "./tool.ts";

export const BUILT_IN_TOOLS: readonly Tool[] = [
  Bash,
  PowerShell,
  REPL,
  BashInput,
  Read,
  Grep,
  Glob,
  LS,
  LSP,
  Edit,
  MultiEdit,
  Write,
  NotebookEdit,
  Patch,
  WebFetch,
  WebSearch,
  Agent,
  Config,
  CronCreate,
  CronDelete,
  EnterWorktree,
  ExitWorktree,
  SendMessage,
  ReadMcpResource,
  ExitPlanMode,
  AskUserQuestion,
  ...TABLE_TOOLS,
];

const MCP_NAME = /^mcp__[^\s()]+?__[^\s()]+$/;
export const isMcpTool = (name: string): boolean => MCP_NAME.test(name);

/** Before a method of a server's protocol, where the name of a tool would stand: in those a `%` is always spelled out (`%25`). */
const METHOD = "%method_";
export const methodAsTool = (method: string): string => METHOD + method.replace(/[^\w-]+/g, "_");

export type ToolBox = (name: string) => Tool;

/** A harness's own tools come first, but none of them can take the name of an MCP tool. */
export function toolBox(own: readonly Tool[] = []): ToolBox {
  const known = new Map(
    [...BUILT_IN_TOOLS, ...own.filter((tool) => !isMcpTool(tool.name))].map((tool) => [tool.name, tool]),
  );
  return (name) => known.get(name) ?? (isMcpTool(name) ? mcpTool(name) : undeclaredTool(name));
}

/** Never on the safe list, whatever it is called: its fields are its server's business, all of them count. */
function mcpTool(name: string): Tool {
  return {
    name,
    fields: ANY_FIELD,
    anyField: true,
    encode: (input) =>
      Object.entries(input)
        .map(([key, value]) => `${key}=${typeof value === "string" ? value : JSON.stringify(value)}`)
        .join(" "),
    effects: () => [{ do: "unknown", act: "unknown.tool", wording: `what ${name} does is its server's business` }],
  };
}

/** A tool nobody declared: judged, never skipped. */
function undeclaredTool(name: string): Tool {
  return {
    name,
    fields: ANY_FIELD,
    anyField: true,
    encode: (input) => `${name} ${JSON.stringify(input)}`,
    effects: () => [{ do: "unknown", act: "unknown.tool", wording: `nobody declared the tool ${name}` }],
  };
}

/** Every field is declared and executed: for tools whose schema is not ours to know. */
const ANY_FIELD: Tool["fields"] = new Proxy({}, { get: () => "executed", has: () => true });

/** Fields the tool does not declare, or that change the sandbox: they bar every proof (§5). */
export function barringFields(tool: Tool, input: JsonObject): readonly string[] {
  if (tool.fields === ANY_FIELD) return [];
  return Object.keys(input).filter((name) => {
    const field = Object.hasOwn(tool.fields, name) ? tool.fields[name] : undefined;
    if (field === undefined) return true;
    if (typeof field !== "object") return false;
    return "each" in field
      ? hasOther(input[name] ?? null, field.each)
      : JSON.stringify(input[name]) !== JSON.stringify(field.default);
  });
}

/** A list, or what some hosts write in place of it, holds something besides texts and the fields its elements have. */
function hasOther(value: Json, each: readonly string[]): boolean {
  const elements = Array.isArray(value) ? value : [value];
  return elements.some((element) => {
    if (typeof element !== "object" || element === null) return false;
    return (
      Array.isArray(element) || Object.entries(element).some(([name, one]) => !each.includes(name) || !isPlain(one))
    );
  });
}

const isPlain = (value: unknown): boolean =>
  Array.isArray(value) ? value.every((one) => typeof one === "string") : typeof value !== "object" || value === null;

/** What the classifier is shown: the tool's encoding, and any barring field as JSON behind it. */
export function encodeCall(tool: Tool, input: JsonObject, barring = barringFields(tool, input)): string {
  const encoding = tool.encode(input);
  const shown = barring.filter((name) => Object.hasOwn(input, name));
  return shown.length === 0
    ? encoding
    : `${encoding} ${JSON.stringify(Object.fromEntries(shown.map((name) => [name, input[name]])))}`;
}

/** The fields that are executed: what an approval or a denial is bound to. */
export function executedFields(tool: Tool, input: JsonObject, barring = barringFields(tool, input)): JsonObject {
  return Object.fromEntries(
    Object.entries(input).filter(([name]) => isExecuted(tool.fields[name]) || barring.includes(name)),
  );
}

export const isExecuted = (field: Field | undefined): boolean =>
  field === "executed" || (typeof field === "object" && "each" in field);

export function isIrrelevant(tool: Tool, input: JsonObject): boolean {
  return typeof tool.irrelevant === "function" ? tool.irrelevant(input) : tool.irrelevant === true;
}
