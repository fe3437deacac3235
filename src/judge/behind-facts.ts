/**
 * What a call runs without showing it: the commands behind a task, and code that is decoded or put together first, quoted as they
 * will be run. Where a definition was not read to its end, its own text. Bounded as scripts are; what is not shown is counted.
 */
import type { Effect } from "../contract/effect.ts";
import { HOLE, type ShellReading, type SubCommand } from "../contract/reading.ts";
import type { World } from "../contract/world.ts";
import { hideKnown } from "../machine/secrets/index.ts";
import { holdsSecrets, MAX_SCRIPTS, type QuoteSource, quoteName, scriptsOf, textAt } from "./script-facts.ts";
import type { Fact } from "./types.ts";

const ABOUT = "commands behind";
/** Of a definition that was not read to its end, from where it names the task. */
const MAX_DEFINITION_CHARACTERS = 4000;
/** Of which definitions are looked for. */
const MAX_TASKS = 8;
/** A shorter value of a file of secrets is a word like any other. */
const MIN_SECRET_CHARACTERS = 4;

interface BehindInput extends QuoteSource {
  readonly reading: ShellReading | undefined;
}

export function behindFacts(input: BehindInput): readonly Fact[] {
  const { reading, world } = input;
  if (reading === undefined) return [];
  const redact = redactor(reading, input);
  const sure = unshown(reading, world);
  const groups = grouped(sure, "runs");
  const shown = groups.slice(0, MAX_SCRIPTS).map(({ says, text }) => ({ about: ABOUT, says, quoted: redact(text) }));
  const left = groups.length - shown.length;
  const more = left > 0 ? [{ about: ABOUT, says: `${left} more tasks would run; what they run is not shown` }] : [];
  return [...shown, ...more, ...definitionFacts(reading, { world, redact })];
}

/** The commands that neither the call's own line nor a quoted script shows. */
function unshown({ command, commands }: ShellReading, world: World): readonly SubCommand[] {
  const line = plain(command);
  const texts = new Map<string, string | null>();
  /** Null: nothing of it is shown. */
  const textOf = (path: string): string | null => {
    const text = texts.get(path) ?? (holdsSecrets(path, world) ? null : plain(textAt(path, world) ?? ""));
    texts.set(path, text);
    return text;
  };
  return commands.filter((one) => {
    if (one.depth === 0) return codesOf(one).some((code) => !line.includes(plain(code)));
    const scripts = one.under === undefined ? [] : scriptsOf(commands[one.under]?.effects ?? []);
    if (one.under !== undefined && scripts.length === 0) return true;
    const shown = [line, ...scripts.map(textOf)];
    return shown.every((text) => text !== null && !text.includes(plain(one.text)));
  });
}

/** Without what quotes and escapes of a shell add. */
const plain = (text: string): string => text.replace(/[\\"'\s]+/g, "");

/** Code it is given, by a word or on its standard input. */
const codesOf = ({ effects, input }: SubCommand): readonly string[] =>
  effects.flatMap((effect) => {
    const code = effect.do === "run" && effect.what === "code" ? (effect.code ?? input) : undefined;
    return code === undefined || code.replaceAll(HOLE, "").trim() === "" ? [] : [code];
  });

/** One for each task, those that do something first. */
function grouped(commands: readonly SubCommand[], verb: string): readonly { says: string; text: string }[] {
  const behind = ({ via, name }: SubCommand): string => via ?? name ?? "";
  const vias = [...new Set(commands.map(behind))];
  const groups = vias.map((via) => {
    const own = commands.filter((command) => behind(command) === via);
    const text = [...new Set(own.map(asRun))].join("\n");
    return { says: `${quoteName(via)} ${verb}`, text, does: own.some(({ effects }) => effects.length > 0) };
  });
  return [...groups.filter(({ does }) => does), ...groups.filter(({ does }) => !does)];
}

/** As written, and below it what its words, its code and its input come to where that is not to be seen there. */
function asRun(command: SubCommand): string {
  const { text, words } = command;
  const values = [...words.flatMap(({ value }) => value ?? []), ...codesOf(command)];
  const apart = [...new Set(values)].filter((value) => !plain(text).includes(plain(value)));
  return [text, ...apart.map((value) => `  = ${value}`)].join("\n").replaceAll(HOLE, "…");
}

/** Tasks of which nothing, or not all, was found: the files that define them, from where they name it. */
function definitionFacts(reading: ShellReading, { world, redact }: QuoteSource): readonly Fact[] {
  const tasks = reading.commands.flatMap(({ effects }, at) => (isUnread(at, reading) ? effects.flatMap(tasksOf) : []));
  const files = (reading.looked ?? []).filter((path) => world.stat(path).kind === "file" && !holdsSecrets(path, world));
  const found = [...new Set(tasks)].slice(0, MAX_TASKS).flatMap((task) =>
    files.flatMap((path) => {
      const text = textAt(path, world) ?? "";
      const at = definedAt(task, text);
      const left = text.length - at - MAX_DEFINITION_CHARACTERS;
      const cut = left > 0 ? ` (${left} more characters are not shown)` : "";
      const says = `${quoteName(path)} holds, from where it names ${quoteName(task)}${cut}`;
      return at < 0
        ? []
        : [{ about: "definition", says, quoted: redact(text.slice(at, at + MAX_DEFINITION_CHARACTERS)) }];
    }),
  );
  const more = found.length - MAX_SCRIPTS;
  const rest = more > 0 ? [{ about: "definition", says: `${more} more definitions are not shown` }] : [];
  return [...found.slice(0, MAX_SCRIPTS), ...rest];
}

const tasksOf = (effect: Effect): readonly string[] =>
  effect.do === "run" && effect.what === "task" && effect.task ? [effect.task] : [];

function isUnread(at: number, { commands, opaque }: ShellReading): boolean {
  const below = commands.filter(({ under }) => under === at);
  const vias = new Set(below.map(({ via }) => via));
  return (
    below.length === 0 ||
    commands[at]?.effects.some((effect) => effect.do === "unknown") === true ||
    opaque.some(({ via }) => via !== undefined && vias.has(via))
  );
}

/** Where a line or a field is called so; -1: nowhere. */
function definedAt(task: string, text: string): number {
  const [name = ""] = task.split(/\s/);
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return text.search(new RegExp(`(?<![\\w-])["']?${escaped}(?![\\w-])["']?[^\\n:=]{0,80}[:=]`));
}

/** A file of secrets that was looked through (`include .env`) has filled its values in. */
function redactor({ looked = [] }: ShellReading, { world, redact }: QuoteSource): QuoteSource["redact"] {
  const secrets = looked
    .filter((path) => world.stat(path).kind === "file" && holdsSecrets(path, world))
    .flatMap((path) => (textAt(path, world) ?? "").split("\n"))
    .flatMap((line) => [line.trim(), line.replace(/^[^=:]*[=:]+/, "").trim()])
    .flatMap((value) => [value, value.replace(/^(["'])(.*)\1$/, "$2")])
    .filter((value) => value.length >= MIN_SECRET_CHARACTERS);
  return (text) => redact(hideKnown(text, secrets));
}
