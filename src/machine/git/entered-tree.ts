/** The work tree of a project that a session works in, where that is not the one it was started in. */
import type { World } from "../../contract/world.ts";
import { isInside } from "../index.ts";
import { findRepo } from "./repo.ts";

/** Where Claude Code makes them; for anything else in there it is a guarded directory. */
const TREES = ".claude/worktrees";

interface Session {
  readonly projectRoot: string;
  readonly cwd: string;
}

/** Undefined unless the project's own repository says that this is a work tree of it. */
export function enteredTree({ projectRoot, cwd }: Session, world: World): string | undefined {
  if (!isInside(cwd, `${projectRoot}/${TREES}`)) return undefined;
  const [repo, own] = [findRepo(cwd, world), findRepo(projectRoot, world)];
  if (repo === undefined || repo.workTree === null || !repo.leadsBack || repo.strays) return undefined;
  const isOf = repo.commonDir === own?.commonDir && isInside(repo.workTree, `${projectRoot}/${TREES}`);
  return isOf ? repo.workTree : undefined;
}
