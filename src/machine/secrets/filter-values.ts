/**
 * Values that a filter for data puts under a name that means a secret: `jq --arg p … '.password = $p'`, `P=… yq '.token = strenv(P)'`,
 * `dasel put -v … .password`. What the expression calls it counts, and not what the variable is called.
 */
import { isSecretByWords } from "./secret-words.ts";
import { baseName, type Literal, type SimpleCommand, saidBy } from "./shell-commands.ts";
import type { ShellWord } from "./shell-words.ts";

const FILTERS = /^(?:jq|gojq|jaq|yq|xq|tomlq|dasel|mlr|fx|jello|nu)$/;
/** A name, a sign, and a variable, a word of the environment or a text. Every part is bounded, and begins at a name. */
const PUT =
  /(?<![\w-])([A-Za-z_][\w-]{1,127})["'\])]{0,3}\s{0,16}(?:[|+/]{0,2}=(?!=)|:)\s{0,16}(?:\(\s{0,4})?(?:\$(?:ENV\.|ARGS\.named\.|__prog_args\.)?([A-Za-z_]\w{0,127})|(?:\$?env|\$ENV)(?:\.|\[["']|\()([A-Za-z_]\w{0,127})|strenv\(([A-Za-z_]\w{0,127})|"([^"\\\n]{3,1024})")/dg;
const BY_PLACE =
  /(?<![\w-])([A-Za-z_][\w-]{1,127})["'\])]{0,3}\s{0,16}(?:[|+/]{0,2}=(?!=)|:)\s{0,16}\$ARGS\.positional/g;
/** Sets one value by its place, and the place stands beside it. */
const SETS_ONE = /^(?:dasel|xmlstarlet|xml)$/;

export interface Filtered {
  readonly literals: readonly Literal[];
  /** Variables of the shell that end up there. */
  readonly names: readonly string[];
}
const NOTHING: Filtered = { literals: [], names: [] };

const isSecret = (name: string): boolean => isSecretByWords(name) || /^(?:pw|pass)$/i.test(name);

export function filteredSecrets({ words }: SimpleCommand): Filtered {
  const at = words.slice(0, 24).findIndex(({ text }) => FILTERS.test(baseName(text)) || SETS_ONE.test(baseName(text)));
  if (at < 0) return NOTHING;
  const rest = words.slice(at + 1);
  if (SETS_ONE.test(baseName(words[at]?.text ?? ""))) return { literals: setOne(rest), names: [] };
  const puts = rest.flatMap(putsIn);
  const names = puts.flatMap(({ name }) => name ?? []);
  return {
    literals: [...puts.flatMap(({ text }) => text ?? []), ...argumentsCalled(rest, new Set(names)), ...byPlace(rest)],
    names,
  };
}

interface Put {
  readonly name?: string;
  readonly text?: Literal;
}

function putsIn(word: ShellWord): readonly Put[] {
  return [...word.text.matchAll(PUT)].flatMap((match): readonly Put[] => {
    const [, called = "", variable, member, function_] = match;
    if (!isSecret(called)) return [];
    const name = variable ?? member ?? function_;
    const [from, to] = match.indices?.[5] ?? [0, 0];
    if (name !== undefined) return [{ name }];
    return /[\s$]/.test(word.text.slice(from, to)) ? [] : [{ text: { word, from, to } }];
  });
}

/** `--arg name value`: the value. */
const argumentsCalled = (rest: readonly ShellWord[], names: ReadonlySet<string>): readonly Literal[] =>
  rest.flatMap((word, i) =>
    /^--(?:arg|argjson|rawarg)$/.test(rest[i - 2]?.text ?? "") && names.has(rest[i - 1]?.text ?? "")
      ? inQuotes(word)
      : [],
  );

/** A text of JSON without its quotes. */
const inQuotes = (word: ShellWord): readonly Literal[] =>
  /^"[^"]+"$/.test(word.text) ? [{ word, from: 1, to: word.text.length - 1 }] : saidBy(word, 0);

const byPlace = (rest: readonly ShellWord[]): readonly Literal[] => {
  const from = rest.findIndex(({ text }) => /^--(?:args|jsonargs)$/.test(text));
  const isPut =
    from >= 0 && rest.some(({ text }) => [...text.matchAll(BY_PLACE)].some(({ 1: name = "" }) => isSecret(name)));
  return isPut ? rest.slice(from + 1).flatMap((word) => (word.text.startsWith("-") ? [] : inQuotes(word))) : [];
};

/** `-v value` beside a place whose last part is called like a secret. */
const setOne = (rest: readonly ShellWord[]): readonly Literal[] => {
  const isPlaced = rest.some(({ text }) =>
    isSecret(/^[\w./@[\]"'-]*[./@"']([A-Za-z_][\w-]*)["'\]]*$/.exec(text.slice(-512))?.[1] ?? ""),
  );
  return isPlaced
    ? rest.flatMap((word, i) => (/^(?:-v|--value)$/.test(rest[i - 1]?.text ?? "") ? saidBy(word, 0) : []))
    : [];
};
