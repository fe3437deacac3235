/** The words with which a package manager is told which packages of a project are meant: `-w a`, `--filter a`, `-r`, `workspace a`. */

export type RunnerWords = readonly (string | null)[];

export interface PackageChoice {
  /** What stands there besides. */
  readonly words: RunnerWords;
  /** Names, places or patterns; empty: all packages. */
  readonly selected: RunnerWords;
  /** The package at the top is meant as well, or alone. */
  readonly top: boolean;
  readonly onlyTop: boolean;
  /** The words may be the script's own: the package it stands in is meant as well. */
  readonly here: boolean;
}

interface Choosers {
  readonly one?: RegExp;
  readonly all?: RegExp;
  readonly top?: RegExp;
  /** The manager's options end at the script's name. */
  readonly ends: boolean;
}

const CHOOSERS: Readonly<Record<string, Choosers>> = {
  npm: {
    one: /^(?:-w|--workspace)$/,
    all: /^(?:-ws|--workspaces)$/,
    top: /^(?:-iwr|--include-workspace-root)$/,
    ends: false,
  },
  pnpm: {
    one: /^(?:-F|--filter|--filter-prod)$/,
    all: /^(?:-r|--recursive)$/,
    top: /^(?:-w|--workspace-root|--include-workspace-root)$/,
    ends: true,
  },
  bun: { one: /^(?:-F|--filter)$/, all: /^--workspaces$/, ends: true },
};

/** Undefined: they choose none but the one it stands in. */
export function choosePackages(manager: string, words: RunnerWords): PackageChoice | undefined {
  if (manager === "yarn") return chosenByYarn(words);
  const choosers = CHOOSERS[manager];
  if (choosers === undefined) return undefined;
  const { words: others, chosen, behind } = sortOut(words, choosers);
  if (chosen.length === 0) return undefined;
  const isGiven = (way: ChoosingWay): boolean => chosen.some(({ how }) => how === way);
  const selected = isGiven("all") ? [] : chosen.flatMap(({ how, value }) => (how === "one" ? [value] : []));
  const onlyTop = isGiven("top") && !isGiven("all") && selected.length === 0;
  return { words: others, selected, top: isGiven("top"), onlyTop, here: behind };
}

/** What was sorted out so far. */
interface SortedWords {
  readonly words: (string | null)[];
  readonly chosen: { readonly how: ChoosingWay; readonly value: string | null }[];
  /** One stood behind the script's name. */
  behind: boolean;
}

type ChoosingWay = "one" | "all" | "top";
const WAYS: readonly ChoosingWay[] = ["one", "all", "top"];

function sortOut(words: RunnerWords, choosers: Choosers): SortedWords {
  const out: SortedWords = { words: [], chosen: [], behind: false };
  const end = words.indexOf("--");
  const own = end < 0 ? words : words.slice(0, end);
  for (let i = 0; i < own.length; i += 1) {
    const { how, value, took } = optionAt(own, i, choosers);
    i += took;
    if (how === undefined) out.words.push(own[i] ?? null);
    else if (value !== "false") {
      out.behind ||= choosers.ends && isNamed(out.words);
      out.chosen.push({ how, value });
    }
  }
  return { ...out, words: [...out.words, ...words.slice(own.length)] };
}

interface ChoosingOption {
  /** Undefined: it chooses nothing. */
  readonly how: ChoosingWay | undefined;
  readonly value: string | null;
  /** How many words behind it are its own. */
  readonly took: 0 | 1;
}

function optionAt(words: RunnerWords, i: number, choosers: Choosers): ChoosingOption {
  const word = words[i] ?? "";
  const [, name = word, value] = /^(--?[\w-]+)=(.*)$/s.exec(word) ?? [];
  const how = WAYS.find((way) => choosers[way]?.test(name));
  const takesNext = how === "one" && value === undefined;
  return { how, value: (takesNext ? words[i + 1] : value) ?? null, took: takesNext ? 1 : 0 };
}

/** A script's name stands there already. */
const isNamed = (words: RunnerWords): boolean =>
  words.filter((word) => word === null || !/^-|^(?:run|run-script|recursive|multi|m)$/.test(word)).length > 0;

/** `yarn workspace a test`, `yarn workspaces run test`, `yarn workspaces foreach -A run test`. */
function chosenByYarn(words: RunnerWords): PackageChoice | undefined {
  const at = words.findIndex((word) => word === "workspace" || word === "workspaces");
  if (at < 0 || words.slice(0, at).some((word) => word === null || !word.startsWith("-"))) return undefined;
  const front = words.slice(0, at);
  const [name = null, ...rest] = words.slice(at + 1);
  const chosen = { selected: [], top: false, onlyTop: false, here: false };
  if (words[at] === "workspace") return { ...chosen, words: [...front, ...rest], selected: [name] };
  if (name === "run") return { ...chosen, words: [...front, name, ...rest] };
  const from = rest.findIndex((word, i) => word !== null && !word.startsWith("-") && !VALUED.test(rest[i - 1] ?? ""));
  return { ...chosen, words: [...front, ...rest.slice(Math.max(from, 0))], top: true };
}
const VALUED = /^(?:--from|--include|--exclude|-j|--jobs)$/;
