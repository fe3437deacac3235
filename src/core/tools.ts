/**
 * Which calls of tools other than a shell are proven: the safe list with its places, edits and patches, and calls that cannot matter. What a
 * row marks `host` is whatever the host does for it, and listed apart.
 */
import type { JsonObject } from "../contract/action.ts";
import { once } from "../contract/once.ts";
import { type Changed, joinChanges, mayBring, mayChange } from "./edits.ts";
import { type PatchedFile, patchedFiles } from "./patch.ts";
import { mayList, mayRead, maySearch, placeOf } from "./places/index.ts";
import { mayAsk, mayOpen } from "./resources.ts";
import { type DeclaredField, declaredFields, fitsDeclared } from "./tool-fields.ts";
import TOOLS from "./tools.json" with { type: "json" };
import type { Proof, Scene, Touch } from "./types.ts";

/** What else the call's host could open for the text of a path; null: one that nobody can say. All of it must be proven. */
export type Opens = (text: string) => readonly (string | null)[];

interface ToolCall {
  readonly scene: Scene;
  readonly opens: Opens;
}

/** What is proven of a call, without its kind. Undefined: nothing. */
type Found = Pick<Proof, "touches" | "saves"> | undefined;

const HARMLESS: Found = { touches: [], saves: [] };

const DOES: Readonly<Record<string, (input: JsonObject, call: ToolCall) => Found>> = {
  nothing: () => HARMLESS,
  read: (input, call) => look("read", placesOf(textOf(input, "file_path"), call), call, mayRead),
  list: (input, call) => look("list", placesOf(textOf(input, "path") || ".", call), call, mayList),
  search: proveSearch,
  names: proveNames,
  open: (input, { scene }) => {
    const named = [input.filePath, input.file_path].filter((path) => typeof path === "string" && path !== "");
    return named.every((path) => mayOpen(String(path), scene)) ? HARMLESS : undefined;
  },
  resource: (input, { scene }) => {
    const uri = textOf(input, "uri");
    return uri === "" || mayAsk(uri, scene) ? HARMLESS : undefined;
  },
  message: (input) => (isPlainMessage(input) ? HARMLESS : undefined),
  write: (input, call) => proveEdit(textOf(input, "file_path"), call, "write"),
  edit: (input, call) => proveEdit(textOf(input, "file_path") || textOf(input, "notebook_path"), call, "edit"),
  patch: provePatch,
};

interface Row {
  readonly proof: Proof["kind"];
  readonly does: string;
  readonly fields: ReadonlyMap<string, DeclaredField>;
}

/** A tool with many fields has several rows. */
const rows = once(() => {
  const found = new Map<string, Row>();
  for (const { tool, proof, does, fields } of TOOLS) {
    const before = found.get(tool)?.fields ?? [];
    found.set(tool, { proof: kindOf(proof), does, fields: new Map([...before, ...declaredFields(fields)]) });
  }
  return found;
});

const kindOf = (proof: string): Proof["kind"] => (proof === "edits" || proof === "irrelevant" ? proof : "tool");

/** Undefined: no opinion. Never throws. */
export function proveTool(scene: Scene, opens: Opens = () => []): Proof | undefined {
  const { tool, input, unsafeTools } = scene.call;
  const row = rows().get(tool);
  if (row === undefined || (row.proof === "tool" && unsafeTools.has(tool))) return undefined;
  if (typeof input !== "object" || input === null || Array.isArray(input)) return undefined;
  if (!fitsDeclared(input, row.fields)) return undefined;
  const found = DOES[row.does]?.(input, { scene, opens });
  return found === undefined ? undefined : { kind: row.proof, ...found };
}

const textOf = (input: JsonObject, field: string): string => {
  const value = input[field];
  return typeof value === "string" ? value : "";
};

/** An address, or alternatives that may climb: hosts could make a path of it that is not the one written. */
const ODD_PATH = /^\s*[a-z][a-z\d+.-]+:|[{}].*\.\.|\.\..*[{}]/i;

/** Every place a text may mean to the host: as written, without blanks around it, `~` as home and as a name, and what the host says. */
function placesOf(text: string, { scene, opens }: ToolCall, cwd = scene.call.cwd): readonly string[] | undefined {
  if (text === "" || ODD_PATH.test(text)) return undefined;
  const texts = [text, text.trim(), ...opens(text)].flatMap((one) =>
    one !== null && /^~(?:\/|$)/.test(one) ? [one, `./${one}`] : [one],
  );
  const places = [...new Set(texts)].map((one) => (one === null ? undefined : placeOf(one, cwd, scene.disk)));
  const known = places.filter((place) => place !== undefined);
  return known.length < places.length ? undefined : [...new Set(known)];
}

function look(
  role: Touch["role"],
  places: readonly string[] | undefined,
  { scene }: ToolCall,
  may: (path: string, scene: Scene) => boolean,
): Found {
  if (places === undefined || !places.every((path) => may(path, scene))) return undefined;
  return { touches: places.map((path) => ({ role, path })), saves: [] };
}

/** Hosts hand these texts to programs: one with a dash in front may be an option of theirs. */
const mayBeOption = (input: JsonObject): boolean =>
  ["pattern", "glob", "type", "path", "paths", "output_mode"]
    .flatMap((field) => [input[field] ?? ""].flat())
    .some((text) => /^\s*-/.test(String(text)));

/** How a host starts the program that searches for it, nobody here knows: its variables may hold for it. */
const isBent = ({ disk, process }: Scene): boolean =>
  process?.variables.has("RIPGREP_CONFIG_PATH") === true || disk.variables?.includes("RIPGREP_CONFIG_PATH") === true;

/** Where a search begins: at its `path` and at each of its `paths`, which are no patterns. */
function startsOf(input: JsonObject, call: ToolCall): readonly string[] | undefined {
  const { path, paths } = input;
  const named = [path, ...(Array.isArray(paths) ? paths : [])].filter((one) => typeof one === "string" && one !== "");
  if (mayBeOption(input) || isBent(call.scene)) return undefined;
  const places = (named.length === 0 ? ["."] : named).map((one) => placesOf(String(one), call));
  if (Array.isArray(paths) && paths.some((one) => /[*?[{]|[+@!]\(/.test(String(one)))) return undefined;
  return places.every((place) => place !== undefined) ? places.flat() : undefined;
}

/** Endings of the kinds of files that ripgrep knows and people search for. */
const ENDINGS: Readonly<Record<string, string>> = {
  ts: ".ts .tsx .cts .mts",
  js: ".js .jsx .cjs .mjs .vue",
  py: ".py .pyi",
  rust: ".rs",
  go: ".go",
};

/** `*.ts`, `src/**\/*.{ts,tsx}`: only names that end so. */
const BY_ENDING = /^(?!\/|~)(?:[\w./-]*\/)?\*\*?(?:\/\*)?(\.[\w.-]+|\.\{[\w.,-]+\})$/;

/** Undefined: all files may be meant. */
function endingsOf(input: JsonObject): readonly string[] | undefined {
  const filters = textOf(input, "glob").match(/(?:\{[^{}]*\}|[^\s,])+/g) ?? [];
  const type = textOf(input, "type");
  const kinds = type === "" ? [] : [ENDINGS[type]?.split(" ")];
  const chosen = filters.map((filter) => {
    const ending = BY_ENDING.exec(filter)?.[1];
    return ending?.startsWith(".{")
      ? ending
          .slice(2, -1)
          .split(",")
          .map((one) => `.${one}`)
      : ending && [ending];
  });
  const all = [...kinds, ...chosen].map((one) => (one === "" ? undefined : one));
  return all.length === 0 || all.includes(undefined) ? undefined : all.flatMap((one) => one ?? []);
}

/** Files with a dot in front are searched, and links may be followed. A filter never leads out of where the search begins. */
function proveSearch(input: JsonObject, call: ToolCall): Found {
  if (/\\|\.\.|^\s*[/~]|[?*+@!]\(/.test(textOf(input, "glob"))) return undefined;
  const endings = endingsOf(input);
  const search = { follow: true, ...(endings === undefined ? {} : { endings }) };
  return look("search", startsOf(input, call), call, (path, scene) => maySearch(path, scene, search));
}

/** Groups such as `+(…)`, escapes that spell a name, alternatives that begin elsewhere: libraries read them differently. */
const UNREAD_PATTERN = /[?*+@!]\(|\\|\{.*\.\.|[{,](?:[/~\\]|[A-Za-z]:)/;

/** The pattern may be absolute or climb: what is written out before its first sign is where the search begins. */
function proveNames(input: JsonObject, call: ToolCall): Found {
  const pattern = textOf(input, "pattern");
  const fixed = pattern.split(/[*?[{]/)[0] ?? "";
  const dir = fixed.slice(0, fixed.lastIndexOf("/") + 1);
  if (UNREAD_PATTERN.test(pattern) || pattern.slice(dir.length).split("/").includes("..")) return undefined;
  const bases = startsOf(input, call);
  const roots = bases?.map((base) => (dir === "" ? [base] : placesOf(dir, call, base)));
  return look("list", roots?.every((root) => root !== undefined) ? roots.flat() : undefined, call, mayList);
}

/** To an agent of this session by its name. What is no text, or answers a request, is the person's to say. */
function isPlainMessage(input: JsonObject): boolean {
  const message = textOf(input, "message");
  const isAnswer = /^\s*[{[]/.test(message) && /"type"|approve/.test(message);
  return /^[\w@ .-]*$/.test(textOf(input, "to")) && !isAnswer && /^(?:message|broadcast)?$/.test(textOf(input, "type"));
}

/** What an edit of a part is answered with shows what stands around it: the file is read. */
function proveEdit(path: string, call: ToolCall, how: "write" | "edit"): Found {
  const places = placesOf(path, call);
  if (places === undefined || (how === "edit" && !places.every((place) => mayRead(place, call.scene))))
    return undefined;
  return changed(
    places.map((place) => mayChange(place, "write", call.scene)),
    places.map((place) => ({ role: "write", path: place })),
    call,
  );
}

function changed(changes: readonly (Changed | undefined)[], touches: readonly Touch[], { scene }: ToolCall): Found {
  const all = joinChanges(changes, scene);
  return all === undefined ? undefined : { touches, saves: all.saves };
}

function provePatch(input: JsonObject, call: ToolCall): Found {
  const files = patchedFiles(textOf(input, "patch"))?.map((file) => patched(file, call));
  if (files === undefined || files.includes(undefined)) return undefined;
  const all = files.flatMap((file) => file ?? []);
  return changed(
    all.map(({ change }) => change),
    all.flatMap(({ touches }) => touches),
    call,
  );
}

interface Patched {
  readonly change: Changed | undefined;
  readonly touches: readonly Touch[];
}

function patched({ path, does, to }: PatchedFile, call: ToolCall): readonly Patched[] | undefined {
  const { scene } = call;
  const targets = to === undefined ? [] : placesOf(to, call);
  return placesOf(path, call)?.flatMap((place): readonly Patched[] => {
    if (does !== "add" && !mayRead(place, scene)) return [{ change: undefined, touches: [] }];
    if (to !== undefined)
      return (targets ?? [undefined]).map((target) => ({
        change: target === undefined ? undefined : mayBring(place, target, "move", scene),
        touches: [
          { role: "move", path: place },
          ...(target === undefined ? [] : [{ role: "write", path: target } as const]),
        ],
      }));
    const how = does === "delete" ? "delete" : "write";
    return [{ change: mayChange(place, how, scene), touches: [{ role: how, path: place }] }];
  });
}
