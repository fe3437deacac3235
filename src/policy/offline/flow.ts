/**
 * Data that moves: from a secret, a private file, a download or a decoder, through pipes, substitutions, variables and
 * files, to the network, a message, or something that runs it. Names what a call does; proves nothing.
 */
import type { Effect, Target } from "../../contract/effect.ts";
import type { ShellReading, SubCommand } from "../../contract/reading.ts";
import type { FileMark } from "../../contract/session.ts";
import type { World } from "../../contract/world.ts";
import { isInside, type Look } from "../../machine/index.ts";
import { ends, isHome } from "./ends.ts";
import { listedStore, type Part, sources } from "./sources.ts";

/** What a piece of data is, and where it came from. */
export type Mark = Omit<FileMark, "path">;

export interface Flow {
  readonly do: "flow";
  readonly of: Mark["of"];
  readonly from: string;
  readonly to: End["to"];
  /** The host, the program or the file it ends at. */
  readonly at: string | null;
  /** Nothing but a leak explains it. */
  readonly sure: boolean;
}

/** Where data can end up in one command. */
export interface End {
  readonly to: "outside" | "local" | "name" | "message" | "public" | "run" | "apply" | "system";
  readonly at: string | null;
  /** Only marks of these kinds matter here. */
  readonly takes: readonly Mark["of"][];
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

export interface Flows {
  readonly flows: readonly Flow[];
  /** Files the call leaves behind with a mark. */
  readonly files: ReadonlyMap<string, Mark>;
}

/** What files of the project are called where data comes from them. */
export const OWN_FILES = "files of the project";

const MAX_MARKS = 24;
const MAX_MARKED_FILES = 64;
const NONE: Flows = { flows: [], files: new Map() };

/** Never throws on what a reading can hold; linear in the number of sub-commands times what feeds them. */
export function flowsOf(parts: readonly Part[], context: FlowContext): Flows {
  const own = parts.map((part) => sources(part, context));
  const listed = parts.map((part) => listedStore(part, context));
  const marked = new Map((context.marked ?? []).map((mark) => [mark.path, mark]));
  if (own.every((marks) => marks.length === 0) && marked.size === 0 && listed.every((store) => store === undefined))
    return NONE;
  const files = new Map<string, Mark>();
  const out: (readonly Mark[])[] = parts.map(() => []);
  const found = new Map<string, Flow>();
  // Twice: a group's redirection and `>(…)` are fed by what stands behind them.
  for (let pass = 0; pass < 2; pass += 1) {
    parts.forEach((part, i) => {
      const fed = (part.fedBy ?? []).flatMap(([from, to]) => out.slice(from, to).flat());
      const read = [...readFiles(part).flatMap((target) => marksAt(target, files, marked)), ...handed(part, listed)];
      const all = unique([...(own[i] ?? []), ...fed, ...read]);
      out[i] = narrowed(part, all);
      for (const [path, marks] of written(part, all, files, marked)) for (const mark of marks) keep(files, path, mark);
      for (const end of [...ends(part, context), ...opened(part, parts)]) {
        const marks = [
          ...(end.input ? unique([...taken(own[i] ?? [], part), ...fed, ...read]) : []),
          ...(end.files ?? []).flatMap((target) => marksAt(target, files, marked)),
        ];
        for (const mark of marks) {
          if (!end.takes.includes(mark.of)) continue;
          const one = flow(mark, end, part);
          if (one !== undefined) add(found, one);
        }
      }
    });
  }
  return { flows: [...found.values()], files };
}

/** Files of a store that an earlier command found and this one is given by name. */
function handed(part: Part, listed: readonly (string | undefined)[]): readonly Mark[] {
  const takes = part.words.some(({ value, prefix, text }) => value === null && /[@{]/.test(prefix + text));
  if (!takes && !READS_NAMED.test(part.name ?? "")) return [];
  const stores = (part.fedBy ?? []).flatMap(([from, to]) => listed.slice(from, to));
  return stores.flatMap((store) =>
    store === undefined ? [] : [{ of: "secret", from: store, whole: true, strong: true } as const],
  );
}

const READS_NAMED = /^(?:cat|tar|zip|base64|xxd|gzip|scp|rsync|cp|head|tail|nc)$/;

/** What a command shows goes to its output, not to where it itself connects. */
const taken = (own: readonly Mark[], part: Part): readonly Mark[] =>
  own.filter(
    ({ of, from }) => of !== "secret" || !part.effects.some((one) => one.do === "secret" && one.source === from),
  );

/** `exec 3<>/dev/tcp/…` opens a way out that later commands print to. */
function opened(part: Part, parts: readonly Part[]): readonly End[] {
  if (!/>&\s*["{$]?\w/.test(part.text) || part.name === "exec") return [];
  return parts.flatMap((one) =>
    one.name !== "exec"
      ? []
      : one.effects.flatMap((effect): readonly End[] =>
          effect.do === "network"
            ? [{ to: "outside", at: effect.host, takes: ["secret", "private"], input: true }]
            : [],
        ),
  );
}

/** Deploying and storing settings takes them where they belong. */
const STORES = new Set(["cloud", "cluster", "account"]);

/** A secret used with its own service is no leak; whose it is cannot be told of most. */
function flow(mark: Mark, end: End, part: Part): Flow | undefined {
  const home = mark.of === "secret" ? isHome(mark.from, end.at) : undefined;
  if (home === true) return undefined;
  const stored = part.effects.some((effect) => STORES.has(effect.do));
  const sure = mark.of !== "secret" || mark.strong === true || (!stored && (home === false || mark.whole));
  return { do: "flow", of: mark.of, from: mark.from, to: end.to, at: end.at, sure };
}

const add = (found: Map<string, Flow>, one: Flow): void =>
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

function narrowed(part: Part, marks: readonly Mark[]): readonly Mark[] {
  if (marks.length === 0) return marks;
  const name = part.name ?? "";
  const line = part.words
    .slice(1)
    .map((word) => word.value ?? "?")
    .join(" ");
  if (COUNTS.test(name)) return marks.filter(({ of }) => of === "fetched");
  if (!PICKS.test(name)) return marks;
  if (NAMES_ONLY.some(([program, use]) => program.test(name) && use.test(line)))
    return marks.filter(({ of }) => of !== "secret" && of !== "private");
  return marks.map((mark) => (mark.whole ? { ...mark, whole: false } : mark));
}

const readFiles = (part: Pick<SubCommand, "effects">): readonly Target[] =>
  part.effects.flatMap((effect: Effect) => {
    if (effect.do === "read" && effect.content) return [effect.target];
    return effect.do === "write" && effect.from !== undefined ? [effect.from] : [];
  });

const UNPACKS =
  /^(?:tar|bsdtar|unzip|7z|7za|gunzip|unxz|bunzip2|cpio|ar|unrar|gzip|xz|zstd|unzstd|ditto|dpkg-deb|jar)$/;

function* written(
  part: Part,
  all: readonly Mark[],
  files: ReadonlyMap<string, Mark>,
  marked: ReadonlyMap<string, Mark>,
): Generator<readonly [path: string, marks: readonly Mark[]]> {
  const unpacks = UNPACKS.test(part.name ?? "");
  for (const effect of part.effects) {
    if (effect.do !== "write" || effect.as === "mode" || effect.as === "directory" || effect.target.path === "")
      continue;
    const from = effect.from === undefined ? all : [...marksAt(effect.from, files, marked), ...all];
    const marks = unpacks
      ? from.map((mark) => (mark.of === "fetched" ? { ...mark, of: "unpacked" as const } : mark))
      : from;
    yield [effect.target.path.split(/\/[^/]*[*?[{]/)[0] ?? effect.target.path, marks];
  }
}

function keep(files: Map<string, Mark>, path: string, mark: Mark): void {
  const known = files.get(path);
  if (files.size < 256 && (known === undefined || RANK.indexOf(mark.of) < RANK.indexOf(known.of)))
    files.set(path, mark);
}
const RANK: readonly Mark["of"][] = ["secret", "fetched", "decoded", "unpacked", "private"];

/** Marks of the file, of what lies in it, and of the directory it lies in. */
function marksAt(target: Target, ...maps: readonly ReadonlyMap<string, Mark>[]): readonly Mark[] {
  if (target.path === "") return [];
  const fixed = target.path.split(/\/[^/]*[*?[{]/)[0] ?? target.path;
  return maps.flatMap((map) => {
    const own = map.get(target.path);
    if (own !== undefined) return [own];
    return [...map].flatMap(([path, mark]) =>
      isInside(target.path, path) || (fixed !== "" && isInside(path, fixed)) ? [mark] : [],
    );
  });
}

function unique(marks: readonly Mark[]): readonly Mark[] {
  const seen = new Map(marks.map((mark) => [`${mark.of} ${mark.from} ${mark.whole} ${mark.strong}`, mark]));
  return [...seen.values()].slice(0, MAX_MARKS);
}

/** What a call that may run leaves behind in files, as the session remembers it. Plain project data is not followed. */
export function marksOf(call: FollowedCall): readonly FileMark[] {
  const { reading, effects, memory, ...where } = call;
  if (!effects.some((effect) => effect.do === "write")) return [];
  const parts: readonly Part[] = reading?.commands ?? [
    { name: null, words: [], text: "", effects, wrappers: [], depth: 0, via: null },
  ];
  const { files } = flowsOf(parts, { ...where, text: reading?.command ?? "", marked: memory.marks ?? [] });
  return [...files]
    .filter(([, { of, from }]) => of !== "private" || from.startsWith("/") || from === "clipboard")
    .slice(0, MAX_MARKED_FILES)
    .map(([path, mark]) => ({ ...mark, path }));
}

export interface FollowedCall extends Omit<FlowContext, "text" | "marked"> {
  readonly reading: ShellReading | undefined;
  readonly effects: readonly Effect[];
  readonly memory: { readonly marks?: readonly FileMark[] };
}
