/** The probe on results that came from outside: whether one did, and what of it is put on record. It never holds a call back. */
import type { Action, Json } from "../contract/action.ts";
import type { Effect, Target } from "../contract/effect.ts";
import type { Find, LedgerEntry, Memory } from "../contract/session.ts";
import { type Classifier, type PastProbe, probeResult, type SideQuery } from "../judge/index.ts";
import { viewOnce } from "../machine/index.ts";
import { contextOf } from "../policy/index.ts";
import type { Call } from "./call.ts";
import type { GateParts } from "./parts.ts";

export interface ProbeOptions {
  /** Ends the question to the model. */
  readonly signal?: AbortSignal;
  /** The agent is told of a find with this very result; else at the next occasion. */
  readonly tells?: boolean;
}

/** What was found in the result of a call, or null. Recorded before it is returned. */
export async function probeCall(
  given: Action,
  result: Json,
  {
    parts,
    ownSession,
    signal,
    tells = false,
  }: ProbeOptions & { readonly parts: GateParts; readonly ownSession: string },
): Promise<Find | null> {
  const { settings, store, begin, now, classifier } = parts;
  if (settings.autoMode.probe === false) return null;
  const action = parts.translate(given);
  const session = await store.open(action.session ?? ownSession, begin(action));
  if (!isFromOutside(action, parts, await session.memory())) return null;
  const ask = settings.autoMode.probe === "model" ? askOf(classifier) : undefined;
  const timeoutMs = settings.classifier.timeoutMs.fast;
  const { by, kinds, failure } = await probeResult(result, ask === undefined ? undefined : { ask, timeoutMs, signal });
  if (kinds.length === 0 && failure === undefined) return null;
  const told = tells && kinds.length > 0 && !settings.shadow;
  const find: Find = { tool: action.tool, toolUseId: action.toolUseId ?? null, kinds, told };
  const entry: LedgerEntry = { kind: "probe", at: now(), find, by, ...(failure === undefined ? {} : { failure }) };
  await session.transact(() => ({ entries: [entry], value: undefined }));
  return kinds.length === 0 ? null : find;
}

const askOf = (classifier: (Classifier & Partial<Pick<SideQuery, "ask">>) | null): SideQuery["ask"] | undefined =>
  classifier?.ask === undefined ? undefined : (prompt, limits) => classifier.ask?.(prompt, limits) ?? NOT_ASKED;
const NOT_ASKED = Promise.resolve({ ok: false, failure: "bad_request", detail: "no provider is set" } as const);

/** For the facts of a call: what was found before it, and how to look at what nobody has looked at yet. */
export function pastProbe({ parts, memory, session, action }: Call): PastProbe | undefined {
  if (parts.settings.autoMode.probe === false) return undefined;
  return {
    known: memory.finds ?? [],
    isFromOutside: (past) =>
      isFromOutside({ ...past, ...(action.cwd === undefined ? {} : { cwd: action.cwd }) }, parts, memory),
    record: async (finds) => {
      const opened = await parts.store.open(session, parts.begin(action));
      const at = parts.now();
      const entries = finds.map((find): LedgerEntry => ({ kind: "probe", at, find, by: "code" }));
      await opened.transact(() => ({ entries, value: undefined }));
    },
  };
}

/** Words without which a command reaches nobody: most commands need not be read for this. */
const REACHES =
  /\b(?:curl|wget|https?|ftp|gh|glab|git|hub|nc|ncat|socat|telnet|ssh|scp|rsync|lynx|w3m|links|aria2c|yt-dlp|kubectl|aws|gcloud|az|npm|pnpm|yarn|pip|docker|psql|mysql|mail|mutt)\b|:\/\//i;

/**
 * Whether what a call returned came from outside: a service, a server nobody vouches for, a file that was fetched in this
 * session. Where it cannot be told, it did.
 */
function isFromOutside(
  action: Pick<Action, "tool" | "input" | "cwd" | "host" | "calledAs">,
  parts: GateParts,
  memory: Memory,
): boolean {
  const marks = memory.marks ?? [];
  const { shell } = parts.tools(action.tool);
  try {
    const command = shell?.command(action.input);
    if (command !== undefined && !REACHES.test(command) && marks.length === 0) return false;
    const effects = effectsOf(action, parts, memory);
    return effects.some((effect) => reachesOut(effect) || readsFetched(effect, marks));
  } catch {
    return true;
  }
}

function effectsOf(
  action: Pick<Action, "tool" | "input" | "cwd" | "host" | "calledAs">,
  parts: GateParts,
  memory: Memory,
): readonly Effect[] {
  const { projectRoot } = memory.start;
  const world = viewOnce(parts.world);
  const spec = parts.tools(action.tool);
  const context = contextOf(action, { projectRoot, world, hostPaths: parts.hostPaths });
  if (spec.shell === undefined) return spec.effects?.(action.input, context) ?? [];
  // Of another shell than bash the words alone are known: it may have reached somebody.
  if (spec.shell.dialect !== "bash") return [{ do: "network", host: null, sends: false }];
  return parts.watch.readShell(spec.shell.command(action.input), { ...context, written: memory.written }).effects;
}

const FETCHES: ReadonlySet<string> = new Set(["fetch", "pull", "clone"]);

const reachesOut = (effect: Effect): boolean =>
  effect.do === "network" || effect.do === "unknown" || (effect.do === "vcs" && FETCHES.has(effect.op));

const FETCHED: ReadonlySet<string> = new Set(["fetched", "unpacked", "decoded"]);

const readsFetched = (effect: Effect, marks: NonNullable<Memory["marks"]>): boolean =>
  effect.do === "read" &&
  effect.content &&
  marks.some(({ of, path }) => FETCHED.has(of) && touches(effect.target, path, effect.recursive));

const touches = ({ path }: Target, marked: string, recursive: boolean): boolean =>
  path === marked || path.startsWith(`${marked}/`) || (recursive && marked.startsWith(`${path}/`));
