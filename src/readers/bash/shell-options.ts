/** `set` and `shopt`: arguments of the shell, and how it reads. */
import { type Builtin, quiet, says, unclear, values } from "./builtin.ts";
import { opaque } from "./reader.ts";
import { same, text } from "./state.ts";

/** Letters and names that change when a shell stops or what it shows, not what a command means. */
const HARMLESS_LETTERS = /^[-+][befhmnuvxBCE]*o?$/;
const HARMLESS_NAMES: ReadonlySet<string> = new Set(
  "errexit nounset pipefail xtrace verbose noglob noclobber errtrace functrace monitor noexec braceexpand hashall notify".split(
    " ",
  ),
);
/** These make the shell read text in another way. */
const READS_OTHERWISE: ReadonlySet<string> = new Set(["posix", "history", "histexpand", "keyword"]);

export const set: Builtin = (point, call) => {
  if (call.words.length === 0) return says(same(point.state), [{ do: "secret", act: "secret.environment" }]);
  const known = values(call.words);
  if (known === null) {
    if (call.words[0]?.value !== "--") opaque(point, "set with words that are not known");
    point.state = { ...point.state, args: null };
    return quiet(point);
  }
  const { odd, names, end } = sortSetOptions(known);
  for (const name of names) if (READS_OTHERWISE.has(name)) opaque(point, "set changes how the shell reads");
  if (end < known.length) {
    const from = known[end] === "--" || known[end] === "-" ? end + 1 : end;
    point.state = { ...point.state, args: known.slice(from).map(text) };
  }
  return odd.length === 0 ? quiet(point) : unclear(point, `set ${odd.join(" ")}`);
};

interface SetOptions {
  /** Options that are not harmless. */
  readonly odd: readonly string[];
  /** Those given by name, behind `-o`. */
  readonly names: readonly string[];
  /** Where the arguments begin. */
  readonly end: number;
}

function sortSetOptions(words: readonly string[]): SetOptions {
  const odd: string[] = [];
  const names: string[] = [];
  let end = 0;
  for (; end < words.length; end += 1) {
    const word = words[end] ?? "";
    if (word === "--" || word === "-" || !/^[-+]/.test(word)) break;
    if (!HARMLESS_LETTERS.test(word)) odd.push(word);
    const name = word.endsWith("o") ? words[end + 1] : undefined;
    if (word.endsWith("o")) end += 1;
    if (name === undefined) continue;
    names.push(name);
    if (!HARMLESS_NAMES.has(name)) odd.push(name);
  }
  return { odd, names, end };
}

const HARMLESS_SHOPT: ReadonlySet<string> = new Set(
  "failglob inherit_errexit checkwinsize cmdhist lithist histappend extglob huponexit gnu_errfmt".split(" "),
);

export const shopt: Builtin = (point, call) => {
  const known = values(call.words);
  const sets = known === null || known.some((value) => /^-.*[suo]/.test(value));
  if (known === null || (sets && !known.every((value) => /^-[suq]+$/.test(value) || HARMLESS_SHOPT.has(value)))) {
    opaque(point, "shopt changes how the shell reads");
  }
  return quiet(point);
};
