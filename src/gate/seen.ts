/**
 * The commands of a call, as rules, the floor, guarded places and walls look at them: the core's own list where its reader takes the
 * text apart and knows each program, else the watch's, which is read when it is first asked for.
 */

import type { Json, JsonObject } from "../contract/action.ts";
import { type Effect, fixedPart } from "../contract/effect.ts";
import type { ShellReading } from "../contract/reading.ts";
import type { SimpleCommand, Word, WordRole } from "../contract/simple.ts";
import { readSimple, sortUse } from "../core/index.ts";
import type { PolicyCall } from "../policy/index.ts";
import { type RuleCall, unwrap } from "../rules/index.ts";
import { remoteHosts } from "./remote-hosts.ts";
import type { Watch } from "./watch.ts";

export interface Commands {
  /** What deny and ask rules meet: the watch's, and what it left out of the core's. */
  readonly seen: readonly SimpleCommand[];
  /** The core's reader's own; undefined: it could not take the text apart. What allow rules cover. */
  readonly plain: readonly SimpleCommand[] | undefined;
  /** A part of it goes on by itself. */
  readonly background: boolean;
  /** Why not all of it was looked at. */
  readonly cut: string | undefined;
  /** A part of it nobody can read, or that is code. */
  readonly opaque: boolean;
  /** A part of it nobody can read. */
  readonly unread: boolean;
  /** What its programs are given as code. */
  readonly codes: readonly string[];
}

const NONE: Commands = {
  seen: [],
  plain: undefined,
  background: false,
  cut: undefined,
  opaque: false,
  unread: false,
  codes: [],
};

export type SeenCall = Pick<PolicyCall, "spec" | "input" | "cwd" | "world"> & {
  readonly reading: ShellReading | undefined;
};

export function commandsOf(call: SeenCall, watch: Watch): Commands {
  const { spec, input, cwd, world } = call;
  if (spec.shell === undefined) return NONE;
  const text = spec.shell.command(input);
  if (spec.shell.dialect !== "bash")
    return { ...NONE, seen: watch.windowsCommands(text, spec.shell.dialect, cwd), opaque: true, unread: true };
  const typed = spec.keepsState === true || spec.neverProven === true;
  const { home, platform } = world;
  const read = typed ? undefined : readSimple(text, { cwd, home, platform });
  const plain = read && unwrap(read, (words) => sortUse(words, platform));
  const background = input.run_in_background === true;
  if (plain?.every(({ use }) => use !== undefined) === true) return { ...NONE, seen: plain, plain, background };
  const { reading } = call;
  if (reading === undefined) return { ...NONE, opaque: true, unread: true };
  const found = watch.simpleCommands(reading, platform);
  return {
    // Nothing that the core's reader sees is left out because the watch does not speak of it.
    seen: [...found, ...(plain ?? []).filter((one) => !found.some((other) => isSame(other, one)))],
    plain,
    background: background || reading.background === true,
    cut: reading.opaque.find(({ cut }) => cut === true)?.why,
    opaque: reading.opaque.length > 0 || reading.effects.some(isCode),
    unread: reading.opaque.length > 0,
    codes: reading.effects.flatMap((effect) => (effect.do === "run" ? (effect.code ?? []) : [])),
  };
}

/** The watch takes more wrappers off, and puts in what they add. */
function isSame({ words: found, wrappers }: SimpleCommand, { words }: SimpleCommand): boolean {
  if (wrappers.length === 0) return lineOf(found) === lineOf(words);
  const known = found.filter((one) => words.some(({ text }) => text === one.text));
  return known[0] === found[0] && lineOf(words).endsWith(lineOf(known));
}
const lineOf = (words: readonly Word[]): string => words.map(({ text }) => `\0${text}`).join("");

/** What runs is written elsewhere, or in a language nobody here reads. */
const isCode = (effect: Effect): boolean => effect.do === "unknown" || effect.do === "run";

/** What rules are asked about. `list`: which of the two lists. */
export function ruleCallOf(
  call: SeenCall &
    Pick<PolicyCall, "tool" | "calledAs" | "encoding" | "projectRoot"> & { readonly own: readonly Effect[] },
  { opaque, plain, codes }: Commands,
  list: readonly SimpleCommand[],
): RuleCall {
  const { spec, tool, calledAs, input, encoding, projectRoot, world, own } = call;
  return {
    tool,
    ...(calledAs === undefined ? {} : { calledAs }),
    input,
    encoding,
    // What an edit is answered with shows what stands around it: for a rule, it reads the file.
    places: own
      .flatMap(placesIn)
      .flatMap((place) =>
        spec.showsChanged === true && place.role === "write" ? [place, { ...place, role: "read" as const }] : [place],
      ),
    hosts: own.flatMap((effect) => (effect.do === "network" ? [effect.host] : [])),
    text: spec.shell?.command(input) ?? "",
    commands: list,
    whole: plain !== undefined,
    opaque,
    codes: [
      ...codes,
      ...(spec.anyField === true ? [...leavesOf(input), told(tool, input)] : []),
      ...(spec.code === undefined ? [] : [spec.code(input)]),
    ],
    projectRoot,
    disk: world,
    remoteHosts: (command) => remoteHosts(command, call),
  };
}

/** What a tool states of itself. */
export function placesIn(effect: Effect): readonly { readonly path: string | null; readonly role: WordRole }[] {
  if (effect.do !== "read" && effect.do !== "write" && effect.do !== "delete") return [];
  const { path, certainty } = effect.target;
  const place = certainty === "exact" ? path : fixedPart(effect.target) || null;
  if (effect.do === "delete") return [{ path: place, role: "delete" }];
  if (effect.do === "read")
    return [{ path: place, role: effect.recursive ? (effect.content ? "search" : "list") : "read" }];
  const from = effect.from?.certainty === "exact" ? effect.from.path : null;
  return [
    { path: place, role: "write" },
    ...(effect.from === undefined
      ? []
      : [{ path: from, role: effect.as === "move" ? ("move" as const) : ("read" as const) }]),
  ];
}

/** Fields of a message, of an edit, and of what is left out: prose. */
const PROSE =
  /^(?:title|subject|summary|description|message|body|comment|content|file_text|(?:old|new)_string|exclude\w*)$/i;

/** A tool's name and what it is told, as one text. */
const told = (tool: string, { text: _, query: __, ...input }: JsonObject): string =>
  [tool.replace(/[_-]/g, " "), ...leavesOf(input)].join(" ");

/** Every text in it that is no prose, at any depth, and the names of its fields. */
function leavesOf(value: Json): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    PROSE.test(name) && [inner].flat().every((one) => typeof one === "string")
      ? []
      : [...(Array.isArray(value) ? [] : [name]), ...leavesOf(inner)],
  );
}
