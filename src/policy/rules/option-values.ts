/** The values of a command's options, in every way they may be written, and where they lead: for rules that end in a wildcard. */
import { onlyReads } from "../../contract/effect.ts";
import type { SubCommand } from "../../contract/reading.ts";
import { absolutePath, isInside, toTarget } from "../../machine/index.ts";
import { filterReaches, isChecker } from "../../programs/index.ts";
import type { PolicyCall } from "../call.ts";
import { protectionOf } from "../protection.ts";
import { isOwnReach } from "./own-reach.ts";

export interface OptionValue {
  /** With its dashes; "" for a word that belongs to no option. */
  readonly option: string;
  readonly value: string;
}

/** `--opt=VALUE`, `--opt VALUE`, `-oVALUE`, `-o VALUE`, `opt=VALUE`: every reading counts, and words that are none of them. */
export const optionValues = (values: readonly string[]): readonly OptionValue[] =>
  values.slice(1).flatMap((word, i) => (word.startsWith("-") ? ofOption(word) : ofWord(word, values[i] ?? "")));

function ofWord(word: string, before: string): readonly OptionValue[] {
  const [, name, value] = /^([\w.-]+)=(.+)$/s.exec(word) ?? [];
  const own = name === undefined || value === undefined ? [] : [{ option: name, value }];
  return [{ option: /^-./.test(before) && !before.includes("=") ? before : "", value: word }, ...own];
}

function ofOption(word: string): readonly OptionValue[] {
  const [, name, value] = /^(--?[\w.-]+?)[=:](.+)$/s.exec(word) ?? [];
  const [, letter, rest] = /^(-[A-Za-z])([^-=].*)$/s.exec(word) ?? [];
  return [
    ...(name === undefined || value === undefined ? [] : [{ option: name, value }]),
    ...(letter === undefined || rest === undefined ? [] : [{ option: letter, value: rest }]),
  ];
}

/** It runs code, or nobody knows what it does with its words. */
export const isOpenEnded = ({ understood, effects }: SubCommand): boolean =>
  !understood || effects.some((effect) => effect.do === "run" && effect.what !== "helper");

/** Options by whose names a file is only looked at. */
const LOOKED_AT =
  /^-{0,2}(?:env-?file|[\w-]*config(?:-file|-path)?|settings|[\w-]*ignore(?:-path|-file)?|input(?:-file)?|include|exclude[\w-]*|rootdir|root|project|cwd|from[\w-]*|require|import|rcfile|schema|values|var-file|tags?|filter|grep|[kmeiI])$/i;

/** Options by whose names something is put where they say, of programs whose other words are known. */
const PUT_THERE = /^--[\w-]*(?:out|output|dir|dest|log|report|save|write)[\w-]*$/i;

/** An option's value leads where a harmless-looking write runs later, or elsewhere below home: it may be what is written. */
export function writesByOption(command: SubCommand, values: readonly string[], call: PolicyCall): boolean {
  const { cwd, words, understood, effects } = command;
  if (cwd.certainty !== "exact" || (understood && onlyReads(effects))) return false;
  const open = isOpenEnded(command);
  if (open && words.some(({ value, text }) => value === null && /^-[^\s]*[=~$].*(?:HOME|~)/.test(text))) return true;
  return optionValues(values).some(({ option, value }) => {
    if (value === "" || /[\s*?{}()]|:\/\//.test(value) || LOOKED_AT.test(option)) return false;
    if (!open && !PUT_THERE.test(option)) return false;
    if (option === "" && (isChecker(command.name ?? "") || !hidesName(value))) return false;
    return [value, ...value.split(/[:,]/).slice(1)].some(
      (place) =>
        (place !== "" && protectionOf(toTarget(place, cwd.path, call.world), call) !== undefined) ||
        (option !== "" && isElsewhere(place, cwd.path, call)) ||
        (PUTS_OUTPUT.test(option) && isAway(place, cwd.path, call)),
    );
  });
}

/** Options by whose names what a tool makes is put where they say, of whatever tool. */
const PUTS_OUTPUT =
  /^--?(?:o|O|out|[\w-]*(?:out(?:put)?|artifact|target|dist|cache|coverage|report|temp|tmp|log)s?[-_]?(?:dir|directory|file|path|folder|to|dest)|[\w-]*output|outfile|basetemp|junit-?xml|cov-report|coverprofile|(?:cpu|mem|block|mutex)profile|trace|test\.\w+profile|resultsDirectory|html-?report|xml-?report|prefix|install-?(?:dir|root|path)|dest(?:ination|dir)?|save(?:-?to)?)$/i;
const SYSTEM_SINK = /^\/(?:dev|proc)\//;

/** An absolute place, or one above, that is neither the session's nor temporary: of the system as well as of home. */
function isAway(value: string, cwd: string, call: PolicyCall): boolean {
  if (!/^(?:~|\/|\.\.)/.test(value) || SYSTEM_SINK.test(value)) return false;
  return !isOwnReach(absolutePath(value, cwd, call.world), call);
}

/** A word that is no option's value counts where it names a file that starts with a dot, or lies below such a name. */
const hidesName = (value: string): boolean => /(?:^|\/)\.[^./]/.test(value);

/** Below home and not in the project; what is kept to be thrown away is everybody's. */
function isElsewhere(value: string, cwd: string, call: PolicyCall): boolean {
  if (!/^(?:~|\/|\.\.)/.test(value)) return false;
  const path = absolutePath(value, cwd, call.world);
  const { home } = call.world;
  if (!isInside(path, home) || isInside(path, `${home}/.cache`) || isInside(path, `${home}/tmp`)) return false;
  return ![call.projectRoot, ...call.settings.additionalDirectories].some((root) =>
    isInside(path, absolutePath(root, call.projectRoot, call.world)),
  );
}

/** Programs that only read, but for orders in a file of their own language: by option, "" where any word may be it. */
const ORDERS_IN_FILES: Readonly<Record<string, RegExp>> = {
  sed: /^(?:-[a-zA-Z]*f|--file)$/,
  gsed: /^(?:-[a-zA-Z]*f|--file)$/,
  jq: /^(?:-[a-zA-Z]*f|--from-file|-L|--library-path)$/,
  jaq: /^(?:-[a-zA-Z]*f|--from-file|-L)$/,
  gojq: /^(?:-[a-zA-Z]*f|--from-file|-L)$/,
  yq: /^--from-file$/,
  bc: /^$/,
  dc: /^(?:|-f|--file)$/,
};

/** The file it takes its orders from was written in this session. */
export function obeysFresh({ name, cwd }: SubCommand, values: readonly string[], call: PolicyCall): boolean {
  const orders = ORDERS_IN_FILES[name ?? ""];
  const { written } = call.memory;
  if (orders === undefined || written.size === 0) return false;
  return optionValues(values).some(({ option, value }) => {
    if (!orders.test(option)) return false;
    if (cwd.certainty !== "exact") return true;
    const path = absolutePath(value, cwd.path, call.world);
    return [path, call.real(path).path].some(
      (way) => written.has(way) || [...written].some((one) => isInside(way, one)),
    );
  });
}

const MAX_FILTER_BYTES = 256 * 1024;

/** A filter in a file shows the environment, or takes in other files; one that cannot be read may. */
export function obeysReachingFilter({ name, cwd }: SubCommand, values: readonly string[], call: PolicyCall): boolean {
  if (!/^(?:jq|gojq|jaq|yq)$/.test(name ?? "")) return false;
  const options = optionValues(values).filter(({ option }) => ORDERS_IN_FILES[name ?? ""]?.test(option));
  return options.some(({ value }) => {
    if (cwd.certainty !== "exact") return true;
    const path = absolutePath(value, cwd.path, call.world);
    if (call.world.stat(path).kind !== "file") return false;
    const bytes = call.world.readFile(path, MAX_FILTER_BYTES);
    return bytes === undefined || filterReaches(name ?? "", new TextDecoder().decode(bytes));
  });
}
