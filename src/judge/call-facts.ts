/** What of the call itself its line does not show: where it runs, and fields that are executed and not part of the encoding (§5). */
import type { Json, JsonObject } from "../contract/action.ts";
import { oneLine } from "../contract/escape.ts";
import type { Fact } from "../contract/fact.ts";
import { isInside } from "../machine/index.ts";
import { hideInObject, redact } from "../machine/secrets/index.ts";
import { isExecuted, type Tool } from "../policy/tools/index.ts";

const MAX_PATH_CHARACTERS = 400;

export interface CallFacts {
  readonly spec: Tool;
  readonly input: JsonObject;
  /** The directory the call would run in. */
  readonly cwd: string;
  readonly projectRoot: string;
  /** Directories that were added to the project, absolute. */
  readonly added: readonly string[];
}

export const callFacts = (call: CallFacts): readonly Fact[] => [
  ...placeFact(call),
  ...editFacts(call),
  ...fieldFacts(call),
];

const quote = (path: string): string => JSON.stringify(oneLine(path, MAX_PATH_CHARACTERS));

/** Only where it is not the directory the session works in. */
function placeFact({ cwd, projectRoot, added }: CallFacts): readonly Fact[] {
  if (cwd === projectRoot) return [];
  const within = isInside(cwd, projectRoot)
    ? "inside the project"
    : added.some((dir) => isInside(cwd, dir))
      ? "in a directory that was added to the project"
      : "outside the project";
  return [{ about: "directory", says: `the call runs in ${quote(cwd)}, ${within} ${quote(projectRoot)}` }];
}

interface Replacing {
  readonly old_string: string;
  readonly new_string: string;
  readonly replace_all: boolean;
}

/** Every replacement of an edit; none for tools that replace nothing. */
function replacingsOf({ spec, input }: Pick<CallFacts, "spec" | "input">): readonly Replacing[] {
  if (spec.name !== "Edit" && spec.name !== "MultiEdit") return [];
  const edits: readonly Json[] = spec.name === "Edit" ? [input] : Array.isArray(input.edits) ? input.edits : [];
  return edits.flatMap((edit) => {
    if (typeof edit !== "object" || edit === null || Array.isArray(edit)) return [];
    const { old_string, new_string, replace_all } = edit as JsonObject;
    if (typeof old_string !== "string" || typeof new_string !== "string") return [];
    return [{ old_string, new_string, replace_all: replace_all === true || replace_all === "true" }];
  });
}

const lines = (text: string): string => `${text.length} characters in ${text.split("\n").length} lines`;

/** An edit is shown by what it puts there: what it only takes away, and that it does so everywhere, is told apart. */
function editFacts(call: CallFacts): readonly Fact[] {
  const replacings = replacingsOf(call);
  const taken = replacings.filter(({ old_string, new_string }) => new_string.trim() === "" && old_string.trim() !== "");
  const everywhere = replacings.filter(({ replace_all }) => replace_all).length;
  const about = "edit";
  const all = taken.map(({ old_string }) => old_string).join("\n");
  return [
    ...(taken.length === 0
      ? []
      : [{ about, says: `takes away ${lines(all)} and puts nothing in their place`, quoted: redact(all) }]),
    ...(everywhere === 0
      ? []
      : [{ about, says: `replaces every occurrence in the file (${everywhere} of its edits)` }]),
  ];
}

/** They are told by what they replace. */
const TOLD_APART: ReadonlySet<string> = new Set(["old_string", "replace_all"]);
/** No value a call would have. */
const OTHER = "\u{f8ffe}other";

/** A field is shown where another value of it makes another line. */
function fieldFacts({ spec, input }: CallFacts): readonly Fact[] {
  if (spec.anyField === true) return [];
  const line = spec.encode(input);
  const unshown = Object.keys(input).filter(
    (name) =>
      isExecuted(spec.fields[name]) &&
      !TOLD_APART.has(name) &&
      (input[name] ?? null) !== null &&
      spec.encode({ ...input, [name]: OTHER }) === line,
  );
  if (unshown.length === 0) return [];
  const hidden = hideInObject(Object.fromEntries(unshown.map((name) => [name, input[name] ?? null])));
  return [
    { about: "further fields", says: "of the call, as the agent gave them", quoted: redact(JSON.stringify(hidden)) },
  ];
}
