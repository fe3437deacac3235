/**
 * Where an open allow rule (one that ends in a wildcard) ends: it lets a program do its work, and says nothing of arguments with
 * which the program starts others, learns to start them later, or writes where git or an agent would.
 */

import { onlyReads } from "../../contract/effect.ts";
import type { SubCommand } from "../../contract/reading.ts";
import { toTarget } from "../../machine/index.ts";
import { accountedWords, programNamed } from "../../programs/index.ts";
import type { PolicyCall } from "../call.ts";
import { protectionOf } from "../protection.ts";
import { unpackedBy } from "../unpacked.ts";
import { isUnaccounted } from "./accounted-words.ts";
import { BUCKET, installsElsewhere, putsInBucket } from "./addresses.ts";
import { bareWords } from "./bare-commands.ts";
import { isOpenRequest } from "./closed-requests.ts";
import { isOpenSed } from "./closed-sed.ts";
import { copiesToStranger } from "./copy-hosts.ts";
import { isUncovered } from "./covered-commands.ts";
import { obeysInput } from "./fed-languages.ts";
import { filtersFurther } from "./filter-texts.ts";
import { baseName, reachesFurther } from "./further.ts";
import { contactsStranger } from "./git-contacts.ts";
import { isUncoveredGit } from "./git-covered.ts";
import { losesHistory } from "./git-losses.ts";
import { changesOtherTree } from "./git-roots.ts";
import { showsUntold } from "./git-shown.ts";
import { takesMore } from "./git-taken.ts";
import { handsOverSecret } from "./handed-secrets.ts";
import { isOpenEnded, obeysFresh, obeysReachingFilter, writesByOption } from "./option-values.ts";
import { worksElsewhere } from "./other-directory.ts";
import { fillsUnknown, writesOutside } from "./outside-places.ts";
import { sendsElsewhere } from "./outward.ts";
import { printsTree } from "./printed-trees.ts";
import type { Rule } from "./rule.ts";
import { handsOverVariable } from "./secret-variables.ts";
import { importsFiles, namesSecretFile, showsArchive } from "./secret-words.ts";
import { sendsOutput } from "./sent-outputs.ts";
import { givesToStranger } from "./sent-to-strangers.ts";
import { readsFilesBySql } from "./sql-files.ts";
import { standsElsewhere } from "./stands-elsewhere.ts";
import { wordsLead } from "./words-lead.ts";

export function goesTooFar(command: SubCommand, rule: Rule, call: PolicyCall): boolean {
  const fixed = fixedWords(rule);
  if (fixed === undefined) return false;
  const values = command.words.map(({ value, prefix }) => dashed(value ?? prefix));
  return (
    startsUnnamed(command, values, fixed) ||
    setsUnnamed(command, fixed) ||
    ordersPrograms(command, values) ||
    leadsElsewhere(command, values, fixed) ||
    contactsOthers(command, values, fixed) ||
    contactsStranger(command, fixed, call) ||
    copiesToStranger(command, spelledBy(rule), call) ||
    showsSecret(command, values, fixed) ||
    exposesUnnamed(command, values, fixed) ||
    installsElsewhere(command, beyond(values, fixed), call) ||
    putsInBucket(command, beyond(values, fixed)) ||
    writesOutside(command, spelledBy(rule), call) ||
    fillsUnknown(command) ||
    takesMore(command, fixed, call) ||
    losesHistory(command, fixed) ||
    showsUntold(command, fixed, call) ||
    isUncoveredGit(command, fixed, call) ||
    worksElsewhere(command, { rest: beyond(values, fixed), spelled: spelledBy(rule) }, call) ||
    standsElsewhere(command, spelledBy(rule), call) ||
    isUnaccounted(command, { rest: beyond(values, fixed).slice(1), fixed }, call) ||
    isOpenSed(command, fixed, call) ||
    isOpenRequest(command, fixed, call) ||
    isUncovered(command, fixed, call) ||
    changesOtherTree(command, spelledBy(rule), call) ||
    wordsLead(command, { rest: beyond(values, fixed), spelled: spelledBy(rule) }, call) ||
    obeysFresh(command, values, call) ||
    obeysReachingFilter(command, values, call) ||
    filtersFurther(command, fixed) ||
    obeysInput(command, fixed) ||
    reachesFurther(command, { rest: beyond(values, fixed), fixed }, call) ||
    sendsElsewhere(command, { rest: beyond(values, fixed), fixed }, call) ||
    handsOverVariable(command, spelledBy(rule), call) ||
    sendsOutput(command, spelledBy(rule), call) ||
    givesToStranger(command, spelledBy(rule), call) ||
    namesSecretFile(command, { rest: beyond(values, fixed), spelled: spelledBy(rule) }, call) ||
    showsArchive(command, call) ||
    importsFiles(command) ||
    printsTree(command, call) ||
    readsFilesBySql(command) ||
    handsOverSecret(command, { rest: beyond(values, fixed), spelled: spelledBy(rule) }, call) ||
    writesByOption(command, beyond(values, fixed), call) ||
    (call.reading !== undefined && unpackedBy(command, call.reading, call.world).unread) ||
    entersGuarded(command, values, call)
  );
}

/** Options are the same with either kind of stroke between their words. */
const dashed = (word: string): string => word.replace(/^--?[\w-]+/, (name) => name.replaceAll("_", "-"));

/** The words behind those the rule spells out, and the last of these: an option there has its value behind it. */
const beyond = (values: readonly string[], fixed: readonly string[]): readonly string[] =>
  fixed.every((word, i) => values[i] === word) ? values.slice(Math.max(fixed.length - 1, 0)) : values;

/** Every word a rule spells out. */
export const spelledBy = ({ content }: Rule): readonly string[] =>
  (content?.kind === "exact"
    ? content.text
    : content?.kind === "prefix"
      ? content.words
      : content?.kind === "wildcard"
        ? content.pattern
        : ""
  )
    .split(/[\s*]+/)
    .filter((word) => word !== "");

/** The words an open rule spells out; undefined for a rule that is not open. */
function fixedWords({ content }: Rule): readonly string[] | undefined {
  if (content?.kind === "prefix") return content.words.split(" ");
  if (content?.kind === "wildcard") return (content.pattern.split("*")[0] ?? "").trim().split(/\s+/);
  return undefined;
}

/** Sub-commands of many programs that teach them new commands. */
const TEACHES = new Set("alias aliases extension extensions ext plugin plugins krew".split(" "));
/** What of those only looks. */
const LOOKS = new Set("list ls show search get info".split(" "));

/** A sub-command that starts programs, now or later, and that the rule does not name. */
function startsUnnamed(command: SubCommand, values: readonly string[], fixed: readonly string[]): boolean {
  const named = new Set(programNamed(command.name ?? "")?.named?.split(" "));
  const ways = [values, ...bareWords(command, values)];
  return ways.some(([, sub = "", verb = ""]) => {
    if (fixed.includes(sub)) return false;
    return named.has(sub) || (TEACHES.has(sub) && !LOOKS.has(verb));
  });
}

/** Words by which a secret is asked for. */
const ASKS =
  /^(?:get|show|read|token|print|cat|view|reveal|fetch|inspect|access|lookup|decrypt|dump|fill|export|(?:get|show|read|print|find|export)-[\w-]+)$/;

/** It shows a secret, and the rule does not spell out that it does: `Bash(gh auth token:*)` means it, `Bash(gh:*)` does not. */
function showsSecret({ effects }: SubCommand, values: readonly string[], fixed: readonly string[]): boolean {
  if (!effects.some((effect) => effect.do === "secret")) return false;
  // Much is got from a cluster, and little of it is a secret.
  if (effects.some((effect) => "act" in effect && effect.act === "secret.cluster"))
    return !fixed.some((word) => /secret/i.test(word));
  // A script of that name would be the project's; this is the package manager's own.
  if (isPackageManagers(effects)) return !fixed.includes("env");
  const asking = values.slice(1, 5).find((word) => ASKS.test(word));
  return asking === undefined ? fixed.length < 2 : !fixed.includes(asking);
}

const isPackageManagers = (effects: SubCommand["effects"]): boolean =>
  effects.some((effect) => "act" in effect && effect.act === "secret.environment") &&
  effects.some((effect) => effect.do === "run" && effect.what === "task" && effect.task?.startsWith("env") === true);

/** It opens something to others, lets a key in or says whose project it is, and the rule does not spell out more than the program. */
const exposesUnnamed = ({ effects, name }: SubCommand, values: readonly string[], fixed: readonly string[]): boolean =>
  name !== null &&
  fixed.length < 2 &&
  (effects.some((effect) => "act" in effect && EXPOSES.has(String(effect.act))) ||
    (name === "gh" && values.slice(1, 6).some((word) => /^(?:deploy-key|set-default|transfer)$/.test(word))));
const EXPOSES: ReadonlySet<string> = new Set(["publish.repository-public", "publish.gist", "account.host-key"]);

/** Settings with which a program runs another later; a rule that spells the setting out means it. */
const setsUnnamed = ({ effects, name }: SubCommand, fixed: readonly string[]): boolean =>
  effects.some((effect) => {
    if (!("act" in effect)) return false;
    if (effect.act === "package.settings" || effect.act === "package.repoint") return fixed.length < 3;
    if (effect.act === "program.alias" || effect.act === "program.settings") return fixed.length < 2;
    return SETTINGS.has(String(effect.act)) && !fixed.some((word) => word.includes("."));
  }) && name !== null;
const SETTINGS: ReadonlySet<string> = new Set([
  "git.setting-runs",
  "git.setting-unknown",
  "git.setting-weakens",
  "tls.setting-off",
]);

/** Options by which programs nobody knows are told to run others. */
const RUNS =
  /^--?(?:[\w-]*-)?(?:exec|command|cmd|filter|pager|editor|shell|script|plugins?|wrapper|hook|helper|browser|eval|rcfile|preload|loader|rsh|options|pdflatex|escape|write18|postrotate-command|post-renderer|append-config|autoload-file|extends|vettool|toolexec|extld|run-under|bootstrap|override-ini)(?:=|$)/i;
/** Words with which programs whose letters are known start others, now or later, or take their orders from a file. */
const ORDERS: Readonly<Record<string, RegExp>> = {
  // A tree that is merged somewhere else than it was written.
  git: /^(?:-X|--strategy-option=)?subtree=/,
  go: /-ext(?:ld|ldflags)\b|^--?(?:toolexec|exec|vettool|overlay|modfile|pkgdir|compiler|gccgoflags)(?:=|$)/,
  commitlint: /^-x/,
  phpstan: /^-a|^--autoload-file/,
  tshark: /^-X/,
  wireshark: /^-X/,
  mutt: /^-[FeE]/,
  neomutt: /^-[FeE]/,
  openvpn: /./,
  // What the machine itself runs or writes when something goes wrong; whoever serves a directory shows it.
  java: /^-XX:(?:On|\w*(?:File|Path|Options|Flags)\w*[:=])|^-Xlog:|^-(?:java)?agent/,
  openssl: /^s_server$|^-(?:engine|provider-path)$/,
  crontab: /^(?!-l$)/,
  ...Object.fromEntries(["ip", "tc", "bridge"].map((name) => [name, /^--?(?:b|ba|bat|batc|batch)$/])),
  systemctl: /\/|^(?:link|edit|set-environment|import-environment)$/,
  launchctl: /\//,
  tar: /^(?:-[a-zA-Z]*f)?[\w.@-]+:(?!\/\/)/,
  bsdtar: /^(?:-[a-zA-Z]*f)?[\w.@-]+:(?!\/\/)/,
  cpio: /^(?:-[A-Z])?[\w.@-]+:/,
  curl: /%output\{/,
  helm: /^--post-renderer/,
  aws: /^(?:[\w.-]+\.)?(?:credential_process|cli_pager|endpoint_url|ca_bundle|plugins|cli_legacy_plugin_path|aws_access_key_id)$/,
  gcloud: /^(?:api_endpoint_overrides|proxy|auth|context_aware)\/|^core\/custom_ca_certs_file$/,
};
/** `--config alias.x=…`: a setting of the program's own on its command line. */
const SETS = /^--config(?:-option|-env)?$/;

function ordersPrograms(command: SubCommand, values: readonly string[]): boolean {
  const name = command.name ?? "";
  const given = values.slice(1);
  const orders = [programNamed(name)?.orders, Object.hasOwn(ORDERS, name) ? ORDERS[name] : undefined];
  if (given.some((value) => orders.some((one) => one?.test(value)))) return true;
  if (name === "go" && given[0] === "run" && given.some((value) => /^[\w-]+\.[\w.-]+\/|@/.test(value))) return true;
  if (!isOpenEnded(command) || accountedWords(values[0] ?? "") !== undefined) return false;
  return given.some(
    (value, i) =>
      /^(?:--?[\w-]+=)?[|!]/.test(value) ||
      RUNS.test(value) ||
      /^--config-(?:option|env)=/.test(value) ||
      (SETS.test(value) && (given[i + 1] ?? "").includes("=")),
  );
}

/** Options with which a program asks another server than its own, or takes its orders from another file. */
const ELSEWHERE =
  /^--?(?:kubeconfig|kube-apiserver|server|endpoint|endpoint-url|proxy[\w.-]*|preproxy|socks\w*|connect-to|resolve|url|(?:abstract-)?unix-socket|dns-servers|doh-url|index-url|extra-index-url|find-links|registry|python-executable|init-script|lua-filter|remote-(?:executor|cache|downloader|proxy|header)|bes-backend)(?:=|$)/i;
/** The same by one letter, for programs whose letters are known. */
const ELSEWHERE_LETTERS: Readonly<Record<string, RegExp>> = {
  curl: /^-[a-zA-Z#]*[xK]/,
  wget: /^-[a-zA-Z]*[eiB]|^--(?:config|input-file|base|execute)/,
  tcpdump: /^-[a-zA-Z]*z/,
  pandoc: /^-[FL]/,
  task: /^-[td]/,
  nmap: /^--script/,
  kubectl: /^-s/,
  oc: /^-s/,
  docker: /^-H|^--host(?:=|$)|^--context(?:=|$)/,
  podman: /^-r$|^--(?:remote|connection|url)(?:=|$)/,
  gh: /^--hostname/,
  ssh: /^-[a-zA-Z0-9]*F/,
  scp: /^-[a-zA-Z0-9]*[FS]/,
  sftp: /^-[a-zA-Z0-9]*[FSBD]/,
  flake8: /^--append-config/,
};

function leadsElsewhere(command: SubCommand, values: readonly string[], fixed: readonly string[]): boolean {
  const name = baseName(command);
  const letters = Object.hasOwn(ELSEWHERE_LETTERS, name) ? ELSEWHERE_LETTERS[name] : undefined;
  return values
    .slice(1)
    .some((value) => (ELSEWHERE.test(value) || letters?.test(value) === true) && !isSpelled(value, fixed));
}

/** Who is contacted, where the rule itself says with whom: every address must be of a host that it names. */
function contactsOthers({ effects, name }: SubCommand, values: readonly string[], fixed: readonly string[]): boolean {
  const allowed = fixed.slice(1).flatMap((word) => hostsNamed(word));
  if (allowed.length === 0) return false;
  const words = name === "git" ? values.filter((value) => value.includes("://")) : values.slice(1);
  const ofBuckets = fixed.some((word) => BUCKET.test(word));
  const given = [
    ...effects.flatMap((effect) => (effect.do === "network" && !ofBuckets ? [effect.host ?? ""] : [])),
    ...words.flatMap((word) => hostsNamed(word)),
  ];
  return given.some((host) => !allowed.some((one) => host === one || (one.endsWith(".") && host.startsWith(one))));
}

const hostsNamed = (word: string): readonly string[] => {
  const address = /^(?:-[\w-]*=?)?[a-z][a-z0-9+.-]*:\/\/(?:[^/?#]*@)?(\[[^\]]*\]|[^/?#:]+)/i.exec(word)?.[1];
  return address === undefined ? [] : [address.toLowerCase()];
};

const isSpelled = (value: string, fixed: readonly string[]): boolean => fixed.includes(value.split("=")[0] ?? value);

/** Options whose value is left out of what is done. */
const LEAVES_OUT = /^--?(?:[\w-]*-)?(?:exclude|ignore|skip|not|prune|x|I)(?:[\w-]*)?(?:=|$)/;

/** A word that leads into git's directory; for a program nobody knows, into any place only the person may approve. */
function entersGuarded({ understood, effects, cwd }: SubCommand, values: readonly string[], call: PolicyCall): boolean {
  if ((understood && onlyReads(effects)) || cwd.certainty !== "exact") return false;
  return values.slice(1).some((value, i) => {
    if (LEAVES_OUT.test(value) || LEAVES_OUT.test(values[i] ?? "")) return false;
    return placesIn(value).some((place) => {
      const found = protectionOf(toTarget(place, cwd.path, call.world), call);
      return found?.kind === "ask" && (!understood || (found.name === ".git" && /\.git\/./i.test(place)));
    });
  });
}

/** The word, and the value in it where it is an option. */
function placesIn(value: string): readonly string[] {
  if (value === "" || /[\s*?]/.test(value)) return [];
  if (!value.startsWith("-")) return [value, ...value.split(/[=:,]/).slice(1)].filter((place) => place !== "");
  return [value.replace(/^--?[\w-]+=/, ""), value.slice(2)].filter((place) => place !== "" && !place.startsWith("-"));
}
