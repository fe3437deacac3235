/** Settings of git with a secret in them: an address with a password, a header with a token. */
import { fixedPart, type ReadEffect } from "../../contract/effect.ts";
import type { World } from "../../contract/world.ts";
import { redact } from "../../machine/secrets/index.ts";
import type { PolicyCall } from "../call.ts";

/** Settings of a repository hold whatever somebody wrote into an address or a header. */
export function showsGitSettings({ target, recursive, content }: ReadEffect, { world, real }: PolicyCall): boolean {
  if (!content || target.path === "") return false;
  const base = target.certainty === "glob" ? fixedPart(target) : target.path;
  const wide = recursive || target.certainty === "unknown";
  const below = ["", "/config", ...(wide ? ["/.git/config", "/.gitconfig"] : [])];
  return [...new Set([base, real(base).path])]
    .flatMap((path) => below.map((more) => `${path}${more}`))
    .some((path) => GIT_SETTINGS.test(path) && hasSecret(path, world));
}

const GIT_SETTINGS = /\/\.git\/(?:.*\/)?config(?:\.worktree)?$|\/\.gitconfig$|\/\.config\/git\/config$/i;
const MAX_SETTINGS = 1_000_000;

function hasSecret(path: string, world: World): boolean {
  const { kind } = world.stat(path);
  if (kind === "absent") return false;
  const bytes = world.readFile(path, MAX_SETTINGS);
  if (bytes === undefined) return kind !== "directory";
  const text = new TextDecoder().decode(bytes);
  return redact(text) !== text;
}
