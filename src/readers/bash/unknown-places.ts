/**
 * Where a task runs whose directory is not known (`for d in pk/*; do (cd $d && npm test); done`, `make -C $d`): every directory of the
 * project that has a definition. What is found in one too many can deny or ask.
 */
import type { KnownWord } from "../../contract/reading.ts";
import { type Definition, definitionOf, type Files, type RunnerUse } from "../definitions/index.ts";
import type { ScriptPoint } from "./reader.ts";

const DEFINES = /^(?:package\.json|GNUmakefile|[Mm]akefile|\.?justfile)$/i;
const DIRECTORY = /^(?:-C|--directory|--prefix|--cwd|--dir|--working-directory)$/;
const MAX_PLACES = 16;
const MAX_LOOKED_AT = 400;
const MAX_DEPTH = 3;

/** Without the directories of tasks that this one stands below; none where such a task was itself looked for everywhere. */
function placesDefined(point: ScriptPoint, files: Files): readonly string[] {
  const { trail = [], spread = false } = point.below ?? {};
  if (spread) return [];
  const found: string[] = [];
  let level = [point.reader.context.projectRoot];
  let left = MAX_LOOKED_AT;
  for (let depth = 0; depth <= MAX_DEPTH && level.length > 0; depth += 1) {
    const next: string[] = [];
    for (const dir of level) {
      const names = --left < 0 ? [] : (files.names(dir) ?? []);
      if (names.some((name) => DEFINES.test(name))) found.push(dir);
      next.push(...names.filter((name) => !/^\.|^node_modules$|\.\w+$/.test(name)).map((name) => `${dir}/${name}`));
    }
    level = next;
  }
  return found.filter((dir) => !trail.some((key) => key.startsWith(`${dir}\0`))).slice(0, MAX_PLACES);
}

type PlacedUse = Omit<RunnerUse, "cwd"> & {
  /** Absolute; null: not known. */
  readonly cwd: string | null;
  readonly given: readonly KnownWord[];
};

/** What the runner would run in each of them; nothing where the directory is known. */
export function definedSomewhere(point: ScriptPoint, use: PlacedUse): readonly Definition[] {
  const { cwd, given, ...rest } = use;
  const at = given.findIndex((word, i) => use.words[i] === null && isDirectory(word, given[i - 1]));
  if (cwd !== null && at < 0) return [];
  return placesDefined(point, use.files).flatMap((dir) => {
    const words = use.words.map((word, i) => (i === at ? prefixOf(given[i]) + dir : word));
    const definition = definitionOf({ ...rest, words, cwd: cwd ?? dir });
    return definition === undefined
      ? []
      : [{ ...definition, steps: definition.steps.map((step) => ({ ...step, of: dir })) }];
  });
}

const isDirectory = (word: KnownWord, before: KnownWord | undefined): boolean =>
  DIRECTORY.test(before?.value ?? "") || prefixOf(word) !== "";
const prefixOf = (word: KnownWord | undefined): string =>
  /^(?:-C|--(?:directory|prefix|cwd|dir|working-directory)=)/.exec(word?.value ?? word?.prefix ?? "")?.[0] ?? "";
