/**
 * Data that moves: from a secret, a private file, a download or a decoder, through pipes, substitutions, variables and
 * files, to the network, a message, or something that runs it. Names what a call does; proves nothing.
 */
import { type Effect, fixedPart, type Target } from "../../contract/effect.ts";
import type { ShellReading } from "../../contract/reading.ts";
import type { FileMark } from "../../contract/session.ts";
import { isInside, toTarget } from "../../machine/index.ts";
import { belongsAt, destinationsOf } from "./destinations.ts";
import type { CallCommand, DataFlow, DataMark, Destination, FlowContext } from "./flow.ts";
import { marksOfSources } from "./sources.ts";

export interface DataFlows {
  readonly flows: readonly DataFlow[];
  /** Files the call leaves behind with a mark. */
  readonly files: ReadonlyMap<string, DataMark>;
}

const MAX_MARKS = 24;
const MAX_MARKED_FILES = 64;
const NONE: DataFlows = { flows: [], files: new Map() };

/** What is known while the commands are walked through. */
interface Tracking {
  readonly commands: readonly CallCommand[];
  readonly context: FlowContext;
  /** What each command itself brings. */
  readonly own: readonly (readonly DataMark[])[];
  /** Marks of files, from earlier calls and from this one. */
  readonly earlier: ReadonlyMap<string, DataMark>;
  readonly files: Map<string, DataMark>;
  /** What each command prints. */
  readonly printed: (readonly DataMark[])[];
  readonly found: Map<string, DataFlow>;
}

/** Never throws on what a reading can hold; linear in the number of sub-commands times what feeds them. */
export function flowsOf(commands: readonly CallCommand[], context: FlowContext): DataFlows {
  const own = commands.map((command) => marksOfSources(command, context));
  const earlier = new Map((context.marked ?? []).map((mark) => [mark.path, mark]));
  if (own.every((marks) => marks.length === 0) && earlier.size === 0) return NONE;
  const printed = commands.map((): readonly DataMark[] => []);
  const tracking: Tracking = { commands, context, own, earlier, printed, files: new Map(), found: new Map() };
  // Twice: a group's redirection and `>(…)` are fed by what stands behind them.
  for (let pass = 0; pass < 2; pass += 1)
    for (const [index, command] of commands.entries()) follow(command, index, tracking);
  return { flows: [...tracking.found.values()], files: tracking.files };
}

function follow(command: CallCommand, index: number, tracking: Tracking): void {
  const { commands, context, printed, files, found } = tracking;
  const own = tracking.own[index] ?? [];
  const incoming = [
    ...(command.fedBy ?? []).flatMap(([from, to]) => printed.slice(from, to).flat()),
    ...readFiles(command).flatMap((target) => marksAt(target, tracking)),
  ];
  const all = unique([...own, ...incoming]);
  printed[index] = narrowMarks(command, all);
  const written = unique([...all, ...nestedIn(index, commands).flatMap((nested) => printed[nested] ?? [])]);
  for (const [path, marks] of marksOfWrites(command, written, tracking))
    for (const mark of marks) keep(files, path, mark);
  for (const destination of [...destinationsOf(command, context), ...openedBefore(command, commands)]) {
    const piped = destination.input ? unique([...withoutShown(own, command), ...incoming]) : [];
    const inFiles = (destination.files ?? []).flatMap((target) => marksAt(target, tracking));
    for (const flow of [...piped, ...inFiles].flatMap((mark) => flowTo(destination, mark, command))) add(found, flow);
  }
}

/** What a command starts itself: `script -c "cat KEY" log` writes down what that prints. */
function nestedIn(index: number, commands: readonly CallCommand[]): readonly number[] {
  const depth = commands[index]?.depth ?? 0;
  const end = commands.findIndex((one, i) => i > index && one.depth <= depth);
  const nested = commands.slice(index + 1, end < 0 ? commands.length : end);
  return nested.map((_, i) => index + 1 + i);
}

/** What a command shows goes to its output, not to where it itself connects. */
const withoutShown = (own: readonly DataMark[], command: CallCommand): readonly DataMark[] =>
  own.filter(
    ({ of, from }) =>
      of !== "secret" || !command.effects.some((one) => one.do === "secret" && (one.on ?? one.act) === from),
  );

/** `exec 3<>/dev/tcp/…` opens a way out that later commands print to. */
function openedBefore(command: CallCommand, commands: readonly CallCommand[]): readonly Destination[] {
  if (!/>&\s*["{$]?\w/.test(command.text) || command.name === "exec") return [];
  return commands.flatMap((one) =>
    one.name !== "exec"
      ? []
      : one.effects.flatMap((effect): readonly Destination[] =>
          effect.do === "network"
            ? [{ to: "outside", at: effect.host, takes: ["secret", "private"], input: true }]
            : [],
        ),
  );
}

/** Deploying and storing settings takes them where they belong. */
const STORES = new Set(["cloud", "cluster", "account"]);

/** A secret used with its own service is no leak; whose it is cannot be told of most. */
function flowTo({ to, at, takes }: Destination, mark: DataMark, command: CallCommand): readonly DataFlow[] {
  if (!takes.includes(mark.of)) return [];
  const home = mark.of === "secret" ? belongsAt(mark.from, at) : undefined;
  if (home === true) return [];
  const stored = command.effects.some((effect) => STORES.has(effect.do));
  const sure = mark.of !== "secret" || mark.strong === true || (!stored && (home === false || mark.whole));
  return [{ do: "flow", of: mark.of, from: mark.from, to, at, sure, whole: mark.whole }];
}

const add = (found: Map<string, DataFlow>, one: DataFlow): void =>
  void found.set(`${one.of} ${one.from} ${one.to} ${one.at} ${one.sure} ${one.whole}`, one);

/** Its output says how much or whether, not what. */
const COUNTS = /^(?:wc|sha\d*sum|md5sum|md5|cksum|b2sum|test|\[|\[\[|stat|file|du|cmp|true|false)$/;
/** Its output is picked out of its input. */
const PICKS = /^(?:grep|egrep|fgrep|rg|cut|sed|awk|gawk|jq|yq|head|tail|tr|xargs|dotenv)$/;
/** Uses that leave how many, or in which file. */
const COUNTS_BY = /(?:^| )(?:-\w*[cqlL]\w*|--count|--quiet|--files-with\S*)(?: |$)/;
/** Uses that leave the names of a file of names and values, and no values; of any other file, much of what it says. */
const NAMES_ONLY: readonly (readonly [name: RegExp, line: RegExp])[] = [
  [/^cut$/, /^(?:-d ?=? ?-f ?1|-f ?1 -d ?=)(?: |$)/],
  [/^sed$/, /^(?:-\w+ )?s(.)=\.\*\1(?:=?)\1g?(?: |$)/],
  [/^[jy]q$/, /(?:^| )(?:keys|length)(?: |$)/],
];

/** What differs of two files or trees; with some options all that is in one of them alone. */
function differences(line: string, marks: readonly DataMark[]): readonly DataMark[] {
  if (/(?:^| )(?:-\w*q\w*|--brief)(?: |$)/.test(line)) return marks.filter(({ of }) => of === "fetched");
  if (/(?:^| )(?:-\w*[NPy]\w*|--new-file|--unidirectional-new-file|\/dev\/null)(?: |$)/.test(line)) return marks;
  return marks.map((mark) => (mark.whole ? { ...mark, whole: false } : mark));
}

function narrowMarks(command: CallCommand, marks: readonly DataMark[]): readonly DataMark[] {
  if (marks.length === 0) return marks;
  const name = command.name ?? "";
  const line = command.words
    .slice(1)
    .map((word) => word.value ?? "?")
    .join(" ");
  if (/diff\d?$/.test(name)) return differences(line, marks);
  if (COUNTS.test(name)) return marks.filter(({ of }) => of === "fetched");
  if (!PICKS.test(name)) return marks;
  const isSaid = ({ of }: DataMark): boolean => of !== "secret" && of !== "private";
  if (/^(?:[ef]?grep|rg)$/.test(name) && COUNTS_BY.test(line)) return marks.filter(isSaid);
  if (NAMES_ONLY.some(([program, use]) => program.test(name) && use.test(line)))
    return marks.filter((mark) => isSaid(mark) || mark.strong === true);
  return marks.map((mark) => (mark.whole ? { ...mark, whole: false } : mark));
}

const readFiles = (command: CallCommand): readonly Target[] =>
  command.effects.flatMap((effect) => {
    if (effect.do === "read" && effect.content) return [effect.target];
    return effect.do === "write" && effect.from !== undefined ? [effect.from] : [];
  });

const UNPACKS =
  /^(?:tar|bsdtar|unzip|7z|7za|gunzip|unxz|bunzip2|cpio|ar|unrar|gzip|xz|zstd|unzstd|ditto|dpkg-deb|jar)$/;

/** The files a command writes, with what is in them. */
function* marksOfWrites(
  command: CallCommand,
  all: readonly DataMark[],
  tracking: Tracking,
): Generator<readonly [path: string, marks: readonly DataMark[]]> {
  const unpacks = UNPACKS.test(command.name ?? "");
  for (const effect of command.effects) {
    if (effect.do !== "write" || effect.as === "mode" || effect.as === "directory" || effect.target.path === "")
      continue;
    const from = effect.from === undefined ? all : [...marksAt(effect.from, tracking), ...all];
    const marks = unpacks
      ? from.map((mark) => (mark.of === "fetched" ? { ...mark, of: "unpacked" as const } : mark))
      : from;
    yield [fixedPart(effect.target), marks];
  }
  const keys = all.filter(({ of, strong }) => of === "secret" && strong === true);
  if (keys.length > 0 && command.effects.some(isLoose))
    for (const path of placesSpelled(command, tracking.context)) yield [path, keys];
}

/** Of which it is not known all that it writes. */
const isLoose = ({ do: what }: Effect): boolean => what === "run" || what === "unknown";

const SPELLED = /[\w~@%+./-]+/g;

/** Every word, and every piece of one, that may be the name of a file: where a key is at hand, it may be put there. */
const placesSpelled = ({ words }: CallCommand, { cwd, world }: FlowContext): readonly string[] =>
  words
    .slice(1)
    .flatMap(({ value, prefix }) => [...(value ?? prefix).matchAll(SPELLED)].slice(0, MAX_MARKED_FILES))
    .flatMap(([name]) => (name.startsWith("-") ? [] : [toTarget(name, cwd, world).path]))
    .filter((path) => path !== cwd && world.lstat(path).kind !== "directory");

function keep(files: Map<string, DataMark>, path: string, mark: DataMark): void {
  const known = files.get(path);
  if (files.size < 256 && (known === undefined || isWorse(mark, known))) files.set(path, mark);
}

/** Of two that are in one file the worse is remembered: of secrets, the one that is a key. */
const isWorse = (mark: DataMark, known: DataMark): boolean =>
  RANK.indexOf(mark.of) < RANK.indexOf(known.of) ||
  (mark.of === known.of && mark.strong === true && known.strong !== true);

const RANK: readonly DataMark["of"][] = ["secret", "fetched", "decoded", "unpacked", "private"];

/** Marks of the file, of what lies in it, and of the directory it lies in. */
function marksAt(target: Target, { files, earlier }: Tracking): readonly DataMark[] {
  if (target.path === "") return [];
  const fixed = fixedPart(target);
  return [files, earlier].flatMap((map) => {
    const own = map.get(target.path);
    if (own !== undefined) return [own];
    return [...map].flatMap(([path, mark]) =>
      isInside(target.path, path) || (fixed !== "" && isInside(path, fixed)) ? [mark] : [],
    );
  });
}

function unique(marks: readonly DataMark[]): readonly DataMark[] {
  const seen = new Map(marks.map((mark) => [`${mark.of} ${mark.from} ${mark.whole} ${mark.strong}`, mark]));
  return [...seen.values()].slice(0, MAX_MARKS);
}

/** What a call that may run leaves behind in files, as the session remembers it. Plain project data is not followed. */
export function marksOf(call: FollowedCall): readonly FileMark[] {
  if (!call.effects.some((effect) => effect.do === "write")) return [];
  const { reading, effects, memory, ...where } = call;
  const commands: readonly CallCommand[] = reading?.commands ?? [
    { name: null, words: [], text: "", effects, wrappers: [], depth: 0, via: null },
  ];
  const { files } = flowsOf(commands, { ...where, text: reading?.command ?? "", marked: memory.marks ?? [] });
  return [...files]
    .filter(([, { of, from }]) => of !== "private" || from.startsWith("/") || from === "secret.clipboard")
    .slice(0, MAX_MARKED_FILES)
    .map(([path, mark]) => ({ ...mark, path }));
}

export interface FollowedCall extends Omit<FlowContext, "text" | "marked"> {
  readonly reading: ShellReading | undefined;
  readonly effects: readonly Effect[];
  readonly memory: { readonly marks?: readonly FileMark[] };
}
