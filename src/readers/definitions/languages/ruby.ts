/** Ruby: every name is one of a closed list or defined in the files that are shown. Methods by computed names do not pass. */
import { normalise } from "../../../machine/index.ts";
import { dirOf, type Judged, notShown, type Project, type Reader, shown, words } from "./judge.ts";
import {
  type Grammar,
  isSign,
  isWord,
  lex,
  lexUntil,
  type Quoted,
  type Source,
  simpleString,
  type Token,
} from "./lexer.ts";
import { oddString } from "./strings.ts";

const LIBRARIES = words(
  "set date time bigdecimal securerandom json minitest/autorun minitest/spec test/unit ostruct prime matrix",
);
const CONSTANTS = words(`
  Array Hash String Integer Float Symbol Set Range Comparable Enumerable StandardError ArgumentError RuntimeError TypeError
  KeyError IndexError ZeroDivisionError NotImplementedError Math Rational Complex Date Time BigDecimal Minitest Test Unit
  TestCase Regexp Numeric Random PI INFINITY
`);
const KEYWORDS = words(`
  def end class if elsif else unless while until for in do begin rescue ensure raise return yield self nil true false and
  or not then case when break next super require require_relative puts print p loop lambda proc format rand
`);
/** Bare calls: what a test class has by itself. */
const ASSERTIONS = words(`
  assert assert_equal assert_nil assert_in_delta assert_raises assert_includes assert_empty assert_match assert_operator
  refute refute_equal refute_nil refute_includes refute_empty
`);
const HOOKS = words("setup teardown");
/** Methods of the types above that take no name, no code and no file. */
const METHODS = words(`
  new each map select reject reduce sum min max sort sort_by group_by each_with_index each_with_object zip flatten flat_map
  compact uniq first last take drop take_while drop_while any all none one count size length empty include key value keys
  values fetch dig merge transform_values transform_keys to_a to_h to_s to_i to_f to_r to_set inspect join split strip
  lstrip rstrip chomp chars bytes lines upcase downcase capitalize swapcase reverse gsub sub tr squeeze start_with end_with
  match scan index rindex slice push pop shift unshift append prepend concat insert delete delete_at delete_if clear
  dup freeze frozen nil zero positive negative even odd abs floor ceil round divmod pow times upto downto step
  between clamp succ pred ord chr hash eql equal is_a kind_of nonzero tally each_slice each_cons partition cycle
  find detect find_index filter filter_map inject entries combination permutation product transpose rotate
  values_at invert min_by max_by minmax message year month day hour sqrt gcd lcm digits bit_length center ljust rjust
  each_char each_line
`);
/** Methods whose first word may be the name of another method. */
const BY_NAME = words("inject reduce sum");

function quoted(source: Source, at: number): Quoted | undefined | null {
  const { text, before } = source;
  const char = text.charAt(at);
  if (char === "'") return simpleString(text, at, "'");
  if (char === '"') return interpolated(source, at);
  const last = before.at(-1);
  const behindValue = last !== undefined && (last.kind !== "sign" || /^[)\]}]$/.test(last.text));
  if (char === "/" && behindValue) return /['"`/#]/.test(text.slice(at + 1).split("\n", 1)[0] ?? "") ? null : undefined;
  // Backticks, %-strings, heredocs, patterns and character literals are not read.
  if (
    char === "`" ||
    char === "/" ||
    (char === "%" && !behindValue) ||
    (char === "%" && !/\s/.test(text.charAt(at + 1)))
  )
    return null;
  if (char === "?" && !behindValue) return null;
  return text.startsWith("<<", at) && /[~\-"'A-Z]/.test(text.charAt(at + 2)) ? null : undefined;
}

function interpolated({ text, grammar, depth }: Source, at: number): Quoted | null {
  const code: Token[] = [];
  for (let i = at + 1; i < text.length; i += 1) {
    const char = text.charAt(i);
    if (char === "\\") i += 1;
    else if (char === '"') return { end: i + 1, text: text.slice(at + 1, i), code };
    else if (char === "#" && /[@$]/.test(text.charAt(i + 1))) return null;
    else if (char === "#" && text.charAt(i + 1) === "{") {
      const inner = lexUntil(text, i + 2, grammar, "}", depth + 1);
      if (inner === null) return null;
      code.push({ kind: "sign", text: "(", line: 0 }, ...inner.tokens, { kind: "sign", text: ")", line: 0 });
      i = inner.end;
    }
  }
  return null;
}

const GRAMMAR: Grammar = {
  comment: /#[^\n]*/y,
  word: /@{0,2}[A-Za-z_]\w*[?!]?(?!=[^=~>])/y,
  signs: ["...", "..", "::", "=>", "->", "&.", "<<"],
  single: "{}()[];,.:=<>+-*/%&|^!~?",
  quoted,
};

export const ruby: Reader = (text, path, project) => {
  if (/^=begin|^__END__|^# *-\*-|coding:/m.test(text)) return notShown("blocks and encodings of another kind");
  const tokens = lex(text, GRAMMAR);
  if (tokens === null) return notShown("it is not understood");
  const odd = oddName(tokens) ?? oddString(tokens);
  return odd === undefined ? requires(tokens, path, project) : notShown(odd);
};

const bare = (word: string): string => word.replace(/[?!]$/, "");

/** Words that may stand behind a variable without being what it is called with. */
const AFTER_VARIABLE = words("if unless and or do then while until in rescue end");

function oddName(tokens: readonly Token[]): string | undefined {
  const variables = new Set(
    tokens.flatMap((token, i) => (token.kind === "word" && isVariable(tokens, i) ? [token.text] : [])),
  );
  for (const [i, { kind, text, line }] of tokens.entries()) {
    if (kind !== "word") continue;
    const [before, next] = [tokens[i - 1], tokens[i + 1]];
    if (text.startsWith("@")) continue;
    if (isWord(before, "def")) {
      if (!text.startsWith("test_") && !HOOKS.has(text)) return `the method ${text}`;
      continue;
    }
    if (isWord(before, "class")) {
      const parent = tokens
        .slice(i + 1, i + 5)
        .map((token) => token.text)
        .join("");
      if (!/^<(?:Minitest::Test|Test::Unit)/.test(parent)) return `the class ${text}`;
      continue;
    }
    const symbol = isSign(before, ":") && !isSign(tokens[i - 2], ":");
    if (symbol || isSign(before, ".") || isSign(before, "&.")) {
      if (!METHODS.has(bare(text))) return `${symbol ? "the symbol" : "the method"} ${text}`;
      if (BY_NAME.has(bare(text)) && !isBlockBehind(tokens, i)) return `${text} of something that is computed`;
    } else if (/^[A-Z]/.test(text)) {
      if (!CONSTANTS.has(text)) return `the constant ${text}`;
    } else if (!KEYWORDS.has(text) && !ASSERTIONS.has(text)) {
      const called =
        isSign(next, "(") ||
        isSign(next, "{") ||
        (next?.line === line && next.kind !== "sign" && !(next.kind === "word" && AFTER_VARIABLE.has(next.text)));
      if (!variables.has(text) || called) return `the name ${text}`;
    }
  }
  return undefined;
}

/** A block or nothing, never a method by its name: `inject { … }`, `map(&:to_s)`. */
function isBlockBehind(tokens: readonly Token[], i: number): boolean {
  if (!isSign(tokens[i + 1], "("))
    return isSign(tokens[i + 1], "{") || isWord(tokens[i + 1], "do") || tokens[i + 1]?.line !== tokens[i]?.line;
  const symbol =
    isSign(tokens[i + 2], "&") && isSign(tokens[i + 3], ":") && METHODS.has(bare(tokens[i + 4]?.text ?? ""));
  return (symbol && isSign(tokens[i + 5], ")")) || isSign(tokens[i + 2], ")") || tokens[i + 2]?.kind === "number";
}

/** A name that is assigned to, or a parameter of a block. */
function isVariable(tokens: readonly Token[], i: number): boolean {
  const [before, next] = [tokens[i - 1], tokens[i + 1]];
  if (isSign(next, "=") && !isSign(tokens[i + 2], "=") && !isSign(before, ".")) return true;
  return (isSign(before, "|") || isSign(before, ",")) && (isSign(next, "|") || isSign(next, ","));
}

function requires(tokens: readonly Token[], path: string, project: Project): Judged {
  const needs: string[] = [];
  for (const [i, token] of tokens.entries()) {
    if (!isWord(token, "require") && !isWord(token, "require_relative")) continue;
    const name = tokens[i + 1];
    if (name?.kind !== "string" || name.text.includes("#{") || name.text.includes("\\"))
      return notShown("a file whose name is computed");
    if (tokens[i + 2]?.line === name.line) return notShown("a file whose name is computed");
    if (isWord(token, "require")) {
      if (!LIBRARIES.has(name.text)) return notShown(`the library ${name.text.slice(0, 60)}`);
      continue;
    }
    const place = normalise(`${dirOf(path)}/${name.text}`).replace(/(?:\.rb)?$/, ".rb");
    if (!place.startsWith(`${project.root}/`) || project.text(place) === undefined)
      return notShown(`${name.text.slice(0, 60)} is not there to be read`);
    needs.push(place);
  }
  return shown(needs);
}
