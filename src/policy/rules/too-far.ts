/**
 * Where an open allow rule (one that ends in a wildcard) ends: it lets a program do its work, and says nothing of arguments with
 * which the program starts others, learns to start them later, or writes where git or an agent would.
 */

import { onlyReads } from "../../contract/effect.ts";
import type { SubCommand } from "../../contract/reading.ts";
import { toTarget } from "../../machine/index.ts";
import { programNamed } from "../../programs/index.ts";
import type { PolicyCall } from "../call.ts";
import { protectionOf } from "../protection.ts";
import { unpackedBy } from "../unpacked.ts";
import { bareWords } from "./bare-commands.ts";
import type { Rule } from "./rule.ts";

export function goesTooFar(command: SubCommand, rule: Rule, call: PolicyCall): boolean {
  const fixed = fixedWords(rule);
  if (fixed === undefined) return false;
  const values = command.words.map(({ value, prefix }) => value ?? prefix);
  return (
    startsUnnamed(command, values, fixed) ||
    setsUnnamed(command, fixed) ||
    ordersPrograms(command, values) ||
    leadsElsewhere(command, values, fixed) ||
    (call.reading !== undefined && unpackedBy(command, call.reading, call.world).unread) ||
    entersGuarded(command, values, call)
  );
}

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

/** Settings with which a program runs another later; a rule that spells the setting out means it. */
const setsUnnamed = ({ effects, name }: SubCommand, fixed: readonly string[]): boolean =>
  effects.some((effect) => {
    if (!("act" in effect)) return false;
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
  /^--?(?:[\w-]*-)?(?:exec|command|cmd|filter|pager|editor|shell|script|plugins?|wrapper|hook|helper|browser|eval|rcfile|preload|loader|rsh|options|pdflatex|escape|write18|postrotate-command)(?:=|$)/i;
/** `--config alias.x=…`: a setting of the program's own on its command line. */
const SETS = /^--config(?:-option|-env)?$/;

function ordersPrograms({ name, understood }: SubCommand, values: readonly string[]): boolean {
  const orders = programNamed(name ?? "")?.orders;
  const given = values.slice(1);
  if (orders !== undefined && given.some((value) => orders.test(value))) return true;
  if (understood) return false;
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
  /^--?(?:kubeconfig|server|endpoint|endpoint-url|proxy[\w.-]*|preproxy|socks\w*|connect-to|resolve|url|(?:abstract-)?unix-socket|dns-servers|doh-url|index-url|extra-index-url|find-links|registry|python-executable|init-script|lua-filter)(?:=|$)/i;
/** The same by one letter, for programs whose letters are known. */
const ELSEWHERE_LETTERS: Readonly<Record<string, RegExp>> = {
  curl: /^-[a-zA-Z#]*[xK]/,
  wget: /^-[a-zA-Z]*[eiB]|^--(?:config|input-file|base|execute)/,
  tcpdump: /^-[a-zA-Z]*z/,
  pandoc: /^-[FL]/,
  gradle: /^-I/,
  make: /^-[a-zA-Z]*[fC]/,
  pytest: /^-c$/,
  nmap: /^--script/,
  mvn: /^exec:|^-s$|^--settings/,
};

function leadsElsewhere({ name }: SubCommand, values: readonly string[], fixed: readonly string[]): boolean {
  const letters = ELSEWHERE_LETTERS[name ?? ""];
  return values
    .slice(1)
    .some((value) => (ELSEWHERE.test(value) || letters?.test(value) === true) && !isSpelled(value, fixed));
}

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
