/** Where a repository stands: branch, remotes, unfinished business. */
import type { StartRemote } from "../../contract/session.ts";
import type { World } from "../../contract/world.ts";
import { type GitSetting, valuesOf } from "../../core/git/index.ts";
import { readRef, resolveRef } from "./refs.ts";
import type { Repo } from "./repo.ts";
import { lastValue, settingsOf } from "./settings.ts";

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
  const configured = lastValue(settingsOf(repo, world), "init.defaultbranch");
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
  for (const { key, value } of settingsOf(repo, world)) {
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

/** The remotes with every address they lead to: `url.*.insteadOf` and push addresses included, without their userinfo. */
export function remotesReached(repo: Repo, world: World): readonly StartRemote[] {
  const settings = settingsOf(repo, world);
  return remotes(repo, world).map((remote) => ({
    ...remote,
    reached: [...new Set(addressesOf(remote.name, settings).map(withoutUserinfo))],
  }));
}

function addressesOf(name: string, settings: readonly GitSetting[]): readonly string[] {
  const all = (key: string): readonly string[] => valuesOf(settings, key).filter((one) => one !== null);
  const [urls, pushUrls] = [all(`remote.${name}.url`), all(`remote.${name}.pushurl`)];
  const written = urls.length + pushUrls.length === 0 ? [name] : urls;
  const fetch = written.map((url) => rewritten(url, settings, "insteadof") ?? url);
  const own = pushUrls.map((url) => rewritten(url, settings, "insteadof") ?? url);
  const push = written.map((url, i) => rewritten(url, settings, "pushinsteadof") ?? fetch[i] ?? url);
  return [...fetch, ...(own.length > 0 ? own : push)];
}

/** The longest beginning that is replaced wins. */
function rewritten(
  url: string,
  settings: readonly GitSetting[],
  by: "insteadof" | "pushinsteadof",
): string | undefined {
  let best: { readonly base: string; readonly instead: string } | undefined;
  for (const { key, value } of settings) {
    const [, base, kind] = /^url\.([\s\S]*)\.(insteadof|pushinsteadof)$/.exec(key) ?? [];
    if (base === undefined || kind !== by || value === null || !url.startsWith(value)) continue;
    if (best === undefined || value.length > best.instead.length) best = { base, instead: value };
  }
  return best === undefined ? undefined : best.base + url.slice(best.instead.length);
}
