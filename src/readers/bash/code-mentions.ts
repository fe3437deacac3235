/**
 * What code mentions, where it hands on words or names that it made itself (a parameter, a table, a condition, a list): which of its
 * texts goes where cannot be told then, so each may go anywhere. For what finds, and never proves. Code is taken as `codeSpellings` has it.
 */

const TEXT = String.raw`(?:"[^"\n]*"|'[^'\n]*'|${"`"}[^${"`"}\n]*${"`"})`;
/** Nothing is filled in. */
const WHOLE_TEXT = String.raw`(?:"[^"\n$#{}]*"|'[^'\n{}]*'|${"`"}[^${"`"}\n$]*${"`"})`;
const MAX_BEHIND = 600;
const MAX_WORDS = 1_024;

/** Words of languages with which code starts programs. */
const STARTS =
  /\b(?:\w*exec\w*|\w*spawn\w*|system\w*|popen\w*|Popen|subprocess|child_process|fork|qx|Open3|ProcessBuilder|Command)\b|\$`/;
const STARTER =
  /(?<![\w$])(?:exec\w*|spawn\w*|system\w*|popen\w*|Popen|check_\w+|getoutput|getstatusoutput|create_subprocess_\w+|posix_spawn\w*|run|call|Command|ProcessBuilder|shell_exec|passthru|proc_open|pcntl_exec|open[23]|capture[23]e?|pipeline\w*)\b/g;
/** What is brought in by its name is not called yet. */
const BROUGHT =
  /^[ \t]*(?:import|from|use|require)\b[^;\n]*|(?:const|let|var)?\s*\{[^{}]*\}\s*=\s*(?:await\s+)?(?:require|import)\s*\([^()]*\)|\bimport\s*\{[^{}]*\}/gm;

/** Words, lists of words, and settings that choose no program. */
const VALUE = String.raw`(?:${WHOLE_TEXT}|\[\s*(?:${WHOLE_TEXT}\s*,?\s*)*\]|\{[^{}]*\}|True|False|true|false|None|null|undefined|nil|\d+)`;
const SETTING = String.raw`(?:[\w$]+\s*=\s*(?:${VALUE}|[\w.$]+(?:\([^()]*\))?)|${VALUE})`;
const CLOSED = new RegExp(String.raw`^\s*\(\s*${VALUE}(?:\s*,\s*${SETTING})*\s*,?\s*\)(?!\s*\.(?:arg|args|push)\b)`);
const CLOSED_BARE = new RegExp(
  String.raw`^\s+${WHOLE_TEXT}(?:\s*,\s*${WHOLE_TEXT})*\s*(?:[;}\n]|$|\|\||&&|\b(?:or|and|if|unless)\b)`,
);

/** It starts a program of which a word stands in none of the texts it is started by. */
export function startsOpenly(code: string): boolean {
  const called = code.replace(BROUGHT, "");
  if (!STARTS.test(code)) return false;
  return [...called.matchAll(STARTER)].some(({ 0: name, index }) => {
    const behind = called.slice(index + name.length, index + name.length + MAX_BEHIND);
    // A name of the library's, or one that is being given.
    if (/^\s*(?:[.:]|=(?!=))/.test(behind)) return false;
    return !CLOSED.test(behind) && !CLOSED_BARE.test(behind);
  });
}

/** Words of its texts; where a name that is called says what is run (`__getattr__`), the names of the code too. */
export function wordsMentioned(code: string): ReadonlySet<string> {
  const texts = ANSWERS_ANY_NAME.test(code) ? [code] : textsOf(code);
  const words = texts.flatMap((text) => text.split(/(?:\\[nrt]|[^\w./@+-])+/)).filter(Boolean);
  const folded = words.slice(0, MAX_WORDS).map((word) => word.toLowerCase());
  return new Set(folded.flatMap((word) => [word, word.replace(/^.*[/.]/, "")]));
}
const ANSWERS_ANY_NAME = /__getattr__|\bnew\s+Proxy\b|method_missing|\bAUTOLOAD\b|__call\b/;

const textsOf = (code: string): readonly string[] =>
  [...code.matchAll(new RegExp(TEXT, "g"))].map(([whole]) => whole.slice(1, -1));

/** Calls whose first word is a place. */
const TAKES_NAME =
  /(?<![\w$])(?:open|fopen|(?:read|write|append|copy|unlink|rename|truncate|rm|rmdir|cp|stat|chmod|symlink|link)(?:File)?(?:Sync)?|appendFile(?:Sync)?|create(?:Read|Write)Stream|rmtree|remove\w*|unlink|rename\w*|replace|copy\w*|copytree|move|Path|file_(?:get|put)_contents|truncate|File\.\w+|io\.open|slurp|readlines|symlink|makedirs|mkdir\w*)\s*\(\s*/g;
/** Of a place that has a name, what needs no other word. */
const OF_NAMED =
  /([\w$\])])\s*\.\s*(?:unlink|rmdir|read_text|read_bytes|write_text|write_bytes|touch|rename|replace|open|symlink_to|hardlink_to)\s*\(/g;

/** It reads, writes or takes away something by a name that stands in none of the texts it is called with. */
export function namesOpenly(code: string): boolean {
  const isOpen = [...code.matchAll(TAKES_NAME)].some(({ 0: whole, index }) => {
    const behind = code.slice(index + whole.length, index + whole.length + MAX_BEHIND);
    return !new RegExp(String.raw`^(?:[fFrRbBuU]{0,2}${WHOLE_TEXT}\s*[,)]|\))`).test(behind);
  });
  return isOpen || [...code.matchAll(OF_NAMED)].some(({ 1: before }) => before !== ")");
}

const NAME = /^~?[\w.@+-]*(?:\/[\w.@+-]+)*\/?$/;
const MAX_NAMES = 24;

/** Names that its texts hold, those that begin with a slash also without it, and any two of them one below the other. */
export function namesMentioned(code: string): readonly string[] {
  const words = textsOf(code).flatMap((text) => text.split(/(?:\\[nrt]|[\s"'`,;:=(){}[\]|<>$])+/));
  const names = [...new Set(words)].filter((word) => /\w/.test(word) && word.length <= 256 && NAME.test(word));
  const few = names.slice(0, MAX_NAMES).map((name) => name.replace(/^\/|\/$/g, ""));
  return [...new Set([...names, ...few, ...few.flatMap((dir) => few.map((name) => `${dir}/${name}`))])];
}

/**
 * Directories that are copied or packed with everything in them. Which word of a call is the place depends on the function, so
 * every place that such code mentions may be it, and where it stands wherever it asks for that or leaves it out.
 */
export function treesTaken(code: string): readonly string[] {
  const first = [...code.matchAll(TAKES_FIRST)]
    .filter(({ 1: name = "", index }) => !/^c(?:p|opy)(?:Sync)?$/.test(name) || RECURSIVE.test(code.slice(index)))
    .map(([, , place = ""]) => place.slice(1, -1));
  const takesAny = TAKES_ALL.test(code) || (TAKES_MAYBE.test(code) && SAYS_ALL.test(code)) || packsWalked(code);
  if (!takesAny) return first;
  const names = textsOf(code).filter((text) => /\w/.test(text) && text.length <= 256 && !/[\s\0]/.test(text));
  const here = STANDS_HERE.test(code) || leavesOut(code) ? ["."] : [];
  return [...first, ...names, ...placesMentioned(code), ...here];
}
const TAKES_FIRST = new RegExp(
  String.raw`(?<![\w$])(copytree|copy_tree|cp_r|dircopy|rcopy|copy_dir\w*|make_archive|cp(?:Sync)?|copy(?:Sync)?|add|addLocalFolder)\s*\(?\s*(${WHOLE_TEXT})`,
  "g",
);
/** Functions that take a whole tree, by whatever library. */
const TAKES_ALL =
  /(?<![\w$])(?:copytree|copy_?tree|cp_l?r|copy_entry|dircopy|rcopy|(?:copy|zip|tar|pack|compress|archive)_?(?:dir(?:ectory)?|folder|tree|recursive)\w*|copyFS|_?make_(?:archive|zipfile|tarball)|create_archive|(?:add|write|append)_?(?:Local)?_?(?:tree|dir(?:ectory)?(?:_all)?|folder|all)|append_dir_all|buildFrom(?:Directory|Iterator)|Create_?From_?Directory|zipfile\.main|tarfile\.main|zipapp\.main)(?![\w$])/i;
/** The same where the code says so anywhere. */
const TAKES_MAYBE = /(?<![\w$])(?:cp|copy|move|mv)(?:Sync)?(?![\w$])/;
const SAYS_ALL = /\brecursive\b|fs-extra|shelljs|\bcpx\b|["'`]-\w*[rRa]\w*["'`]/;
/** Names for where it stands. */
const STANDS_HERE = /\b(?:getcwd|cwd|curdir|pwd|Getwd)\b|__dirname/;
/** What is packed where nothing else is said. */
const leavesOut = (code: string): boolean =>
  [...code.matchAll(/make_archive\s*\(([^()]*)/g)].some(([, given = ""]) => given.split(",").length < 3);

/** Files that a walk finds are put into an archive one by one. */
const packsWalked = (code: string): boolean =>
  /\b(?:os\.walk|r?glob|readdir\w*|scandir|RecursiveDirectoryIterator|Find\.find|File::Find|find|WalkDir)\b/.test(
    code,
  ) &&
  /\b(?:ZipFile|tarfile|PharData|ZipArchive|Archive::\w+|archiver|AdmZip|adm-zip|jszip|JSZip|Zip::\w+)\b/.test(code);

/** Words that take a directory with everything in it. */
const TAKES_TREE =
  /(?<![\w$])(?:rm_rf!?|rm_r|rmtree|rm_tree|remove_tree|removeSync|rimraf(?:Sync)?|emptyDir(?:Sync)?|RemoveAll|remove_dir_all|remove_entry_secure|deleteRecursively|deleteDirectory|removeItem|remove_all|unlink_tree)\s*\(?\s*/g;
const NEEDS_OPTION = /(?<![\w$])(?:rm|rmdir)(?:Sync)?\s*\(\s*/g;
const RECURSIVE = /^[^;\n]{0,200}?\brecursive\b/;

/** It deletes a tree whose name stands in no text that it is called with, or starts a program for that. */
export function deletesOpenly(code: string): boolean {
  const isOpen = (pattern: RegExp, more: RegExp): boolean =>
    [...code.matchAll(pattern)].some(({ 0: whole, index }) => {
      const behind = code.slice(index + whole.length, index + whole.length + MAX_BEHIND);
      return more.test(behind) && !new RegExp(String.raw`^${WHOLE_TEXT}\s*[,)\]]`).test(behind);
    });
  if (isOpen(TAKES_TREE, /^(?!\s*$)/) || isOpen(NEEDS_OPTION, RECURSIVE)) return true;
  const words = wordsMentioned(code);
  return words.has("rm") && [...words].some((word) => /^-[a-z]*r|^--recursive$/.test(word)) && startsOpenly(code);
}

/** A text here is compared, cut by, put behind or before something, or where the code goes. */
const SPARED_BEFORE =
  /(?:\.\s*(?:r?split|join|replace(?:All)?|starts_?[wW]ith|ends_?[wW]ith|includes|(?:last)?[iI]ndex(?:Of)?|r?find|count|[lr]?strip|trim\w*|g?sub|r?partition|concat|match|test)\(\s*|(?:[=!]==?|\b(?:in|chdir|cd|cwd|is))\s*[=:(]?\s*|[+.]\s*|\b(?:join|resolve|joinpath|relative|relpath|commonpath|print|log|puts|echo|warn|error)\s*\((?:[^()]*,)?\s*)$/;
const SPARED_BEHIND =
  /^\s*(?:<>|&|\.\s*(?:join|split)|\+|\/|\.\s*["'\w]|(?:not\s+)?in\b|[=!]=|\)?\s*\.r?glob\(\s*["'](?!\*{1,2}["']))/;

/** Places from the root or from home that its texts hold, as a whole. `code`: with home spelled out. */
export function placesMentioned(code: string): readonly string[] {
  const known = withValues(code);
  return [...known.matchAll(new RegExp(TEXT, "g"))].flatMap(({ 0: whole, index }) => {
    const place = whole.slice(1, -1);
    if (!/^[~/][^\s"'`]*$|^\.{1,2}(?:\/\.{1,2})*\/?$/.test(place)) return [];
    const before = known.slice(Math.max(0, index - 80), index);
    const behind = known.slice(index + whole.length, index + whole.length + 40);
    const joins = /\b(?:join|resolve|joinpath|Path)\(\s*$/.test(before) && /^\s*,/.test(behind);
    return joins || SPARED_BEFORE.test(before) || SPARED_BEHIND.test(behind) ? [] : [place];
  });
}

/** `home = "~"`: the text wherever the name stands, and not where it is given. */
function withValues(code: string): string {
  const given = [...code.matchAll(GIVEN)].slice(0, MAX_NAMES);
  const filled = given.reduce((text, [, name = "", value = ""]) => {
    const use = new RegExp(
      String.raw`(?<![\w$."'${"`"}])${name.replace("$", "\\$")}(?![\w"'${"`"}(]|\s*:?=(?!=))`,
      "g",
    );
    return text.replace(use, () => value);
  }, code);
  return filled.replace(GIVEN, " ").replace(ADDED, "$1$2$4$1");
}
const GIVEN = new RegExp(
  String.raw`(?<=^|[;\n{])[ \t]*(?:(?:const|let|var|my|our|local)\s+)?(\$?[A-Za-z_]\w*)\s*:?=\s*(${TEXT})[ \t]*(?=[;\n}]|$)`,
  "g",
);
const ADDED = /(["'])([^"'\n]*)\1\s*\+\s*(["'])([^"'\n]*)\3/g;
