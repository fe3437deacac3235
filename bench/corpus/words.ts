/** The simple commands of a text with their literal words, as somebody reads them who only reads what is written. */
import { posix } from "node:path";
import { type Command, forEachChild, parse, type SyntaxNode, type Word, type WordPart } from "unbash";

export interface PlainUse {
  /** Without its directory; null where it is not literal. */
  readonly name: string | null;
  readonly words: readonly (string | null)[];
  /** Stands behind a wrapper, in a substitution or in a literal text handed to a shell. */
  readonly inner: boolean;
}

const WRAPPERS = new Set([
  "sudo",
  "doas",
  "env",
  "timeout",
  "nice",
  "ionice",
  "nohup",
  "setsid",
  "stdbuf",
  "time",
  "xargs",
  "command",
  "exec",
  "builtin",
  "then",
  "chroot",
  "flock",
  "watch",
  "parallel",
]);
const SHELLS = /^(?:ba|da|z|k)?sh$/;
const MAX_DEPTH = 4;

export function usesIn(text: string, home: string, depth = 0): readonly PlainUse[] {
  if (depth > MAX_DEPTH) return [];
  const found: PlainUse[] = [];
  const visit = (node: SyntaxNode, inner: boolean): void => {
    if (node.type === "Command") found.push(...usesOf(node, { home, inner, depth }));
    forEachChild(node, (child) => visit(child, inner || /Expansion|Substitution|Function/.test(node.type)));
  };
  try {
    visit(parse(text) as unknown as SyntaxNode, depth > 0);
  } catch {
    // What the parser does not read names nothing.
  }
  return found;
}

interface Where {
  readonly home: string;
  readonly inner: boolean;
  readonly depth: number;
}

function usesOf(command: Command, where: Where): readonly PlainUse[] {
  const { home, inner } = where;
  const words = [command.name, ...command.args]
    .filter((word): word is Word => word !== undefined && word.type === "Word")
    .map((word) => literal(word, home));
  const redirected = command.redirects.flatMap((one) =>
    one.type === "Redirect" && one.target !== undefined ? [literal(one.target, home)] : [],
  );
  const use = useOf(words, inner);
  return [{ ...use, words: [...use.words, ...redirected] }, ...innerUses(words, where)];
}

const useOf = (words: readonly (string | null)[], inner: boolean): PlainUse => {
  const [name = null, ...rest] = words;
  return { name: name === null ? null : posix.basename(name), words: rest, inner };
};

/** Behind wrappers, `find -exec`, `sh -c` and `eval` of literal text. */
function innerUses(words: readonly (string | null)[], { home, depth }: Where): readonly PlainUse[] {
  const name = posix.basename(words[0] ?? "");
  if (depth > MAX_DEPTH) return [];
  const next = { home, inner: true, depth: depth + 1 };
  if (WRAPPERS.has(name)) {
    const rest = words.slice(1);
    const at = rest.findIndex((word) => word === null || !/^(?:-|\w+=|[\d.]+[smhd]?$|--$)/.test(word));
    const behind = at < 0 ? [] : rest.slice(at);
    return behind.length === 0 ? [] : [useOf(behind, true), ...innerUses(behind, next)];
  }
  const exec = words.findIndex((word) => word !== null && /^-(?:exec|execdir|ok|okdir)$/.test(word));
  if (exec > 0) return [useOf(words.slice(exec + 1), true), ...innerUses(words.slice(exec + 1), next)];
  if (name === "eval") return words.includes(null) ? [] : usesIn(words.slice(1).join(" "), home, depth + 1);
  const code = SHELLS.test(name) ? words.findIndex((word) => word !== null && /^-[a-z]*c$/.test(word)) : -1;
  const text = code > 0 ? words[code + 1] : undefined;
  return typeof text === "string" ? usesIn(text, home, depth + 1) : [];
}

/** `~` and `$HOME` are known. */
function literal(word: Word, home: string): string | null {
  if (word.parts === undefined) return tilde(word.value, word.text, home);
  const parts = word.parts.map((part) => literalPart(part, home));
  return parts.includes(null) ? null : tilde(parts.join(""), word.text, home);
}

const tilde = (value: string, text: string, home: string): string =>
  /^~(?:\/|$)/.test(text) ? home + value.slice(1) : value;

function literalPart(part: WordPart, home: string): string | null {
  if (part.type === "Literal" || part.type === "SingleQuoted") return part.value;
  if (part.type === "SimpleExpansion") return part.text === "$HOME" ? home : null;
  if (part.type === "ParameterExpansion") return part.text === "${HOME}" ? home : null;
  if (part.type !== "DoubleQuoted") return null;
  const parts = part.parts.map((one) => literalPart(one, home));
  return parts.includes(null) ? null : parts.join("");
}
