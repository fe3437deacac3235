/** What allow rules cover: positive, over what the core's reader took apart; everything else is not covered. */
import type { SimpleCommand, WordRole } from "../contract/simple.ts";
import { isInside } from "../core/places/index.ts";
import type { RuleCall } from "./call.ts";
import { spelledWords } from "./commands.ts";
import { criticalDelete } from "./critical.ts";
import { permitsHost } from "./domains.ts";
import { foldText } from "./fold.ts";
import { isKept } from "./kept-options.ts";
import { contentName } from "./meets.ts";
import NAMES from "./names.json" with { type: "json" };
import { markedOptions } from "./options.ts";
import { permitsPath } from "./paths.ts";
import { matchedPaths, placesIn, placesOf, realPath, waysOf } from "./places.ts";
import type { Content, Rule } from "./rule.ts";
import { startsOthers } from "./runs-code.ts";
import { namesFloor } from "./sweeps.ts";
import { pathsInTexts } from "./texts.ts";
import { permitsName, SHELL_TOOLS } from "./tool-names.ts";
import { PLAIN_WRAPPERS } from "./unwrap.ts";
import { wildcardMatches } from "./wildcard.ts";

/** What covering rests on beside the rules. Each answers for one command or absolute path. */
export interface CoverScene {
  /** The call with every command that stands in it at any depth. */
  readonly seen: RuleCall;
  /** The core proves this part: it needs no rule. */
  readonly isProven: (command: SimpleCommand) => boolean;
  /** The core proves a write there. */
  readonly mayWrite: (path: string) => boolean;
  /** An interpreter, a launcher, or a program nobody knows. */
  readonly runsCode: (command: SimpleCommand) => boolean;
  /** It runs what this session wrote, and no walls are around it. */
  readonly runsFresh: (command: SimpleCommand) => boolean;
  readonly isSecret: (path: string) => boolean;
  readonly protectedPlace: (path: string) => { readonly name: string; readonly matched: string } | undefined;
  /** A deny or ask rule with content is in force. */
  readonly restricted: boolean;
  /** What is covered runs inside walls. */
  readonly walled: boolean;
}

export interface Covering {
  readonly call: RuleCall;
  readonly scene: CoverScene;
}

/** They change looks, words, verbosity or a build's target, and nothing else. */
const HARMLESS: ReadonlySet<string> = new Set(NAMES.harmless.flatMap((line) => line.split(" ")));

export const isHarmlessSetting = (name: string): boolean => HARMLESS.has(name);

/** Whether a rule's own words could be about a part of the call, whatever else keeps it from covering. */
export const couldCover = (rules: readonly Rule[], call: RuleCall): boolean =>
  SHELL_TOOLS.includes(call.tool)
    ? rules.some(({ tool, content }) =>
        content === null
          ? permitsName(tool, call.tool)
          : tool === call.tool &&
            (isWrittenOut(content, call.text) || call.commands.some((one) => spellsCommand(content, one))),
      )
    : rules.some((rule) => permitsTool(rule, call));

/** The rules that together cover the call; undefined where a part of it is left open. */
export function covers(rules: readonly Rule[], call: RuleCall, scene: CoverScene): readonly Rule[] | undefined {
  if (criticalDelete(scene.seen) !== undefined) return undefined;
  const covering = SHELL_TOOLS.includes(call.tool)
    ? (coverWhole(rules, call, scene) ?? coverParts(rules, { call, scene }))
    : rules.filter((one) => permitsTool(one, call)).slice(0, 1);
  return covering?.[0] !== undefined && namesProtected(covering, scene) ? covering : undefined;
}

function permitsTool({ tool, content }: Rule, call: RuleCall): boolean {
  if (content === null) return permitsName(tool, call.tool);
  switch (content.kind) {
    case "path":
      return (
        permitsName(tool, call.tool) &&
        call.places.length > 0 &&
        call.places.every(({ path }) => path !== null && permitsPath(content.pattern, path, call))
      );
    case "domain":
      return (
        call.tool === "WebFetch" &&
        call.hosts.length > 0 &&
        call.hosts.every((host) => host !== null && permitsHost(content.host, host))
      );
    case "name":
      return tool === call.tool && wildcardMatches(content.pattern, contentName(call));
    default:
      return false;
  }
}

/** By a rule for every command, where walls hold it or it is all seen (who starts others may start the floor's), or one in which the person wrote out these very bytes. */
function coverWhole(rules: readonly Rule[], call: RuleCall, scene: CoverScene): readonly Rule[] | undefined {
  const seen = scene.seen.commands;
  const runsFresh = seen.some((one) => scene.runsCode(one) && scene.runsFresh(one));
  const isHeld = runsFresh || (scene.restricted && (call.opaque || !call.whole || call.commands.some(scene.runsCode)));
  const isSeen = scene.walled || (call.whole && !(call.commands.some(startsOthers) && namesFloor(call.text)));
  const any = rules.find(({ tool, content }) => content === null && permitsName(tool, call.tool));
  if (any !== undefined && isSeen && !isHeld) return [any];
  const written = rules.find((rule) => rule.tool === call.tool && isWrittenOut(rule.content, call.text));
  const isFree = !seen.some(scene.runsFresh) && !(scene.restricted && !call.whole);
  return written !== undefined && isFree ? [written] : undefined;
}

function coverParts(rules: readonly Rule[], { call, scene }: Covering): readonly Rule[] | undefined {
  if (!call.whole || call.commands.length === 0) return undefined;
  const used = new Set<Rule>();
  const covering = {
    call,
    scene: { ...scene, mayWrite: (path: string) => scene.mayWrite(path) || mayEdit(path, rules, call) },
  };
  for (const command of call.commands) {
    const rule = rules.find((one) => one.tool === call.tool && coversCommand(one, command, covering));
    const outputs =
      rule === undefined || isElsewhere(command, call, scene)
        ? undefined
        : coverOutputs(command, rules, { call, scene });
    if (rule !== undefined && outputs !== undefined) for (const one of [rule, ...outputs]) used.add(one);
    else if (!scene.isProven(command)) return undefined;
  }
  return [...used];
}

const isWrittenOut = (content: Content | null, text: string): boolean =>
  content?.kind === "exact" && content.text === text.trim();

/** A rule means the project's own tasks and scripts, not those of another directory. */
const isElsewhere = (command: SimpleCommand, { projectRoot, disk }: RuleCall, scene: CoverScene): boolean =>
  scene.runsCode(command) &&
  (command.cwd === null || ![command.cwd, realPath(command.cwd, disk)].every((way) => isInside(way, projectRoot)));

const permitsEdit = ({ tool, content }: Rule, path: string, call: RuleCall): boolean =>
  tool === "Edit" && content?.kind === "path" && permitsPath(content.pattern, path, call);
const mayEdit = (path: string, rules: readonly Rule[], call: RuleCall): boolean =>
  rules.some((rule) => permitsEdit(rule, path, call));

/** A rule for a program says nothing of where its output goes: that needs the proof of an edit, or an edit rule. */
function coverOutputs(
  { writes, cwd }: SimpleCommand,
  rules: readonly Rule[],
  { call, scene }: Covering,
): readonly Rule[] | undefined {
  const used: Rule[] = [];
  for (const { value, glob } of writes) {
    const [path, other] = value === null || glob ? [] : waysOf(value, cwd, call.disk);
    if (path === undefined || other !== undefined) return undefined;
    if (path === "/dev/null" || scene.mayWrite(path)) continue;
    const rule = rules.find((one) => permitsEdit(one, path, call));
    if (rule === undefined) return undefined;
    used.push(rule);
  }
  return used;
}

/** Every word as it will be passed, behind plain wrappers and harmless assignments. */
export function coversCommand({ content }: Rule, command: SimpleCommand, { call, scene }: Covering): boolean {
  if (content === null || command.name === null || scene.runsFresh(command)) return false;
  if (command.wrappers.some((name) => !Object.hasOwn(PLAIN_WRAPPERS, name))) return false;
  if (command.assignments.some(({ name, value }) => value === null || !HARMLESS.has(name))) return false;
  const spelled = spelledWords(content);
  if (!coversWords(content, spelled, command)) return false;
  if (content.kind === "exact") return true;
  const isNamed = spelled.filter((word) => !word.includes("*")).length >= 2;
  if (scene.restricted && !isNamed && scene.runsCode(command)) return false;
  if (!scene.walled && startsOthers(command) && namesFloor(handedTo(command, call))) return false;
  return (
    !meansOptions(command, call) &&
    !straysByOption(command, spelled, { call, scene }) &&
    !straysByScript(command, spelled) &&
    !readsSecret(command, spelled, { call, scene })
  );
}

/** Its words; where it has none, what it reads may be anything of the text. */
const handedTo = ({ words: [, ...words] }: SimpleCommand, { text }: RuleCall): string =>
  words.length === 0 ? text : words.map((word) => word.text).join(" ");

/** Whether the words of a rule are those of a command, whatever else keeps it from covering. */
export const spellsCommand = (content: Content, command: SimpleCommand): boolean =>
  coversWords(content, spelledWords(content), command);

function coversWords(content: Content, spelled: readonly string[], { words }: SimpleCommand): boolean {
  const [program] = words;
  if (program === undefined || program.value === null || program.glob) return false;
  const values = words.map(({ value, text }) => value ?? text);
  const isKnown = (from: number, to: number): boolean =>
    words.slice(from, to).every(({ value, glob }) => value !== null && !glob);
  const are = (wanted: readonly string[], from: number): boolean =>
    wanted.every((word, i) => values[from + i] === word) && isKnown(from, from + wanted.length);
  if (content.kind === "exact") return values.length === spelled.length && are(spelled, 0);
  if (content.kind === "prefix") return are(spelled, 0);
  // Around the wildcards the words a rule spells out are words of the command: `npm run 'test x'` is no `npm run test`.
  const isWild = (word: string): boolean => word.includes("*");
  const front = spelled.slice(0, spelled.findIndex(isWild));
  const back = spelled.slice(spelled.findLastIndex(isWild) + 1);
  const pattern = spelled.join(" ");
  const text = values.join(" ");
  const isText = wildcardMatches(pattern, text) || (pattern.endsWith(" *") && text === pattern.slice(0, -2));
  return (
    isText && are(front, 0) && values.length >= front.length + back.length && are(back, values.length - back.length)
  );
}

/** A pattern stands for a name that the program takes for an option. */
const meansOptions = ({ words, cwd }: SimpleCommand, { disk }: RuleCall): boolean =>
  words.some(
    ({ value, glob }) =>
      glob === true &&
      value !== null &&
      /^[*?[]/.test(value) &&
      matchedPaths(value.split("/")[0] ?? "", cwd, disk).some((path) => /\/-[^/]*$/.test(path)),
  );

/** An option that runs or writes what it is told is not covered by a wildcard: the rule has to spell it. */
const straysByOption = (command: SimpleCommand, spelled: readonly string[], covering: Covering): boolean =>
  markedOptions(command).some(
    ({ option, row }) =>
      !spelled.some((word) => word.split("=")[0] === option) && !isKept(option, row, { command, covering }),
  );

/** One command of a script that prints, deletes, ends, or substitutes without running or writing. */
const TAME_SED =
  /^(?:(?:\d+|\$|\/[^/\n]*\/)(?:,(?:\d+|\$|\/[^/\n]*\/))?!?)?(?:[pdq=]|s([/|#,])(?:(?!\1)[^\\\n]|\\.)*\1(?:(?!\1)[^\\\n]|\\.)*\1[gpIi\d]*)$/;
const SED_OPTION =
  /^(?:-[nErsuzi]+|-[nErsuz]*e|-i\.\w+|--(?:in-place|expression|quiet|silent|regexp-extended|posix|null-data|separate|unbuffered))$/;
const WILD_AWK = /system|getline|printf?\b[^;}]*>|>>|[|@`]|close/;

/** The scripts of `sed` and `awk` are programs. */
function straysByScript({ name, words }: SimpleCommand, spelled: readonly string[]): boolean {
  const values = words.slice(1).map(({ value, text }) => value ?? text);
  const loose = values.filter((value) => !spelled.includes(value));
  if (/^[gmn]?awk$/.test(name ?? "")) return loose.some((value) => WILD_AWK.test(value.replaceAll("||", "")));
  if (name !== "sed" && name !== "gsed") return false;
  if (loose.some((value) => value.startsWith("-") && !SED_OPTION.test(value))) return true;
  const given = values.filter((_, i) => /^(?:-[nErsuz]*e|--expression)$/.test(values[i - 1] ?? ""));
  const scripts = given.length > 0 ? given : values.filter((value) => !value.startsWith("-")).slice(0, 1);
  return scripts.some((one) => !spelled.includes(one) && !one.split(";").every((part) => TAME_SED.test(part.trim())));
}

const readsSecret = (command: SimpleCommand, spelled: readonly string[], { call, scene }: Covering): boolean =>
  placesIn(command, call.disk).some(
    ({ path, text }) => path !== null && ![text, path].some((one) => spelled.includes(one)) && scene.isSecret(path),
  );

const UNTOUCHED: ReadonlySet<WordRole> = new Set(["read", "search", "list", "stage", "program", "directory"]);

/** A protected place is covered only by a rule that names it, and so is what could be one. */
function namesProtected(rules: readonly Rule[], scene: CoverScene): boolean {
  const names = new Set(rules.flatMap(segmentsIn));
  const isNamed = (path: string): boolean => {
    const place = scene.protectedPlace(path);
    return place === undefined || names.has(foldText(place.name)) || names.has(foldText(place.matched));
  };
  const places = placesOf(scene.seen).filter(({ role }) => !UNTOUCHED.has(role));
  return (
    places.every(({ path, role }) => (path === null ? role === "unknown" : isNamed(path))) &&
    (scene.walled || !SHELL_TOOLS.includes(scene.seen.tool) || pathsInTexts(scene.seen).every(isNamed))
  );
}

function segmentsIn({ text }: Rule): readonly string[] {
  const segments = foldText(text).split(/[\s/()"'=,:]+/);
  return [...segments, ...segments.slice(1).map((segment, i) => `${segments[i]}/${segment}`)];
}
