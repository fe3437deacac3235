/**
 * What agents gave others, or a later turn, to do: remembered over sessions, as hashes. A host may hand it on as a prompt in another
 * session, days later; it stays the agent's. A person who types the very same sentence loses that it consents, and is told so.
 */
import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { sha256 } from "../contract/key.ts";
import { stateLayout } from "../contract/state-dir.ts";
import type { GivenText } from "./given-texts.ts";
import { personsWords } from "./person.ts";

/** Forgotten first: the oldest. */
const MAX_KEPT = 20_000;
const MAX_OF_CALL = 2_000;
/** Whatever is shorter is said by everybody: it counts only where it is to arrive as a prompt, in its own project and for a while. */
const LONG_ENOUGH = 20;
const SHORT_FOR_DAYS = 8;
const DAY_MS = 86_400_000;
const HASH_LENGTH = 32;

export interface GivenAt {
  readonly stateDir: string;
  readonly projectRoot: string;
  readonly now: number;
}

/** Throws where it cannot be written: what is given away unseen could come back as the person's. */
export function noteGiven(texts: readonly GivenText[], at: GivenAt): void {
  const keys = texts.flatMap(({ text, arrives }) => keysOf(text, arrives, at));
  if (keys.length === 0) return;
  const { folder, file } = placeOf(at);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const known = readKnown(at);
  const day = Math.floor(at.now / DAY_MS);
  const fresh = [...new Set(keys)].filter((key) => known.get(key) !== day).slice(0, MAX_OF_CALL);
  if (fresh.length === 0) return;
  appendFileSync(file, fresh.map((key) => `${key} ${day}\n`).join(""), { mode: 0o600 });
  if (known.size + fresh.length > 2 * MAX_KEPT) shorten(at);
}

/** Whether an agent gave this as a task: the whole of it, or each of its lines. Throws where that cannot be read. */
export function wasGiven(text: string, at: GivenAt): boolean {
  const words = plainWords(text);
  if (words === "") return false;
  const known = readKnown(at);
  if (known.size === 0) return false;
  const today = Math.floor(at.now / DAY_MS);
  if (words.length < LONG_ENOUGH) return (known.get(shortKey(words, at)) ?? 0) >= today - SHORT_FOR_DAYS;
  if (known.has(longKey(words))) return true;
  const lines = longLines(text);
  return lines.length > 0 && lines.every((line) => known.has(longKey(line)));
}

function keysOf(given: string, arrives: boolean, at: GivenAt): readonly string[] {
  const whole = [given, personsWords(given)].map(plainWords);
  const long = [...whole, ...longLines(given)].filter((words) => words.length >= LONG_ENOUGH).map(longKey);
  const short = whole.filter((words) => arrives && words !== "" && words.length < LONG_ENOUGH);
  return [...long, ...short.map((words) => shortKey(words, at))];
}

const longLines = (text: string): readonly string[] =>
  text
    .split("\n")
    .map(plainWords)
    .filter((line) => line.length >= LONG_ENOUGH);

/** Letters and digits alone: quotes, spaces and punctuation are lost on the way through shells and hosts. */
const plainWords = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

const longKey = (words: string): string => sha256(words).slice(0, HASH_LENGTH);
const shortKey = (words: string, { projectRoot }: GivenAt): string => longKey(`${projectRoot}\0${words}`);

const placeOf = ({ stateDir }: GivenAt) => ({ folder: stateDir, file: stateLayout(stateDir).given });

/** When each was given last, in days since 1970. */
function readKnown(at: GivenAt): ReadonlyMap<string, number> {
  let text: string;
  try {
    text = readFileSync(placeOf(at).file, "latin1");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return new Map();
    throw error;
  }
  return new Map([...text.matchAll(/^([0-9a-f]{32}) (\d+)$/gm)].map(([, key = "", day]) => [key, Number(day)]));
}

/** What another process adds in this moment may be lost, among thousands. */
function shorten(at: GivenAt): void {
  const { file } = placeOf(at);
  const newest = [...readKnown(at)].slice(-MAX_KEPT);
  const beside = `${file}.${process.pid}`;
  writeFileSync(beside, newest.map(([key, day]) => `${key} ${day}\n`).join(""), { mode: 0o600 });
  renameSync(beside, file);
}
