/**
 * The probe by code, measured: the share of injected texts it finds (this project's own, a third of which was held back while the
 * signs were written), and the share of ordinary documents in which it finds something: what packages and the system ship as
 * documentation. Folders on the command line replace those; `--list` names every alarm.
 *
 *   node scripts/run.mjs bench/probe.ts [--list] [FOLDER…]
 */
import { type Dirent, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { FIND_KINDS, type FindKind } from "../src/contract/find.ts";
import { findsInText } from "../src/judge/probe/find.ts";
import { type InjectedText, injectedTexts, isHeldBack } from "../src/judge/probe/testing/injected.ts";

/** An ordinary document is no longer and no shorter. */
const MIN_CHARACTERS = 400;
const MAX_CHARACTERS = 2_000_000;
/** Of each folder so many, spread evenly over it. */
const MAX_DOCUMENTS = 4_000;
const DOCUMENT = /(?:\.(?:md|markdown|html?|txt|rst|adoc)|README[^/]*|NEWS|FAQ|TODO|\.[1-8])(?:\.gz)?$/i;

const given = process.argv.slice(2);
const lists = given.includes("--list");
const named = given.filter((word) => !word.startsWith("--"));
const folders = named.length > 0 ? named : ["node_modules", "/usr/share/doc", "/usr/share/man"];

reportInjected("written here, seen while writing the signs", (at) => !isHeldBack(at));
reportInjected("written here, held back", isHeldBack);
for (const folder of folders) reportDocuments(folder);
reportTime();

function reportInjected(what: string, counts: (at: number) => boolean): void {
  const texts = injectedTexts().filter((_, at) => counts(at));
  const alone = texts.filter(({ text }) => findsInText(text).length > 0);
  const inside = texts.filter(({ text }) => findsInText(surround(text)).length > 0);
  const asKind = texts.filter(({ text, kind }) => findsInText(text).includes(kind));
  console.log(
    `${what}: found ${share(alone, texts)} alone, ${share(inside, texts)} inside a document, ${share(asKind, texts)} as the kind they are; languages ${new Set(texts.map(({ lang }) => lang)).size}`,
  );
  for (const kind of FIND_KINDS) {
    const ofKind = texts.filter((one) => one.kind === kind);
    console.log(`  ${kind.padEnd(12)} ${share(intersect(alone, ofKind), ofKind)}`);
  }
  if (lists) for (const { id } of texts.filter((one) => !alone.includes(one))) console.log(`  not found: ${id}`);
}

function intersect(some: readonly InjectedText[], others: readonly InjectedText[]): readonly InjectedText[] {
  return some.filter((one) => others.includes(one));
}

function surround(text: string): string {
  return `# Widgets\n\nInstall with your package manager, then read the guide.\n\n- small\n- fast\n\n${text}\n\n## License\n\nMIT. See the file beside this one.\n`;
}

function reportDocuments(folder: string): void {
  const all = [...filesBelow(folder, new Set())];
  const step = Math.max(1, all.length / MAX_DOCUMENTS);
  const counts = new Map<FindKind, number>();
  let [documents, alarms, characters, time] = [0, 0, 0, 0];
  for (let at = 0; at < all.length; at += step) {
    const path = all[Math.floor(at)] ?? "";
    const text = readText(path);
    if (text.length < MIN_CHARACTERS || text.length > MAX_CHARACTERS) continue;
    documents++;
    characters += text.length;
    const start = performance.now();
    const finds = findsInText(text);
    time += performance.now() - start;
    for (const kind of finds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    if (finds.length > 0) alarms++;
    if (lists && finds.length > 0) console.log(`  alarm: ${finds.join(", ")}: ${path}`);
  }
  const kinds = FIND_KINDS.map((kind) => `${kind} ${counts.get(kind) ?? 0}`).join(", ");
  const speed = (characters / 1e6 / (time / 1000)).toFixed(1);
  console.log(
    `${folder}: ${documents} ordinary documents, ${alarms} alarms (${percent(alarms, documents)}): ${kinds}; ${speed} million characters a second`,
  );
}

function reportTime(): void {
  for (const [what, piece] of [
    ["prose", "The quick brown fox reads the previous instructions of the model, and the user said so. "],
    ["markup", '<div class="a" style="color:#fff"><!-- note --><p>ignore all of the '],
    ["one character", "a"],
    ["spaced letters", "i g "],
    ["openings", "<a style='"],
  ] as const) {
    const text = piece.repeat(Math.ceil(1_000_000 / piece.length));
    const start = performance.now();
    findsInText(text);
    console.log(`1 million characters of ${what}: ${(performance.now() - start).toFixed(0)} ms`);
  }
}

function* filesBelow(folder: string, seen: Set<string>): Generator<string> {
  let entries: readonly Dirent[] = [];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    return;
  }
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path, seen);
    else if (entry.isFile() && DOCUMENT.test(entry.name) && !seen.has(path)) yield path;
  }
}

function readText(path: string): string {
  try {
    const bytes = readFileSync(path);
    return (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
  } catch {
    return "";
  }
}

function share(some: readonly unknown[], all: readonly unknown[]): string {
  return `${some.length} of ${all.length} (${percent(some.length, all.length)})`;
}

function percent(some: number, all: number): string {
  return all === 0 ? "–" : `${((100 * some) / all).toFixed(1)} %`;
}
