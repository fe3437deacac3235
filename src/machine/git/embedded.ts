/**
 * Repositories that stand in another one's work tree and are none of its submodules. To `git add` each is a submodule to be: from then
 * on git runs itself inside it, with its own configuration.
 */
import type { DirEntry, World } from "../../contract/world.ts";
import { listEntries } from "../index.ts";
import { gitHelpers } from "./helpers.ts";
import type { Operation } from "./helpertable.ts";
import { discoverRepo } from "./repo.ts";
import { openWorkTree, type WorkTree } from "./work-tree.ts";

/** With more directories than this nobody looks for them. */
const MAX_DIRECTORIES = 10_000;

/** Whether git would run something in one of them during the operation, or nobody can say. */
export function mayRunEmbedded(dir: string, operation: Operation, world: World): boolean {
  // Without a repository git says so and adds nothing.
  if (discoverRepo(dir, world).found === "none") return false;
  const tree = openWorkTree(dir, world);
  const found = tree === undefined ? undefined : embeddedIn(tree, world);
  return found?.every((place) => runsNothing(place, operation, world)) !== true;
}

function runsNothing(place: string, operation: Operation, world: World): boolean {
  const { runs, unknown } = gitHelpers(place, operation, world);
  return runs.length === 0 && unknown === null;
}

/** Undefined where not all of the tree is seen. */
function embeddedIn({ root, ignores }: WorkTree, world: World): readonly string[] | undefined {
  const found: string[] = [];
  const todo = [root];
  for (let place = todo.pop(), seen = 0; place !== undefined; place = todo.pop(), seen++) {
    const entries = listEntries(place, world);
    if (entries === undefined || seen >= MAX_DIRECTORIES) return undefined;
    const isRepository = place !== root && entries.some(({ name }) => isGit(name));
    if (isRepository) found.push(place);
    else todo.push(...directoriesIn(place, entries).filter((path) => !ignores(path, true)));
  }
  return found;
}

const isGit = (name: string): boolean => name.toLowerCase() === ".git";

const directoriesIn = (place: string, entries: readonly DirEntry[]): readonly string[] =>
  entries.flatMap(({ name, kind }) =>
    kind === "directory" && !isGit(name) ? [`${place === "/" ? "" : place}/${name}`] : [],
  );
