/** What a package manager puts into the archive it makes of a project, for rules that forbid reading: the archive is a file like others. */
import { exact, type Target } from "../../contract/effect.ts";
import type { World } from "../../contract/world.ts";
import { ignoredIn } from "../../machine/git/index.ts";
import { absolutePath, listEntries } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { optionValues } from "./option-values.ts";

const MANAGERS = /^(?:npm|pnpm|yarn|bun|cnpm)$/;
const DIRECTORY = /^(?:--prefix|-C|--cwd|--dir|-w|--workspace)$/;
const MAX_MANIFEST = 262_144;
/** Never packed. */
const LEFT_OUT = /^(?:node_modules|\.git|\.svn|\.hg|CVS|\.npmrc|package-lock\.json)$/;

interface PackedPlace {
  readonly target: Target;
  readonly recursive: boolean;
}

export const packagePacks = (call: PolicyCall): readonly PackedPlace[] =>
  (call.reading?.commands ?? []).flatMap(({ name, words, cwd }) => {
    const values = words.map(({ value, prefix }) => value ?? prefix);
    const verb = values.findIndex((value) => /^(?:pack|publish)$/.test(value));
    if (!MANAGERS.test(name ?? "") || verb < 0 || values.includes("--dry-run")) return [];
    const from = cwd.certainty === "exact" ? cwd.path : call.projectRoot;
    const given = optionValues(values).filter(({ option }) => DIRECTORY.test(option));
    const named = [
      ...given.map(({ value }) => value),
      ...values.slice(verb + 1).filter((value) => /^[./~]/.test(value)),
    ];
    const roots = named.length === 0 ? [from] : named.map((value) => absolutePath(value, from, call.world));
    return roots.flatMap((root) => packedOf(root, call.world)).flatMap((path) => filesIn(path, call.world));
  });

/** More of them are not told one by one. */
const MAX_FILES = 2_000;

/** Every file that lies there now; a tree that is too large stands for all that could. */
function filesIn(place: string, world: World): readonly PackedPlace[] {
  const files: PackedPlace[] = [];
  const todo = [place];
  for (let path = todo.pop(); path !== undefined; path = todo.pop()) {
    if (files.length + todo.length > MAX_FILES) return [{ target: exact(place), recursive: true }];
    const entries = world.stat(path).kind === "directory" ? listEntries(path, world) : undefined;
    if (entries === undefined) files.push({ target: exact(path), recursive: false });
    else todo.push(...entries.filter(({ name }) => !LEFT_OUT.test(name)).map(({ name }) => `${path}/${name}`));
  }
  return files;
}

/** What its manifest lists, or what lies in it and is not left out. */
function packedOf(root: string, world: World): readonly string[] {
  const listed = listedIn(`${root}/package.json`, world);
  if (listed !== undefined) return listed.map((entry) => absolutePath(`./${entry.replace(/^\/+/, "")}`, root, world));
  const isLeftOut = ignoredIn(
    root,
    world.stat(`${root}/.npmignore`).kind === "file" ? ".npmignore" : ".gitignore",
    world,
  );
  return (listEntries(root, world) ?? [])
    .filter(({ name, kind }) => !LEFT_OUT.test(name) && !isLeftOut(name, kind === "directory"))
    .map(({ name }) => `${root}/${name}`);
}

/** `files`, each as far as it names a place. */
function listedIn(manifest: string, world: World): readonly string[] | undefined {
  const bytes = world.readFile(manifest, MAX_MANIFEST);
  if (bytes === undefined) return undefined;
  try {
    const { files }: { readonly files?: unknown } = JSON.parse(new TextDecoder().decode(bytes));
    if (!Array.isArray(files)) return undefined;
    return files.flatMap((entry) =>
      typeof entry === "string" && !entry.startsWith("!") ? [entry.split(/[^/]*[*?[{]/, 1)[0] || "."] : [],
    );
  } catch {
    return undefined;
  }
}
