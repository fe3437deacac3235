/** Which program a name is. A name is only known where nothing the agent could have placed stands before it. */

import type { Target } from "../../contract/effect.ts";
import type { KnownWord, ReadContext } from "../../contract/reading.ts";
import { isInside } from "../../machine/index.ts";
import { type ProgramSpec, programNamed } from "../../programs/index.ts";
import { isForeign, SYSTEM_DIRECTORIES, searchDoubt } from "./search-path.ts";
import type { State } from "./state.ts";
import { targetOf } from "./target.ts";

export type Found =
  /** `doubt`: why the entry may not be what would run. */
  | { readonly kind: "program"; readonly name: string; readonly spec: ProgramSpec; readonly doubt: string | null }
  | { readonly kind: "script"; readonly name: string; readonly script: Target }
  | { readonly kind: "unknown"; readonly name: string; readonly doubt: string | null };

export function findProgram(word: KnownWord, state: State, context: ReadContext): Found {
  const value = word.value ?? "";
  if (value.includes("/")) return byPath(word, state, context);
  const doubt = doubtOf(value, state, context);
  const spec = readProgram(value);
  return spec === undefined ? { kind: "unknown", name: value, doubt } : { kind: "program", name: value, spec, doubt };
}

/** The record of a program whose uses can be read. */
function readProgram(name: string): ProgramSpec | undefined {
  const spec = programNamed(name);
  return spec?.unread === true ? undefined : spec;
}

function byPath(word: KnownWord, state: State, context: ReadContext): Found {
  const value = word.value ?? "";
  const script = targetOf(word, state.dirs.length === 1 ? (state.dirs[0] ?? ANY) : ANY, context.world);
  const cut = script.path.lastIndexOf("/");
  const base = script.path.slice(cut + 1);
  const inSystem =
    script.certainty === "exact" &&
    SYSTEM_DIRECTORIES.has(script.path.slice(0, cut)) &&
    !isInside(script.path, context.projectRoot);
  if (!inSystem || context.written.has(script.path) || isForeign(script.path, context))
    return { kind: "script", name: value, script };
  const spec = readProgram(base);
  return spec === undefined
    ? { kind: "unknown", name: base, doubt: null }
    : { kind: "program", name: base, spec, doubt: null };
}

const ANY: Target = { path: "", certainty: "unknown" };

/** Why a bare name may not be the program of that name; null when it is. */
export function doubtOf(name: string, state: State, context: ReadContext): string | null {
  const doubt = earlierDoubt(name, state, context) ?? searchDoubt(name, state.touched, context);
  if (doubt !== null) return doubt;
  return ledElsewhere(name, state, context) ? "a version manager may take it from the project" : null;
}

function earlierDoubt(name: string, { pathChanged }: State, { shellState }: ReadContext): string | null {
  if (pathChanged) return "PATH was changed";
  if (shellState?.pathChanged === true) return "an earlier command changed PATH";
  const isRenamed = shellState?.aliases.has(name) === true || shellState?.functions.has(name) === true;
  return isRenamed ? "an earlier command gave the name another meaning" : null;
}

/** Files in which a project tells a version manager what a name stands for. */
const VERSION_FILES = [
  ".tool-versions",
  ".python-version",
  ".ruby-version",
  ".node-version",
  ".nvmrc",
  ".java-version",
];
const VERSION_FILE_BYTES = 4_096;

/** A version manager's shim runs whatever the project's files name: a path among them is the project's own program. */
function ledElsewhere(name: string, state: State, { world, projectRoot }: ReadContext): boolean {
  const shim = world.path.some((dir) => dir.endsWith("/shims") && world.stat(`${dir}/${name}`).kind !== "absent");
  if (!shim) return false;
  const [cwd] = state.dirs;
  if (state.touched || state.dirs.length !== 1 || cwd?.certainty !== "exact") return true;
  for (let dir = cwd.path; isInside(dir, projectRoot); dir = dir.slice(0, Math.max(dir.lastIndexOf("/"), 0))) {
    for (const file of VERSION_FILES) {
      const held = world.readFile(`${dir}/${file}`, VERSION_FILE_BYTES);
      if (held !== undefined ? Buffer.from(held).includes("/") : world.stat(`${dir}/${file}`).kind !== "absent")
        return true;
    }
    if (dir === "" || dir === "/") break;
  }
  return false;
}
