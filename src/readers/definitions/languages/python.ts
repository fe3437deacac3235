/** Python: known modules, no way to names that are computed, no attribute that leads out. */
import { normalise } from "../../../machine/index.ts";
import { baseOf, dirOf, type Judged, notShown, type Project, type Reader, shown, words } from "./judge.ts";
import {
  closingOf,
  type Grammar,
  isSign,
  isWord,
  lex,
  longString,
  type Quoted,
  type Source,
  simpleString,
  type Token,
} from "./lexer.ts";
import { isKnownModule, mayTake } from "./python-modules.ts";
import { oddString } from "./strings.ts";

/** Builtins and functions that make code, open files or look names up while running. */
const NEVER = words(`
  eval exec compile open input globals locals vars getattr setattr delattr breakpoint exit quit help license credits
  copyright memoryview attrgetter methodcaller make_dataclass get_type_hints ForwardRef loadTestsFromName
  loadTestsFromNames importorskip skipif indirect usefixtures monkeypatch pytester testdir request tmp_path tmpdir
  tmp_path_factory pytestconfig pluginmanager import_plugin get_plugin _outcome
`);
/** Attributes by which a frame, a code object or the classes of everything are reached. */
const NEVER_ATTRIBUTE = words(`
  os sys io subprocess socket shutil pathlib tempfile ctypes inspect types importlib builtins bltns codecs threading
  multiprocessing asyncio logging pickle marshal shelve urllib http ssl gc traceback linecache tokenize runpy pty
  webbrowser pkgutil atexit warnings weakref reprlib copyreg locale f_globals f_locals f_builtins f_back f_code gi_frame gi_code cr_frame cr_code ag_frame ag_code tb_frame tb_next
  func_globals func_code mro modules
`);
/** Double underscores that a class may define, and a few names. */
const DUNDERS = words(`
  __init__ __name__ __main__ __eq__ __ne__ __lt__ __le__ __gt__ __ge__ __hash__ __repr__ __str__ __len__ __iter__
  __next__ __enter__ __exit__ __call__ __getitem__ __setitem__ __delitem__ __contains__ __bool__ __add__ __sub__ __mul__
  __truediv__ __floordiv__ __mod__ __neg__ __radd__ __rmul__ __rsub__ __abs__ __int__ __float__ __index__ __all__
  __future__ __post_init__ __slots__ __version__ __aenter__ __aexit__ __aiter__ __anext__ __iadd__ __format__
`);
const FIXTURES = words("self cls");

const PREFIX = /(?:[rbuft]{1,2}|[RBUFT]{1,2})?(?=["'])/y;

function quoted(source: Source, at: number): Quoted | undefined | null {
  const { text, grammar } = source;
  PREFIX.lastIndex = at;
  const prefix = PREFIX.exec(text)?.[0];
  if (prefix === undefined || (prefix !== "" && /\w/.test(text.charAt(at - 1)))) return undefined;
  const start = at + prefix.length;
  const quote = text.charAt(start);
  const triple = text.startsWith(quote.repeat(3), start);
  const mark = triple ? quote.repeat(3) : quote;
  const found = triple ? longString(text, start, mark, mark, true) : simpleString(text, start, quote);
  if (found === null || !/[ft]/i.test(prefix)) return found;
  const code = formatted(found.text, grammar);
  return code === null ? null : { ...found, code };
}

/** The code in the braces of an f-string. */
function formatted(text: string, grammar: Grammar): readonly Token[] | null {
  const code: Token[] = [];
  const pieces = text.replaceAll("{{", "").replaceAll("}}", "");
  for (const [, inner = ""] of pieces.matchAll(/\{([^{}]*)\}/g)) {
    const tokens = lex(inner.replace(/![rsa](?=$|:)/, "").replace(/:[^()[\]]*$/, ""), grammar);
    if (tokens === null) return null;
    code.push({ kind: "sign", text: "(", line: 0 }, ...tokens, { kind: "sign", text: ")", line: 0 });
  }
  // Braces in braces: a width that is computed, or a dictionary.
  return /[{}]/.test(pieces.replace(/\{[^{}]*\}/g, "")) ? null : code;
}

const GRAMMAR: Grammar = {
  comment: /#[^\n]*/y,
  word: /[A-Za-z_]\w*/y,
  signs: ["...", "->", ":=", "==", "!=", "<=", ">=", "+=", "-=", "*=", "/=", "//=", "//", "**"],
  single: "{}()[];,.:=<>+-*/%&|^~@",
  quoted,
};

export const python: Reader = (text, path, project) => {
  if (text.split("\n", 2).some((line) => /coding[:=](?!\s*utf-?8\b)/i.test(line))) return notShown("another encoding");
  if (text.includes(">>>")) return notShown("examples that may be run");
  if (/^(?:conftest|sitecustomize|usercustomize|setup|noxfile|tasks|fabfile|manage)\.py$/.test(baseOf(path)))
    return notShown(`${baseOf(path)} is loaded by a tool`);
  if (changesCollection(project)) return notShown("what is taken for a test is configured");
  const tokens = lex(text, GRAMMAR);
  if (tokens === null) return notShown("it is not understood");
  const odd = oddWord(tokens) ?? oddFixtures(tokens) ?? oddString(tokens);
  return odd === undefined ? imports(tokens, path, project) : notShown(odd);
};

/** With other names for tests, any function's parameters may be filled in by the project. */
const changesCollection = (project: Project): boolean =>
  ["pytest.ini", ".pytest.ini", "pyproject.toml", "tox.ini", "setup.cfg"].some((name) =>
    /python_(?:functions|classes)|doctest/.test(project.text(`${project.root}/${name}`) ?? ""),
  );

function oddWord(tokens: readonly Token[]): string | undefined {
  const imported = importedNames(tokens);
  const testCase = tokens.some((token) => isWord(token, "unittest"));
  const importing = importTokens(tokens);
  for (const [i, { kind, text }] of tokens.entries()) {
    if (kind !== "word" || importing.has(i)) continue;
    const [before, next] = [tokens[i - 1], tokens[i + 1]];
    const attribute = isSign(before, ".");
    if (NEVER.has(text) || text.startsWith("pytest_")) return text;
    if (/^__\w+$/.test(text) && !DUNDERS.has(text)) return text;
    if (attribute && (NEVER_ATTRIBUTE.has(text) || isHidden(tokens, i))) return `the attribute ${text}`;
    if (isWord(before, "def") && testCase && /^(?:run|debug|__call__)$/.test(text)) return `${text} of a test case`;
    if (text === "xfail" && isSign(next, "(")) return "a condition that is evaluated";
    if (
      attribute &&
      isKnownModule(text) &&
      !isSign(next, "(") &&
      !isKnownModule(imported.get(tokens[i - 2]?.text ?? "") ?? "")
    )
      return `the attribute ${text}`;
    const module = attribute ? undefined : imported.get(text);
    if (module !== undefined && isReplaced(tokens, i)) return `${text} is changed`;
    if (module === undefined || module === "") continue;
    if (!isSign(next, ".")) return `${text} as a value`;
    const part = tokens[i + 2]?.text ?? "";
    if (isKnownModule(module)) {
      if (mayTake(module, part) !== true && !isKnownModule(`${module}.${part}`)) return `${text}.${part}`;
      if (part === "main" && !(isSign(tokens[i + 3], "(") && isSign(tokens[i + 4], ")")))
        return "unittest.main with words";
    }
  }
  return undefined;
}

/** `x._private`: only a class's own. */
const isHidden = (tokens: readonly Token[], i: number): boolean => {
  const { text } = tokens[i] as Token;
  if (text === "__init__" || text === "__name__") return false;
  return text.startsWith("__") || (text.startsWith("_") && !/^(?:self|cls)$/.test(tokens[i - 2]?.text ?? ""));
};

/** Names that an import brings in: with the module's name where it is a module, else with none. */
function importedNames(tokens: readonly Token[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const [i, token] of tokens.entries()) {
    if (!isFirst(tokens, i)) continue;
    if (isWord(token, "from")) for (const name of namesBehind(tokens, i, true)) names.set(name, "");
    if (!isWord(token, "import")) continue;
    for (const part of split(lineOf(tokens, i))) {
      const as = part.findIndex((each) => isWord(each, "as"));
      const module = (as < 0 ? part : part.slice(0, as)).map(({ text }) => text).join("");
      names.set(
        as < 0 ? (module.split(".")[0] ?? "") : (part[as + 1]?.text ?? ""),
        as < 0 ? (module.split(".")[0] ?? "") : module,
      );
    }
  }
  return names;
}

/** Everything that belongs to an import: judged by itself. */
function importTokens(tokens: readonly Token[]): ReadonlySet<number> {
  const inside = new Set<number>();
  for (const [i, token] of tokens.entries()) {
    if (!isFirst(tokens, i) || !(isWord(token, "import") || isWord(token, "from"))) continue;
    const line = lineOf(tokens, i);
    const open = line.findIndex((each) => isSign(each, "("));
    const end = open < 0 ? i + line.length : closingOf(tokens, i + 1 + open);
    for (let at = i; at <= end; at += 1) inside.add(at);
  }
  return inside;
}

const isFirst = (tokens: readonly Token[], i: number): boolean => tokens[i - 1]?.line !== tokens[i]?.line;
const lineOf = (tokens: readonly Token[], i: number): readonly Token[] => {
  const end = tokens.findIndex((token, at) => at > i && token.line !== tokens[i]?.line);
  return tokens.slice(i + 1, end < 0 ? undefined : end);
};

/** `json.loads = …`, `for re.x in …`, `with a as re.x`: what is imported stays as it is. */
function isReplaced(tokens: readonly Token[], i: number): boolean {
  if (!isSign(tokens[i + 1], ".")) return false;
  const { line } = tokens[i] as Token;
  if (isWord(tokens[i - 1], "as") || isWord(tokens[i - 1], "del")) return true;
  const looped = tokens.some((token, at) => at < i && token.line === line && isWord(token, "for"));
  if (looped && beforeIn(tokens, i)) return true;
  let depth = 0;
  for (let at = i + 1; at < tokens.length; at += 1) {
    const token = tokens[at] as Token;
    const text = token.kind === "sign" ? token.text : "";
    if (/^[([{]$/.test(text)) depth += 1;
    else if (/^[)\]}]$/.test(text)) depth -= 1;
    else if (depth <= 0 && token.line !== line) return false;
    else if (depth <= 0 && (text === "=" || /^(?:\+|-|\*|\/)=$/.test(text)))
      return depth <= 0 && !isKeyword(tokens, at);
  }
  return false;
}

/** `f(key=value)` on a line of its own: the equals sign of an argument. */
function isKeyword(tokens: readonly Token[], at: number): boolean {
  let depth = 0;
  for (let i = at - 1; i >= 0 && i > at - 400; i -= 1) {
    const text = tokens[i]?.kind === "sign" ? (tokens[i]?.text ?? "") : "";
    if (/^[)\]}]$/.test(text)) depth += 1;
    else if (/^[([{]$/.test(text) && --depth < 0)
      return text === "(" && tokens[at - 1]?.kind === "word" && !isSign(tokens[at - 2], ".");
  }
  return false;
}

function beforeIn(tokens: readonly Token[], i: number): boolean {
  for (let at = i; at < tokens.length && tokens[at]?.line === tokens[i]?.line; at += 1)
    if (isWord(tokens[at], "in")) return true;
  return false;
}

/** Tests and fixtures take only what this file, or pytest itself, gives them. */
function oddFixtures(tokens: readonly Token[]): string | undefined {
  for (const [i, token] of tokens.entries()) {
    const name = tokens[i + 1]?.text ?? "";
    if (!isWord(token, "def") || !isSign(tokens[i + 2], "(")) continue;
    const { names, fixture, other } = decoratorsOf(tokens, isWord(tokens[i - 1], "async") ? i - 2 : i - 1);
    if (!/^test|^setup|^teardown/i.test(name) && !fixture) continue;
    if (other) return `${name} is decorated by something that is not known`;
    for (let at = i + 3; at < closingOf(tokens, i + 2); at += 1) {
      const word = tokens[at];
      if (word?.kind !== "word" || !(isSign(tokens[at - 1], "(") || isSign(tokens[at - 1], ","))) continue;
      if (!FIXTURES.has(word.text) && !names.has(word.text) && !isOwnFixture(tokens, word.text))
        return `${name} is given ${word.text}`;
    }
  }
  return undefined;
}

interface Decorators {
  readonly names: ReadonlySet<string>;
  readonly fixture: boolean;
  readonly other: boolean;
}

/** What stands above a function: names of `parametrize`, whether it is a fixture, and anything else. */
function decoratorsOf(tokens: readonly Token[], last: number): Decorators {
  const names = new Set<string>();
  let fixture = false;
  let other = false;
  for (let end = last; end > 0; ) {
    let start = end;
    if (isSign(tokens[end], ")")) {
      let depth = 0;
      for (; start >= 0; start -= 1) {
        if (isSign(tokens[start], ")")) depth += 1;
        else if (isSign(tokens[start], "(") && --depth === 0) break;
      }
      start -= 1;
    }
    const line = tokens[start]?.line;
    let at = start;
    while (at >= 0 && tokens[at]?.line === line && !isSign(tokens[at], "@")) at -= 1;
    if (!isSign(tokens[at], "@") || tokens[at]?.line !== line) break;
    const path = tokens
      .slice(at + 1, start + 1)
      .map(({ text }) => text)
      .join("");
    if (path === "pytest.mark.parametrize") {
      const first = tokens[start + 2];
      if (first?.kind === "string") for (const name of first.text.split(",")) names.add(name.trim());
    } else if (path === "pytest.fixture") fixture = true;
    else if (
      !/^(?:staticmethod|classmethod|property|pytest\.mark\.\w+|unittest\.\w+|dataclass|functools\.\w+)$/.test(path)
    )
      other = true;
    end = at - 1;
  }
  return { names, fixture, other };
}

const isOwnFixture = (tokens: readonly Token[], name: string): boolean =>
  tokens.some((token, i) => isWord(token, "def") && isWord(tokens[i + 1], name) && decoratorsOf(tokens, i - 1).fixture);

/** Every import stands at the beginning of a line of its own. */
function imports(tokens: readonly Token[], path: string, project: Project): Judged {
  const needs: string[] = [];
  for (const [i, token] of tokens.entries()) {
    if (!isWord(token, "import") && !isWord(token, "from")) continue;
    if (isWord(token, "from") && (isWord(tokens[i - 1], "yield") || isRaised(tokens, i))) continue;
    if (!isFirst(tokens, i)) {
      if (
        isWord(token, "import") &&
        isWord(
          tokens.find((each) => each.line === token.line),
          "from",
        )
      )
        continue;
      return notShown("an import that is not on a line of its own");
    }
    const line = lineOf(tokens, i);
    const imported = line.filter((each) => isWord(each, "import") || isWord(each, "from")).length;
    if (line.some((each) => isSign(each, ";")) || imported !== (isWord(token, "from") ? 1 : 0))
      return notShown("several imports on a line");
    for (const part of isWord(token, "from") ? [line] : split(line)) {
      const end = part.findIndex((each) => isWord(each, isWord(token, "from") ? "import" : "as"));
      const name = (end < 0 ? part : part.slice(0, end)).map(({ text }) => text).join("");
      const taken = isWord(token, "from") ? namesBehind(tokens, i, false) : [];
      const files = locate(name, taken, path, project);
      if (files === undefined) return notShown(`the module ${name.slice(0, 60)}`);
      needs.push(...files);
    }
  }
  return shown(needs);
}

/** `raise x from y`. */
const isRaised = (tokens: readonly Token[], i: number): boolean =>
  !isFirst(tokens, i) &&
  isWord(
    tokens.find((each) => each.line === tokens[i]?.line),
    "raise",
  );

function split(line: readonly Token[]): readonly (readonly Token[])[] {
  const parts: Token[][] = [[]];
  for (const token of line) {
    if (isSign(token, ";")) break;
    if (isSign(token, ",")) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts;
}

/** Names behind `from x import`, over several lines where they stand in brackets; as they are called here, or there. */
function namesBehind(tokens: readonly Token[], from: number, here: boolean): readonly string[] {
  const at = tokens.findIndex((token, i) => i > from && isWord(token, "import"));
  const open = isSign(tokens[at + 1], "(");
  const end = open
    ? closingOf(tokens, at + 1)
    : tokens.findIndex((token, i) => i > at && token.line !== tokens[at]?.line);
  const list = tokens.slice(at + 1, end < 0 ? undefined : end);
  return list.flatMap((token, i) => {
    if (isSign(token, "*")) return ["*"];
    if (token.kind !== "word" || token.text === "as") return [];
    return isWord(list[here ? i + 1 : i - 1], "as") ? [] : [token.text];
  });
}

/** The project's files a module's name means; none for a module that is known; undefined for any other. */
function locate(name: string, taken: readonly string[], path: string, project: Project): readonly string[] | undefined {
  const dots = /^\.*/.exec(name)?.[0].length ?? 0;
  const tail = name
    .slice(dots)
    .split(".")
    .filter((part) => part !== "")
    .join("/");
  const bases = dots > 0 ? [normalise(`${dirOf(path)}/${"../".repeat(dots - 1)}`)] : searchPath(path, project);
  const found = bases.flatMap((base) => {
    const place = tail === "" ? base : `${base}/${tail}`;
    if (!`${place}/`.startsWith(`${project.root}/`)) return [];
    const modules = [
      `${place}.py`,
      `${place}/__init__.py`,
      ...taken.flatMap((each) => [`${place}/${each}.py`, `${place}/${each}/__init__.py`]),
    ];
    return modules.filter((file) => project.text(file) !== undefined);
  });
  if (found.length > 0) return taken.some((each) => each === "*" || each.startsWith("_")) ? undefined : found;
  if (dots > 0 || !isKnownModule(name)) return undefined;
  return taken.every((each) => mayTake(name, each) === true) ? [] : undefined;
}

/** Where a module may be looked for: beside the file, in the directories above it, at the root and in `src`. */
function searchPath(path: string, project: Project): readonly string[] {
  const dirs = new Set([project.root, `${project.root}/src`, `${project.root}/lib`]);
  for (let dir = dirOf(path); dir.startsWith(project.root) && dirs.size < 24; dir = dirOf(dir)) dirs.add(dir);
  return [...dirs];
}
