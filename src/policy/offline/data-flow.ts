/**
 * Data that moves: from a secret, a private file, a download or a decoder, through pipes, substitutions, variables and
 * files, to the network, a message, or something that runs it. Names what a call does; proves nothing.
 */
import { type Effect, fixedPart, type Target } from "../../contract/effect.ts";
import type { ShellReading, SubCommand } from "../../contract/reading.ts";
import type { FileMark } from "../../contract/session.ts";
import type { World } from "../../contract/world.ts";
import { isInside, type Look } from "../../machine/index.ts";
import { ends, isHome } from "./destinations.ts";
import { type CallCommand, listedStore, sources } from "./sources.ts";

/** What a piece of data is, and where it came from. */
export type DataMark = Omit<FileMark, "path">;

export interface DataFlow {
  readonly do: "flow";
  readonly of: DataMark["of"];
  readonly from: string;
  readonly to: Destination["to"];
  /** The host, the program or the file it ends at. */
  readonly at: string | null;
  /** Nothing but a leak explains it. */
  readonly sure: boolean;
}

/** Where data can end up in one command. */
export interface Destination {
  readonly to: "outside" | "local" | "name" | "message" | "public" | "run" | "apply" | "system";
  readonly at: string | null;
  /** Only marks of these kinds matter here. */
  readonly takes: readonly DataMark["of"][];
  /** Files whose marks count, where it is not what is piped in. */
  readonly files?: readonly Target[];
  /** What is piped or substituted in counts. */
  readonly input: boolean;
}

export interface FlowContext {
  readonly cwd: string;
  readonly projectRoot: string;
  readonly world: World;
  readonly look: Look;
  /** The whole command, as written. */
  readonly text?: string;
  /** Marks of files that earlier calls of the session made. */
  readonly marked?: readonly FileMark[];
}

export interface DataFlows {
  readonly flows: readonly DataFlow[];
  /** Files the call leaves behind with a mark. */
  readonly files: ReadonlyMap<string, DataMark>;
}

/** What files of the project are called where data comes from them. */
export const OWN_FILES = "files of the project";

const MAX_MARKS = 24;
const MAX_MARKED_FILES = 64;
const NONE: DataFlows = { flows: [], files: new Map() };

/** Never throws on what a reading can hold; linear in the number of sub-commands times what feeds them. */
export function flowsOf(commands: readonly CallCommand[], context: FlowContext): DataFlows {
  const own = commands.map((command) => sources(command, context));
  const listed = commands.map((command) => listedStore(command, context));
  const marked = new Map((context.marked ?? []).map((mark) => [mark.path, mark]));
  if (own.every((marks) => marks.length === 0) && marked.size === 0 && listed.every((store) => store === undefined))
    return NONE;
  const files = new Map<string, DataMark>();
  const out: (readonly DataMark[])[] = commands.map(() => []);
  const found = new Map<string, DataFlow>();
  // Twice: a group's redirection and `>(…)` are fed by what stands behind them.
  for (let pass = 0; pass < 2; pass += 1) {
    commands.forEach((command, i) => {
      const fed = (command.fedBy ?? []).flatMap(([from, to]) => out.slice(from, to).flat());
      const read = [
        ...readFiles(command).flatMap((target) => marksAt(target, files, marked)),
        ...handed(command, listed),
      ];
      const all = unique([...(own[i] ?? []), ...fed, ...read]);
      out[i] = narrowed(command, all);
      for (const [path, marks] of written(command, all, files, marked))
        for (const mark of marks) keep(files, path, mark);
      for (const end of [...ends(command, context), ...opened(command, commands)]) {
        const marks = [
          ...(end.input ? unique([...taken(own[i] ?? [], command), ...fed, ...read]) : []),
          ...(end.files ?? []).flatMap((target) => marksAt(target, files, marked)),
        ];
        for (const mark of marks) {
          if (!end.takes.includes(mark.of)) continue;
          const one = flow(mark, end, command);
          if (one !== undefined) add(found, one);
        }
      }
    });
  }
  return { flows: [...found.values()], files };
}

/** Files of a store that an earlier command found and this one is given by name. */
function handed(command: CallCommand, listed: readonly (string | undefined)[]): readonly DataMark[] {
  const takes = command.words.some(({ value, prefix, text }) => value === null && /[@{]/.test(prefix + text));
  if (!takes && !READS_NAMED.test(command.name ?? "")) return [];
  const stores = (command.fedBy ?? []).flatMap(([from, to]) => listed.slice(from, to));
  return stores.flatMap((store) =>
    store === undefined ? [] : [{ of: "secret", from: store, whole: true, strong: true } as const],
  );
}

const READS_NAMED = /^(?:cat|tar|zip|base64|xxd|gzip|scp|rsync|cp|head|tail|nc)$/;

/** What a command shows goes to its output, not to where it itself connects. */
const taken = (own: readonly DataMark[], command: CallCommand): readonly DataMark[] =>
  own.filter(
    ({ of, from }) =>
      of !== "secret" || !command.effects.some((one) => one.do === "secret" && (one.on ?? one.act) === from),
  );

/** `exec 3<>/dev/tcp/…` opens a way out that later commands print to. */
function opened(command: CallCommand, commands: readonly CallCommand[]): readonly Destination[] {
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
function flow(mark: DataMark, end: Destination, command: CallCommand): DataFlow | undefined {
  const home = mark.of === "secret" ? isHome(mark.from, end.at) : undefined;
  if (home === true) return undefined;
  const stored = command.effects.some((effect) => STORES.has(effect.do));
  const sure = mark.of !== "secret" || mark.strong === true || (!stored && (home === false || mark.whole));
  return { do: "flow", of: mark.of, from: mark.from, to: end.to, at: end.at, sure };
}

const add = (found: Map<string, DataFlow>, one: DataFlow): void =>
  void found.set(`${one.of} ${one.from} ${one.to} ${one.at} ${one.sure}`, one);

/** Its output says how much or whether, not what. */
const COUNTS = /^(?:wc|sha\d*sum|md5sum|md5|cksum|b2sum|test|\[|\[\[|stat|file|du|diff|cmp|true|false)$/;
/** Its output is picked out of its input. */
const PICKS = /^(?:grep|egrep|fgrep|rg|cut|sed|awk|gawk|jq|yq|head|tail|tr|xargs|dotenv)$/;
/** Uses that leave names, or how many, and no values. */
const NAMES_ONLY: readonly (readonly [name: RegExp, line: RegExp])[] = [
  [/^(?:[ef]?grep|rg)$/, /(?:^| )(?:-\w*[cqlL]\w*|--count|--quiet|--files-with\S*)(?: |$)/],
  [/^cut$/, /^(?:-d ?=? ?-f ?1|-f ?1 -d ?=)(?: |$)/],
  [/^sed$/, /^(?:-\w+ )?s(.)=\.\*\1(?:=?)\1g?(?: |$)/],
  [/^[jy]q$/, /(?:^| )(?:keys|length)(?: |$)/],
];

function narrowed(command: CallCommand, marks: readonly DataMark[]): readonly DataMark[] {
  if (marks.length === 0) return marks;
  const name = command.name ?? "";
  const line = command.words
    .slice(1)
    .map((word) => word.value ?? "?")
    .join(" ");
  if (COUNTS.test(name)) return marks.filter(({ of }) => of === "fetched");
  if (!PICKS.test(name)) return marks;
  if (NAMES_ONLY.some(([program, use]) => program.test(name) && use.test(line)))
    return marks.filter(({ of }) => of !== "secret" && of !== "private");
  return marks.map((mark) => (mark.whole ? { ...mark, whole: false } : mark));
}

const readFiles = (command: Pick<SubCommand, "effects">): readonly Target[] =>
  command.effects.flatMap((effect: Effect) => {
    if (effect.do === "read" && effect.content) return [effect.target];
    return effect.do === "write" && effect.from !== undefined ? [effect.from] : [];
  });

const UNPACKS =
  /^(?:tar|bsdtar|unzip|7z|7za|gunzip|unxz|bunzip2|cpio|ar|unrar|gzip|xz|zstd|unzstd|ditto|dpkg-deb|jar)$/;

function* written(
  command: CallCommand,
  all: readonly DataMark[],
  files: ReadonlyMap<string, DataMark>,
  marked: ReadonlyMap<string, DataMark>,
): Generator<readonly [path: string, marks: readonly DataMark[]]> {
  const unpacks = UNPACKS.test(command.name ?? "");
  for (const effect of command.effects) {
    if (effect.do !== "write" || effect.as === "mode" || effect.as === "directory" || effect.target.path === "")
      continue;
    const from = effect.from === undefined ? all : [...marksAt(effect.from, files, marked), ...all];
    const marks = unpacks
      ? from.map((mark) => (mark.of === "fetched" ? { ...mark, of: "unpacked" as const } : mark))
      : from;
    yield [fixedPart(effect.target), marks];
  }
}

function keep(files: Map<string, DataMark>, path: string, mark: DataMark): void {
  const known = files.get(path);
  if (files.size < 256 && (known === undefined || RANK.indexOf(mark.of) < RANK.indexOf(known.of)))
    files.set(path, mark);
}
const RANK: readonly DataMark["of"][] = ["secret", "fetched", "decoded", "unpacked", "private"];

/** Marks of the file, of what lies in it, and of the directory it lies in. */
function marksAt(target: Target, ...maps: readonly ReadonlyMap<string, DataMark>[]): readonly DataMark[] {
  if (target.path === "") return [];
  const fixed = fixedPart(target);
  return maps.flatMap((map) => {
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
  const { reading, effects, memory, ...where } = call;
  if (!effects.some((effect) => effect.do === "write")) return [];
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
