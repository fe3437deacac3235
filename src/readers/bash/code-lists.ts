/**
 * Lists of files that code hands on where they are made: `open(glob.glob("*.tf")[0], "w")`, `array_map("unlink", glob("*"))`. Whatever
 * stands around such a list and does not change, read or count stands for its names. For what finds, and never proves.
 */

/** Rounds of taking away what stands around a list, from the inside out. */
const MAX_ROUNDS = 12;
/** What a list is written as. */
export const LIST_MARK = "found_";

const LITERAL = String.raw`(?:"[^"\n]{0,300}"|'[^'\n]{0,300}'|\x60[^\x60\n]{0,300}\x60)`;
const PATTERN = /(["'`])[\w./~-]{0,300}[*?][\w./*?~[\]{},-]{0,300}\1|<[\w./~-]{0,300}[*?][\w./*?~[\]-]{0,300}>/g;
/** Calls whose name says that they list files, whatever they are given. */
const LISTS = new RegExp(
  [
    String.raw`(?<![\w$])(?:[\w$]{1,40}(?:\.|::)){0,4}(?:\w{0,20}[gG]lob\w{0,20}|listdir|scandir|readdir(?:Sync)?|iterdir)\s?\([^()]{0,300}\)`,
    String.raw`\bDir\.(?:children|entries|each_child)\s?\(?\s?${LITERAL}\)?`,
    String.raw`\bDir\s?\[[^\][]{0,300}\]`,
    String.raw`\bglob\s+(?:${LITERAL}|${LIST_MARK})`,
  ].join("|"),
  "g",
);

/** Words that take away what they are given, as they begin. */
const TAKES_AWAY = String.raw`(?:unlink|remove|rmtree|rmSync|rmdir|rm_r?f?|rm\b|delete|truncate)`;
/** What is called like that makes no name of a list: it changes what is named, opens it, shows it or counts it. */
const USES = String.raw`\w*(?:[wW]rite|append|put_contents|[uU]nlink|[rR]emove|[dD]elete|[tT]runcate|[cC]opy|[mM]ove|[rR]ename|chmod|chown|utime|touch|symlink|link|[oO]pen|[rR]ead|get_contents)\w*|replace|rm\w*|cp\w*|mv|len|count|size|print\w*|puts|log|echo`;
/** One of it, or some. */
const CHOOSES = `next|min|max|pop|shift|first|last|at|choice|sample|current|reset|end|slice|head|take|array_(?:shift|pop|slice|filter|rand)|filter|select|reject|grep|find`;

/** What may stand around a list and be taken away with it; nothing called like one of `keeps`. */
const aroundLists = (keeps: string): readonly RegExp[] => {
  const owner = String.raw`(?:[\w$]{1,40}(?:\.|::|->)){0,4}`;
  const given = String.raw`\((?![^()]{0,300}${TAKES_AWAY})[^()]{0,300}\b${LIST_MARK}[^()]{0,300}\)`;
  return [
    // A call, or brackets, with nothing else in it that is called.
    String.raw`(?<![\w$.])(?!${owner}(?:${keeps})\s?\()${owner}(?:[\w$]{1,40}\s?)?${given}`,
    String.raw`(?<=[)\]"']\s?\.\s?)(?!(?:${keeps})\s?\()[\w$]{0,40}${given}`,
    String.raw`(?:\bDir\s?)?\[(?![^\][]{0,300}${TAKES_AWAY})[^\][]{0,300}\b${LIST_MARK}[^\][]{0,300}\]`,
    // Something said of each.
    String.raw`\b${LIST_MARK}\s?(?:\.|->)\s?(?!(?:${keeps})\b)\w{1,40}!?(?:\((?![^()]{0,300}${TAKES_AWAY})[^()]{0,300}\))?(?![\w(]|\s?\{)`,
    // What it is asked of, and what lays it open.
    String.raw`(?<![\w$])[\w$.:]{0,60}\([^()]{0,300}\)\s?(?:\.|->|::)\s?${LIST_MARK}`,
    String.raw`(?:\*{1,2}|\.{3}|[@&\\]|\b(?:await|new|glob)\s)\s?${LIST_MARK}`,
  ].map((around) => new RegExp(around, "g"));
};
const AROUND = [...aroundLists(USES), new RegExp(String.raw`\b${LIST_MARK}\s?\[[^\][]{0,100}\]`, "g")];
const AROUND_WHOLE = aroundLists(`${USES}|${CHOOSES}`);

function reduced(code: string, arounds: readonly RegExp[]): string {
  let left = code;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const before = left;
    for (const around of arounds) left = left.replace(around, LIST_MARK);
    if (left === before) break;
  }
  return left;
}

const UP_TO = `[^()]{0,300}`;
/** A word that takes away, said of each. */
const SAID_OF_EACH = [
  String.raw`\(\s?["'\\&:]{0,2}[\w.$:]{0,60}${TAKES_AWAY}\w*["']?(?:\(\.\.\.\))?\s?,${UP_TO}\b${LIST_MARK}\b`,
  String.raw`\b${LIST_MARK}\s?,\s?["'\\&:]{0,2}[\w.$:]{0,60}${TAKES_AWAY}\w*["']?(?:\/\d)?\s?[,)]`,
  String.raw`\b${LIST_MARK}\s?(?:\.|->|\|>)\s?[\w.]{1,40}\s?[({]?[^;\n]{0,120}${TAKES_AWAY}`,
];
/** Handed to what takes away, as the first word. */
const TAKEN_AWAY = String.raw`\b(?:\w*(?:[uU]nlink|[rR]emove|[dD]elete|[tT]runcate)\w*|rm\w*)\s?\(?\s?${LIST_MARK}\b`;
const CHANGES = new RegExp(
  [
    TAKEN_AWAY,
    String.raw`\b(?:\w*(?:chmod|chown|utime|touch|put_contents)\w*|(?:write|append)(?:Text)?File\w*|createWriteStream|(?:File|IO|Bun|Pathname)\.(?:bin)?write)\s?\(?\s?${LIST_MARK}\b`,
    // Moved, or laid over by something.
    String.raw`\b(?:move\w*|mv|rename\w*|os\.replace|\w*link\w*)\s?\(?\s?${UP_TO}\b${LIST_MARK}\b`,
    String.raw`\b(?:copy\w*|cp\w*|install)\s?\(?\s?${UP_TO},\s?${LIST_MARK}\b`,
    // Opened to be written.
    String.raw`\b\w*[oO]pen\w*\s?\(?\s?${LIST_MARK}\s?,${UP_TO}?(?:["'][rb]*[wax+]|O_(?:WRONLY|RDWR|TRUNC|CREAT|APPEND))`,
    String.raw`["']\+?>{1,2}\s?["']\s?[.,]\s?${LIST_MARK}\b`,
    String.raw`\b${LIST_MARK}\s?(?:\.|->)\s?(?:write_?\w*|unlink|touch|rename|replace|rmtree|delete|truncate|open\(\s?["'][wax])`,
    ...SAID_OF_EACH,
  ].join("|"),
);
const TAKES_ALL = new RegExp([String.raw`${TAKEN_AWAY}(?!\s?(?:\[|\.|->))`, ...SAID_OF_EACH].join("|"));

/** The code changes what a list names, where the list is made. */
export function changesListed(code: string): boolean {
  const marked = code.replace(PATTERN, LIST_MARK).replace(LISTS, LIST_MARK);
  return marked.includes(LIST_MARK) && CHANGES.test(reduced(marked, AROUND));
}

/** The same of code with the mark in it, where all of the list is taken away. */
export const takesAllListed = (marked: string): boolean => TAKES_ALL.test(reduced(marked, AROUND_WHOLE));

const LISTED = new RegExp(
  String.raw`\b(?:listdir|scandir|readdir(?:Sync)?|Dir\.(?:children|entries|each_child))\s?\(?\s?(${LITERAL})|\bPath\(\s?(${LITERAL})\s?\)\s?\.iterdir\b`,
  "g",
);

/** Patterns for what lies in the directories that the code lists by their names. */
export const listedPatterns = (code: string): readonly string[] =>
  [...code.matchAll(LISTED)].map(([, called = "", asked = ""]) => `${(called || asked).slice(1, -1)}/*`);
