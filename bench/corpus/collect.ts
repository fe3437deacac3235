/** What the recorder wrote down, as rows of the corpus without labels: `node scripts/run.mjs bench/corpus/collect.ts RECORDED OUT`. */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import type { DiskLine, Entry, Row, RowCall, RowProcess, Step } from "../../corpus/format.ts";
import { mapTexts, placesIn, takeNames } from "../../corpus/names.ts";
import type { JsonObject } from "../../src/contract/action.ts";
import { packDisks } from "./pack.ts";
import type { Recorded } from "./recorded.ts";
import type { Tree as Snapshot } from "./snapshot.ts";

/** Of checks that one test makes by itself; a longer series is drawn from by seed. */
const MAX_MADE = 60;
/** Of rows that somebody listed for one `test.each`. */
const MAX_LISTED = 400;
const SEED = "20261115";
const MAX_EARLIER = 8;
const LONG_BYTES = 2_048;

const [from = "", out = ""] = process.argv.slice(2);
const hash = (text: string | Uint8Array, length = 10): string =>
  createHash("sha256").update(text).digest("hex").slice(0, length);

const files = new Map<string, object>();
const disks = new Map<string, Readonly<Record<string, Entry>>>();
const left = new Map<string, Map<string, number>>();

/** The bytes of a file with places named, kept once. */
function keepFile(blob: string, box: string): string {
  const bytes = readFileSync(join(from, "blobs", blob));
  const text = bytes.toString();
  const isText = Buffer.from(text).equals(bytes);
  const named = isText ? Buffer.from(takeNames(text, placesIn(box))) : bytes;
  const id = hash(named);
  if (!files.has(id)) files.set(id, { id, ...writeBytes(named, isText) });
  return id;
}

/** What is long is mostly the same over and over. */
function writeBytes(bytes: Buffer, isText: boolean): object {
  if (bytes.length > LONG_BYTES) return { gzip: gzipSync(bytes, { level: 9 }).toString("base64") };
  return isText ? { text: bytes.toString() } : { base64: bytes.toString("base64") };
}

const trees = new Map<string, string>();
function keepDisk(tree: string, box: string): string {
  const key = `${tree} ${box}`;
  const before = trees.get(key);
  if (before !== undefined) return before;
  const snapshot = JSON.parse(readFileSync(join(from, "trees", tree), "utf8")) as Snapshot;
  const name = (text: string): string => takeNames(text, placesIn(box));
  const named: Record<string, Entry> = {};
  for (const [path, { kind, mode, blob, to, same }] of Object.entries(snapshot)) {
    if (kind === "s") continue;
    named[name(path)] = {
      kind,
      ...(mode === undefined || kind === "l" ? {} : { mode }),
      ...(blob === undefined ? {} : { file: keepFile(blob, box) }),
      ...(to === undefined ? {} : { to: name(to) }),
      ...(same === undefined ? {} : { same: name(same) }),
    };
  }
  const id = `d${hash(JSON.stringify(named))}`;
  disks.set(id, named);
  trees.set(key, id);
  return id;
}

/** Why it cannot be put through a gate again as a row. */
function whyNot({ odd, disk, earlier, action }: Recorded): string | undefined {
  if (odd.length > 0) return odd.join();
  if (Object.values(disk).includes("large")) return "large disk";
  if (Object.keys(disk).length !== 1) return "several folders";
  const step = earlier.find(({ do: did }) => did === "store" || did === "other");
  if (step !== undefined) return `${step.do} ${step.name ?? ""}`.trim();
  if (earlier.length > MAX_EARLIER && action.session !== undefined) return "long session";
  return undefined;
}

function rowOf(recorded: Recorded): Row {
  const [[box, tree] = ["", ""]] = Object.entries(recorded.disk);
  const name = <T>(value: T): T => mapTexts(value, (text) => takeNames(text, placesIn(box)));
  const disk = keepDisk(tree, box);
  const settings = name(recorded.settings);
  const processOf = dropEmpty(name(processFrom(recorded)));
  const earlier = recorded.earlier.length > MAX_EARLIER ? [] : recorded.earlier.map((step) => stepOf(step, box, disk));
  const body = {
    disk,
    ...(Object.keys(settings).length === 0 ? {} : { settings }),
    ...(Object.keys(processOf).length === 0 ? {} : { process: processOf as RowProcess }),
    ...(earlier.length === 0 ? {} : { earlier }),
    ...name(callOf(recorded.action)),
  };
  const { file = "", line = 0, name: title = "" } = recorded.test;
  const series = `${basename(file)}:${line}`;
  const was = `${recorded.answer.behavior} ${recorded.answer.by}`;
  const how = [recorded.walls, recorded.restore, recorded.classifier].join();
  return { id: hash(JSON.stringify(body), 8), from: series, ...body, was, title, file, how } as Row;
}

const dropEmpty = (value: object): object =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined && JSON.stringify(one) !== "{}"));

function processFrom({ world, env, agentEnv, projectRoot, gateDirectories, gatePrograms, disk }: Recorded): object {
  const places = placesIn(Object.keys(disk)[0] ?? "");
  const { platform, path, variables, parents, home } = world;
  return {
    platform: platform === "linux" ? undefined : platform,
    path: path?.join(":") === "/usr/bin:/bin" ? undefined : path,
    variables,
    parents,
    home: home === places.home ? undefined : home,
    root: projectRoot === places.project ? undefined : projectRoot,
    env,
    agentEnv,
    gateDirectories,
    gatePrograms,
  };
}

function callOf({ tool, input, session: _, walls, ...more }: Recorded["action"]): RowCall {
  const rest = { ...more, ...(typeof walls === "string" ? { walls } : {}) };
  const said = Object.keys(rest).length === 0 ? {} : { more: rest as NonNullable<RowCall["more"]> };
  const keys = Object.keys(input);
  if (tool === "Bash" && keys.length === 1 && typeof input.command === "string")
    return { command: input.command, ...said };
  return { tool, input: input as JsonObject, ...said };
}

function stepOf(step: Recorded["earlier"][number], box: string, disk: string): Step {
  const name = <T>(value: T): T => mapTexts(value, (text) => takeNames(text, placesIn(box)));
  if (step.do === "said") return { said: name(step.text ?? "") };
  const call = name(callOf(step.action));
  if (step.do === "ran") return { ran: call, ...(step.output === undefined ? {} : { output: name(step.output) }) };
  const own = keepDisk(step.disk?.[box] ?? "", box);
  return { ...(own === disk ? {} : { disk: own }), call };
}

const rows = new Map<string, Row & { readonly title: string; readonly file: string }>();
const recordings = readdirSync(from).filter((name) => name.startsWith("rows-"));
let seen = 0;
for (const one of recordings)
  for (const line of readFileSync(join(from, one), "utf8").split("\n")) {
    if (line === "" || !line.endsWith("}")) continue;
    seen++;
    const recorded = JSON.parse(line) as Recorded;
    const why = whyNot(recorded);
    if (why === undefined) {
      const row = rowOf(recorded) as Row & { readonly title: string; readonly file: string };
      if (!rows.has(row.id)) rows.set(row.id, row);
    } else {
      const file = recorded.test.file ?? "?";
      const counts = left.get(file) ?? new Map<string, number>();
      counts.set(why, (counts.get(why) ?? 0) + 1);
      left.set(file, counts);
    }
  }

/** At most so many of one series, drawn by seed: what one test makes by itself says the same thing over and over. */
function drawRows<R extends Row & { readonly title: string }>(all: readonly R[]): readonly R[] {
  const made = drawEach(all, ({ from: line, title }) => `${line} ${title}`, MAX_MADE);
  return drawEach(
    made,
    ({ from: line, title }) => `${line} ${title.split(" > ").slice(0, -1).join(" > ")}`,
    MAX_LISTED,
  );
}

function drawEach<R extends Row>(all: readonly R[], seriesOf: (row: R) => string, limit: number): readonly R[] {
  const series = new Map<string, R[]>();
  for (const row of all) series.set(seriesOf(row), [...(series.get(seriesOf(row)) ?? []), row]);
  const lot = (row: R): string => hash(SEED + row.id);
  return [...series.values()].flatMap((rows) =>
    rows.length <= limit ? rows : [...rows].sort((a, b) => (lot(a) < lot(b) ? -1 : 1)).slice(0, limit),
  );
}

const drawn = drawRows([...rows.values()]);
mkdirSync(out, { recursive: true });
const write = (name: string, lines: readonly object[]): void =>
  writeFileSync(join(out, `${name}.jsonl`), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
const used = new Set(drawn.flatMap(({ disk, earlier = [] }) => [disk, ...earlier.flatMap((step) => step.disk ?? [])]));
const packed: readonly DiskLine[] = packDisks(new Map([...disks].filter(([id]) => used.has(id))));
const usedFiles = new Set(
  packed.flatMap(({ put }) => Object.values(put).flatMap((one) => (typeof one === "string" ? one : (one?.file ?? [])))),
);
write("rows", drawn);
write("disks", packed);
write(
  "files",
  [...files.values()].filter((line) => usedFiles.has((line as { id: string }).id)),
);
writeFileSync(
  join(out, "left.json"),
  JSON.stringify(Object.fromEntries([...left].map(([file, counts]) => [file, Object.fromEntries(counts)])), null, 1),
);
process.stdout.write(
  `${seen} checks, ${rows.size} rows, ${drawn.length} drawn, ${packed.length} disks, ${usedFiles.size} files\n`,
);
