/** `just RECIPE`: recipes of a justfile, with what they depend on. */
import { type CodeStep, type Files, type Runner, unknownTask } from "./definition.ts";
import { envFileWhys, exportWhys } from "./exports.ts";
import { under, upwards } from "./files.ts";
import { isShellCode } from "./script.ts";
import { inside, optionValue, take, withWords } from "./words.ts";

const OPTIONS = {
  flags: "-q --quiet -v --verbose --yes -n --dry-run --no-deps",
  values: "-f --justfile",
  directory: "-d --working-directory",
};

const MAX_RECIPES = 100;
const MAX_LINE_CHARS = 4_000;

interface Recipe {
  readonly name: string;
  readonly parameters: readonly { readonly name: string; readonly standard: string | null; readonly many: boolean }[];
  readonly needs: readonly string[];
  readonly lines: readonly string[];
  /** An attribute or a dependency with words of its own. */
  readonly odd: boolean;
}

interface Justfile {
  readonly path: string;
  readonly dir: string;
  readonly recipes: Map<string, Recipe>;
  readonly variables: Map<string, string>;
  readonly aliases: Map<string, string>;
  /** Variables and parameters by name, with whether each alone is exported. */
  readonly named: { readonly name: string; readonly exported: boolean }[];
  /** What was switched on: `export`, `dotenv-load`. */
  readonly settings: Set<string>;
  readonly unknown: string[];
}

export const just: Runner = (use) => {
  const options = use.words.filter((word) => word?.startsWith("-"));
  if (
    options.some((word) =>
      /^(?:--version|-V|--help|-h|--list|-l|--summary|--show|-s|--dump|--variables)$/.test(word ?? ""),
    )
  )
    return undefined;
  const { operands, directory, odd } = take(use.words, OPTIONS);
  const named = optionValue(use.words, "-f --justfile");
  if (named === null) return unknownTask("the justfile is not known");
  const there = named === undefined ? find(use.files, use.cwd) : readAt(use.files, inside(use.cwd, named));
  if (typeof there === "string") return unknownTask(there);
  const file = directory === null ? there : { ...there, dir: inside(use.cwd, directory) };
  const [name, ...args] = operands;
  if (name === null) return unknownTask("the name of the recipe is not known", [file.path]);
  const first = name ?? [...file.recipes.keys()].find((one) => !one.startsWith("_"));
  if (first === undefined || /[=:]/.test(first)) return unknownTask(`just ${first ?? ""}`, [file.path]);
  const odds = odd === null ? [] : [`just ${odd}`];
  const out = { steps: [] as CodeStep[], unknown: [...file.unknown, ...odds], done: new Set<string>() };
  collect(file, first, args, out);
  const environments = file.settings.has("dotenv-load") ? upwards(file.dir).map((dir) => under(dir, ".env")) : [];
  const whys = [...exportWhys(exportedBy(file)), ...environments.flatMap((path) => envFileWhys(path, use.files))];
  return { steps: out.steps, effects: [], files: [file.path, ...environments], unknown: [...out.unknown, ...whys] };
};

const exportedBy = ({ named, settings }: Justfile): readonly string[] =>
  named.filter(({ exported }) => exported || settings.has("export")).map(({ name }) => name);

function find(files: Files, cwd: string): Justfile | string {
  for (const dir of upwards(cwd)) {
    const names = (files.names(dir) ?? []).filter((name) => /^\.?justfile$/i.test(name));
    const [name] = names;
    if (name === undefined) continue;
    if (names.length > 1) return `${dir} has more than one justfile`;
    return readAt(files, under(dir, name));
  }
  return "there is no justfile to be read";
}

function readAt(files: Files, path: string): Justfile | string {
  const read = files.text(path);
  return read.kind === "text"
    ? parse(path, path.slice(0, Math.max(path.lastIndexOf("/"), 1)), read.text)
    : `${path} cannot be read`;
}

const HEAD = /^(@?[A-Za-z_][\w-]*)((?:\s+[+*]?\$?[A-Za-z_][\w-]*(?:=(?:"[^"]*"|'[^']*'|[\w-]+))?)*)\s*:(?!=)\s*(.*)$/;
const STRING = /^(?:"([^"\\]*)"|'([^']*)')$/;

/** The lines of a justfile as they are read. */
interface Parsing {
  readonly file: Justfile;
  /** Of the recipe that indented lines belong to. */
  lines: string[] | null;
  /** An attribute that is not followed stands before the next recipe. */
  attribute: boolean;
}

function parse(path: string, dir: string, text: string): Justfile {
  const file: Justfile = {
    path,
    dir,
    recipes: new Map(),
    variables: new Map(),
    aliases: new Map(),
    named: [],
    settings: new Set(),
    unknown: [],
  };
  const parsing: Parsing = { file, lines: null, attribute: false };
  for (const line of text.split(/\r?\n/)) {
    const code = line.trim();
    if (line.length > MAX_LINE_CHARS) file.unknown.push("a line that is too long");
    else if (/^\s/.test(line) && code !== "") {
      if (parsing.lines === null) file.unknown.push("lines that belong to nothing");
      else parsing.lines.push(line);
    } else if (code !== "" && !code.startsWith("#")) parseCode(parsing, code);
  }
  return file;
}

function parseCode(parsing: Parsing, code: string): void {
  const { file } = parsing;
  parsing.lines = null;
  if (code.startsWith("[")) {
    parsing.attribute ||= !/^\[(?:group|doc|private|no-exit-message|confirm)\b/.test(code);
    return;
  }
  const variable = /^(export\s+)?([A-Za-z_][\w-]*)\s*:=\s*(.*)$/.exec(code);
  const alias = /^alias\s+([\w-]+)\s*:=\s*([\w-]+)$/.exec(code);
  const head = HEAD.exec(code);
  if (alias !== null) file.aliases.set(alias[1] ?? "", alias[2] ?? "");
  else if (variable !== null) {
    const [, exported, name = "", value = ""] = variable;
    file.named.push({ name, exported: exported !== undefined });
    setVariable(file, name, value);
  } else if (head !== null) {
    parsing.lines = [];
    const recipe = recipeOf(head, parsing.lines, parsing.attribute);
    file.recipes.set(recipe.name, recipe);
    for (const [, sign, name = ""] of (head[2] ?? "").matchAll(/(\$?)([A-Za-z_][\w-]*)(?:=\S+)?/g))
      file.named.push({ name, exported: sign === "$" });
    parsing.attribute = false;
  } else if (SETTING.test(code)) file.settings.add(SETTING.exec(code)?.[1] ?? "");
  else file.unknown.push(`a line that is not understood: ${code.slice(0, 40)}`);
}

const SETTING =
  /^set\s+(dotenv-load|positional-arguments|export|quiet|ignore-comments|fallback)(?:\s*:=\s*(?:true|false))?\s*(?:#.*)?$/;

function setVariable(file: Justfile, name: string, value: string): void {
  const string = STRING.exec(value);
  if (string !== null) file.variables.set(name, string[1] ?? string[2] ?? "");
  else if (value.includes("`") || /\b(?:shell|env\w*)\s*\(/.test(value))
    file.unknown.push(`${name} is computed by a command`);
}

function recipeOf(head: RegExpExecArray, lines: readonly string[], attribute: boolean): Recipe {
  const needs = (head[3] ?? "").replaceAll("&&", " ").replace(/#.*$/, "").trim();
  return {
    name: (head[1] ?? "").replace(/^@/, ""),
    parameters: [...(head[2] ?? "").matchAll(/([+*]?)\$?([A-Za-z_][\w-]*)(?:=("[^"]*"|'[^']*'|[\w-]+))?/g)].map(
      ([, many, name = "", standard]) => ({
        name,
        standard: standard === undefined ? null : (STRING.exec(standard)?.[1] ?? STRING.exec(standard)?.[2] ?? null),
        many: many !== "",
      }),
    ),
    needs: needs.split(/\s+/).filter((word) => /^[\w-]+$/.test(word)),
    lines,
    odd: attribute || /[()]/.test(needs),
  };
}

interface Collected {
  readonly steps: CodeStep[];
  readonly unknown: string[];
  readonly done: Set<string>;
}

function collect(file: Justfile, use: string, args: readonly (string | null)[], out: Collected): void {
  const name = file.aliases.get(use) ?? use;
  const recipe = file.recipes.get(name);
  if (recipe === undefined) {
    out.unknown.push(`${file.path} has no recipe ${JSON.stringify(use)}`);
    return;
  }
  if (out.done.has(name)) return;
  out.done.add(name);
  if (out.done.size > MAX_RECIPES) out.unknown.push("more recipes than are followed");
  if (recipe.odd) out.unknown.push(`${name}: attributes or words that are not followed`);
  for (const need of recipe.needs) collect(file, need, [], out);
  const values = new Map(file.variables);
  recipe.parameters.forEach((parameter, index) => {
    const given = parameter.many ? args.slice(index) : args.slice(index, index + 1);
    const known =
      given.length === 0
        ? parameter.standard
        : given.some((word) => word === null)
          ? null
          : withWords("", given).trim();
    if (known === null) values.delete(parameter.name);
    else values.set(parameter.name, known);
  });
  const code = recipe.lines.map((line) => interpolate(line, values));
  const indent = /^\s*/.exec(code[0] ?? "")?.[0] ?? "";
  const bare = code.map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line.trim()));
  const via = `just ${name}`;
  if (!bare[0]?.startsWith("#!")) {
    for (const line of joinedLines(bare)) out.steps.push({ code: line.replace(/^[@-]+\s*/, ""), cwd: file.dir, via });
  } else if (isShellCode(bare[0])) out.steps.push({ code: bare.slice(1).join("\n"), cwd: file.dir, via });
  else out.unknown.push(`${name} is code of another language: ${bare[0].slice(0, 40)}`);
}

const joinedLines = (lines: readonly string[]): readonly string[] =>
  lines
    .join("\n")
    .replace(/\\\n\s*/g, " ")
    .split("\n")
    .filter((line) => line.trim() !== "");

const interpolate = (line: string, values: ReadonlyMap<string, string>): string =>
  line.replace(/\{\{(\{\{)?(.*?)\}\}/g, (_, escaped: string | undefined, inner: string) =>
    escaped !== undefined ? `{{${inner}}}` : (values.get(inner.trim()) ?? "$UNKNOWN_VALUE"),
  );
