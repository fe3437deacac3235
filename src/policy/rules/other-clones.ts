/** Other clones of the project's repository that a call leads into: a rule against reading a file of the project means its copy there. */
import { dirname } from "node:path/posix";
import { findRepo, type Repo, remotesReached, withoutUserinfo } from "../../machine/git/index.ts";
import { absolutePath, isInside } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { gitFront, isGit } from "./git-base.ts";
import { isOfProject, repoNamed } from "./git-carried.ts";

/** How many directories of a call are looked at. */
const MAX_DIRECTORIES = 64;

/** What is to another clone what `root` is to the project; `places`: where the call comes to. */
export function otherClones(places: readonly string[], root: string, call: PolicyCall): readonly string[] {
  const { world, projectRoot } = call;
  const project = findRepo(root, world);
  if (project?.workTree == null || places.every((place) => isInside(place, projectRoot))) return [];
  const within = call.real(root).path.slice(project.workTree === "/" ? 0 : project.workTree.length);
  const away = places.filter((place) => !isInside(place, project.workTree ?? "/"));
  const directories = [...new Set(away.flatMap((place) => [place, dirname(place)]))].slice(0, MAX_DIRECTORIES);
  const found = directories.flatMap((dir) => {
    const repo = findRepo(dir, world);
    return repo?.workTree != null && isCloneOf(project, repo, call) ? [repo.workTree] : [];
  });
  return [...new Set([...found, ...clonedNow(project, call)])].map((tree) => `${tree === "/" ? "" : tree}${within}`);
}

const plain = (address: string): string => withoutUserinfo(address).replace(/(?:\.git)?\/*$/, "");

const addressesOf = (repo: Repo, { world }: PolicyCall): readonly string[] =>
  remotesReached(repo, world).flatMap(({ reached = [] }) => reached.map(plain));

/** A remote of it leads to the project, or to where the project's own lead, or the project's lead to it. */
function isCloneOf(project: Repo, repo: Repo, call: PolicyCall): boolean {
  if (isOfProject(repo, call)) return false;
  const own = addressesOf(project, call);
  return (
    addressesOf(repo, call).some(
      (address) =>
        own.includes(address) ||
        repoNamed(address, repo.workTree ?? repo.gitDir, call)?.commonDir === project.commonDir,
    ) ||
    own.some((address) => repoNamed(address, project.workTree ?? project.gitDir, call)?.commonDir === repo.commonDir)
  );
}

/** Where a command of this very call clones what the project was cloned from. */
function clonedNow(project: Repo, call: PolicyCall): readonly string[] {
  const clones = (call.reading?.commands ?? []).filter((one) => isGit(one) && gitFront(one)?.sub === "clone");
  if (clones.length === 0) return [];
  const own = new Set(addressesOf(project, call));
  return clones
    .filter(({ words }) => words.some(({ value }) => value !== null && own.has(plain(value))))
    .flatMap(({ words, cwd, effects }) => [
      ...effects.flatMap((effect) =>
        effect.do === "write" && effect.target.certainty === "exact" ? [effect.target.path] : [],
      ),
      ...(cwd.certainty === "exact" ? [absolutePath(words.at(-1)?.value ?? ".", cwd.path, call.world)] : []),
    ]);
}
