/** Whom git really contacts: the name of a remote followed to its addresses, `url.*.insteadOf` and push addresses included. */
import type { StartRemote } from "../../contract/session.ts";
import type { World } from "../../contract/world.ts";
import { type ConfigEntry, readConfig } from "./config.ts";
import type { Repo } from "./repo.ts";
import { remotes, withoutUserinfo } from "./state.ts";

/** Addresses and paths without their userinfo, as git would use them. */
interface Reached {
  /** The remotes it could be, by name; a word that is no remote's name stands for itself. */
  readonly names: readonly string[];
  readonly fetch: readonly string[];
  readonly push: readonly string[];
}

/** The remotes with every address they lead to. */
export function remotesReached(repo: Repo, world: World): readonly StartRemote[] {
  const { entries } = readConfig(repo, world);
  return remotes(repo, world).map((remote) => {
    const { fetch, push } = sidesOf(remote.name, entries);
    return { ...remote, reached: [...new Set([...fetch, ...push])] };
  });
}

function sidesOf(name: string, entries: readonly ConfigEntry[]): Omit<Reached, "names"> {
  const urls = valuesOf(`remote.${name}.url`, entries);
  const pushUrls = valuesOf(`remote.${name}.pushurl`, entries);
  const written = urls.length + pushUrls.length === 0 ? [name] : urls;
  const fetch = written.map((url) => rewritten(url, entries, "insteadof") ?? url);
  const push = written.map((url, i) => rewritten(url, entries, "pushinsteadof") ?? fetch[i] ?? url);
  const own = pushUrls.map((url) => rewritten(url, entries, "insteadof") ?? url);
  return { fetch: fetch.map(withoutUserinfo), push: (own.length > 0 ? own : push).map(withoutUserinfo) };
}

const valuesOf = (key: string, entries: readonly ConfigEntry[]): readonly string[] =>
  entries.flatMap((entry) => (entry.key === key && entry.value !== null ? [entry.value] : []));

/** The longest beginning that is replaced wins. */
function rewritten(
  url: string,
  entries: readonly ConfigEntry[],
  by: "insteadof" | "pushinsteadof",
): string | undefined {
  let best: { readonly base: string; readonly instead: string } | undefined;
  for (const { key, value } of entries) {
    const [, base, kind] = /^url\.([\s\S]*)\.(insteadof|pushinsteadof)$/.exec(key) ?? [];
    if (base === undefined || kind !== by || value === null || !url.startsWith(value)) continue;
    if (best === undefined || value.length > best.instead.length) best = { base, instead: value };
  }
  return best === undefined ? undefined : best.base + url.slice(best.instead.length);
}
