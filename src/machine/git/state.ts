/** Where a repository stands: branch, remotes, unfinished business. */
import type { World } from "../../contract/world.ts";
import { lastEntry, readConfig } from "./config.ts";
import { readRef, resolveRef } from "./refs.ts";
import type { Repo } from "./repo.ts";

export type Head =
  | { readonly kind: "branch"; readonly name: string; readonly oid: string }
  /** On a branch that has no commit yet. */
  | { readonly kind: "unborn"; readonly name: string }
  | { readonly kind: "detached"; readonly oid: string }
  | { readonly kind: "unknown"; readonly why: string };

export function readHead(repo: Repo, world: World): Head {
  const head = readRef(repo, "HEAD", world);
  if (head.kind === "object") return { kind: "detached", oid: head.oid };
  if (head.kind === "unknown") return head;
  if (head.kind === "absent") return { kind: "unknown", why: "there is no HEAD" };
  const name = /^refs\/heads\/([\s\S]+)$/.exec(head.to)?.[1];
  const at = resolveRef(repo, head.to, world);
  if (at.kind === "unknown") return at;
  if (name === undefined) return { kind: "unknown", why: `HEAD points to ${head.to}` };
  return at.kind === "absent" ? { kind: "unborn", name } : { kind: "branch", name, oid: at.oid };
}

/** undefined: cannot be told. */
export function branchExists(repo: Repo, name: string, world: World): boolean | undefined {
  const ref = resolveRef(repo, `refs/heads/${name}`, world);
  return ref.kind === "unknown" ? undefined : ref.kind === "object";
}

export interface DefaultBranch {
  readonly name: string;
  /** What says so: the remote's HEAD, `init.defaultBranch`, or only the name's being usual. */
  readonly from: "remote" | "configuration" | "name";
}

/** A guess, best evidence first; undefined when nothing speaks for any. */
export function defaultBranch(repo: Repo, world: World): DefaultBranch | undefined {
  const all = remotes(repo, world).map((remote) => remote.name);
  for (const remote of all.includes("origin") ? ["origin"] : all.length === 1 ? all : []) {
    const ref = readRef(repo, `refs/remotes/${remote}/HEAD`, world);
    const prefix = `refs/remotes/${remote}/`;
    if (ref.kind === "symbolic" && ref.to.startsWith(prefix))
      return { name: ref.to.slice(prefix.length), from: "remote" };
  }
  const configured = lastEntry(readConfig(repo, world), "init.defaultbranch")?.value;
  if (configured && branchExists(repo, configured, world)) return { name: configured, from: "configuration" };
  const usual = ["main", "master"].find((name) => branchExists(repo, name, world));
  return usual === undefined ? undefined : { name: usual, from: "name" };
}

/** What belongs to a remote's address, and no name, password or token that was written before its host. */
export interface Remote {
  readonly name: string;
  /** As written but for the userinfo, before `url.*.insteadOf`. */
  readonly urls: readonly string[];
  readonly pushUrls: readonly string[];
}

export function remotes(repo: Repo, world: World): readonly Remote[] {
  const found = new Map<string, { name: string; urls: string[]; pushUrls: string[] }>();
  for (const { key, value } of readConfig(repo, world).entries) {
    const [, name, field] = /^remote\.([\s\S]+)\.(url|pushurl)$/.exec(key) ?? [];
    if (name === undefined || value === null) continue;
    const remote = found.get(name) ?? { name, urls: [], pushUrls: [] };
    found.set(name, remote);
    (field === "url" ? remote.urls : remote.pushUrls).push(withoutUserinfo(value));
  }
  return [...found.values()];
}

/** `https://alice:token@host/x` as `https://host/x`. What stands after the first `/`, `?`, `#` or `\\` is no userinfo. */
export const withoutUserinfo = (url: string): string => url.replace(/\/\/[^/?#\\\s]*@/, "//");
