/**
 * What an MCP server says of its tools, as it was when each tool was first used. A description is text the model obeys, so a
 * server that changes it afterwards is noticed: the tool is held back until the person has seen what changed.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Json, JsonObject } from "../../contract/action.ts";
import { oneLine } from "../../contract/escape.ts";
import { stateLayout } from "../../contract/state-dir.ts";
import { isList, isObject, objectIn, objectsIn, parseObject, textIn, textOf } from "../json.ts";

/** Of what a server says of one tool; a picture may stand in it. The digest is of all of it. */
const MAX_KEPT_CHARS = 20_000;

/** What a server said of a tool: whole, or its beginning, with the digest of it all. */
interface Said {
  readonly digest: string;
  readonly text: string;
}

export interface ToolChange {
  readonly tool: string;
  readonly before: string;
  readonly now: string;
}

export interface ToolPins {
  /** A list of tools, as the server gave it; `goesOn`: more of the list that was heard last. */
  readonly hear: (result: JsonObject, goesOn?: boolean) => void;
  /** What changed since the tool's first use, or why that cannot be told; undefined where nothing did. Never throws. */
  readonly changed: (tool: string) => ToolChange | string | undefined;
  /** A tool is about to be used: the first use pins it. Why that cannot be, or undefined. Never throws. */
  readonly use: (tool: string) => string | undefined;
  /** The person has seen what changed: it is what counts from now on. Why that cannot be, or undefined. Never throws. */
  readonly accept: (change: ToolChange) => string | undefined;
}

interface PinFile {
  readonly server: string;
  readonly tools: Readonly<Record<string, Said>>;
  /** What the server said last of tools, where the person has not accepted it yet: these are held back. */
  readonly changed: Readonly<Record<string, Said>>;
}

export interface PinnedServer {
  readonly server: string;
  /** Its command line or its address: another program under the same name has pins of its own. */
  readonly at: string;
}

export function toolPins(stateDir: string, { server, at }: PinnedServer): ToolPins {
  const directory = stateLayout(stateDir).mcp;
  const file = join(directory, `${digestOf(`${server}\n${at}`)}.json`);
  const told = new ToldTools();
  const pins = (): PinFile => readPins(file) ?? { server, tools: {}, changed: {} };
  const cannot = (tool: string, error: unknown): string =>
    `what the server said of "${tool}" at its first use cannot be kept in ${file}: ${String(error)}`;
  const guard = <T>(tool: string, work: () => T): T | string => {
    try {
      return work();
    } catch (error) {
      return cannot(tool, error);
    }
  };
  return {
    hear: (result, goesOn = false) => {
      if (!goesOn) told.beginList();
      const listed = objectsIn(result, "tools");
      for (const tool of listed) told.add(textIn(tool, "name") ?? "", saidOf(tool));
      keepChanges(file, new Set(listed.map((tool) => textIn(tool, "name") ?? "")), told);
    },
    changed: (tool) =>
      guard(tool, () => {
        const known = pins();
        const before = own(known.tools, tool);
        if (before === undefined) return told.inList(tool).length > 1 ? listedTwice(tool) : undefined;
        const now = told.otherThan(tool, before) ?? own(known.changed, tool);
        if (now === undefined) return undefined;
        writePins(file, { ...known, changed: { ...known.changed, [tool]: now } });
        return { tool, before: before.text, now: now.text };
      }),
    use: (tool) =>
      guard(tool, () => {
        const [[now], known] = [told.inList(tool), pins()];
        if (now === undefined || own(known.tools, tool) !== undefined) return undefined;
        told.forgetEarlier(tool);
        return writePins(file, { ...known, tools: { ...known.tools, [tool]: now } });
      }),
    accept: ({ tool, now }) =>
      guard(tool, () => {
        const known = pins();
        const kept = own(known.changed, tool);
        // What an earlier connection heard was shown to the person as it was kept.
        const [seen = kept, ...others] = told.inList(tool);
        if (others.length > 0) return listedTwice(tool);
        if (seen === undefined || seen.digest !== kept?.digest || kept.text !== now)
          return `what the server says of "${tool}" has changed again`;
        told.forgetEarlier(tool);
        return writePins(file, acceptIn(known, tool, seen));
      }),
  };
}

/**
 * What a list says otherwise of tools that were used is kept beside what was said first: whoever connects anew and asks for no list has
 * it all the same. It is gone once the server says what it said first. A file that cannot be read tells of itself at the next call.
 */
function keepChanges(file: string, tools: ReadonlySet<string>, told: ToldTools): void {
  try {
    const known = readPins(file);
    if (known === undefined) return;
    const changed = new Map(Object.entries(known.changed));
    for (const tool of tools) {
      const before = own(known.tools, tool);
      const now = told.inList(tool).findLast(({ digest }) => before !== undefined && digest !== before.digest);
      if (now === undefined) changed.delete(tool);
      else changed.set(tool, now);
    }
    const next = { ...known, changed: Object.fromEntries(changed) };
    if (JSON.stringify(next.changed) !== JSON.stringify(known.changed)) writePins(file, next);
  } catch {
    return;
  }
}

const listedTwice = (tool: string): string =>
  `the server lists its tool "${tool}" more than once, with different words`;

/**
 * All that was said of each tool: a client may keep the first entry of a name or the last, or any page of a list, and the model has
 * read every one. What was said before the words that count now is forgotten once these count.
 */
class ToldTools {
  readonly #told = new Map<string, Map<string, { readonly said: Said; readonly list: number }>>();
  readonly #counted = new Map<string, string>();
  #list = 0;

  beginList(): void {
    this.#list++;
  }

  add(tool: string, said: Said): void {
    const heard = this.#told.get(tool) ?? new Map();
    heard.delete(said.digest);
    this.#told.set(tool, heard.set(said.digest, { said, list: this.#list }));
  }

  /** What the last list that names the tool says of it. */
  inList(tool: string): readonly Said[] {
    const heard = [...(this.#told.get(tool)?.values() ?? [])];
    const last = Math.max(...heard.map(({ list }) => list));
    return heard.flatMap(({ said, list }) => (list === last ? [said] : []));
  }

  /** The newest that is not what counts. */
  otherThan(tool: string, counts: Said): Said | undefined {
    if (this.#counted.has(tool) && this.#counted.get(tool) !== counts.digest) this.forgetEarlier(tool);
    this.#counted.set(tool, counts.digest);
    const heard = [...(this.#told.get(tool)?.values() ?? [])];
    return heard.findLast(({ said }) => said.digest !== counts.digest)?.said;
  }

  forgetEarlier(tool: string): void {
    const kept = this.inList(tool);
    this.#told.delete(tool);
    for (const said of kept) this.add(tool, said);
  }
}

/** What servers of this name have changed and nobody has accepted yet. Throws on a file that cannot be read. */
export const changesOf = (stateDir: string, server: string): readonly ToolChange[] =>
  filesOf(stateDir, server).flatMap(({ pins }) =>
    Object.entries(pins.changed).map(([tool, { text }]) => ({
      tool,
      before: own(pins.tools, tool)?.text ?? "",
      now: text,
    })),
  );

/** Takes what was shown for what was said first. */
export function acceptChanges(stateDir: string, server: string): void {
  for (const { file, pins } of filesOf(stateDir, server))
    writePins(
      file,
      Object.entries(pins.changed).reduce((known, [tool, said]) => acceptIn(known, tool, said), pins),
    );
}

const acceptIn = ({ changed, ...known }: PinFile, tool: string, said: Said): PinFile => ({
  ...known,
  tools: { ...known.tools, [tool]: said },
  changed: Object.fromEntries(Object.entries(changed).filter(([name]) => name !== tool)),
});

const filesOf = (stateDir: string, server: string): readonly { readonly file: string; readonly pins: PinFile }[] =>
  namesIn(stateLayout(stateDir).mcp).flatMap((name) => {
    const file = join(stateLayout(stateDir).mcp, name);
    const pins = readPins(file);
    return pins?.server === server ? [{ file, pins }] : [];
  });

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
  if (!isObject(value) || tools === null || server === null)
    throw new Error("the file is damaged; remove it to begin anew");
  return { server, tools: saidIn(tools), changed: saidIn(objectIn(value, "changed") ?? {}) };
}

/** A file of an earlier version kept the digest alone. */
const saidIn = (kept: JsonObject): Readonly<Record<string, Said>> =>
  Object.fromEntries(
    Object.entries(kept).map(([name, said]) => [
      name,
      isObject(said)
        ? { digest: textIn(said, "digest") ?? "", text: textIn(said, "text") ?? "" }
        : { digest: String(said), text: "" },
    ]),
  );

function writePins(file: string, pins: PinFile): undefined {
  mkdirSync(join(file, ".."), { recursive: true, mode: 0o700 });
  const next = `${file}.${process.pid}`;
  writeFileSync(next, JSON.stringify(pins), { mode: 0o600 });
  renameSync(next, file);
}

const own = (tools: Readonly<Record<string, Said>>, tool: string): Said | undefined =>
  Object.hasOwn(tools, tool) ? tools[tool] : undefined;

function saidOf(tool: JsonObject): Said {
  const text = canonicalJson(tool);
  return { digest: digestOf(text), text: text.slice(0, MAX_KEPT_CHARS) };
}

const digestOf = (text: string): string => createHash("sha256").update(text).digest("hex");

/** The same text whatever order a value's fields are written in. */
export function canonicalJson(value: Json): string {
  if (isList(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const fields = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name] ?? null)}`);
  return `{${fields.join(",")}}`;
}

/** What a server changed about a tool, for people: each field that differs, before and now. */
const MAX_FIELD_CHARS = 600;

export function describeChange({ tool, before, now }: ToolChange): string {
  const [old, next] = [parseObject(before), parseObject(now)];
  if (old === undefined || next === undefined)
    return `${oneLine(tool, MAX_FIELD_CHARS)} is now: ${oneLine(now, MAX_FIELD_CHARS)}`;
  const fields = [...new Set([...Object.keys(old), ...Object.keys(next)])].filter(
    (name) => textOf(old[name]) !== textOf(next[name]),
  );
  const shown = (value: unknown): string => (value === undefined ? "nothing" : oneLine(textOf(value), MAX_FIELD_CHARS));
  return fields
    .map(
      (name) => `${oneLine(`${tool}.${name}`, MAX_FIELD_CHARS)} was: ${shown(old[name])}\n  now: ${shown(next[name])}`,
    )
    .join("\n");
}
