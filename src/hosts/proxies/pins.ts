/**
 * What an MCP server says of its tools, as it was when each tool was first used. A description is text the model obeys, so a
 * server that changes it afterwards is noticed: the tool is held back until the person has looked.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Json, JsonObject } from "../../contract/action.ts";
import { stateLayout } from "../../contract/state-dir.ts";
import { isObject, objectIn, objectsIn, textIn } from "../json.ts";

export interface ToolPins {
  /** The server's answer to `tools/list`. */
  readonly hear: (result: JsonObject) => void;
  /** A tool is about to be used: why it must not be, or undefined. The first use pins it. Never throws. */
  readonly use: (tool: string) => string | undefined;
}

interface PinFile {
  readonly server: string;
  readonly tools: Readonly<Record<string, string>>;
}

export interface PinnedServer {
  readonly server: string;
  /** Its command line or its address: another program under the same name has pins of its own. */
  readonly at: string;
}

export function toolPins(stateDir: string, { server, at }: PinnedServer): ToolPins {
  const directory = stateLayout(stateDir).mcp;
  const file = join(directory, `${digest(`${server}\n${at}`)}.json`);
  const told = new Map<string, string>();
  return {
    hear: (result) => {
      for (const tool of objectsIn(result, "tools")) told.set(textIn(tool, "name") ?? "", digest(canonical(tool)));
    },
    use: (tool) => {
      const now = told.get(tool);
      if (now === undefined) return undefined;
      try {
        const tools = readPins(file)?.tools ?? {};
        const pinned = Object.hasOwn(tools, tool) ? tools[tool] : undefined;
        if (pinned === now) return undefined;
        if (pinned !== undefined)
          return `what the server "${server}" says of its tool "${tool}" is not what it said when the tool was first used; the person can read it and accept it with: sallyport mcp --accept --name ${server}`;
        writePins(directory, file, { server, tools: { ...tools, [tool]: now } });
        return undefined;
      } catch (error) {
        return `what the server said of "${tool}" at its first use cannot be kept in ${file}: ${String(error)}`;
      }
    },
  };
}

/** Forgets what servers of this name said; how many there were. */
export function forgetPins(stateDir: string, server: string): number {
  const directory = stateLayout(stateDir).mcp;
  const files = namesIn(directory)
    .map((name) => join(directory, name))
    .filter((file) => readPins(file)?.server === server);
  for (const file of files) rmSync(file);
  return files.length;
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory).filter((name) => name.endsWith(".json"));
  } catch {
    return [];
  }
}

/** Undefined where there is none yet. Throws on one that cannot be read: what is pinned there must not be lost. */
function readPins(file: string): PinFile | undefined {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
  const value: unknown = JSON.parse(text);
  const tools = isObject(value) ? objectIn(value, "tools") : null;
  const server = isObject(value) ? textIn(value, "server") : null;
  if (tools === null || server === null) throw new Error("the file is damaged; remove it to begin anew");
  return { server, tools: Object.fromEntries(Object.entries(tools).map(([name, hash]) => [name, String(hash)])) };
}

function writePins(directory: string, file: string, pins: PinFile): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const next = `${file}.${process.pid}`;
  writeFileSync(next, JSON.stringify(pins), { mode: 0o600 });
  renameSync(next, file);
}

/** The same text whatever order the server writes its fields in. */
function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const fields = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonical(value[name] ?? null)}`);
  return `{${fields.join(",")}}`;
}

const digest = (text: string): string => createHash("sha256").update(text).digest("hex");
