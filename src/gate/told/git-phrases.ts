/** What git would do, in a person's words: which branch goes to which remote, at which address. */
import type { VcsEffect } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import type { World } from "../../contract/world.ts";
import { findRepo, remotesReached, withoutUserinfo } from "../../machine/git/index.ts";
import { pushTarget } from "../../programs/index.ts";
import { type Phrase, WEIGHT } from "./phrases.ts";

/** Where git would work, and the words it is given. */
export interface RepositoryAt {
  /** Null: not known. */
  readonly cwd: string | null;
  /** The call itself changes what git goes by: what is on disk is no answer. */
  readonly isBent: boolean;
  readonly words: readonly KnownWord[];
  readonly world: World;
}

interface Said extends RepositoryAt {
  readonly effect: VcsEffect;
  /** A branch, or what was read besides. */
  readonly named: string;
  readonly line: string;
}
type Say = (said: Said) => string;

const doing =
  (words: string): Say =>
  ({ effect: { op, act, deletes }, named, line }) => {
    const how = act?.endsWith("-unchecked") === true ? " without its hooks" : deletes === true ? "," : "";
    return `${words}${how}${named === "" ? bareOf(op, line) : ` ${named}`}`;
  };

const SAID: Readonly<Record<VcsEffect["op"], readonly [weight: number, say: Say]>> = {
  push: [WEIGHT.leaves, (said) => pushPhrase(said.effect, said)],
  fetch: [WEIGHT.contacts, (said) => `fetches from ${remoteText(said.effect.remote, said)}`],
  pull: [WEIGHT.contacts, (said) => `pulls from ${remoteText(said.effect.remote, said)}`],
  clone: [WEIGHT.contacts, ({ effect }) => `clones ${shortAddress(effect.remote ?? "a repository")}`],
  discard: [WEIGHT.lost, ({ named }) => `throws work away${named === "" ? "" : `: ${named}`}`],
  "branch-delete": [
    WEIGHT.lost,
    ({ effect: { branch, forced } }) =>
      `deletes the branch ${branch ?? "that is named"}${forced === true ? ", merged or not" : ""}`,
  ],
  rewrite: [WEIGHT.lost, ({ line }) => `rewrites commits or refs: ${line}`],
  "remote-change": [WEIGHT.others, ({ line }) => `changes where this repository sends to: ${line}`],
  config: [WEIGHT.changes, ({ named }) => `sets git's ${named === "" ? "settings" : named}`],
  stash: [
    WEIGHT.local,
    ({ effect }) => (effect.wording === undefined ? "stashes changes" : "brings stashed changes back"),
  ],
  other: [WEIGHT.local, ({ named, line }) => otherPhrase(named, line)],
  add: [WEIGHT.local, doing("stages")],
  commit: [WEIGHT.local, doing("commits")],
  amend: [WEIGHT.local, doing("amends the last commit")],
  "branch-create": [WEIGHT.local, doing("makes a branch")],
  switch: [WEIGHT.local, doing("switches to")],
  merge: [WEIGHT.local, doing("merges")],
  tag: [WEIGHT.local, doing("tags")],
};

export function gitPhrase(effect: VcsEffect, at: RepositoryAt): Phrase {
  const [weight, say] = SAID[effect.op];
  const line = at.words.map(({ value, text }) => value ?? text).join(" ");
  return { weight, text: say({ ...at, effect, named: effect.branch ?? effect.wording ?? "", line }) };
}

/** A word alone says what is done; to what, the line says. */
const otherPhrase = (named: string, line: string): string => {
  if (/^[a-z]+s$/.test(named)) return `${named} (${line})`;
  return /^[a-z]+s /.test(named) ? named : `changes the repository: ${line}`;
};

/** Where no name was read, the words themselves, if there are any. */
const bareOf = (op: VcsEffect["op"], line: string): string =>
  op === "add" ? " changes" : op === "commit" || op === "amend" || line === "" ? "" : `: ${line}`;

function pushPhrase({ branch, remote, forced, deletes, act }: VcsEffect, at: RepositoryAt): string {
  if (act === "git.push-by-api") return "changes a branch through the host's API";
  const to = remoteText(remote, at);
  const { from } = pushTarget(at.cwd, at.world);
  const isUnnamed = !at.words.some(({ value }) =>
    value
      ?.split(":")
      .at(-1)
      ?.endsWith(branch ?? "?"),
  );
  const what =
    branch === null || branch === undefined
      ? unnamedBranch(at)
      : isUnnamed && from !== null && from !== branch
        ? `${from} as ${branch}`
        : branch;
  if (deletes === true) return `deletes ${what} on ${to}`;
  return `${forced === true ? "overwrites" : "pushes"} ${what} ${forced === true ? "on" : "to"} ${to}`;
}

/** What a push without the name of a branch pushes. */
function unnamedBranch({ words, cwd, world, isBent }: RepositoryAt): string {
  const has = (...options: readonly string[]): boolean => words.some(({ value }) => options.includes(value ?? ""));
  if (has("--mirror")) return "every ref";
  if (has("--all", "--branches")) return "all branches";
  if (has("--tags")) return "all tags";
  if (words.some(({ value }) => value === null)) return "what only the shell knows";
  return !isBent && pushTarget(cwd, world).isWide ? "the branches its settings name" : "the current branch";
}

/** A remote with the address it leads to; without a name, the one git would take. */
function remoteText(given: string | null | undefined, at: RepositoryAt): string {
  if (given && /[/:\\]/.test(given)) return shortAddress(given);
  const repo = at.cwd === null ? undefined : findRepo(at.cwd, at.world);
  const known = repo === undefined ? [] : remotesReached(repo, at.world);
  const name = given ?? pushTarget(at.cwd, at.world).remote;
  if (name === null) return "a remote that is not known";
  const found = known.find((one) => one.name === name);
  if (at.isBent) return `${name}, at an address this call sets`;
  if (found === undefined) return `${name}, which is no remote of this repository`;
  const { urls, pushUrls, reached = [] } = found;
  const led = pushUrls.length > 0 ? reached.filter((url) => !urls.includes(url)) : reached;
  return `${name} (${led.map(shortAddress).join(", ")})`;
}

/** `git@github.com:acme/app.git` and `https://github.com/acme/app.git` as `github.com/acme/app`. */
export const shortAddress = (address: string): string =>
  withoutUserinfo(address)
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, "")
    .replace(/^[^@/:\s]+@(?=[^/]+:)/, "")
    .replace(/^([^/:\s]+):(?!\d+(?:\/|$))\/?/, "$1/")
    .replace(/\.git\/?$/, "");
