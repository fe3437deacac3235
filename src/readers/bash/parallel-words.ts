/**
 * GNU parallel and its relatives as a likely reading takes them: the command they put together from a template, written as xargs would be
 * told of it, or with the arguments that stand behind `:::`.
 */
import type { KnownWord } from "../../contract/reading.ts";
import { likelyName } from "./likely.ts";

const PROGRAMS = /^(?:\S*\/)?(?:(?:env_)?parallel|sem|rush|xe|xjobs|rust-parallel|parallel-rust)$/;
/** Options that take the next word. */
const TAKES =
  /^(?:-[jnNdICLPSslTUDirtT]|--(?:jobs|max-args|max-replace-args|max-procs|max-lines|max-chars|delimiter|colsep|halt|halt-on-error|retries|timeout|delay|tmpdir|joblog|results|load|memfree|nice|sshlogin|tagstring|arg-sep|shuf-seed|block|recstart|recend|regex|channel-capacity))$/;
/** The arguments come from a file, or the command runs elsewhere: read as it stands. */
const OTHERWISE = /^(?:::::\+?|-a|--arg-file(?:=.*)?|--w(?:ork)?d(?:ir)?(?:=.*)?|--pipe(?:-?part)?|--transfer\w*)$/;
/** What only a shell takes apart. */
const FOR_SHELL = /[;&|<>$`"'\\(){}*?]/;

/** entr puts the first name it reads in the place of `/_`. */
function withoutEntr(words: readonly KnownWord[]): readonly KnownWord[] {
  const at = words.findIndex(({ value }, i) => i > 0 && value?.startsWith("-") !== true);
  const options = words.slice(1, at);
  if (at < 0 || options.some(({ value }) => /^-\w*s/.test(value ?? "-s"))) return words;
  return [...["xargs", "-I", "/_"].map(likelyName), ...words.slice(at)];
}

/** The words of the command that is put together; as they were, where none is. */
export function withoutParallel(words: readonly KnownWord[]): readonly KnownWord[] {
  const [program, ...rest] = words;
  if (/^(?:\S*\/)?entr$/.test(program?.value ?? "") && rest.some(({ value }) => value?.includes("/_") === true))
    return withoutEntr(words);
  if (!PROGRAMS.test(program?.value ?? "") || rest.some(({ value }) => OTHERWISE.test(value ?? ""))) return words;
  const { end: at, mark, nul } = optionsOf(rest);
  const from = rest.findIndex(({ value }) => /^:::\+?$/.test(value ?? ""));
  const template = rest.slice(at, from < 0 ? undefined : from).flatMap((word) => taken(word, mark));
  if (template.length === 0) return words;
  const placed = template.some(hasMark) ? template : [...template, likelyName(MARK)];
  if (from >= 0) return placed.flatMap((word) => filled(word, rest.slice(from + 1)));
  const xargs = ["xargs", ...(nul ? ["-0"] : []), "-I", MARK].map(likelyName);
  return [...xargs, ...placed];
}

const MARK = "{}";
const hasMark = ({ value }: KnownWord): boolean => value?.includes(MARK) === true;

interface Options {
  /** Where the template begins. */
  readonly end: number;
  readonly mark: string;
  readonly nul: boolean;
}

function optionsOf(words: readonly KnownWord[]): Options {
  let mark = MARK;
  let nul = false;
  let end = 0;
  for (let value = words[0]?.value; value?.startsWith("-") === true && value !== "-"; value = words[end]?.value) {
    if (value === "-0" || value === "--null") nul = true;
    const given = value === "-I" ? words[end + 1]?.value : /^-I(.+)/.exec(value)?.[1];
    if (given !== undefined && given !== null) mark = given;
    end += TAKES.test(value) ? 2 : 1;
    if (value === "--") break;
  }
  return { end, mark, nul };
}

/** A template in quotes is several words, or code for a shell. */
function taken(word: KnownWord, mark: string): readonly KnownWord[] {
  const { value } = word;
  if (value === null) return [word];
  const said = value.replaceAll(mark, MARK).replace(/\{1\}/g, MARK);
  if (!/\s/.test(said.trim())) return [{ ...word, value: said }];
  const isCode = FOR_SHELL.test(said.replaceAll(MARK, ""));
  return (isCode ? ["sh", "-c", said] : said.trim().split(/\s+/)).map(likelyName);
}

/** Each argument in the place of the mark. */
const filled = (word: KnownWord, given: readonly KnownWord[]): readonly KnownWord[] => {
  if (!hasMark(word)) return [word];
  if (word.value === MARK) return given.filter(({ value }) => !/^:::\+?$/.test(value ?? ""));
  return given.flatMap(({ value, glob }) =>
    value === null ? [] : [{ ...word, value: word.value?.replaceAll(MARK, value) ?? null, glob: word.glob || glob }],
  );
};

const SHELL = /^(?:\S*\/)?(?:ba|z|da|k|a)?sh$/;

/** `xargs -I{} sh -c 'rm {}'`: the shell is given the name it would find in its code, for what is in the place of a mark is not known. */
export function asArgument(words: readonly KnownWord[]): readonly KnownWord[] {
  if (!/^(?:\S*\/)?g?xargs$/.test(words[0]?.value ?? "")) return words;
  const mark = words.flatMap(({ value }, i) =>
    value === "-I" ? (words[i + 1]?.value ?? []) : (/^-I(.+)/.exec(value ?? "")?.[1] ?? []),
  )[0];
  const at = words.findIndex(({ value }, i) => /^-\w*c$/.test(value ?? "") && SHELL.test(words[i - 1]?.value ?? ""));
  const code = words[at + 1];
  if (mark === undefined || mark === "" || at < 0 || code?.value == null) return words;
  if (code.value === mark || !code.value.includes(mark) || code.value.includes("'") || words.length > at + 2)
    return words;
  const said = { ...code, value: code.value.replaceAll(mark, '"$1"') };
  return [...words.slice(0, at + 1), said, likelyName("_"), likelyName(mark)];
}
