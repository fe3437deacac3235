/** git: what a push names, whom a remote is, what a setting does from now on, what a checkout overwrites. */
import { act, type Effect, unknownTarget, type VcsEffect } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import { findRepo, remotes } from "../../machine/git/index.ts";
import { network, reads, shows, writes } from "../places.ts";
import type { Use } from "../spec.ts";
import type { Filled } from "../template.ts";
import { carries, given, hostOf, line, named, valuesOf, word } from "../words.ts";
import { pushTarget } from "./push-target.ts";

const vcs = (op: VcsEffect["op"], more: Partial<Omit<VcsEffect, "do" | "op">> = {}): VcsEffect => ({
  do: "vcs",
  op,
  ...more,
});
const helper = (wording: string): Effect => ({ do: "run", program: "git", what: "helper", wording });
const only = (...effects: Effect[]): Partial<Filled> => ({ effects });

/** Contact with a remote given by name or address. Transports that start a program of their own are runs. */
function contact(use: Use, remote: KnownWord | undefined, sends: boolean): Effect {
  const value = remote === undefined ? undefined : (remote.value ?? remote.prefix);
  if (value !== undefined && /^[a-z0-9]+::/i.test(value))
    return helper(`the transport ${value.split("::")[0]} starts a program`);
  const host = remote === undefined ? null : hostOf(remote);
  const described = host === null ? describeRemote(use, remote) : undefined;
  const told = described === undefined ? {} : { wording: described };
  return { ...network(host, sends || (remote !== undefined && carries(remote))), ...told };
}

/** The remote as the repository has it before the call; undefined where that says nothing. */
function describeRemote({ cwd, context }: Use, remote: KnownWord | undefined): string | undefined {
  const repo = cwd.certainty === "exact" ? findRepo(cwd.path, context.world) : undefined;
  if (repo === undefined || remote?.value === null) return undefined;
  const all = remotes(repo, context.world);
  if (all.length === 0 && remote === undefined) return "a remote, of which this repository has none yet";
  const name = remote?.value ?? pushTarget(cwd.path, context.world).remote;
  if (name === null) return undefined;
  if (/[/:\\]|^\.\.?$/.test(name)) return undefined;
  const found = all.find((one) => one.name === name);
  if (found === undefined) return `the remote ${name}, which this repository does not have yet`;
  return `the remote ${name} (${[...(found.pushUrls.length > 0 ? found.pushUrls : found.urls)].join(", ")})`;
}

/** The first operand is the remote, or the option names it. */
export const asksRemote = (use: Use): Partial<Filled> =>
  only(contact(use, valuesOf(use, "--remote")[0] ?? use.operands[0], false));
/** The second operand is the address: `remote add NAME URL`, `request-pull START URL`. */
export const asksSecond = (use: Use): Partial<Filled> => only(contact(use, use.operands[1], false));

export function pushes(use: Use): Partial<Filled> {
  const repo = use.operands[0] ?? valuesOf(use, "--repo")[0];
  const reached = contact(use, repo, true);
  if (given(use, "-n --dry-run")) return only(reached);
  const options = ["--all", "--branches", "--mirror", "--tags", "--no-verify"].filter((name) => use.options.has(name));
  const told = {
    remote: repo?.value ?? null,
    ...(options.length === 0 ? {} : { wording: options.join(" ") }),
    ...(given(use, "-f --force --force-with-lease --mirror") ? { forced: true } : {}),
    ...(given(use, "-d --delete --prune --mirror") ? { deletes: true } : {}),
  };
  const refspecs = use.operands.slice(1).filter(({ value }) => value !== "tag");
  const { from, branch } = pushTarget(use.cwd.certainty === "exact" ? use.cwd.path : null, use.context.world);
  const pushed = refspecs.map((refspec) => vcs("push", { ...told, ...refOf(refspec, from) }));
  const unnamed = vcs("push", { ...told, branch: options.some((name) => name !== "--no-verify") ? null : branch });
  return only(...(pushed.length > 0 ? pushed : [unnamed]), reached);
}

/** `[+][source][:destination]`; without a source the destination is deleted. */
function refOf({ value, text }: KnownWord, current: string | null): Partial<VcsEffect> {
  if (value === null) return { branch: null, forced: true, deletes: true, wording: `the refspec ${text} is not known` };
  const plus = value.startsWith("+");
  const [source = "", destination] = (plus ? value.slice(1) : value).split(":");
  const name = (destination ?? source).replace(/^refs\/heads\//, "");
  return {
    branch: name === "HEAD" || name === "@" ? current : name === "" || /[*?[]/.test(name) ? null : name,
    ...(plus ? { forced: true } : {}),
    ...(source === "" && destination !== undefined ? { deletes: true } : {}),
  };
}

/** What is cloned lands in the named directory, else in one named after the last part of the address. */
export function clones(use: Use): Partial<Filled> {
  const [from, into] = use.operands;
  const address = (from?.value ?? "").replace(/\/+$/, "").replace(/\.git$/, "");
  const base = address.split(/[/:]/).pop() ?? "";
  const place = into ?? (base === "" ? undefined : word(base));
  const target = place === undefined ? unknownTarget() : use.target(place);
  const isLocal = from !== undefined && /^(?:\/|\.{1,2}(?:\/|$)|~|file:)/.test(from.value ?? "");
  return only(
    vcs("clone", { remote: from?.value ?? null }),
    isLocal ? reads(use.target(from), true) : contact(use, from, false),
    { do: "write", target, recursive: true, as: "directory" },
    ...valuesOf(use, "-c --config").flatMap((setting) => changed(...keyAndValue(setting))),
  );
}

const keyAndValue = ({ value }: KnownWord): readonly [key: string | null, value: string] => {
  const [key = "", ...rest] = (value ?? "").split("=");
  return [value === null ? null : key, rest.join("=")];
};

/** Settings that make git run something, trust something or talk to someone else, from now on. */
const RUNS_LATER =
  /^(?:alias\.|core\.(?:hookspath|sshcommand|fsmonitor|editor|pager|askpass|gitproxy|attributesfile|worktree)|credential\.|diff\.|difftool\.|mergetool\.|merge\..*\.driver|filter\.|gpg\.|include\.|includeif\.|sequence\.editor|pager\.|protocol\.|init\.templatedir|safe\.|submodule\.|uploadpack\.|receive\.|trailer\.|interactive\.|browser\.|man\.|help\.|web\.|tar\.|remote\..*\.(?:uploadpack|receivepack|vcs|proxy))/;
const WEAKENS =
  /^(?:http\.(?:.*)?(?:sslverify|proxy|extraheader|cookiefile)|(?:transfer|fetch)\.fsckobjects|receive\.deny)/;
const REPOINTS =
  /^(?:url\..*\.(?:insteadof|pushinsteadof)|remote\..*\.(?:url|pushurl|push|mirror|lfsurl|lfspushurl)$|remotes\.|branch\..*\.(?:remote|pushremote)|remote\.pushdefault|lfs\.(?:.*\.)?(?:url|pushurl)|svn-remote\.|fetch\.bundleuri)/;
const REPOINTING_SECTION = /^(?:url|remotes?|branch|lfs|svn-remote)(?:\.|$)/i;
/** What belongs to a repository's everyday, and nothing is started by. */
const EVERYDAY =
  /^(?:user\.(?:name|email|signingkey|useconfigonly)|core\.(?:autocrlf|eol|safecrlf|symlinks|filemode|ignorecase|quotepath|abbrev|bare|repositoryformatversion|precomposeunicode|longpaths|preloadindex|logallrefupdates|compression|bigfilethreshold|untrackedcache|commentchar|whitespace|excludesfile|sparsecheckout\w*)|color\..*|column\..*|advice\..*|log\..*|status\..*|branch\..*\.(?:merge|rebase|description|vscode-merge-base|gh-merge-base)|branch\.(?:autosetuprebase|autosetupmerge|sort)|remote\..*\.(?:fetch|prune|prunetags|tagopt|skip\w+)|push\.(?:default|autosetupremote|followtags)|pull\.(?:rebase|ff)|init\.defaultbranch|rerere\.(?:enabled|autoupdate)|commit\.(?:gpgsign|verbose|cleanup|status)|tag\.(?:gpgsign|forcesignannotated|sort)|feature\.[a-z]+|rebase\.[a-z]+|merge\.(?:log|stat|ff|conflictstyle|renames|renamelimit|directoryrenames)|fetch\.(?:prune|prunetags|parallel|writecommitgraph|showforcedupdates)|http\.(?:postbuffer|version|lowspeedlimit|lowspeedtime)|(?:index|stash|gc|pack|format|blame|diff)\.[a-z]+|versionsort\..*|i18n\..*)$/;

function changed(key: string | null, value: string): readonly Effect[] {
  const wording = `${key ?? "a setting that is not known"} ${value}`.trim();
  if (key === null) return [vcs("config", { wording, forced: true }), act("git.setting-unknown")];
  const name = key.toLowerCase();
  if (REPOINTS.test(name)) return [vcs("remote-change", { wording })];
  const set = vcs("config", { wording });
  if (EVERYDAY.test(name) && !/^diff\.(?:external|textconv|guitool|tool|orderfile)$/.test(name)) return [set];
  if (RUNS_LATER.test(name)) return [set, act("git.setting-runs", { on: key })];
  if (!WEAKENS.test(name)) return [set, act("git.setting-unknown", { on: key })];
  return [set, act(/sslverify/.test(name) ? "tls.setting-off" : "git.setting-weakens", { on: key })];
}

/** Settings that switch a program off when given this value. */
const SWITCHED_OFF =
  /^(?:core\.pager=(?:cat)?|core\.fsmonitor=(?:false)?|(?:commit|tag)\.gpgsign=false|core\.editor=true)$/i;

/** `git -c KEY=VALUE`: for this one use. */
export const settingsOnce = (use: Use): Partial<Filled> =>
  only(
    ...valuesOf(use, "-c").flatMap((setting): readonly Effect[] => {
      const [key, value] = keyAndValue(setting);
      const found = changed(key, value).filter((effect) => effect.do !== "persist");
      if (
        SWITCHED_OFF.test(setting.value ?? "") ||
        (key !== null && found.length === 1 && EVERYDAY.test(key.toLowerCase()))
      )
        return [];
      const run = helper(`the setting ${setting.text} may name a program`);
      if (key?.toLowerCase() === "core.hookspath")
        return [vcs("config", { act: "git.hooks-replace", forced: true }), run];
      return [run, ...found];
    }),
  );

const CONFIG_READS = "--get --get-all --get-regexp --get-urlmatch --get-color --get-colorbool -l --list";
/** Settings that hold credentials. */
const HOLDS_SECRETS = /extraheader|token|passw|secret|sslkey|cookiefile/i;

export function config(use: Use): Partial<Filled> {
  const shown = use.operands.some(({ value }) => HOLDS_SECRETS.test(value ?? ""));
  return only(...(shown ? [shows("secret.git-config")] : []), ...configChanges(use));
}

function configChanges(use: Use): readonly Effect[] {
  const verb = named(use) ?? "";
  const sets = given(use, "--unset --unset-all --add --replace-all --rename-section --remove-section");
  if (given(use, CONFIG_READS) || (!sets && /^(?:get|list)$/.test(verb))) return [];
  if (given(use, "-e --edit") || (verb === "edit" && use.operands.length === 1))
    return [vcs("config"), helper("an editor is opened")];
  const isVerb = !sets && /^(?:set|unset|rename-section|remove-section)$/.test(verb);
  const operands = isVerb ? use.operands.slice(1) : use.operands;
  if (!sets && !isVerb && operands.length < 2) return [];
  const file = valuesOf(use, "-f --file").map((each) => writes(use.target(each)));
  const isSection = given(use, "--rename-section --remove-section") || /^re(?:name|move)-section$/.test(verb);
  if (!isSection) return [...changed(operands[0]?.value ?? null, line(operands.slice(1))), ...file];
  const wording = `the section ${line(operands)}`;
  const repoints = operands.some(({ value }) => value === null || REPOINTING_SECTION.test(value));
  return [vcs(repoints ? "remote-change" : "config", { wording }), ...file];
}

/** A new branch, another branch, or files overwritten: `git checkout x` overwrites when `x` is a path on disk. */
export function checksOut(use: Use): Partial<Filled> {
  const created = valuesOf(use, "-b -B -c -C --create --force-create --orphan");
  const forced = given(use, "-f --force --discard-changes") ? { forced: true } : {};
  const discard = vcs("discard", { wording: line(use.operands), ...forced });
  if ("forced" in forced) return only(discard);
  if (created.length > 0) {
    const moves = given(use, "-B -C --force-create") ? { forced: true } : {};
    const from = use.operands.length === 0 ? {} : ({ act: "git.branch-from", wording: line(use.operands) } as const);
    return only(...created.map(({ value }) => vcs("branch-create", { branch: value, ...moves, ...from })));
  }
  const overwrites =
    use.words.some(({ text }) => text === "--") ||
    use.operands.length > 1 ||
    given(use, "-p --patch --ours --theirs -2 -3 --pathspec-from-file") ||
    use.operands.some((each) => each.value === null || each.glob || isOnDisk(use, each));
  return only(overwrites && use.path[0] === "checkout" ? discard : vcs("switch", { branch: named(use) }));
}

const isOnDisk = (use: Use, each: KnownWord): boolean =>
  each.value !== "-" && use.context.world.lstat(use.target(each).path).kind !== "absent";

/** Files of another revision (`REV:path`), words behind `--`, and words that are paths on disk: their contents are shown. */
export function showsPaths(use: Use): Partial<Filled> {
  const dashes = use.words.findIndex(({ text }) => text === "--");
  const named = use.operands.flatMap((each): readonly KnownWord[] => {
    if (/^:(?:[!^]|\([^)]*exclude)/.test(each.value ?? "")) return [];
    const path = /^[^:]*:(?:[0-3]:)?([^(:!^/].*)$/s.exec(each.value ?? "")?.[1];
    if (path !== undefined) return [word(path)];
    const isPath = dashes >= 0 && use.words.indexOf(each) > dashes;
    return isPath || each.value === null || each.glob || isOnDisk(use, each) ? [each] : [];
  });
  return only(...named.map((each) => reads(use.target(each))));
}
