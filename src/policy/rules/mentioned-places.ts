/**
 * Places that a command names in options nobody has accounted for, for rules that forbid editing: a value in the same word, unless
 * the option says by its name that it is only looked at, and the next word behind an option that says something is put there.
 * What belongs to no option may only be read, and the words of a message name no place.
 */
import type { SubCommand } from "../../contract/reading.ts";
import { toTarget } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { isOpenEnded, type OptionValue, optionValues } from "./option-values.ts";
import type { WrittenPlace } from "./written-words.ts";

const MAX_PLACES = 256;

/** Options by whose names a place is looked at, stood in or left out. */
const LOOKED_AT =
  /^-{0,2}(?:chdir|cwd|(?:(?:root|work|working|base|project|src|source|input|config|module|modules|plugin|plugins|rules|template|templates|include|test|tests|public|static|asset|assets|schema|chart|data|docs?)-?)?dir(?:ectory)?|file(?:name|s|path)?|[\w-]*config(?:-?(?:file|path|dir|uration))?|settings|env-?file|(?:[\w-]+-)?(?:input|in|src|source|sources|from|root|rootdir|base-?dir|project|projects|package|packages|workspace|path|paths|context|manifest|manifest-path|include|schema|template|templates|values|var-file|rules?|rulesdir|module|modules|import|require|load|read|data|stack|target|only|filter|grep|glob|pattern|match|exclude|ignore|skip|allow|deny|scope|tags?|name|message|body|title|description|text|comment|label|query|arg|args|prefix|kustomize|chart|inventory|playbook|dockerfile|watch|cov|mount|volume|ext|plugin|parser|runner|test|tests|spec|check|lint|diff|list|show|dry-run|verbose|recursive|e2e|quiet|all|force|yes|no-[\w-]+)(?:-?(?:file|path|dir|pattern|paths))?|fs?|[CcdDeEIikKLmMnNpPqRrsSTtuvVwWxyabBghHjlXzZ])$/i;

/** Words in the name of an option with which something is put down, whatever else it says. */
const PUTS =
  /^--?(?:[\w.-]+[-_.])?(?:cpu|heap|prof\w*|trace\w*|log\w*|report\w*|out\w*|dump\w*|snapshot\w*|export\w*|sav\w*|writ\w*|record\w*|debug\w*|dest\w*|emit\w*|generat\w*)(?:[-_.]|$)/i;

const MESSAGE = /^(?:-m|-b|-t|-F|--message|--body|--title|--notes?|--description|--subject|--comment)$/;

export function mentionedWrites(call: PolicyCall): readonly WrittenPlace[] {
  return (call.reading?.commands ?? []).flatMap((command) => placesOf(command, call)).slice(0, MAX_PLACES);
}

function placesOf(command: SubCommand, { world, projectRoot }: PolicyCall): readonly WrittenPlace[] {
  const { cwd, words, name = "" } = command;
  const from = cwd.certainty === "exact" ? cwd.path : projectRoot;
  const values = words.map(({ value, prefix }) => value ?? prefix);
  return [
    ...(isOpenEnded(command) ? namedBy(values) : putBy(values)),
    ...listed(values),
    ...ordered(name ?? "", values),
  ]
    .filter(isPath)
    .flatMap((value) => {
      const target = toTarget(value, from, world);
      // A directory is named for what is put into it.
      return [target, { ...target, path: `${target.path}/x` }].map((place) => ({ target: place, recursive: false }));
    });
}

const namedBy = (values: readonly string[]): readonly string[] =>
  values.slice(1).flatMap((word, i) => {
    // `-o log_file=x`: a setting by its name, whatever the option before it is called.
    const [, setting = "", value = ""] = /^([\w.-]+)=(.+)$/.exec(word) ?? [];
    if (setting !== "" && PUTS.test(`--${setting}`)) return [value];
    // `-Xlog:all:file=x`: behind what is logged.
    const [, log = ""] = /^-X[^\s]*?:file=([^:,]+)/.exec(word) ?? [];
    if (log !== "") return [log];
    if (!/^-./.test(word)) return takesPlace(values[i] ?? "") ? [word] : [];
    return optionValues(["", word]).flatMap((one) => (mayPut(one) ? [one.value] : []));
  });

/** Of programs with a record, which may leave out an option: only where its name says plainly that something is put there. */
const putBy = (values: readonly string[]): readonly string[] =>
  optionValues(values).flatMap(({ option, value }) =>
    PUT_THERE.test(option) && !(/^--?out(?:put)?$/.test(option) && FORMAT.test(value)) ? [value] : [],
  );
/** How it is printed, and not where. */
const FORMAT =
  /^(?:json\w*|ya?ml\w*|table|text|wide|name|[tc]sv|xml|toml|none|short\S*|plain|pretty|full|raw|default|verbose|export|cat|id|markdown|md|(?:go-)?template\w*|custom-columns\S*|source|target|size|avail|used|pcent|fstype)(?:[=,:].*)?$/;
const PUT_THERE =
  /^--?(?:[a-z0-9]+[-_])*(?:out(?:put)?(?:[-_]?(?:dir|file|path|folder|directory|to))?|outfile|outdir|dest(?:ination|dir)?(?:[-_]?(?:dir|file|path))?|(?:save|write|export|dump|log|report|trace|record|emit|artifacts?|download)[-_]?(?:to|dir|file|path|folder|directory))$/i;

/** `type=local,dest=infra`: a list of settings, by the names of each. */
const listed = (values: readonly string[]): readonly string[] =>
  values
    .slice(1)
    .flatMap((word) => (/^(?:-{1,2}[\w-]+=)?[\w.-]+=[^,]*,/.test(word) ? word.split(",") : []))
    .flatMap((part) => {
      const [, setting = "", value = ""] = /(?:^|=)([\w.-]+)=([^=]+)$/.exec(part) ?? [];
      return /^(?:dest(?:ination)?|out(?:put)?|outfile|log_?file)$/i.test(setting) ? [value] : [];
    });

/** What the modules of ansible write, in the words of `-a`; on this machine, or on one that may be it. */
const ordered = (name: string, values: readonly string[]): readonly string[] =>
  name === "ansible" && !values.some((word) => ONLY_LOOKS.test(word))
    ? values.flatMap((word) =>
        [...word.matchAll(/(?:^|[\s='"{,:])["']?(?:dest|path|destfile)["']?\s*[=:]\s*["']?([^\s"',}]+)/g)].map(
          ([, value = ""]) => value,
        ),
      )
    : [];

const ONLY_LOOKS = /^(?:-m|--module-name=)?(?:ansible\.builtin\.)?(?:stat|slurp|find|setup|ping|debug)$/;

/** By its name something is put there, or it is a directory and nobody says that it is looked at. */
const takesPlace = (option: string): boolean =>
  PUTS.test(option) || (/^--?[\w-]*[-_]dir(?:ectory)?$/.test(option) && !saysLookedAt(option));

const mayPut = ({ option }: OptionValue): boolean =>
  PUTS.test(option) || !(saysLookedAt(option) || saysMessage(option));

export const saysLookedAt = (option: string): boolean => LOOKED_AT.test(option) && !PUTS.test(option);
export const saysMessage = (option: string): boolean => MESSAGE.test(option);

const isPath = (text: string): boolean =>
  text !== "" && text !== "-" && text.length <= 1_024 && !/[\s\0]|:\/\//.test(text) && !/^-/.test(text);
