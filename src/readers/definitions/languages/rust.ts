/** Rust: parts of the standard library that only compute, a closed list of macros and attributes, the whole package. */
import { dirOf, type Judged, notShown, type Project, type Reader, shown, words } from "./judge.ts";
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
import { oddString } from "./strings.ts";

const STD = words(`
  collections fmt cmp convert iter ops option result string str vec slice num char mem rc cell borrow hash marker default
  error any array time sync primitive prelude clone boxed ascii i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 isize usize f32 f64
`);
/** Below the parts above, what makes or reinterprets memory. */
const NEVER = words(
  "unsafe extern asm global_asm transmute MaybeUninit UnsafeCell macro_rules proc_macro include env option_env file include_str include_bytes thread process fs net os ffi ptr alloc unix windows linux libc",
);
const MACROS = words(`
  println print eprintln eprint format write writeln vec assert assert_eq assert_ne debug_assert debug_assert_eq panic
  todo unimplemented unreachable matches dbg concat stringify
`);
const ATTRIBUTES = words(`
  test cfg derive allow warn deny inline must_use should_panic ignore non_exhaustive default cold track_caller rustfmt
`);
const DERIVES = words("Debug Clone Copy PartialEq Eq PartialOrd Ord Hash Default");
/** Words by which a path begins in this package. */
const HEADS = words("crate self super Self");

function quoted({ text }: Source, at: number): Quoted | undefined | null {
  const raw = /(?:b|c)?r(#*)"/y;
  raw.lastIndex = at;
  const found = raw.exec(text);
  if (found !== null && !/\w/.test(text.charAt(at - 1))) return longString(text, at, found[0], `"${found[1]}`, false);
  const char = text.charAt(at);
  if (char === '"') return longString(text, at, '"', '"', true);
  if (char !== "'") return undefined;
  // 'a' is a character, 'a a lifetime.
  if (/^'(?:[^'\\\n]|\\(?:.|x..|u\{[\da-fA-F]+\}))'/.test(text.slice(at, at + 16))) return simpleString(text, at, "'");
  const lifetime = /^'[A-Za-z_]\w*(?!')/.exec(text.slice(at, at + 64))?.[0];
  return lifetime === undefined ? null : { end: at + lifetime.length, text: "" };
}

const GRAMMAR: Grammar = {
  comment: /\/\/[^\n]*/y,
  word: /(?:r#)?[A-Za-z_]\w*/y,
  signs: ["::", "->", "=>", "...", "..=", ".."],
  single: "{}()[];,.:=<>+-*/%&|^!#?@$",
  quoted,
};

export const rust: Reader = (text, path, project) => {
  if (/```|^[ \t]*\/\/[/!] {4,}\S|#!?\[\s*doc/m.test(text)) return notShown("examples that may be run");
  // Comments of this kind nest: where one ends is not told by looking for its end.
  if (text.includes("/*")) return notShown("a block comment");
  const tokens = lex(text, GRAMMAR);
  if (tokens === null) return notShown("it is not understood");
  const odd =
    oddString(tokens) ?? oddWord(tokens) ?? oddAttribute(tokens) ?? oddPath(tokens, manifestOf(path, project));
  return odd === undefined ? wholePackage(path, project) : notShown(odd);
};

function oddWord(tokens: readonly Token[]): string | undefined {
  for (const [i, token] of tokens.entries()) {
    if (token.kind !== "word") {
      if (isSign(token, "$")) return "a macro";
      continue;
    }
    if (token.text.startsWith("r#")) return token.text;
    const called = isSign(tokens[i + 1], "!") && ["(", "[", "{"].some((sign) => isSign(tokens[i + 2], sign));
    if (called && !MACROS.has(token.text)) return `the macro ${token.text}`;
    if (called && isSign(tokens[i - 1], "::")) return `the macro ${token.text}`;
    if (NEVER.has(token.text) && !isSign(tokens[i - 1], ".")) return token.text;
    if (token.text === "mod" && isSign(tokens[i - 1], "]") && !isTestModule(tokens, i))
      return "a module with attributes";
  }
  return undefined;
}

const isTestModule = (tokens: readonly Token[], i: number): boolean =>
  tokens
    .slice(Math.max(0, i - 7), i)
    .map(({ text }) => text)
    .join("") === "#[cfg(test)]";

function oddAttribute(tokens: readonly Token[]): string | undefined {
  for (const [i, token] of tokens.entries()) {
    if (!isSign(token, "#")) continue;
    const open = isSign(tokens[i + 1], "!") ? i + 2 : i + 1;
    if (!isSign(tokens[open], "[")) return "an attribute that is not understood";
    const inside = tokens.slice(open + 1, closingOf(tokens, open));
    const [name] = inside;
    if (name?.kind !== "word" || !ATTRIBUTES.has(name.text)) return `the attribute ${name?.text ?? ""}`;
    if (isSign(inside[1], "::") && name.text !== "rustfmt") return "an attribute by its path";
    if (
      name.text === "derive" &&
      inside.some((each) => each.kind === "word" && each.text !== "derive" && !DERIVES.has(each.text))
    )
      return "a derive that is not known";
  }
  return undefined;
}

/**
 * Every path begins with a part of the standard library, or with something of this package. Another crate has to be
 * named in Cargo.toml: a word that is not there cannot be one.
 */
function oddPath(tokens: readonly Token[], manifest: string): string | undefined {
  const own = /^[ \t]*name[ \t]*=[ \t]*"([\w-]+)"/m.exec(manifest)?.[1]?.replaceAll("-", "_");
  const crates = words(manifest.replace(/[^\w-]+/g, " ").replaceAll("-", "_"));
  for (const [i, token] of tokens.entries()) {
    if (token.kind !== "word" || isSign(tokens[i - 1], "::")) continue;
    const head = isSign(tokens[i + 1], "::") || isWord(tokens[i - 1], "use") || isWord(tokens[i - 1], "crate");
    if (!head) continue;
    if (/^(?:std|core|alloc)$/.test(token.text)) {
      if (oddPart(tokens, i + 2)) return `a part of ${token.text}`;
    } else if (!HEADS.has(token.text) && token.text !== own && crates.has(token.text)) return `the crate ${token.text}`;
  }
  return tokens.some((token, i) => isSign(token, "::") && tokens[i - 1]?.kind !== "word" && !isSign(tokens[i - 1], ">"))
    ? "a path from the outside"
    : undefined;
}

/** `std::x` or `std::{a, b}`: every part is one of the list. */
function oddPart(tokens: readonly Token[], at: number): boolean {
  if (isSign(tokens[at], "{")) {
    const inside = tokens.slice(at + 1, closingOf(tokens, at));
    let depth = 0;
    return inside.some((token, i) => {
      if (isSign(token, "{")) depth += 1;
      else if (isSign(token, "}")) depth -= 1;
      const head = depth === 0 && token.kind === "word" && (i === 0 || isSign(inside[i - 1], ","));
      return head && !STD.has(token.text);
    });
  }
  return !STD.has(tokens[at]?.text ?? "");
}

function packageDir(path: string, project: Project): string | undefined {
  for (let dir = dirOf(path); dir.startsWith(project.root); dir = dirOf(dir)) {
    if (project.names(dir).includes("Cargo.toml")) return dir;
    if (dir === "/") break;
  }
  return undefined;
}

const SOURCES = ["src", "tests", "benches", "examples"];
const MAX_FILES = 120;

/** Any function of the package can be called from anywhere in it. */
function filesOf(dir: string, project: Project): readonly string[] {
  const out: string[] = [];
  const todo = SOURCES.map((name) => `${dir}/${name}`);
  while (todo.length > 0 && out.length <= MAX_FILES) {
    const next = todo.pop() ?? "";
    for (const name of project.names(next)) {
      if (name.endsWith(".rs")) out.push(`${next}/${name}`);
      else if (!name.includes(".")) todo.push(`${next}/${name}`);
    }
  }
  return out;
}

const manifestOf = (path: string, project: Project): string => {
  const dir = packageDir(path, project);
  return dir === undefined ? "" : (project.text(`${dir}/Cargo.toml`) ?? "");
};

function wholePackage(path: string, project: Project): Judged {
  const dir = packageDir(path, project);
  if (dir === undefined || manifestOf(path, project) === "") return notShown("there is no Cargo.toml to be read");
  const files = filesOf(dir, project);
  return files.length > MAX_FILES
    ? notShown("a package with too many files")
    : shown(files.filter((file) => file !== path));
}
