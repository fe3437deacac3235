/** The conversation before a call, from the host's own record and from the prompts the hook recorded: the one way from a record to the classifier. */
import { realpathSync } from "node:fs";
import type { Turn } from "../../contract/action.ts";
import { once } from "../../contract/kept.ts";
import { canonical } from "../../contract/key.ts";
import { isInside } from "../../machine/index.ts";
import type { CallEvent, Host, Occasion } from "../host.ts";
import { delegationOf } from "../names.ts";
import { personsWords } from "./person.ts";
import { type Heard, hearPieces, NOTHING_HEARD, type RecordPiece } from "./records.ts";
import { withoutOnce } from "./taken-back.ts";

export type Speaker = Pick<Host, "records"> & Partial<Pick<Host, "files" | "name" | "names">>;

export interface Conversation {
  readonly turns: readonly Turn[];
  /** The model the agent runs on, where its host says so. */
  readonly agentModel: string | null;
}

/** What is known of the words that came as prompts, beside the host's own record. */
export interface KnownWords {
  /** What the hook recorded of the person: where there is some, only it is theirs. */
  readonly prompts: readonly string[];
  /** What came as a prompt and is an agent's. */
  readonly given?: readonly string[];
  /** An agent started this one: what its record has for the person's is not, unless the hook took it down as theirs. */
  readonly spawned?: () => boolean;
  /** Known for an agent's, wherever it stands. */
  readonly isAgents?: (text: string) => boolean;
}

/** What went before this call. Read when it is first asked for, and once. Never throws. */
export const conversationBefore = (
  host: Speaker,
  event: CallEvent & Pick<RecordAt, "projectRoot">,
  known: () => KnownWords,
): (() => Conversation) =>
  once(() => {
    const heard = withoutWaiting(hearRecord(host, event, event.action.toolUseId ?? null), event.action);
    return { turns: mergeWords(host, heard, known()), agentModel: event.model ?? heard.agentModel ?? null };
  });

/** A host may write the call down only after it was looked for there: without an id, the same call at the end is the one under judgement. */
function withoutWaiting(heard: Heard, { toolUseId, tool, input }: CallEvent["action"]): Heard {
  const last = heard.turns.at(-1);
  if (toolUseId !== undefined || last === undefined || !("tool" in last)) return heard;
  if (last.tool !== tool || canonical(last.input) !== canonical(input)) return heard;
  return { ...heard, turns: heard.turns.slice(0, -1) };
}

/** What an agent said in a prompt's place stands first, as the task it is: calls are what agents do, and none of it consents. */
export function mergeWords(
  { name = "", names }: Speaker,
  heard: Heard,
  { prompts, given = [], spawned, isAgents }: KnownWords,
): readonly Turn[] {
  const believed = spawned?.() === true ? disbelieve(heard) : withoutAgents(heard, isAgents);
  const tasks = [...new Set(given.map(normalise))];
  const turns = mergePrompts({ ...believed, notHuman: [...believed.notHuman, ...given] }, prompts);
  return [...tasks.map((task): Turn => delegationOf({ name, ...(names && { names }) }, task)), ...turns];
}

function withoutAgents(heard: Heard, isAgents: KnownWords["isAgents"]): Heard {
  if (isAgents === undefined) return heard;
  const said = heard.turns.flatMap((turn) => ("user" in turn ? [turn.user] : []));
  return { ...heard, notHuman: [...heard.notHuman, ...new Set(said.filter(isAgents))] };
}

/** Nothing in it is the person's for that alone. */
const disbelieve = (heard: Heard): Heard => ({
  ...heard,
  turns: heard.turns.map(withoutAnswer),
  queued: [],
  writable: true,
});

/** Which record, and where the agent may write. */
export type RecordAt = Pick<Occasion, "record" | "agent" | "cwd"> & { readonly projectRoot?: string };

/** What a record says, of a sub-agent's call with what stands above it. */
export function hearRecord(host: Speaker, at: RecordAt, leaveOut: string | null): Heard {
  if (host.records === undefined) return NOTHING_HEARD;
  const heard = hearPieces(host.records, piecesOf(host, at), { leaveOut });
  return isWritable(host, at) ? disbelieve(heard) : heard;
}

/**
 * In the project the agent could have written it itself: nothing in it is the person's for that alone. Below the host's own folder
 * it could not: no write goes there without the person.
 */
export function isWritable({ files }: Speaker, { record, cwd, projectRoot = cwd }: RecordAt): boolean {
  if (typeof record !== "string") return false;
  const path = realOf(record);
  const root = [cwd, projectRoot].map(realOf).find((one) => isInside(path, one));
  if (root === undefined) return false;
  const own = files?.directories ?? [];
  return !path
    .slice(root.length)
    .split("/")
    .slice(0, -1)
    .some((name) => own.includes(name));
}

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function withoutAnswer(turn: Turn): Turn {
  if (!("tool" in turn) || turn.answer === undefined) return turn;
  const { answer: _, ...rest } = turn;
  return rest;
}

/** The records a conversation stands in, in order; what provenance is looked for in. */
export function piecesOf(
  { records }: Speaker,
  { record, agent }: Pick<Occasion, "record" | "agent">,
): readonly RecordPiece[] {
  if (records === undefined || record === null) return [];
  const lineage = typeof record === "string" && agent !== undefined ? (records.lineage?.(record, agent) ?? []) : [];
  return lineage.length > 0 ? lineage : [{ source: record, until: null, delegated: false }];
}

/**
 * What the hook recorded of the person, laid over what the host's file says. Where prompts were recorded, only they are the
 * person's, and of those only what the host does not mark as somebody else's; answers to questions stay with their calls.
 */
export function mergePrompts(heard: Heard, recorded: readonly string[]): readonly Turn[] {
  const disowned = new Set([...heard.notHuman, ...tasksIn(heard.turns)].map(normalise));
  // A boundary is not taken back by a file that the agent may write.
  const undone = heard.writable === true ? [] : (heard.undone ?? []);
  const standing = withoutOnce(recorded, undone.map(normalise), normalise);
  const prompts = (heard.spawned === true ? [] : standing)
    .map((text) => ({ text: personsWords(text), known: normalise(text) }))
    .filter(({ text, known }) => text !== "" && !disowned.has(known));
  if (recorded.length === 0)
    return heard.turns.filter(
      (turn) => !("user" in turn) || (heard.writable !== true && !disowned.has(normalise(turn.user))),
    );
  const queued = new Set(heard.queued.map(normalise));
  const turns: Turn[] = [];
  let next = 0;
  for (const turn of heard.turns) {
    if (!("user" in turn)) {
      turns.push(turn);
      continue;
    }
    const words = normalise(turn.user);
    const at = prompts.findIndex(({ known }, i) => i >= next && known === words);
    if (at < 0) {
      if (queued.has(words) && !disowned.has(words)) turns.push(turn);
      continue;
    }
    // Those in between are in the record and not (any more) in the part of the file that was read.
    for (const { text } of prompts.slice(next, at + 1)) turns.push({ user: text });
    next = at + 1;
  }
  return [...turns, ...prompts.slice(next).map(({ text }): Turn => ({ user: text }))];
}

/** The tasks the agent gave others. A host that hands one on as a prompt does not make it the person's. */
const tasksIn = (turns: readonly Turn[]): readonly string[] =>
  turns.flatMap((turn) =>
    "tool" in turn
      ? TASK_FIELDS.flatMap((name) => (typeof turn.input[name] === "string" ? [turn.input[name]] : []))
      : [],
  );
export const TASK_FIELDS = ["prompt", "message", "task", "instructions", "plan"];

export const normalise = (text: string): string => personsWords(text).replace(/\s+/gu, " ");
