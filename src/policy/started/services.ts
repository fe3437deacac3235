/** What definitions of a service take in under another name: it is run there like the definition itself. */
import { dirname } from "node:path/posix";
import { absolutePath, foldPath, protectedPlace, startsFrom } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { entriesAt } from "./listing.ts";
import { rootsOf } from "./roots.ts";
import { filesBelow, readText } from "./sources.ts";

/** Definitions that are read. */
const MAX_READ = 96;
const DEFINITION = /\.ya?ml$/i;

/** Keys of GitHub, GitLab, Azure, CircleCI and those like them, and items of a list that has none. */
const TAKES =
  /(?:^|[\s{,-])["']?(?:include|local|template|extends|uses|file|import|pipeline|configuration-path)["']?\s*:\s*(\S.*)$|^\s*-\s+(\S+)\s*$/;

/** Folded paths. */
export function takenByServices(call: PolicyCall): ReadonlySet<string> {
  const taken = new Set<string>();
  const todo = rootsOf(call).flatMap((root) => definitionsAt(root, call));
  const seen = new Set<string>();
  for (let file = todo.shift(); file !== undefined && seen.size < MAX_READ; file = todo.shift()) {
    if (seen.has(file)) continue;
    seen.add(file);
    const further = takenBy(file, call);
    for (const path of further) taken.add(foldPath(path));
    todo.push(...further);
  }
  return taken;
}

const definitionsAt = (root: string, call: PolicyCall): readonly string[] =>
  entriesAt(root, call).flatMap(({ name, kind }) => {
    const path = `${root}/${name}`;
    const place = protectedPlace(path, call.places);
    const isService = name === ".github" || (place !== undefined && startsFrom(place.name) === undefined);
    if (!isService) return [];
    return (kind === "directory" ? filesBelow(path, call) : [path]).filter((file) => DEFINITION.test(file));
  });

/** From the project, and from where the definition lies. An action is what stands in its directory. */
function takenBy(file: string, call: PolicyCall): readonly string[] {
  const text = readText(file, call);
  const lists = /^\s*include\s*:/m.test(text);
  const values = text.split("\n").flatMap((line) => {
    const [, value, item] = TAKES.exec(line) ?? [];
    return value ?? (lists ? (item ?? []) : []);
  });
  const names = values
    .flatMap((value) => value.split(/[\s,"'[\]{}]+/))
    .filter((name) => DEFINITION.test(name) || /^\.{1,2}\//.test(name));
  const bases = [...rootsOf(call), dirname(file)];
  const paths = names.flatMap((name) => bases.map((base) => absolutePath(name.replace(/^\/+/, ""), base, call.world)));
  return paths.flatMap((path) => (DEFINITION.test(path) ? [path] : [`${path}/action.yml`, `${path}/action.yaml`]));
}
