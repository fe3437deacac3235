/** Tables with a column of passwords, as browsers, password managers and people write them: the first line says what stands below. */
import type { World } from "../../contract/world.ts";
import { isBareValue } from "./bare-values.ts";

/** Files that are tables whatever they are called. */
const TABLE = /\.(?:csv|tsv|tab|psv)$/i;
export const isTable = (path: string): boolean => TABLE.test(path);

/** In bytes, of the beginning: tables may be long. */
const LOOKED_INTO = 65_536;
/** Below the first. */
const MAX_ROWS = 200;

const PASSWORDS = /^(?:(?:user|login|account|web|current|new|old)[ _-]?)?(?:pass[ _-]?words?|passwd|pwd|passphrase)$/i;
/** Also what counts tests, words of a language and other plain things is called so: the values tell. */
const OTHERS =
  /^(?:(?:login|client|access|auth|shared)[ _-]?)?(?:pass|secrets?|totp|otp(?:auth)?|tokens?|api[ _-]?(?:key|token|secret)s?|access[ _-]?keys?(?:[ _-]?id)?|secret[ _-]?(?:access[ _-]?)?keys?|private[ _-]?keys?|recovery[ _-]?codes?)$/i;
const SEPARATORS = [",", ";", "\t", "|"];

/** A table that has such a column, and something in it. */
export function holdsSecretTable(path: string, world: World): boolean {
  if (world.stat(path).kind !== "file") return false;
  const bytes = world.readRange?.(path, 0, LOOKED_INTO) ?? world.readFile(path, LOOKED_INTO);
  return bytes !== undefined && isSecretTable(new TextDecoder().decode(bytes));
}

function isSecretTable(text: string): boolean {
  const [head = "", ...rows] = text
    .split(/\r\n?|\n/)
    .filter((line) => line.trim() !== "" && !/^sep=.$/i.test(line))
    .slice(0, MAX_ROWS);
  return SEPARATORS.filter((separator) => head.includes(separator)).some((separator) => {
    const columns = cells(head, separator);
    return rows.some((row) => cells(row, separator).some((cell, i) => isSecretIn(columns[i] ?? "", cell)));
  });
}

/** A separator between quotes is none. */
const cells = (line: string, separator: string): readonly string[] => {
  const quoted = line.split('"');
  const kept = quoted.map((part, i) => (i % 2 === 1 ? part.replaceAll(separator, "\0") : part)).join("");
  return kept.split(separator).map((cell) => cell.trim());
};

const isSecretIn = (column: string, cell: string): boolean =>
  PASSWORDS.test(column) ? !NO_PASSWORD.test(cell) : OTHERS.test(column) && isBareValue(cell);
const NO_PASSWORD = /^(?:.{0,2}|true|false|yes|no|null|none|n\/a|\*+|x+|\.+)$/i;
