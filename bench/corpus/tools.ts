/** File tools, performed as far as a referee asks: which places they would open, change or contact. Nothing is touched. */
import { readdirSync } from "node:fs";
import { posix } from "node:path";
import type { JsonObject } from "../../src/contract/action.ts";
import { translate } from "../../src/hosts/index.ts";
import type { Did, Event } from "./trace.ts";

const MAX_WALK = 2_000;
const HOW: Readonly<Record<string, Did>> = {
  Read: "read",
  NotebookRead: "read",
  Edit: "write",
  MultiEdit: "write",
  Write: "write",
  NotebookEdit: "write",
  Grep: "read",
  Glob: "other",
  LS: "other",
  WebFetch: "connect",
  WebSearch: "connect",
};
const PATH_FIELDS = ["file_path", "notebook_path", "path", "absolute_path"] as const;

export interface ToolUse {
  readonly tool: string;
  readonly input: JsonObject;
  readonly host: string | undefined;
  readonly cwd: string;
  readonly home: string;
}

/** Undefined: it is no tool that can be performed here. `command`: it is one of the shell. */
export function performTool(
  use: ToolUse,
): { readonly events: readonly Event[] } | { readonly command: string } | undefined {
  const { tool, input } = use.host === undefined ? use : translate(use.host, use.tool, use.input);
  if (tool === "Bash") return typeof input.command === "string" ? { command: input.command } : undefined;
  if (tool === "apply_patch") return { events: patched(input, use) };
  const did = HOW[tool];
  if (did === undefined) return undefined;
  if (did === "connect") return { events: [eventOf(did, String(input.url ?? input.query ?? ""))] };
  const named =
    PATH_FIELDS.map((field) => input[field]).find((one) => typeof one === "string") ??
    (tool === "Read" ? undefined : ".");
  if (typeof named !== "string") return undefined;
  const path = posix.resolve(use.cwd, named.replace(/^~(?=\/|$)/, use.home));
  return { events: tool === "Grep" ? searched(path) : [eventOf(did, path)] };
}

const eventOf = (did: Did, path: string): Event => ({ did, path, ok: true, pid: "0", program: "tool", words: [] });

/** A search of contents opens every file below. */
function searched(path: string): readonly Event[] {
  const events = [eventOf("read", path)];
  const walk = (folder: string): void => {
    for (const entry of readEntries(folder)) {
      if (events.length > MAX_WALK) return;
      if (entry.isDirectory()) walk(posix.join(folder, entry.name));
      else if (entry.isFile() && !entry.name.startsWith("."))
        events.push(eventOf("read", posix.join(folder, entry.name)));
    }
  };
  walk(path);
  return events;
}

function readEntries(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function patched(input: JsonObject, { cwd, home }: ToolUse): readonly Event[] {
  const text = Object.values(input)
    .filter((one) => typeof one === "string")
    .join("\n");
  return [...text.matchAll(/^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+)$/gm)].map(([, path = ""]) =>
    eventOf("write", posix.resolve(cwd, path.trim().replace(/^~(?=\/|$)/, home))),
  );
}
