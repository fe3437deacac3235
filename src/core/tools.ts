/**
 * Which calls of tools other than a shell are proven: the safe list with its places, edits and patches, and calls that cannot matter. What a
 * row marks `host` is whatever the host does for it, and listed apart.
 */
import type { JsonObject } from "../contract/action.ts";
import { once } from "../contract/kept.ts";
import { type Changed, joinChanges, mayBring, mayChange } from "./edits.ts";
import { type PatchPart, patchedFiles } from "./patch.ts";
import { mayList, mayRead } from "./places/index.ts";
import { mayAsk, mayOpen } from "./resources.ts";
import { type DeclaredField, declaredFields, fitsDeclared } from "./tool-fields.ts";
import { HARMLESS, look, type Opens, placesOf, type ToolCall, type ToolFinding, textOf } from "./tool-places.ts";
import { proveNames, proveSearch } from "./tool-searches.ts";
import TOOLS from "./tools.json" with { type: "json" };
import type { Found, Scene, Touch } from "./types.ts";

const DOES: Readonly<Record<string, (input: JsonObject, call: ToolCall) => ToolFinding>> = {
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
  write: (input, call) => proveEdit(textOf(input, "file_path") || textOf(input, "notebook_path"), call),
  patch: provePatch,
};

interface Row {
  readonly proof: Found["kind"];
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

const kindOf = (proof: string): Found["kind"] => (proof === "edits" || proof === "irrelevant" ? proof : "tool");

/** Undefined: no opinion. Never throws. */
export function proveTool(scene: Scene, opens: Opens = () => []): Found | undefined {
  const { tool, input, unsafeTools } = scene.call;
  const row = rows().get(tool);
  if (row === undefined || (row.proof === "tool" && unsafeTools.has(tool))) return undefined;
  if (typeof input !== "object" || input === null || Array.isArray(input)) return undefined;
  if (!fitsDeclared(input, row.fields)) return undefined;
  const found = DOES[row.does]?.(input, { scene, opens });
  return found === undefined ? undefined : { kind: row.proof, ...found };
}

/** To an agent of this session by its name. What is no text, or answers a request, is the person's to say. */
function isPlainMessage(input: JsonObject): boolean {
  const message = textOf(input, "message");
  const isAnswer = /^\s*[{[]/.test(message) && /"type"|approve/.test(message);
  return /^[\w@ .-]*$/.test(textOf(input, "to")) && !isAnswer && /^(?:message|broadcast)?$/.test(textOf(input, "type"));
}

/** An edit is answered with what stands around it: what may be changed is never a secret. */
function proveEdit(path: string, call: ToolCall): ToolFinding {
  const places = placesOf(path, call);
  if (places === undefined) return undefined;
  return changed(
    places.map((place) => mayChange(place, "write", call.scene)),
    places.map((place) => ({ role: "write", path: place })),
    call,
  );
}

function changed(
  changes: readonly (Changed | undefined)[],
  touches: readonly Touch[],
  { scene }: ToolCall,
): ToolFinding {
  const all = joinChanges(changes, scene);
  return all === undefined ? undefined : { touches, saves: all.saves };
}

function provePatch(input: JsonObject, call: ToolCall): ToolFinding {
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

function patched({ path, does, to }: PatchPart, call: ToolCall): readonly Patched[] | undefined {
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
