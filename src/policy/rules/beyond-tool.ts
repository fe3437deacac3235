/**
 * What a rule that names a tool, or a whole server, does not say: where else on this machine the call leads, which command it
 * carries, which secret it hands over. Looked at in calls that are no command themselves; those are held against the words of a rule.
 */
import { type Effect, onlyReads, type ReadEffect, type Target } from "../../contract/effect.ts";
import type { ShellReading } from "../../contract/reading.ts";
import { isInside, normalise } from "../../machine/index.ts";
import { holdsToken } from "../../machine/secrets/index.ts";
import { programNamed } from "../../programs/index.ts";
import type { PolicyCall } from "../call.ts";
import { isMetadata } from "../offline/hosts.ts";
import { isCredential, isUnproven } from "../proofs/credentials.ts";
import { evaluates, listedCommands, readingsOf, readsOpened, saysBeside } from "../tools/index.ts";
import { standsAnywhere } from "../typed-directories.ts";
import { couldBeForbidden, runsMore, runsTold, setsVariables } from "./beyond-command.ts";
import { canonicalHost, permitsHost } from "./domains.ts";
import { pointedPlaces } from "./loose-patterns.ts";
import { readsByRule } from "./loose-reads.ts";
import {
  couldBePath,
  fileAddresses,
  type LooseString,
  looseHosts,
  loosePlaces,
  SEPARATOR,
  stringsOf,
} from "./loose-values.ts";
import { isNamedBy, isOwnReach, spellsName } from "./own-reach.ts";
import type { Rule } from "./rule.ts";
import { readsLoosely } from "./sql-files.ts";
import { takesOutside } from "./taken-outside.ts";

/** The rules that cover the call by its tool's name do not cover all of it. */
export function goesBeyond(rules: readonly Rule[], call: PolicyCall): boolean {
  if (call.reading !== undefined || rules.length === 0) return false;
  return (
    call.effects.some((effect) => isUnnamed(effect, rules, call)) ||
    (call.spec.anyField === true &&
      (leadsOut(call) ||
        opensSecret(rules, call) ||
        runsListed(call) ||
        runsAnywhere(call) ||
        runsTold(call) ||
        setsVariables(call) ||
        couldBeForbidden(call) ||
        runsUnnamed(rules, call) ||
        takesAway(rules, call) ||
        takesOutside(rules, call) ||
        saysHarm(call) ||
        asksDatabase(call))) ||
    tellsToken(call) ||
    asksMachine(rules, call)
  );
}

function isUnnamed(effect: Effect, rules: readonly Rule[], call: PolicyCall): boolean {
  if (effect.do === "write" || effect.do === "delete") return isUnnamedWrite(effect.target, rules, call);
  return effect.do === "read" && effect.content && isUnnamedSecret(effect, rules, call);
}

/** A path with two readings is looked at in each of them. */
const isUnnamedWrite = ({ path, certainty }: Target, rules: readonly Rule[], call: PolicyCall): boolean =>
  certainty !== "exact"
    ? call.otherways.length === 0
    : !(isOwnReach(path, call) || rules.some((rule) => isNamedBy(rule, path, call)));

/**
 * Where the session works, a search may come across one: there only a file that is named itself counts, or one that comes whole with
 * its directory.
 */
function isUnnamedSecret(effect: ReadEffect, rules: readonly Rule[], call: PolicyCall): boolean {
  const { path, certainty } = effect.target;
  const here = path !== "" && isOwnReach(path, call);
  const isWhole = effect.recursive && effect.search === undefined;
  if (here && ((effect.recursive && !isWhole) || certainty !== "exact")) return false;
  if (!isCredential(effect, call) && !(here && isWhole && isUnproven(effect, call))) return false;
  return !rules.some((rule) => (here ? spellsName(rule, path, call) : isNamedBy(rule, path, call)));
}

/** A token or a key in the words of what speaks with others, or may. */
const tellsToken = (call: PolicyCall): boolean =>
  (call.effects.length === 0 || !call.effects.every(({ do: kind }) => FILES.has(kind))) && holdsToken(call.input);
const FILES: ReadonlySet<Effect["do"]> = new Set(["read", "write", "delete"]);

/** The address at which a cloud tells its machines who they are is meant only where it is spelled out. */
function asksMachine(rules: readonly Rule[], call: PolicyCall): boolean {
  const hosts = [
    ...call.effects.flatMap((effect) => (effect.do === "network" ? (effect.host ?? []) : [])),
    ...looseHosts(call),
  ];
  return hosts.some(
    (host) =>
      isMetadata(canonicalHost(host)) &&
      !rules.some(({ content }) => content?.kind === "domain" && permitsHost(content.host, host)),
  );
}

/** Of a tool nobody declared: a text of its input can be read as a place outside; or, of one that reads by the person's word, as a secret. */
function leadsOut(call: PolicyCall): boolean {
  if (!readsByRule(call)) return stringsOf(call).some((one) => canLeadOut(one, call));
  return [...loosePlaces(call), ...pointedPlaces(call)].some((target) =>
    isCredential({ do: "read", target, recursive: false, content: true }, call),
  );
}

/** The address of a file, in whatever field of whichever tool, opens what a resource of that address would. */
const opensSecret = (rules: readonly Rule[], call: PolicyCall): boolean =>
  fileAddresses(call)
    .flatMap((text) => readsOpened(text, call))
    .some((effect) => effect.do !== "read" || isUnnamedSecret(effect, rules, call));

/** A place stands in a word behind these. */
const WITHIN = /[\s"'`=@:|<>()[\]{},;\0]+/;

function canLeadOut(one: LooseString, call: PolicyCall): boolean {
  if (one.isContent === true || (one.isText && /\s/.test(one.text.trim()))) return false;
  return [one.text, ...one.text.split(SEPARATOR)].some(
    (text) =>
      couldBePath({ ...one, text }) &&
      (/^\s*\\\\/.test(text) ||
        readingsOf(text, call.world).some((reading) => isOutside(reading, call) || holdsPlace(reading, call))),
  );
}

/** `--out=/etc/x`, `-o/etc/x`, `@/etc/x`, `a:/etc/x`. Addresses of the web are none. */
const holdsPlace = (reading: string, call: PolicyCall): boolean =>
  reading
    .replace(/https?:\/\/[^\s"'`<>]*/gi, "")
    .split(WITHIN)
    .flatMap((part) => [part, part.replace(/^-[A-Za-z](?=[/~.])/, "")])
    .some((part) => leadsAway(part, call));

const SCHEMES = /^(?:[a-z][a-z0-9+.-]+:)+/i;

function isOutside(reading: string, call: PolicyCall): boolean {
  const text = reading.trim();
  if (/^https?:\/\//i.test(text)) return false;
  const behind = text.replace(SCHEMES, "");
  const path = behind.replace(/^\/\/[^/]*(?=\/|$)/, "") || "/";
  const paths = behind === text ? [text] : /file:/i.test(text) ? [`/${behind.replace(/^\/+/, "")}`, path] : [path];
  return paths.some((one) => leadsAway(one.replace(/[?#].*$/s, ""), call) || leadsAway(one, call));
}

/** It is written from the root, from home or upwards, and what it begins with is there. */
function leadsAway(text: string, call: PolicyCall): boolean {
  if (!/^(?:[/~]|[A-Za-z]:(?:\/|$)|(?:\$\{?\w+\}?|%\w+%)\/)|(?:^|\/)\.\.(?:\/|$)/.test(text)) return false;
  if (/^[A-Za-z]:|^(?:\$|%\w+%)/.test(text)) return true;
  const { home } = call.world;
  const path = /^~(?=\/|$)/.test(text) ? home + text.slice(1) : text.startsWith("/") ? text : `${call.cwd}/${text}`;
  return [normalise(path), call.real(path).path].some((way) => !isOwnReach(way, call) && isThere(way, call));
}

/** What the root has no entry for cannot be reached from it: `/vercel/next.js` is the name of a package. */
function isThere(path: string, { world }: PolicyCall): boolean {
  const [first = ""] = path.split("/").slice(1);
  return (
    first === "" || /[*?[{]/.test(first) || isInside(path, world.home) || world.lstat(`/${first}`).kind !== "absent"
  );
}

/** In a field that is called after commands, or where a database starts one: whatever the rule names. */
const runsListed = (call: PolicyCall): boolean => listedReadings(call).some((one) => runsMore(one, call));

/** It works with what it finds where it stands, and nobody knows where that is. */
const runsAnywhere = (call: PolicyCall): boolean =>
  standsAnywhere(call) && listedReadings(call).some(({ commands }) => commands.some(({ words }) => words.length > 1));

function listedReadings(call: PolicyCall): readonly ShellReading[] {
  const listed = listedCommands(call.tool, call.input);
  return call.likely().filter(({ command }) => listed.includes(command));
}

/** It evaluates what it is given, and no rule is for this very tool: covered is only a command that is read, and reads. */
function runsUnnamed(rules: readonly Rule[], call: PolicyCall): boolean {
  if (!evaluates(call.tool, call.input) || rules.some(({ tool }) => tool === call.tool)) return false;
  const listed = listedReadings(call);
  return (
    listed.length === 0 ||
    saysBeside(
      call.input,
      listed.map(({ command }) => command),
    ) ||
    listed.some(({ failed, opaque, effects }) => failed !== undefined || opaque.length > 0 || !onlyReads(effects))
  );
}

/** By its own name it takes something away, and no rule names that very tool. */
const takesAway = (rules: readonly Rule[], { tool }: PolicyCall): boolean =>
  TAKES_AWAY.test(tool.slice(tool.lastIndexOf("__") + 2)) && !rules.some((rule) => rule.tool === tool);
const TAKES_AWAY =
  /(?:^|[_-])(?:delete|remove|rm|rmdir|unlink|purge|wipe|drop|truncate|destroy|erase)(?:[_-]|$)|^(?:delete|remove|destroy|purge|wipe)/;

/** Statements with which a database reads and writes files of its machine, or takes in code. */
const BEYOND_TABLES =
  /\bpg_(?:read|write|ls)_\w+\s*\(|\blo_(?:import|export)\s*\(|\bload_file\s*\(|\binto\s+(?:out|dump)file\b|\bload_extension\s*\(|\b(?:read|write)file\s*\(|\bfsdir\s*\(|\bxp_\w+|\bsys_(?:exec|eval)\b|\bcopy\b[^;]*\b(?:to|from)\s+E?'|\blanguage\s+'?(?:plpython\w*|plperlu|pltclu|c)\b|\battach\s+(?:database\s+)?'/i;
const asksDatabase = (call: PolicyCall): boolean =>
  stringsOf(call).some(({ text, isContent }) => {
    if (isContent === true || !(STATEMENT.test(text) || (SETS_UP.test(text) && isDatabase(call)))) return false;
    const statement = text.slice(0, MAX_STATEMENT);
    return BEYOND_TABLES.test(statement) || readsLoosely(statement);
  });
/** Statements that begin like a sentence count where the call is about a database. */
const SETS_UP = /^\s*(?:force|install)\b/i;
const isDatabase = ({ tool, input }: PolicyCall): boolean =>
  /sql|quer|statement|duck|db|database|postgres/i.test([tool, ...Object.keys(input)].join(" "));
const STATEMENT =
  /^(?:\s|--.*\n|\/\*[\s\S]*?\*\/|[;(])*(?:select|copy|create|with|insert|update|delete|replace|do|exec(?:ute)?|declare|set|load|attach|pragma|call|begin|explain|values|alter|from|describe|summarize|show|table|pivot|import|export|prepare|merge|use|bulk)\b/i;
const MAX_STATEMENT = 65_536;

/** How many texts are read as commands because of how they begin. */
const MAX_SAID = 32;

/** A text in no field of words begins with a program's name, and read as a command it does what nobody would say in passing. */
const saysHarm = (call: PolicyCall): boolean =>
  stringsOf(call)
    .filter(({ text, isText, isContent }) => !isText && isContent !== true && beginsWithProgram(text))
    .slice(0, MAX_SAID)
    .some(({ text }) => {
      const { cwd, projectRoot, world } = call;
      const { effects } = call.readShell(text, { cwd, projectRoot, world, written: new Set(), likely: 0 });
      return effects.some((effect) => isHarm(effect, call));
    });

const beginsWithProgram = (text: string): boolean => {
  const [, name] = /^\s*(?:[\w.~/-]*\/)?([\w.-]+)\s+\S/.exec(text.slice(0, 4_096)) ?? [];
  return name !== undefined && programNamed(name) !== undefined;
};

function isHarm(effect: Effect, call: PolicyCall): boolean {
  switch (effect.do) {
    case "read":
      return effect.content && isCredential(effect, call);
    case "write":
    case "delete":
      return effect.target.certainty !== "exact" || !isOwnReach(effect.target.path, call);
    case "vcs":
      return effect.op === "push";
    case "network":
      return effect.sends;
    default:
      return effect.do === "publish" || effect.do === "secret" || effect.do === "privilege";
  }
}
