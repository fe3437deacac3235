/**
 * Whom git would contact under an open allow rule. A name of a remote is worth what it leads to: the agent could have given it
 * another address. What was reached when the session began is known; a rule that ends in a wildcard covers no more.
 */
import type { SubCommand } from "../../contract/reading.ts";
import { findRepo, type Repo, reachedBy, remotes, withoutUserinfo } from "../../machine/git/index.ts";
import { absolutePath } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { CODE_HOSTS, hostAt, isLoopback, isRemote } from "./addresses.ts";
import { bareWords } from "./bare-commands.ts";

export function contactsStranger(command: SubCommand, fixed: readonly string[], call: PolicyCall): boolean {
  if (command.name !== "git") return false;
  if (changesRemotes(command, fixed)) return true;
  if (command.understood && !command.effects.some((effect) => effect.do === "network")) return false;
  if (call.reading?.commands.some(repoints)) return true;
  const allowed = new Set(fixed.flatMap((word) => hostAt(word) ?? []));
  const { cwd } = command;
  const repo = cwd.certainty === "exact" ? findRepo(cwd.path, call.world) : undefined;
  return sidesOf(command, repo, call).some((side) => {
    if (side === undefined) return true;
    const { named, sends } = side;
    const reached = repo === undefined ? alone(named) : reachedBy(named, repo, call.world);
    if (reached === undefined) return true;
    return (sends ? reached.push : reached.fetch).some(
      (address) => address !== "" && isStrange(address, side, { allowed, call }),
    );
  });
}

/** Every address git would use for the other side of this command; none where that cannot be said. */
export function addressesReached(command: SubCommand, call: PolicyCall): readonly string[] {
  if (command.name !== "git" || !command.effects.some((effect) => effect.do === "network")) return [];
  const { cwd } = command;
  const repo = cwd.certainty === "exact" ? findRepo(cwd.path, call.world) : undefined;
  return sidesOf(command, repo, call).flatMap((side) => {
    if (side === undefined) return [];
    const reached = repo === undefined ? alone(side.named) : reachedBy(side.named, repo, call.world);
    return [...(reached?.fetch ?? []), ...(reached?.push ?? [])];
  });
}

/** Outside any repository a word is what it says. */
const alone = (named: string | null) => {
  const addresses = named === null ? [] : [withoutUserinfo(named)];
  return { fetch: addresses, push: addresses };
};

/** Where a remote leads is changed; a rule that spells out that sub-command or that setting means it. */
const changesRemotes = (command: SubCommand, fixed: readonly string[]): boolean =>
  repoints(command) &&
  !fixed.slice(2).some((word) => REMOTE_VERBS.has(word) || /^[\w-]+\../.test(word)) &&
  !fixed.includes("submodule");
const repoints = ({ effects }: SubCommand): boolean =>
  effects.some((effect) => effect.do === "vcs" && effect.op === "remote-change");
const REMOTE_VERBS: ReadonlySet<string> = new Set("add set-url rename remove rm set-branches".split(" "));

interface Side {
  /** By name or address; null where that is left to the configuration. */
  readonly named: string | null;
  readonly sends: boolean;
  /** It stands where the other side is named; of other words only addresses and names of remotes count. */
  readonly first: boolean;
  /** What is there comes into this very repository. */
  readonly brings?: boolean;
}

/** Options of git whose value is the next word, and neither a name nor an address. */
const WITH_VALUE =
  /^(?:-[objcstmX]|--(?:push-option|server-option|depth|deepen|jobs|refmap|filter|shallow-since|shallow-exclude|negotiation-tip|branch|origin|config|reference|sort|strategy|strategy-option|cleanup|track|master|recurse-submodules))$/;
const NAMES_SIDE = /^--(?:repo|remote|bundle-uri)(?:=(.*))?$/s;

const BRINGS = /^(?:fetch|pull|remote|fetch-pack)$/;

/** In place of what is put together only when the command runs. */
const UNKNOWN = "\0";

/** Every word with which a command could name the other side; undefined for one that is not known. */
function sidesOf(command: SubCommand, repo: Repo | undefined, call: PolicyCall): readonly (Side | undefined)[] {
  const values = command.words.map(({ value, prefix }) => value ?? prefix + UNKNOWN);
  const [way = values] = bareWords(command, values);
  const [, verb = "", ...rest] = way;
  const words = verb === "remote" || verb === "submodule" ? rest.slice(1) : rest;
  const sends = !command.understood || verb === "push";
  const operands = words.filter((word, i) => !word.startsWith("-") && !WITH_VALUE.test(words[i - 1] ?? ""));
  const by = words.flatMap((word, i) =>
    NAMES_SIDE.test(word) ? (NAMES_SIDE.exec(word)?.[1] ?? words[i + 1] ?? []) : [],
  );
  const isHidden = [...by, ...operands.slice(0, 1)].some((word) => word.includes(UNKNOWN));
  const brings = BRINGS.test(verb);
  const sides = [
    ...by.map((named) => ({ named, sends, first: true, brings })),
    ...operands.map((named, i) => ({ named, sends, first: i === 0, brings })),
    ...(words.includes("--all") || (verb === "remote" && rest[0] === "update") ? everyRemote(repo, call) : []),
  ];
  if (isHidden) return [undefined];
  return operands.length + by.length === 0 ? [...sides, { named: null, sends, first: true, brings }] : sides;
}

const everyRemote = (repo: Repo | undefined, { world }: PolicyCall): readonly Side[] =>
  repo === undefined
    ? []
    : remotes(repo, world).map(({ name }) => ({ named: name, sends: false, first: false, brings: true }));

interface Bounds {
  readonly allowed: ReadonlySet<string>;
  readonly call: PolicyCall;
}

function isStrange(address: string, { named, sends, first, brings }: Side, { allowed, call }: Bounds): boolean {
  const isWord = address === withoutUserinfo(named ?? "");
  if (isWord && !first && !/:\/\/|^[\w.-]+@[\w.-]+:/.test(named ?? "")) return false;
  const host = hostAt(address);
  // On this disk: what lies there may be the session's own, and has hooks of its own. A branch may well follow one of the same repository.
  if (host === undefined && (brings === true || sends))
    return address !== "." && !wasReached(address, call) && mayStand(address, call);
  if (host !== undefined && (isLoopback(host) || allowed.has(host))) return false;
  if (!sends) return host !== undefined && !CODE_HOSTS.has(host) && !isRemote(host, call);
  return !wasReached(address, call) && !(host === undefined && isWord);
}

/** A name behind which nothing stands, and nothing is put by this very call, brings nothing. */
const mayStand = (address: string, call: PolicyCall): boolean =>
  !/^[\w-]+$/.test(address) ||
  [call.cwd, call.projectRoot].some(
    (from) => call.world.lstat(absolutePath(address, from, call.world)).kind !== "absent",
  ) ||
  call.effects.some((effect) => effect.do === "write");

/** Pushed to, or read from, when the session began: this address, and not only this host. */
export const wasReached = (address: string, { memory }: PolicyCall): boolean =>
  (memory.start.remotes ?? []).some(({ urls, pushUrls, reached }) =>
    [...(reached ?? [...urls, ...pushUrls])].some((one) => plain(one) === plain(address)),
  );

const plain = (address: string): string => withoutUserinfo(address).replace(/(?:\.git)?\/*$/, "");
