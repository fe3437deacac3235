/**
 * The floor: catastrophes that no mode, rule, model or approval lets through (step 3f). One table of programs and literal words:
 * what is not known never meets it.
 */
import type { SimpleCommand } from "../contract/simple.ts";
import { normalise } from "../machine/index.ts";
import type { RuleCall } from "./call.ts";
import { operandsOf, valuesOf } from "./options.ts";
import { absolutePath } from "./places.ts";
import { type FloorRow, rowsFor, sweptWords, wholePlace, wordsFor } from "./sweeps.ts";

export interface FloorFinding {
  readonly label: "System Destruction" | "Secret Exfiltration";
  /** One sentence: what the call would do. */
  readonly reason: string;
}

const DISK =
  /^\/dev\/(?:[shv]d[a-z]|xvd[a-z]|nvme|mmcblk|r?disk\d|r?(?:[sw]d|ada|da|nvd|nda|vtbd)\d|dm-|md\d|mtd|ubi\d|sg\d|(?:n|r|dr)bd\d|zd\d|bcache\d|pmem\d|dasd|sr\d|root$|mapper\/(?!control$)|disk\/|block\/|zvol\/|cciss\/)/i;

/** `isKeyOrStore`: a private key or a whole credential store lies there, absolute. */
export function floorOf(call: RuleCall, isKeyOrStore: (path: string) => boolean): FloorFinding | undefined {
  if (forksWithoutEnd(withoutDocuments(call))) return destroys("start processes without end");
  for (const command of call.commands) {
    const found = command.away === true ? undefined : inCommand(command, call, isKeyOrStore);
    if (found !== undefined) return found;
  }
  return byTool(call) ?? sentThroughPipe(call, isKeyOrStore);
}

/** What a tool states of itself. */
function byTool({ places, disk }: RuleCall): FloorFinding | undefined {
  for (const { path, role } of places) {
    if (path === null) continue;
    const place =
      role === "delete" || role === "move"
        ? wholePlace({ value: path, text: path, prefix: path }, null, disk)
        : undefined;
    if (place !== undefined) return destroys(`delete, move away or empty ${quote(place)} with everything in it`);
    if (role === "write" && DISK.test(normalise(path))) return destroys(`write over the disk ${quote(path)}`);
  }
  return undefined;
}

const destroys = (what: string): FloorFinding => ({ label: "System Destruction", reason: `It would ${what}.` });
const sends = (path: string): FloorFinding => ({
  label: "Secret Exfiltration",
  reason: `It would send ${quote(path)} out of this machine.`,
});
const quote = (text: string): string => JSON.stringify(text.slice(0, 120));

function inCommand(
  command: SimpleCommand,
  { disk }: RuleCall,
  isKeyOrStore: (path: string) => boolean,
): FloorFinding | undefined {
  const { cwd } = command;
  for (const word of sweptWords(command)) {
    const place = wholePlace(word, cwd, disk);
    if (place !== undefined) return destroys(`delete, move away or empty ${quote(place)} with everything in it`);
  }
  const device = writtenDevice(command);
  if (device !== undefined) return destroys(`write over the disk ${quote(device)}`);
  const named = rowsFor(command, "send").flatMap((row) => sentBy(row, command));
  const texts = named.includes("-") ? [...named, ...command.reads.map(({ value }) => value ?? "")] : named;
  const sent = texts.flatMap((text) => absolutePath(text, cwd, disk) ?? []).find(isKeyOrStore);
  return sent === undefined ? undefined : sends(sent);
}

function writtenDevice(command: SimpleCommand): string | undefined {
  const named = rowsFor(command, "device").flatMap((row) =>
    row.of === "of="
      ? command.words.flatMap(({ value }) => (value?.startsWith("of=") ? [value.slice(3)] : []))
      : wordsFor(row, command).map(({ value }) => value ?? ""),
  );
  const bare =
    command.name === "diskutil" ? named.map((name) => (/^disk\d/.test(name) ? `/dev/${name}` : name)) : named;
  return [...bare, ...command.writes.map(({ value }) => value ?? "")].find((path) => DISK.test(normalise(path)));
}

/** Files whose content goes out, as written. */
function sentBy(row: FloorRow, command: SimpleCommand): readonly string[] {
  const operands = operandsOf(command).map(({ value }) => value ?? "");
  const values = (row.options ?? "").split(" ").flatMap((option) => valuesOf(option, command));
  switch (row.of) {
    case "value":
      return values;
    case "at":
      return [...values, ...(row.options === undefined ? operands : [])].flatMap(
        (value) => /[@<]([^@<;]+)(?:;.*)?$/.exec(value)?.[1] ?? [],
      );
    case "reads":
      return command.reads.map(({ value }) => value ?? "");
    case "remote":
      return /^[^/]+:|::/.test(operands.at(-1) ?? "") ? operands.slice(0, -1) : [];
    default:
      return operands;
  }
}

const SHOWS = /^(?:cat|base64|base32|xxd|od|tar|gzip|zip|head|tail|openssl|gpg)$/;
const TAKES_INPUT = /^(?:nc|ncat|netcat|socat|telnet)$/;

/** `cat KEY | nc HOST 1`: of one command what the next one of the call sends. */
function sentThroughPipe(
  { commands, disk, text }: RuleCall,
  isKeyOrStore: (path: string) => boolean,
): FloorFinding | undefined {
  if (!text.includes("|")) return undefined;
  for (const [i, command] of commands.entries()) {
    const isSender =
      TAKES_INPUT.test(command.name ?? "") || rowsFor(command, "send").some((row) => takesStdin(row, command));
    if (!isSender) continue;
    const before = commands.slice(Math.max(0, i - 2), i).filter(({ name }) => SHOWS.test(name ?? ""));
    const shown = before.flatMap(({ words, reads, cwd }) =>
      [...words.slice(1), ...reads].flatMap(({ value }) =>
        value === null ? [] : (absolutePath(value, cwd, disk) ?? []),
      ),
    );
    const key = shown.find(isKeyOrStore);
    if (key !== undefined) return sends(key);
  }
  return undefined;
}

const takesStdin = (row: FloorRow, command: SimpleCommand): boolean => sentBy(row, command).includes("-");

/** What is handed to a program that is no shell is no program. */
const withoutDocuments = ({ text, commands }: RuleCall): string =>
  commands.reduce(
    (rest, { name, document = "" }) =>
      document === "" || SHELL.test(name ?? "") ? rest : rest.replace(document, () => ""),
    text,
  );
const SHELL = /^(?:(?:ba|da|z|k|a|c|tc|fi)?sh|eval)$/;

/** A function that starts itself twice and is started: `:(){ :|:& };:`. */
function forksWithoutEnd(text: string): boolean {
  for (const [, name = "", body = ""] of text.matchAll(
    /(?:^|[\s;&|(])(?:function\s+)?([^\s;&|(){}'"]+)\s*\(\s*\)\s*\{([^{}]*)\}/g,
  )) {
    const starts = body.split(/[;&|\s]+/).filter((word) => word === name);
    if (starts.length >= 2 && /(?<![&|])[&|](?![&|])/.test(body)) return true;
  }
  return false;
}
