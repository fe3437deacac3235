/** Whether every word of a build or test tool behind those a rule spells out is one the tool's closed form accounts for. */
import type { KnownWord, SubCommand } from "../../contract/reading.ts";
import { absolutePath } from "../../machine/index.ts";
import { type AccountedWords, accountedWords, programNamed } from "../../programs/index.ts";
import type { PolicyCall } from "../call.ts";
import { isOwnWay } from "./own-reach.ts";

/** How many words may start the tool: `poetry run pytest`. */
const MAX_IN_FRONT = 4;

/** `fixed`: the words the rule spells out, `python -m pytest` among them; `rest`: the words behind those. */
export function isUnaccounted(
  command: SubCommand,
  { rest, fixed }: { readonly rest: readonly string[]; readonly fixed: readonly string[] },
  call: PolicyCall,
): boolean {
  const row = [command.words[0]?.value ?? "", ...fixed.slice(1, MAX_IN_FRONT)].map(accountedWords).find(Boolean);
  if (row === undefined) return false;
  // What is not known as a whole may be any word.
  if (command.words.some((word) => isOpen(word, row))) return true;
  let scene: WordScene = { row, command, call };
  for (let i = 0; i < rest.length; i += 1) {
    if (rest[i] === "--") {
      scene = {
        ...scene,
        row: accountedWords(row.hands ?? "") ?? { ...row, flags: "", words: "", texts: "", places: "" },
      };
      continue;
    }
    const taken = wordsTaken(rest[i] ?? "", rest[i + 1], scene);
    if (taken === 0) return true;
    i += taken - 1;
  }
  return false;
}

/** Not known as a whole, or a pattern whose files could look like an option or, for those who take them, like a definition. */
function isOpen({ value, splits, glob }: KnownWord, { defines }: AccountedWords): boolean {
  if (value === null || splits) return true;
  return glob && (/^[-*?[]/.test(value) || (defines !== undefined && !/^[^*?]*$|^[^*?[]*\//.test(value)));
}

export interface WordScene {
  readonly row: AccountedWords;
  readonly command: SubCommand;
  readonly call: PolicyCall;
}

/** How many words are accounted for from here on; 0: none. */
export function wordsTaken(word: string, next: string | undefined, scene: WordScene): 0 | 1 | 2 {
  const { row } = scene;
  const definition = definitionIn(word, row);
  if (definition !== undefined) return one(isPlainDefinition(definition, scene));
  if (!word.startsWith("-")) return one(row.goals.test(word) && isOwnPlace(word.split("::")[0] ?? "", scene));
  return isListed(word, row.flags) || isLetters(word, row.flags) ? 1 : optionTaken(word, next, scene);
}
const one = (taken: boolean): 0 | 1 => (taken ? 1 : 0);

function optionTaken(word: string, next: string | undefined, scene: WordScene): 0 | 1 | 2 {
  const { row } = scene;
  const [, option = word, attached] = attachedValue(word, row) ?? [];
  const fits = kindOf(option, row);
  if (fits === undefined) return one(/^-[^-\w]/.test(word) && row.goals.test(word));
  if (attached !== undefined) return one(fits(attached, scene));
  if (next === undefined || next.startsWith("-")) return 1;
  return fits(next, scene) ? 2 : 0;
}

export const isListed = (option: string, list = ""): boolean => list.replaceAll("_", "-").split(" ").includes(option);
const isLetters = (word: string, flags: string): boolean =>
  /^-[A-Za-z]{2,}$/.test(word) && [...word.slice(1)].every((letter) => isListed(`-${letter}`, flags));

/** `--option=VALUE`, `-oVALUE`, `-option=VALUE`. */
function attachedValue(word: string, row: AccountedWords): readonly [string, string, string] | undefined {
  const [, long, value] = /^(--?[\w-]+)=(.*)$/s.exec(word) ?? [];
  if (long !== undefined && value !== undefined) return [word, long, value];
  const [, letter = "", rest = ""] = /^(-[A-Za-z])(.+)$/s.exec(word) ?? [];
  return letter !== "" && !word.startsWith("--") && kindOf(word, row) === undefined ? [word, letter, rest] : undefined;
}

type Fits = (value: string, scene: WordScene) => boolean;

function kindOf(option: string, row: AccountedWords): Fits | undefined {
  if (isListed(option, row.places))
    return (value, scene) => isPlain(value) && !ADDRESS.test(value) && isOwnPlace(value, scene);
  if (isListed(option, row.mounts)) return (value, scene) => isMount(value, scene);
  const only = row.only !== undefined && Object.hasOwn(row.only, option) ? row.only[option] : undefined;
  if (only !== undefined) return (value) => only.test(value);
  if (isListed(option, row.words)) return isPlainWord;
  return isListed(option, row.texts) ? () => true : undefined;
}

const ADDRESS = /^[a-z][\w+.-]*:\/\//i;

/** `name:/there`, `./dir:/there:ro`. */
const isMount = (value: string, scene: WordScene): boolean => {
  const [from = "", ...there] = value.split(":");
  return there.length > 0 && isPlain(value) && (/^[\w][\w.-]*$/.test(from) || isOwnPlace(from, scene));
};

const isPlain = (value: string): boolean => /^[\w.,:@%+~^/=-]*$/.test(value);
const isPlainWord: Fits = (value) => /^(?!~|\/|\.\.)[\w.,:@%+*/=-]*$/.test(value);

/** In the project or a temporary place, and not made in this session. */
export function isOwnPlace(value: string, { command, call }: WordScene): boolean {
  if (!/^(?:~|\/)|(?:^|\/)\.\.(?:\/|$)/.test(value) && !value.includes("/")) return true;
  if (/^\/\/|^@/.test(value)) return true;
  if (command.cwd.certainty !== "exact") return false;
  const path = absolutePath(value, command.cwd.path, call.world);
  return ![path, call.real(path).path].some((way) => !isOwnWay(way, call));
}

interface Definition {
  readonly name: string;
  readonly value: string;
  /** It is handed to a shell with the project's own text around it. */
  readonly runs: boolean;
}

/** `X!=id` and `X:=$(shell id)` are definitions as well: their names are none a word has. */
function definitionIn(word: string, { defines }: AccountedWords): Definition | undefined {
  if (defines === undefined || !defines.test(word)) return undefined;
  const [, name, operator = "", value = ""] = /^([^=\s]*?)([:+?!]*)=(.*)$/s.exec(word.replace(defines, "")) ?? [];
  if (name === undefined) return /^-[DP]/.test(word) ? { name: word.slice(2), value: "", runs: false } : undefined;
  if (word.startsWith("-") && !/^(?:-[DP]|--define=)/.test(word)) return undefined;
  return { name: name + operator.replace(/^:{0,3}$|^[+?]$/, ""), value, runs: !/^-[^P]/.test(word) };
}

/** Compilers and interpreters that a variable of this name may well stand for. */
const CHOSEN: readonly (readonly [name: RegExp, value: RegExp])[] = [
  [/^(?:HOST|BUILD)?_?(?:CC|CXX|LD|AR)$/, /^(?:[\w]+-)*(?:gcc|g\+\+|clang|clang\+\+|cc|c\+\+|ld|lld|ar)(?:-\d+)?$/],
  [/^PYTHON3?$/, /^python(?:\d(?:\.\d+)?)?$/],
  [
    /^C(?:XX|PP)?FLAGS$/,
    /^(?:(?:^|\s+)-(?:O[\w]|g\d?|W(?![lap],)[\w=-]*|D\w+(?:=\w*)?|std=[\w+]+|f(?!plugin)[\w-]+(?:=\w+)?|pipe))*\s*$/,
  ],
];
/** What is defined under such a name is a program, options of one, a search path, or weakens something. */
const STARTS =
  /[^\w-]|^(?:CC|CXX|CPP|LD|AR|AS|AWK|CO|CP|FC|GET|GO|LEX|LINT|M2C|MAKE|MV|NM|NODE|PC|RM|SED|SHELL|TEX|VPATH|YACC|PATH|RANLIB|STRIP|INSTALL|GPATH|EXEC\w*)$|(?:CMD|COMMAND|BIN|EXE|RUN|RUNNER|WRAPPER|LAUNCHER|SHELL|TOOL|COMPILER|LINKER|PROG|PROGRAM|FLAGS|FILES|PYTHON3?|NODE|DOCKER|CURL|PRE|POST|HOOK|INCLUDE|TOOLCHAIN_FILE|PLUGINS?|PATH|URL|HOST|REPO|REGISTRY|PROXY)$/i;
const TOLD =
  /^(?:skip[\w.]*|[\w.-]+\.skip\w*|(?:it\.)?test|[\w.]*Tests?|groups|excludedGroups|revision|changelist|sha1|newVersion|version|profile|env|[\w.]*profiles\.active|failIfNoTests|surefire\.\w+|buildtype|default_library|warning_level|optimization)$/;
/** What is defined under such a name is chosen among, and not started. */
const DATA =
  /(?:^|_)(?:ENV|MODE|TARGET|STAGE|PROFILE|TAG|NAME|TYPE|VERSION|LEVEL|SUITE|BRANCH|REGION|ARCH|OS|PLATFORM)$/i;
const WEAKENS = /ssl|insecure|verif|trust|allow|proxy|repo|settings|url|host/i;

function isPlainDefinition({ name, value, runs }: Definition, scene: WordScene): boolean {
  const chosen = CHOSEN.find(([names]) => names.test(name));
  if (runs && chosen !== undefined) return chosen[1].test(value);
  // One of the project's own machines, by a name that leads nowhere else.
  if (runs && /^(?:[A-Z]+_)?HOST$/i.test(name) && /^[A-Za-z][\w-]*$/.test(value))
    return programNamed(value) === undefined;
  if (WEAKENS.test(name)) return false;
  const counts = /^(?:true|false|on|off|yes|no|\d[\w.+-]*|v\d[\w.+-]*|)$/i.test(value);
  if (!runs) return counts || ((TOLD.test(name) || DATA.test(name)) && /^[\w.,*#+!?@-]*$/.test(value));
  if (STARTS.test(name) || !value.split(" ").every((token) => isPlain(token) && isOwnPlace(token, scene))) return false;
  if (counts || (DATA.test(name) && /^[\w.,@+-]*$/.test(value))) return true;
  const [first = ""] = value.split(" ");
  return programNamed(first) === undefined && !isProgramOfProject(first, scene);
}

/** A path could be what is started; a name that a test file or a directory has is none. */
const isProgramOfProject = (value: string, { command, call }: WordScene): boolean => {
  if (!value.includes("/")) return false;
  const path = absolutePath(value, command.cwd.path, call.world);
  return (
    call.world.stat(path).kind !== "directory" &&
    !/\.(?:py|js|ts|tsx|jsx|mjs|rb|go|rs|java|kt|json|ya?ml|toml|txt|md|c|cc|cpp|h)$/.test(path)
  );
};
