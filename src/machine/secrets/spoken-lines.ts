/**
 * Lines that are said to a program with which one speaks: mail, FTP, databases. They come by its input or behind an option, and say who
 * somebody is and the password.
 */
import { baseName, type Literal, type SimpleCommand } from "./shell-commands.ts";
import type { ShellWord } from "./shell-words.ts";

const SPEAKS =
  /^(?:[ltn]?c?ftp|sftp|pftp|ftps?|lftpget|yafc|telnet|rlogin|nc|ncat|netcat|socat|s_client|(?:redis|valkey|keydb)-cli|sqlplus|sqlcl|sql|rman|tbsql|bteq|db2|mongo(?:sh)?|openssl|winscp|smbclient|expect)$/;

/** A line begins at a line, behind a semicolon, or behind an escape of `printf`. */
const START = String.raw`(?:^|[\n;{]|\\[nr])[ \t]*`;
const FRESH = String.raw`(?!\[(?:secret, |redacted ))`;
const VALUE = String.raw`"?${FRESH}(\$\{?\w{1,128}\}?|[^\s"'\\;$@]{1,256})`;
const SAID: readonly RegExp[] = [
  String.raw`(?:quote[ \t]+|literal[ \t]+)?(?:user|account)[ \t]+[^\s\\;]{1,128}[ \t]+`,
  String.raw`(?:quote[ \t]+|literal[ \t]+)?pass(?:word)?[ \t]+`,
  String.raw`[\w.]{1,16}[ \t]+login[ \t]+[^\s\\;]{1,128}[ \t]+`,
  String.raw`auth[ \t]+(?!plain\b|login\b)(?:[^\s\\;]{1,128}[ \t]+(?=[^\s\\;]))?`,
  String.raw`auth[ \t]+(?:plain|login)[ \t]+`,
  String.raw`config[ \t]+set[ \t]+(?:requirepass|masterauth|masteruser)[ \t]+`,
  String.raw`hello[ \t]+\d[ \t]+auth[ \t]+\S{1,128}[ \t]+`,
  String.raw`conn(?:ect)?[ \t]+(?:target[ \t]+|catalog[ \t]+)?[^\s/\\;]{1,128}/`,
  String.raw`\.logon[ \t]+[^\s,\\;]{1,128},`,
  String.raw`open[ \t]+(?:-\S+[ \t]+){0,4}?(?:[^\s\\;]{1,64}[ \t]+)??-p[ \t]*`,
  String.raw`open[ \t]+(?:-\S+[ \t]+){0,4}?(?:-u|--user)[ =]?[^\s,\\;]{1,128},`,
  String.raw`connect[ \t]+to[ \t]+\S{1,128}[ \t]+user[ \t]+\S{1,128}[ \t]+using[ \t]+`,
].map((lead) => new RegExp(START + lead + VALUE, "dgi"));
/** Who, and on the next line the password, each a word alone. */
const ASKED =
  /^\s*(?!GET|HEAD|POST|quit|exit|HELO|EHLO)[\w.@-]{1,64}[ \t]*(?:\r?\n|(?:\\r)?\\n)[ \t]*(?!\[secret, )([^\s\\$]{3,128})[ \t]*(?:\r?\n|(?:\\r)?\\n|$)/d;

/** Text put together from words, and where each of its characters stands. */
interface Line {
  readonly text: string;
  readonly at: readonly (readonly [ShellWord, number] | undefined)[];
}

/** Words side by side. */
const lineOf = (words: readonly ShellWord[]): Line => ({
  text: `${words.map(({ text }) => text).join(" ")}\n`,
  at: words.flatMap((word) => [...Array.from({ length: word.text.length }, (_, i) => [word, i] as const), undefined]),
});

const MAX_CHAIN = 8;
/** What a command is told, line by line, as far as it was typed. */
function toldTo({ input, sources }: SimpleCommand, depth = 0): readonly Line[] {
  if (depth > MAX_CHAIN) return [];
  return [...input.map((word) => lineOf([word])), ...sources.flatMap((source) => saidBy(source, depth + 1))];
}

function saidBy(command: SimpleCommand, depth: number): readonly Line[] {
  const [name, ...rest] = command.words;
  if (name === undefined || !/^(?:echo|printf|print)$/.test(name.text)) return toldTo(command, depth);
  return [lineOf(rest.filter(({ text }) => !/^-[A-Za-z]+$/.test(text)))];
}

/** The whole of it, where it says several things one after the other. */
const together = (lines: readonly Line[]): Line => ({
  text: lines.map(({ text }) => text).join(""),
  at: lines.flatMap(({ at }) => at),
});

/** Words that are lines of such a program: behind `-e` and `-c`, or all that stand behind its name. */
function wordLines({ words }: SimpleCommand): readonly Line[] {
  const given = words.filter((_, i) => /^-[ecC]$/.test(words[i - 1]?.text ?? ""));
  const db2 = words[0]?.text === "db2" ? [lineOf(words.slice(1))] : [];
  return [...given.map((word) => lineOf([word])), ...db2];
}

export function spokenSecrets(command: SimpleCommand): readonly Literal[] {
  const program = command.words.slice(0, 8).map(({ text }) => baseName(text));
  if (!program.some((name) => SPEAKS.test(name))) return [];
  const told = toldTo(command);
  const lines = [...(told.length > 0 ? [together(told)] : []), ...wordLines(command)];
  const asked =
    program.some((name) => /^(?:telnet|rlogin|t?ftp)$/.test(name)) && told.length > 0 ? together(told) : null;
  return [
    ...lines.flatMap((line) => SAID.flatMap((pattern) => [...line.text.matchAll(pattern)].flatMap(literalIn(line)))),
    ...(asked === null ? [] : literalIn(asked)(ASKED.exec(asked.text))),
  ];
}

const literalIn =
  (line: Line) =>
  (match: RegExpExecArray | null): readonly Literal[] => {
    const [from, to] = match?.indices?.[1] ?? [0, 0];
    const [first, last] = [line.at[from], line.at[to - 1]];
    if (first === undefined || last === undefined || first[0] !== last[0]) return [];
    return [{ word: first[0], from: first[1], to: last[1] + 1 }];
  };

/** Programs of a database to which somebody is told as `user/password`. */
const ORACLE =
  /^(?:sqlplus\w*|sqlcl|sql|rman|expdp|impdp|exp|imp|sqlldr|tbsql|tbexport|tbimport|adrci|dgmgrl|tkprof|wrap)$/;
const LOGON =
  /(?:^|[\s=])(?:\w{1,32}=)?[A-Za-z][\w$#.]{0,63}(?:\[\w{1,64}\])?\/"?(?!\[(?:secret, |redacted ))(\$\{?\w{1,128}\}?|[^\s"@/\\$]{1,128})"?(?=@|\s|$)/d;
const ALWAYS = /^(?:sqlplus\w*|sqlcl|rman|expdp|impdp|sqlldr|tbsql|dgmgrl)$/;

export function logonSecrets({ words }: SimpleCommand): readonly Literal[] {
  const at = words.slice(0, 10).findIndex(({ text }) => ORACLE.test(baseName(text)));
  if (at < 0) return [];
  const always = ALWAYS.test(baseName(words[at]?.text ?? ""));
  return words.slice(at + 1).flatMap((word) => {
    const match = /^(?:@|-|\.|\/)/.test(word.text) || isFile(word.text) ? null : LOGON.exec(word.text);
    const [from, to] = match?.indices?.[1] ?? [0, 0];
    return to > from && (always || word.text[to] === "@") ? [{ word, from, to }] : [];
  });
}

/** `control=load/a.ctl`. */
const isFile = (text: string): boolean =>
  /^(?!userid|target|catalog|auxiliary|connect)\w+=/i.test(text) ||
  /\/[\w-]+\.(?:sql|ctl|dmp|log|par|dat|rman|csv|txt)$/i.test(text);
