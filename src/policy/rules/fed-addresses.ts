/**
 * Addresses that a client takes from elsewhere than its words: a list or a configuration in a file, its input, what another command of the
 * call makes. For rules about domains every address there is one it contacts.
 */
import { HOLE, type SubCommand } from "../../contract/reading.ts";
import { absolutePath } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";

/** How much of a list is looked at, in bytes. */
const MAX_LIST = 65_536;

/** Clients, and the options with which they take addresses from a file, by letter (alone or behind others) and by name. */
const CLIENTS: readonly (readonly [programs: RegExp, letters: RegExp | null, names: RegExp])[] = [
  [/^curl$/, /^-[a-zA-Z#]*K(.*)$/s, /^--conf?i?g?(?:=(.*))?$/s],
  [/^wget2?$/, /^-[a-zA-Z]*i(.*)$/s, /^--(?:input-\w*|config)(?:=(.*))?$/s],
  [/^aria2c$/, /^-[a-zA-Z]*i(.*)$/s, /^--(?:input-file|conf-path)(?:=(.*))?$/s],
  [
    /^(?:yt-dlp|youtube-dl|gallery-dl)$/,
    /^-[a-zA-Z]*[ai](.*)$/s,
    /^--(?:batch-file|input-file|config-locations?)(?:=(.*))?$/s,
  ],
  [
    /^(?:dig|delv|mdig|massdns|dnsx|httpx|subfinder|siege|vegeta|hey|ab|fping|zmap)$/,
    /^-[a-zA-Z]*[fl](.*)$/s,
    /^--?(?:list|file|targets)(?:=(.*))?$/s,
  ],
  [/^(?:nmap|masscan)$/, /^-iL(.*)$/s, /^--includefile(?:=(.*))?$/s],
  [
    /^(?:lynx|links|elinks|w3m|axel|wpull|httrack)$/,
    /^-[a-zA-Z]*i(.*)$/s,
    /^--?(?:input-file|cmd_script|list)(?:=(.*))?$/s,
  ],
];
/** Their input says whom to contact, whatever the words are. */
const LISTENS = /^(?:ftp|tnftp|lftp|ncftp|telnet|nslookup|lynx|fping|httpx|dnsx|vegeta|massdns|whois)$/;
/** The standard input, or what a substitution makes. */
const INPUT = /^(?:-|\/dev\/(?:stdin|fd\/\d+)|\/proc\/self\/fd\/\d+)$/;

/** Texts, word by word, of which each may be an address that the command contacts. */
export function fedAddresses(command: SubCommand, call: PolicyCall): readonly string[] {
  const name = command.name ?? "";
  const lists = listsOf(command);
  const listens = LISTENS.test(name) && command.words.length <= MAX_LISTENING;
  if (lists.length === 0 && !listens) return [];
  const isMade = listens || lists.some((list) => list === null || INPUT.test(list) || isWritten(list, command, call));
  const files = lists.flatMap((list) => (list === null ? [] : textOf(list, command, call)));
  return [...files, ...(isMade ? [command.input ?? "", ...everyWord(call)] : [])].flatMap(wordsOf);
}

/** With more words than this it was told whom to contact. */
const MAX_LISTENING = 8;

/** The places lists are taken from; null where one is not known. */
function listsOf({ name, words }: SubCommand): readonly (string | null)[] {
  const [, letters, names] = CLIENTS.find(([programs]) => programs.test(name ?? "")) ?? [];
  if (letters === undefined || names === undefined) return [];
  return words.slice(1).flatMap(({ value, prefix }, i, rest): readonly (string | null)[] => {
    const text = value ?? prefix;
    const found = names.exec(text) ?? (text.startsWith("--") ? null : letters?.exec(text));
    if (found == null) return [];
    const [, attached = ""] = found;
    if (attached !== "") return [value === null ? null : attached];
    return value === null ? [null] : [rest[i + 1]?.value ?? null];
  });
}

/** A file that the call itself may write. */
const isWritten = (list: string, command: SubCommand, { effects, world }: PolicyCall): boolean =>
  command.cwd.certainty !== "exact" ||
  effects.some(
    (effect) =>
      effect.do === "write" &&
      (effect.target.certainty !== "exact" || effect.target.path === placeOf(list, command, world)),
  );

const placeOf = (list: string, { cwd }: SubCommand, world: PolicyCall["world"]): string =>
  absolutePath(list, cwd.path, world);

function textOf(list: string, command: SubCommand, { world }: PolicyCall): readonly string[] {
  if (INPUT.test(list) || command.cwd.certainty !== "exact") return [];
  const path = placeOf(list, command, world);
  const bytes = world.stat(path).kind === "file" ? world.readFile(path, MAX_LIST) : undefined;
  return bytes === undefined ? [] : [new TextDecoder().decode(bytes)];
}

/** Whatever the call spells: what makes the list makes it of that. */
const everyWord = ({ reading, likely }: PolicyCall): readonly string[] =>
  [reading, ...likely()]
    .flatMap((one) => one?.commands ?? [])
    .flatMap(({ words, input }) => [
      ...words.map(({ value, outline, prefix }) => value ?? outline ?? prefix),
      input ?? "",
    ]);

/** `url = "x"`, `url x`, `x`: without quotes, and what stands behind a sign by itself. */
const wordsOf = (text: string): readonly string[] =>
  text
    .slice(0, MAX_LIST)
    .replaceAll(HOLE, " ")
    .split(/[\s"'=,]+/)
    .filter((word) => word !== "");
