/**
 * What code is handed from outside, in its place: its input (`input()`, `<STDIN>`, `readFileSync(0)`), its words taken apart by names
 * (`_, d = sys.argv`) and variables set for it. For what finds, and never proves: a value in a place where it does not get can only
 * deny or ask.
 */
import { HOLE } from "../../contract/reading.ts";

/** What a program gets besides its code. */
export interface HandedValues {
  /** What is known of its input; absent: nothing. */
  readonly input?: string | undefined;
  /** Words behind its code. */
  readonly args?: readonly string[];
  readonly variables?: readonly { readonly name: string; readonly value: string | null }[];
}

const MAX_VALUES = 4;
const MAX_VALUE_CHARACTERS = 400;
const MAX_NAMES = 8;

/** What is done to a text and leaves the value in it. */
const TRIMMED = String.raw`(?:\s*\.\s*(?:r|l)?(?:strip|trim|chomp|chop|toString|decode|read|readline|readlines|lines|split|splitlines|toLowerCase|first|last|to_s|squeeze|each_line|map|pop|shift|utf8Slice)\b!?(?:\((?:[^()]|\([^()]*\))*\))?|\[-?\d\]|\s*=~\s*(?:s|tr)/[^;/]*/[^;/]*/\w*)*`;
const STREAM = String.raw`(?<![\w.])(?:sys\.)?stdin(?:\.buffer)?(?=\s*[.):\]])|\$(?:stdin|<)(?=\.)|\bSTDIN(?=\.)|\bARGF\b`;

/** A text of the input, as languages take it. */
const INPUTS: readonly RegExp[] = [
  // Python
  /(?<![\w.$])(?:raw_)?input\s*\((?:[^()]|\([^()]*\))*\)/,
  /(?:\bos\.)?\bf?d?open\(\s*(?:0|["']\/dev\/(?:stdin|fd\/0)["'])[^()]*\)(?:\.read(?:line)?\(\))?|\bos\.read\(\s*0\s*,[^()]*\)/,
  // Node, Deno, Bun
  /(?:require\(\s*["'](?:node:)?fs["']\s*\)\.|\bfs\.)?\breadFileSync\(\s*(?:0|["']\/dev\/(?:stdin|fd\/0)["']|process\.stdin\.fd)\s*(?:,[^()]*)?\)/,
  /(?:await\s+)?(?:new\s+Response\(\s*)?\b(?:Deno|Bun)\.stdin\.?\w*\)?(?:\.text\(\))?/,
  // Perl, Ruby, PHP, Lua
  /<(?:STDIN|ARGV)?>|\breadline\s*\(\s*\*?STDIN\s*\)/,
  /(?:(?:\$stdin|STDIN|ARGF|\$<)\.(?:gets|readlines?|read|each_line)|(?<![\w.$])(?:gets|readlines))\b(?:\(\s*\))?/,
  /\b(?:fgets|stream_get_contents|fgetcsv|fread)\(\s*STDIN[^()]*\)|\bfile(?:_get_contents)?\(\s*["']php:\/\/stdin["'][^()]*\)|(?<!\w)readline\(\s*\)/,
  /\bio\.(?:read|lines)\s*\([^()]*\)|\bio\.stdin:read\([^()]*\)/,
  new RegExp(STREAM),
].map((one) => new RegExp(`(?:${one.source})${TRIMMED}`, "g"));
/** The line at hand, in languages that go through their input by themselves. */
const LINE_AT_HAND = /\$_(?!\w|\[)/g;
const FIELD_AT_HAND = /\$(?:NF|\d+|\(\s*\w+\s*\))(?!\w)/g;
/** The name under which a listener gets what comes. */
const LISTENS =
  /\.(?:on|addListener|once)\(\s*["'](?:data|line)["']\s*,\s*(?:async\s*)?(?:function\s*\w*\s*)?\(?\s*(\w+)|\bfor\s+await\s*\(\s*(?:const|let|var)\s+(\w+)\s+of\b/g;
/** Taken apart by names. */
const ARGUMENTS = String.raw`(?:sys\.argv|process\.argv|Bun\.argv|Deno\.args|\$?ARGV|@ARGV|\$argv)(?:\.slice\([^()]*\)|\[\d?:\])?`;
const TAKEN_APART = new RegExp(
  String.raw`(?<![\w,])((?:[.*$@]{0,3}\w{0,60}\s?,\s?){0,7}[.*$@]{0,3}\w{0,60})\s?[\])]?\s?=\s?${ARGUMENTS}(?![\w[.])|\bfor\s+(?:each\s+)?\(?\s*(?:const|let|var|my)?\s*(\$?\w+)\s+(?:in|of)\s*\(?\s*${ARGUMENTS}|${ARGUMENTS}\.(?:each|forEach|map)\s*[({]\s*\|?\(?\s*(\w+)`,
  "g",
);
/** Libraries that take the words, or the input, by themselves. */
const BY_LIBRARY = /\bfileinput\b|\bARGF\b|\bargparse\b|\bclick\b|\bgetopt\w*|\boptparse\b|\bGetopt\b|\b\$<\b/;

/** The same code with one value after the other in the places where it gets what it is handed; none: it is handed nothing. */
export function withHanded(
  code: string,
  program: string,
  { input, args = [], variables = [] }: HandedValues,
): readonly string[] {
  const set = withVariables(code, variables);
  const lines = input === undefined ? [] : valuesIn(input);
  const typed = lines.flatMap((line) => withInput(set, program, line));
  const told = args
    .filter(isValue)
    .slice(0, MAX_VALUES)
    .flatMap((value) => withArgument(set, value));
  return [...new Set([...typed, ...told, set])].filter((one) => one !== code);
}

const isValue = (text: string): boolean => text !== "" && text.length <= MAX_VALUE_CHARACTERS && !/["\n\0]/.test(text);

const valuesIn = (input: string): readonly string[] => {
  const lines = input
    .replaceAll(HOLE, "")
    .split(/[\n\0]/)
    .map((line) => line.trim());
  return [...new Set(lines.filter(isValue))].slice(0, MAX_VALUES);
};

/** Where it listens in a way nobody reads, the value stands behind: a text of the code, like any other. */
function withInput(code: string, program: string, value: string): readonly string[] {
  const text = JSON.stringify(value);
  let out = INPUTS.reduce((one, pattern) => one.replace(pattern, () => text), code);
  if (/^(?:perl|ruby)/.test(program)) out = out.replace(LINE_AT_HAND, () => text);
  if (/awk$/.test(program)) out = out.replace(FIELD_AT_HAND, (field) => JSON.stringify(fieldOf(value, field)));
  const names = [...out.matchAll(LISTENS)].flatMap(([, one, other]) => one ?? other ?? []);
  out = withNames(out, names, text);
  if (out === code) return /\bstdin\b/i.test(code) ? [`${code}\n;${text}`] : [];
  return [withoutContents(bareText(withNames(out, namesGiven(out, text), text), text), text)];
}

/** What an opened file is filled with is no place: `open("x", "a").write("y")`. */
function withoutContents(code: string, text: string): string {
  const files = [...code.matchAll(/\bopen\([^()]{0,400}\)\s+as\s+(\w{1,60})/g)].map(([, name = ""]) => `\\b${name}`);
  const opened = [String.raw`\b(?:open|Path)\([^()]{0,400}\)`, ...files.slice(0, MAX_NAMES)].join("|");
  const fills = new RegExp(String.raw`((?:${opened})\.write(?:lines|_text|_bytes)?\(\s*)${escaped(text)}\s*\)`, "g");
  return code.replace(fills, "$1_)");
}

/** Without what only makes a text of it: `String("x").trim()`. */
const bareText = (code: string, text: string): string =>
  code.replace(
    new RegExp(String.raw`\b(?:String|str|trim|rtrim|chomp|decodeURI)\(\s*${escaped(text)}\s*\)${TRIMMED}`, "g"),
    () => text,
  );

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

function fieldOf(line: string, field: string): string {
  const fields = line.split(/\s+/);
  const at = /^\$(\d+)$/.exec(field)?.[1];
  return at === "0" || (at === undefined && field !== "$NF")
    ? line
    : (fields[at === undefined ? fields.length - 1 : Number(at) - 1] ?? "");
}

function withArgument(code: string, value: string): readonly string[] {
  const text = JSON.stringify(value);
  const names = [...code.matchAll(TAKEN_APART)].flatMap(([, several = "", one, other]) =>
    [...several.split(","), one ?? "", other ?? ""].map((name) => name.replace(/^[\s.*$@]+|\s+$/g, "")),
  );
  const out = withNames(code, names, text);
  if (out !== code) return [out];
  return BY_LIBRARY.test(code) ? [`${code}\n;${text}`] : [];
}

/** Names that get the text: by a sign, by a loop. */
const namesGiven = (code: string, text: string): readonly string[] => {
  const quoted = escaped(text);
  const given = new RegExp(
    String.raw`(\$?\b[A-Za-z_]\w{0,60})\s*(?::?=|\|\|=|\bin\b|\bof\b)\s*(?:[\w.]{1,60}\(|\(|\[|await\b|\s){0,4}${quoted}(?!\s*\)*\s*[.+/*%,])|${quoted}\.?\s*(?:do|\{)\s*\|\s*(\w+)`,
    "g",
  );
  return [...code.matchAll(given)].flatMap(([, one, other]) => one ?? other ?? []);
};

/** Where one is used and not given something else, as a word of its own. */
function withNames(code: string, names: readonly string[], text: string): string {
  const all = [...new Set(names.map((name) => name.replace("$", "")))].filter(
    (name) => /^[A-Za-z_]\w*$/.test(name) && name !== "_",
  );
  return all
    .slice(0, MAX_NAMES)
    .reduce(
      (out, name) =>
        out.replace(
          new RegExp(
            String.raw`(?<![\w."'${"`"}])[$@]?\b${name}\b(?!["'${"`"}]|\s*:?=(?![=>])|\s*=>|\s*,[^=()]*\)?\s*=[^=]|\s+(?:in|of)\b|\s*:(?!:))${TRIMMED}`,
            "g",
          ),
          () => text,
        ),
      code,
    );
}

/** `D=~ python3 -c '… os.environ["D"] …'`. */
const withVariables = (code: string, variables: HandedValues["variables"] & object): string =>
  variables.reduce((out, { name, value }) => {
    if (value === null || !isValue(value) || !/^[A-Za-z_]\w*$/.test(name)) return out;
    const uses = String.raw`(?:os\.)?environ(?:\[\s*["']${name}["']\s*\]|\.get\(\s*["']${name}["'][^()]*\))|(?:os\.)?getenv\(\s*["']${name}["'][^()]*\)|(?:process|Bun|Deno)\.env(?:\.${name}\b|\[\s*["']${name}["']\s*\]|\.get\(\s*["']${name}["']\s*\))|\bENV(?:IRON)?\[\s*["']${name}["']\s*\]|\bENV\.fetch\(\s*["']${name}["'][^()]*\)|\$ENV\{["']?${name}["']?\}|\$_(?:SERVER|ENV)\[\s*["']${name}["']\s*\]`;
    return out.replace(new RegExp(uses, "g"), () => JSON.stringify(value));
  }, code);
