/**
 * Rules an agent saved in a project when the person said "don't ask again". A project's file is not trusted by itself, so
 * each rule counts only once it was adopted: by the person with `sallyport rules adopt`, or because it appeared between a
 * question of ours and the run of the very call that was asked about, and covers that call.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Action } from "../../contract/action.ts";
import { sha256 } from "../../contract/key.ts";
import { stateLayout } from "../../contract/state-dir.ts";
import { isObject, objectsIn, parseObject, textIn } from "../json.ts";
import { textsIn } from "../own-rules.ts";

export interface AdoptedRule {
  /** The agent's file in the project. */
  readonly file: string;
  readonly rule: string;
}

/** None where the list cannot be read: what is not known to be adopted is not. */
export function adoptedRules(stateDir: string): readonly AdoptedRule[] {
  return objectsIn(readObject(stateLayout(stateDir).adopted) ?? {}, "rules").flatMap((one) => {
    const [file, rule] = [textIn(one, "file"), textIn(one, "rule")];
    return file === null || rule === null ? [] : [{ file, rule }];
  });
}

/** Adds to what was adopted before. Throws where it cannot be written. */
export function adoptRules(stateDir: string, rules: readonly AdoptedRule[]): void {
  const known = adoptedRules(stateDir);
  const isNew = (one: AdoptedRule): boolean => !known.some(({ file, rule }) => file === one.file && rule === one.rule);
  const fresh = rules.filter(isNew);
  if (fresh.length > 0) replace(stateLayout(stateDir).adopted, { rules: [...known, ...fresh] });
}

/** A saved rule is read again when the call it was saved for has run. */
export interface SavedRules {
  readonly file: string;
  readonly rules: readonly string[];
}

/** Who saves rules, and where what is noted of them is kept. */
interface Saver {
  readonly host: {
    readonly saved?: (at: { readonly home: string; readonly projectRoot: string }) => SavedRules | null;
  };
  readonly home?: string;
  readonly stateDir?: string;
}

/** Keeps what was saved when the person is asked about a call. Never throws. */
export const noteAsked = (action: Action, projectRoot: string, saver: Saver): void =>
  aboutSaved(projectRoot, saver, (stateDir, { file, rules }) => {
    dropOld(stateDir);
    replace(askedFile(stateDir, action), { file, rules });
  });

/** The person is not asked about the call this time: what appears from now on is not their answer. Never throws. */
export function forgetAsked(action: Action, { host, stateDir }: Saver): void {
  if (host.saved === undefined || stateDir === undefined) return;
  const note = askedFile(stateDir, action);
  try {
    // Removing what is not there loads more than looking.
    if (existsSync(note)) rmSync(note, { force: true });
  } catch {
    return;
  }
}

/** After the call has run: what appeared since the question and covers it is the person's. Never throws. */
export const adoptSeen = (action: Action, projectRoot: string, saver: Saver): void =>
  aboutSaved(projectRoot, saver, (stateDir, saved) => adoptNew(stateDir, action, saved));

/** The host tells of a call that ran while the next one is being asked about already: so long that news may take. */
const NEWS_LIMIT_MS = 2_000;
const NEWS_POLL_MS = 25;

/**
 * Before a call is judged: where a rule that covers it was saved since a question that is still open, the news that the call of
 * that question ran is waited for. It alone adopts the rule; waiting adopts nothing. Never rejects.
 */
export async function awaitAdoption(action: Action, projectRoot: string, saver: Saver): Promise<void> {
  const until = Date.now() + NEWS_LIMIT_MS;
  while (isAdoptionOpen(action, projectRoot, saver) && Date.now() < until)
    await new Promise((done) => setTimeout(done, NEWS_POLL_MS));
}

function isAdoptionOpen(action: Action, projectRoot: string, saver: Saver): boolean {
  let open = false;
  if (saver.stateDir === undefined || questionsIn(saver.stateDir).length === 0) return false;
  aboutSaved(projectRoot, saver, (stateDir, saved) => {
    const known = adoptedRules(stateDir);
    const waiting = saved.rules.filter(
      (rule) => covers(rule, action) && !known.some((one) => one.file === saved.file && one.rule === rule),
    );
    open = questionsIn(stateDir).some((note) => newSince(note, saved, waiting).length > 0);
  });
  return open;
}

/** None where they cannot be read: nothing is waited for, and nothing adopted. */
function questionsIn(stateDir: string): readonly string[] {
  const directory = stateLayout(stateDir).asked;
  try {
    return readdirSync(directory).map((name) => join(directory, name));
  } catch {
    return [];
  }
}

/** Those of the rules that were not there when the question was put. */
function newSince(note: string, { file }: SavedRules, rules: readonly string[]): readonly string[] {
  const asked = readObject(note);
  const before = asked === undefined || textIn(asked, "file") !== file ? undefined : textsIn(asked.rules);
  return before === undefined ? [] : rules.filter((rule) => !before.includes(rule));
}

/** Beside the call: what goes wrong here only means that nothing is adopted, and the person is asked again. */
function aboutSaved(
  projectRoot: string,
  { host, home, stateDir }: Saver,
  act: (stateDir: string, saved: SavedRules) => void,
): void {
  if (host.saved === undefined || home === undefined || stateDir === undefined) return;
  try {
    const saved = host.saved({ home, projectRoot });
    if (saved !== null) act(stateDir, saved);
  } catch {
    return;
  }
}

/** A question nobody answered for so long is over. */
const MAX_AGE_MS = 24 * 60 * 60_000;

function dropOld(stateDir: string): void {
  for (const path of questionsIn(stateDir)) {
    if (Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) > MAX_AGE_MS)
      rmSync(path, { force: true });
  }
}

function adoptNew(stateDir: string, action: Action, saved: SavedRules): void {
  const note = askedFile(stateDir, action);
  const seen = newSince(note, saved, saved.rules).filter((rule) => covers(rule, action));
  try {
    adoptRules(
      stateDir,
      seen.map((rule) => ({ file: saved.file, rule })),
    );
  } finally {
    // Last: who waits for the rule looks for the question first.
    rmSync(note, { force: true });
  }
}

const askedFile = (stateDir: string, { session = "", tool, input }: Action): string =>
  join(stateLayout(stateDir).asked, `${sha256(JSON.stringify([session, tool, input])).slice(0, 32)}.json`);

/** Only to tell whose rule it is; what it lets pass is decided by the gate. */
function covers(rule: string, { tool, input }: Action): boolean {
  const [, name = "", content] = /^([\w-]+)(?:\((.*)\))?$/s.exec(rule) ?? [];
  if (name !== tool) return false;
  if (content === undefined) return tool.startsWith("mcp__") || tool === "WebSearch";
  if (tool === "WebFetch") return `domain:${hostOf(input.url)}` === content;
  if (tool !== "Bash" || typeof input.command !== "string") return false;
  const words = content.replace(/(?::\*| \*)$/, "");
  if (words === "" || words.includes("*")) return false;
  const parts = input.command.split(/&&|\|\||[;|\n]/).map((part) => part.trim());
  return parts.some((part) => part === words || part.startsWith(`${words} `));
}

function hostOf(url: unknown): string {
  try {
    return typeof url === "string" ? new URL(url).hostname : "";
  } catch {
    return "";
  }
}

function readObject(file: string): ReturnType<typeof parseObject> {
  try {
    const value = parseObject(readFileSync(file, "utf8"));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function replace(file: string, value: object): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const next = `${file}.${process.pid}.new`;
  writeFileSync(next, `${JSON.stringify(value)}\n`, { mode: 0o600 });
  renameSync(next, file);
}
