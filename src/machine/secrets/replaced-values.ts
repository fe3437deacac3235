/**
 * What a program that edits puts in the place of something else: into a file that holds secrets, or for a placeholder or a setting that is
 * called after one. In code nothing is: there names are changed.
 */
import { isVariablesFile } from "./assigned-values.ts";
import { holdsSecrets } from "./secret-files.ts";
import { isSecretByWords } from "./secret-words.ts";
import { baseName, fedTo, isReference, type Literal, type SimpleCommand } from "./shell-commands.ts";
import type { ShellWord } from "./shell-words.ts";

const EDITS =
  /^(?:g?sed|perl|ruby|sd|rpl|ed|ex|n?vim?|[gmn]?awk|yq|jq|dasel|crudini|augtool|xmlstarlet|replace|fastmod)$/;
/** Its words are what is looked for and what is put there. */
const BY_WORDS = /^(?:sd|rpl|replace|fastmod)$/;
/** Settings and text, no code. */
const DATA_FILE =
  /(?:^|\/)[\w.@-]*\.(?:ya?ml|toml|ini|conf|cfg|cnf|properties|env|json|tfvars|xml|tpl|tmpl|template|plist|service|list|txt|sh)$/i;

/** `s/a/b/`, with any sign, and with brackets: what is looked for, and what is put there. */
const SUBSTITUTION =
  /(?:^|[\s;{%\d$/"'|])s(?:([/|#,@!~:+^_])((?:\\.|(?!\1)[^\n\\]){1,512}?)\1((?:\\.|(?!\1)[^\n\\]){1,4096}?)\1|\{([^{}\n]{1,512})\}\s*\{([^{}\n]{1,4096})\})([A-Za-z0-9]*)/dg;
/** Text that is put in as it is: `a`, `i` and `c` of `sed`. */
const INSERTED = /(?:^|[\s;\d$/}])[aic](?:\\\s*|\s+)(\S[^\n]{2,4096})/d;
/** A text that is assigned, or the last argument of what replaces. */
const SET =
  /(?:(?<![=!<>])=\s*|\bg?sub!?\(\s*(?:\/(?:\\.|[^/\n\\]){1,256}\/|["'][^"'\n]{1,256}["'])\s*,\s*)\\*["']([^"'\n\\]{3,4096})\\*["']/dg;

interface Put {
  readonly sought: string;
  readonly literal: Literal;
  readonly text: string;
}

export function replacedSecrets(command: SimpleCommand): readonly Literal[] {
  const { words, into } = command;
  const at = words.slice(0, 24).findIndex(({ text }) => EDITS.test(baseName(text)));
  if (at < 0) return [];
  const isArgument = (i: number): boolean => /^--(?:arg|argjson)$/.test(words[i]?.text ?? "");
  const named = words.filter((_, i) => i > 0 && !isArgument(i - 1) && !isArgument(i - 2));
  const files = [...named, ...into].map(({ text }) => text);
  const isHeld = files.some((text) => /^[\w@./~-]{1,512}$/.test(text) && (holdsSecrets(text) || isVariablesFile(text)));
  const isData = files.some((text) => DATA_FILE.test(text));
  return putBy(command, at).flatMap((put) => secretOf(put, isHeld, isData));
}

function putBy(command: SimpleCommand, at: number): readonly Put[] {
  const program = baseName(command.words[at]?.text ?? "");
  const rest = command.words.slice(at + 1);
  if (BY_WORDS.test(program)) {
    const [sought, put] = rest.filter(({ text }) => !text.startsWith("-"));
    return put === undefined ? [] : [{ sought: sought?.text ?? "", literal: { word: put, from: 0 }, text: put.text }];
  }
  if (program === "crudini") return rest[0]?.text === "--set" ? lastOf(rest.slice(4)) : [];
  const fed = /^(?:ed|ex)$/.test(program) ? fedTo(command).map(({ word }) => word) : [];
  return [...rest, ...fed].flatMap((word, i) => [...putsIn(word), ...argumentPut(rest, i)]);
}

const lastOf = (words: readonly ShellWord[]): readonly Put[] =>
  words.slice(-1).map((word) => ({ sought: "", literal: { word, from: 0 }, text: word.text }));

/** `--arg name value`. */
const argumentPut = (rest: readonly ShellWord[], i: number): readonly Put[] =>
  /^--(?:arg|argjson)$/.test(rest[i - 2]?.text ?? "") ? lastOf(rest.slice(i, i + 1)) : [];

/** With `e` it is run, with `w` it is a file. */
const isText = ({ 6: flags = "" }: RegExpExecArray): boolean => !/[ew]/.test(flags);

const putsIn = (word: ShellWord): readonly Put[] => {
  const spans = [
    ...[...word.text.matchAll(SUBSTITUTION)].filter(isText).map((match) => ({
      sought: match[2] ?? match[4] ?? "",
      span: match.indices?.[3] ?? match.indices?.[5],
    })),
    ...[INSERTED.exec(word.text), ...word.text.matchAll(SET)].map((match) => ({
      sought: "",
      span: match?.indices?.[1],
    })),
  ];
  return spans.flatMap(({ sought, span: [from, to] = [0, 0] }) =>
    to > from ? [{ sought, literal: { word, from, to }, text: word.text.slice(from, to) }] : [],
  );
};

/** `NAME=`, `name: `, with what groups of the pattern bring. */
const NAMED = /^(?:[\\$]\{?\d\}?|[\s^])*(?:export\s+)?["']?([A-Za-z_][\w.-]{0,127})["']?\s*(?:=|:\s)\s*["']?/;
const GROUP = /^(?:[\\$]\{?\d\}?)+/;
/** Signs that stand around what is to be filled in, or nothing but capitals. */
const PLACEHOLDER =
  /^(?:__+|[{<@%$[(\\*]+)\s*([A-Za-z][\w. -]{0,80}?)\s*(?:__+|[}>@%\])\\*]+)$|^([A-Z][A-Z0-9_]{3,80})$/;

/** The value alone of what is put there, where it is a secret. */
function secretOf({ sought, literal, text }: Put, isHeld: boolean, isData: boolean): readonly Literal[] {
  const [lead = "", name = ""] = NAMED.exec(text) ?? [];
  const [, marked, capitals = ""] = PLACEHOLDER.exec(sought) ?? [];
  const called = marked ?? capitals;
  const isNamed = isData && (isSecretByWords(name) || isSecretByWords(soughtName(sought)));
  if (!isHeld && !isNamed && !(called !== "" && isSecretByWords(called) && !isSecretByWords(text))) return [];
  const start = lead.length || (GROUP.exec(text)?.[0].length ?? 0);
  const value = text.slice(start).replace(/(?:["'\s]|\\\d)+$/, "");
  return isOne(value) ? [{ ...literal, from: literal.from + start, to: literal.from + start + value.length }] : [];
}

/** The name before a sign in what is looked for: `^(password:).*`. */
const soughtName = (sought: string): string => /([A-Za-z_][\w.-]{0,127})["']?\s*\\?[=:]/.exec(sought)?.[1] ?? "";

/** One word that is put there as it stands. */
const isOne = (value: string): boolean =>
  isReference(value) || (value.length >= 3 && !/[\s`]|\$[({\w]|^[.*[\]\\^$/]+$/.test(value));
