/**
 * Where programs begin that start a command for somebody afresh: a login in a home, a service in the home of its user or in the root.
 * Whose home it is does not matter to what finds: the person's stands for every one.
 */
import type { KnownWord } from "../../contract/reading.ts";
import { knownWord } from "./reader.ts";

interface Beginning {
  readonly programs: RegExp;
  /** One of its words must say so; absent: always. */
  readonly says?: RegExp;
  /** None of its words may say so. */
  readonly unless?: RegExp;
  readonly in: "~" | "/";
}

/** This machine by another name, as a login names it. */
const THIS_MACHINE =
  /^(?:-wH?|--host=|ssh:\/\/)?(?:[^@\s/]+@)?\[?(?:localhost(?:\.localdomain)?|ip6-l\w+|127(?:\.\d+){1,3}|0(?:\.0){0,3}|::1|(?:0+:){7}0*1|::ffff:127(?:\.\d+){3})\]?(?::\d+)?$|^(?:-o)?\s*hostname\s*[= ]\s*(?:localhost|127\.[\d.]+|::1)$/i;

const BEGINNINGS: readonly Beginning[] = [
  { programs: /^(?:su|runuser)$/, says: /^(?:-|-[a-zA-Z]*l[a-zA-Z]*|--l(?:o(?:g(?:in?)?)?)?)$/, in: "~" },
  { programs: /^(?:sudo|sudo-rs|doas|dzdo)$/, says: /^(?:-[a-zA-Z]*i[a-zA-Z]*|--login)$/, in: "~" },
  {
    programs: /^(?:ssh|slogin|autossh|mosh|et|dbclient|rsh|remsh|rexec|pdsh|pssh|parallel-ssh|clush|dsh)$/,
    says: THIS_MACHINE,
    in: "~",
  },
  { programs: /^machinectl$/, says: /^(?:[^@\s]+@)?\.host$/, in: "~" },
  { programs: /^pkexec$/, unless: /^--keep-cwd$/, in: "~" },
  { programs: /^run0$/, unless: /^(?:-D|--chdir)/, in: "~" },
  {
    programs: /^systemd-run$/,
    says: /^--user$/,
    unless: /^(?:--scope|--same-dir|-[a-zA-Z]*d[a-zA-Z]*|--working-directory.*)$/,
    in: "~",
  },
  {
    programs: /^systemd-run$/,
    unless: /^(?:--user|--scope|--same-dir|-[a-zA-Z]*d[a-zA-Z]*|--working-directory.*)$/,
    in: "/",
  },
  { programs: /^(?:inc|f)?crontab$/, in: "~" },
];

/** The directories the program begins in; none: the one it stands in. */
export const beginsIn = (program: string, words: readonly string[]): readonly string[] =>
  BEGINNINGS.filter(
    ({ programs, says, unless }) =>
      programs.test(program) &&
      (says === undefined || words.some((word) => says.test(word))) &&
      (unless === undefined || !words.some((word) => unless.test(word))),
  ).map((one) => one.in);

const PRIVILEGED = /^(?:sudo|doas)$/;
/** Options of these with a value in the next word. */
const TAKES_VALUE = /^(?:-[a-zA-Z]*[ugpCUTrtRhD]|--(?:user|group|prompt|close-from|role|type|host|chroot|chdir))$/;

/** `sudo -i rm x` as `sudo -D ~ rm x`, and with a shell where it names no command (likely readings). */
export function withoutLogin(words: readonly KnownWord[], home: string): readonly KnownWord[] {
  if (!PRIVILEGED.test(words[0]?.value?.replace(/^.*\//, "") ?? "")) return words;
  const end = commandIn(words);
  const own = words.slice(1, end);
  const asks = own.some(({ value }) => /^(?:-[a-zA-Z]*[is][a-zA-Z]*|--login|--shell)$/.test(value ?? ""));
  if (!asks) return words;
  const there =
    beginsIn(
      "sudo",
      own.map(({ value }) => value ?? ""),
    ).length > 0
      ? ["-D", home]
      : [];
  const command = words.slice(end);
  return [
    ...words.slice(0, 1),
    ...there.map((word) => knownWord(word)),
    ...own.flatMap(withoutLetter),
    ...(command.length === 0 ? [knownWord("sh")] : command),
  ];
}

/** Where the words of its own end. */
function commandIn(words: readonly KnownWord[]): number {
  for (let at = 1; at < words.length; at += 1) {
    const value = words[at]?.value ?? null;
    if (value === "--") return at + 1;
    if (value === null || !/^-|^\w+=/.test(value)) return at;
    if (TAKES_VALUE.test(value)) at += 1;
  }
  return words.length;
}

function withoutLetter(word: KnownWord): readonly KnownWord[] {
  const { value } = word;
  if (value === null || /^--(?:login|shell)?$/.test(value)) return [];
  if (!/^-[a-zA-Z]+$/.test(value)) return [word];
  const rest = value.replace(/[is](?=[a-zA-Z]*$)/g, "");
  return rest === "-" ? [] : [knownWord(rest)];
}
