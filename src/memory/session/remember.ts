/** How an entry changes what is remembered (§8). Pure: the same entries in the same order give the same memory. */
import type { DecisionRecord } from "../../contract/decision.ts";
import { assertNever } from "../../contract/result.ts";
import {
  ANYWHERE,
  type Approval,
  type CallKey,
  type DecisionEntry,
  type FileMark,
  type Find,
  JOIN_BY_ID_WINDOW_MS,
  JOIN_WINDOW_MS,
  type KeptShell,
  type LedgerEntry,
  type Memory,
  type PendingHandoff,
  type PriorDenial,
  type RanEntry,
  type RecentDecision,
  type SessionStart,
} from "../../contract/session.ts";
import { answeredMark, approvalRefusal, bindTargets, refusedAs } from "./approving.ts";
import { addBounded, addNewest, removeFrom } from "./bounded.ts";
import { counts, isRemembered, isWaiting } from "./counting.ts";
import { GrowingSet, growSet } from "./growing-set.ts";
import { leftAfterDecision, leftAfterJoin, leftAfterUnaskedRun, leftCall, withoutLeft } from "./leaving.ts";
import { rememberPrompt, rememberTask, tasksAfter } from "./tasks.ts";

/** Forgetting any of these only makes the gate stricter; written paths, links and open tickets are never forgotten. */
const MAX_RECENT = 64;
const MAX_WAITING = 64;
const MAX_ASKED = 256;
const MAX_DENIED = 1_024;
const MAX_CREATED = 20_000;
const MAX_HANDOFFS = 20;
const MAX_NAMES = 1_000;
const MAX_DIRECTORIES = 16;
const MAX_MARKS = 1_000;
const MAX_REFUSED = 4_096;
const MAX_FINDS = 200;

type ApprovalEntry = Extract<LedgerEntry, { kind: "approval" }>;

/** What `start` says is read once, here: it may be looked up only when it is asked for. */
export const begin = (start: SessionStart, at: number): Memory => ({
  start: { ...start },
  startedAt: at,
  consecutiveDenials: 0,
  totalDenials: 0,
  denied: new Map(),
  approvals: new Map(),
  recent: [],
  waiting: [],
  approved: GrowingSet.of([]),
  asked: new Set(),
  written: GrowingSet.of([]),
  created: GrowingSet.of([]),
  links: GrowingSet.of([]),
  tickets: new Map(),
  refused: new Set(),
  prompts: [],
});

export function remember(memory: Memory, entry: LedgerEntry): Memory {
  switch (entry.kind) {
    case "start":
      return memory;
    case "decision":
      return rememberDecision(memory, entry);
    case "joined":
      return {
        ...memory,
        recent: memory.recent.map((one) => markJoined(one, entry.decisionId)),
        ...leftAfterJoin(memory, entry),
      };
    case "approval":
      return rememberApproval(memory, entry);
    case "refusal":
      return {
        ...memory,
        // A no to the call is one to the decision it was asked about by.
        approved: growSet(memory.approved, [entry.toolUseId, refusedAs(entry.decisionId)].map(answeredMark)),
        asked: removeFrom(memory.asked, callOf(memory, entry.decisionId)),
      };
    case "prompt":
      return rememberPrompt(memory, entry.text);
    case "task":
      return rememberTask(memory, entry.text);
    case "ran":
      return rememberRun(memory, entry);
    case "handoff":
      return rememberHandoff(memory, entry);
    case "handoffTold":
      return { ...memory, handoffs: pendingWithout(memory, entry.agent) };
    case "probe":
      return entry.find.kinds.length === 0 ? memory : { ...memory, finds: addFind(memory.finds, entry.find) };
    case "probeTold":
      return { ...memory, finds: (memory.finds ?? []).map((find) => ({ ...find, told: true })) };
    case "notice":
      return entry.tells === "hostSilent" ? { ...memory, hostSilent: "told" } : memory;
    default:
      return assertNever(entry);
  }
}

function rememberHandoff(memory: Memory, { agent, warning }: Extract<LedgerEntry, { kind: "handoff" }>): Memory {
  if (warning === null) return memory;
  return { ...memory, handoffs: [...pendingWithout(memory, agent ?? ""), { agent, warning }].slice(-MAX_HANDOFFS) };
}

const pendingWithout = ({ handoffs = [] }: Memory, agent: string | null): readonly PendingHandoff[] =>
  agent === null ? [] : handoffs.filter((one) => one.agent !== agent);

/** One for each call that is known by its id. */
const addFind = (finds: readonly Find[] = [], find: Find): readonly Find[] =>
  [...finds.filter(({ toolUseId }) => toolUseId === null || toolUseId !== find.toolUseId), find].slice(-MAX_FINDS);

function rememberDecision(memory: Memory, entry: DecisionEntry): Memory {
  const { decision, call } = entry;
  const counted = counts(decision);
  const next = changed(memory, {
    consecutiveDenials: counted ? memory.consecutiveDenials + 1 : afterAllow(memory.consecutiveDenials, decision),
    totalDenials: memory.totalDenials + (counted ? 1 : 0),
    denied: isRemembered(decision) ? addBounded(memory.denied, call, priorDenial(entry), MAX_DENIED) : memory.denied,
    approvals: dropSpent(memory.approvals, entry),
    recent: addRecent(memory.recent, entry),
    waiting: isWaiting(decision) ? [...memory.waiting, waitingFor(entry)].slice(-MAX_WAITING) : memory.waiting,
    tickets: entry.ticket === undefined ? memory.tickets : new Map(memory.tickets).set(entry.ticket, call),
    ...((decision.degraded ?? null) === null ? {} : { toldSetup: true as const }),
    asked: decision.behavior === "ask" ? addNewest(memory.asked, call, MAX_ASKED) : removeFrom(memory.asked, call),
    ...leftAfterDecision(memory, entry, MAX_ASKED),
    ...tasksAfter(memory, entry),
  });
  return decision.behavior === "allow" || decision.behavior === "ask" ? leaveBehind(next, entry) : next;
}

/** Most calls change nothing of what is remembered: then it is the same memory. */
function changed(memory: Memory, after: Partial<Memory>): Memory {
  for (const name in after) {
    const field = name as keyof Memory;
    if (after[field] !== memory[field]) return { ...memory, ...after };
  }
  return memory;
}

/** The person's yes, or what came of a walled call: what it was refused, and what it wrote. */
function rememberRun(memory: Memory, entry: RanEntry): Memory {
  const { call, ticket, refused = [], writes, creates } = entry;
  const heard = memory.asked.has(call) ? hearRun(memory, call) : memory;
  if (ticket === undefined) return heard;
  const tickets = new Map(heard.tickets);
  tickets.delete(ticket);
  return {
    ...heard,
    tickets,
    refused: refused.length === 0 ? heard.refused : addNewest(heard.refused, call, MAX_REFUSED),
    written: growSet(heard.written, writes),
    created: keepNewest(growSet(heard.created, creates)),
  };
}

/** What a call that may have run leaves in the project, in a shell and in files. */
function leaveBehind(memory: Memory, entry: DecisionEntry): Memory {
  const { writes, creates, displaces, links, leaves, marks } = entry;
  if ([writes, creates, displaces, links, leaves, marks].every((one) => one === undefined)) return memory;
  return {
    ...memory,
    ...(entry.decision.behavior === "allow" ? { written: growSet(memory.written, writes) } : askedToo(memory, entry)),
    created: keepNewest(withoutPlaces(growSet(memory.created, creates), displaces)),
    links: growSet(memory.links, links),
    ...(leaves === undefined ? {} : { shell: mergeShell(memory.shell, leaves) }),
    ...(marks === undefined ? {} : { marks: addMarks(memory.marks, marks) }),
  };
}

const askedToo = ({ askedWrites = [] }: Memory, { writes = [], at }: DecisionEntry): Pick<Memory, "askedWrites"> =>
  writes.length === 0 ? {} : { askedWrites: [...askedWrites, ...writes.map((path) => ({ path, at }))] };

/** Too many names are as good as a changed PATH: no name is sure any more. */
function mergeShell(before: KeptShell | undefined, left: KeptShell): KeptShell {
  const names = [...new Set([...(before?.names ?? []), ...left.names])];
  const many = names.length > MAX_NAMES;
  const directories = mergeDirectories(before?.directories ?? [], left.directories ?? []);
  return {
    ...(directories.length === 0 ? {} : { directories }),
    pathChanged: many || left.pathChanged || before?.pathChanged === true,
    names: many ? names.slice(0, MAX_NAMES) : names,
  };
}

/** Too many directories are as good as any. */
function mergeDirectories(before: readonly string[], left: readonly string[]): readonly string[] {
  const all = [...new Set([...before, ...left])];
  return all.length <= MAX_DIRECTORIES ? all : [...new Set([ANYWHERE, ...all.slice(1 - MAX_DIRECTORIES)])];
}

function rememberApproval(memory: Memory, entry: ApprovalEntry): Memory {
  const { approval } = entry;
  const yes = personSaidYes(memory, approval.call);
  return {
    ...yes,
    approvals: new Map(memory.approvals).set(approval.call, approval),
    approved: growSet(memory.approved, [
      entry.decisionId,
      ...(entry.toolUseId === undefined ? [] : [answeredMark(entry.toolUseId)]),
    ]),
    waiting: memory.waiting.filter((one) => one.decisionId !== entry.decisionId),
  };
}

/** An asked call has run: the person's yes, unless it was left to the host and the host is not known to have asked. */
function hearRun(memory: Memory, call: CallKey): Memory {
  const left = leftCall(memory, call);
  if (left === undefined || left.prompted) return personSaidYes(memory, call);
  return { ...memory, asked: removeFrom(memory.asked, call), ...leftAfterUnaskedRun(memory, left) };
}

/** About this call the person has spoken: it is not denied from memory any more, and the row of denials ends. */
function personSaidYes(memory: Memory, call: CallKey): Memory {
  const denied = new Map(memory.denied);
  denied.delete(call);
  return {
    ...memory,
    consecutiveDenials: 0,
    denied,
    asked: removeFrom(memory.asked, call),
    ...withoutLeft(memory, call),
  };
}

const callOf = (memory: Memory, decisionId: string): CallKey =>
  memory.waiting.find((one) => one.decisionId === decisionId)?.call ?? "";

const afterAllow = (before: number, decision: DecisionRecord): number => (decision.behavior === "allow" ? 0 : before);

const priorDenial = ({ decision, alike }: DecisionEntry): PriorDenial => ({
  rule: decision.rule,
  hard: decision.hard,
  reason: decision.reason,
  clearsWhen: decision.clearsWhen,
  ...(alike === undefined ? {} : { alike }),
});

const NOT_SHOWN = "More of it is hidden than single secrets, so it cannot be shown whole: it cannot be approved.";

const waitingFor = (entry: DecisionEntry) => ({
  decisionId: entry.decision.id,
  call: entry.call,
  targets: entry.bound ?? bindTargets(entry.targets),
  at: entry.at,
  refusal: approvalRefusal(entry.decision) ?? (entry.unshown === true ? NOT_SHOWN : null),
  ...(entry.decision.behavior === "ask" && entry.action.toolUseId !== undefined
    ? { askedAs: entry.action.toolUseId }
    : {}),
});

/** One use: the approval that was named is gone, and so is every one whose time is over. */
function dropSpent(approvals: ReadonlyMap<CallKey, Approval>, entry: DecisionEntry): ReadonlyMap<CallKey, Approval> {
  if (approvals.size === 0) return approvals;
  return new Map([...approvals].filter(([, one]) => one.id !== entry.approval && one.expiresAt > entry.at));
}

/** What names neither its id nor its event can be told from no other call, and nothing joins it. */
function addRecent(recent: readonly RecentDecision[], entry: DecisionEntry): readonly RecentDecision[] {
  if (entry.action.toolUseId === undefined && entry.action.event === undefined) return recent;
  const one: RecentDecision = {
    call: entry.call,
    toolUseId: entry.action.toolUseId ?? null,
    event: entry.action.event ?? null,
    at: entry.at,
    decision: entry.decision,
    joined: false,
    ...(entry.ticket === undefined ? {} : { ticket: entry.ticket }),
  };
  const oldest = recent[0];
  const prune = recent.length >= MAX_RECENT || (oldest !== undefined && !stillJoinable(oldest, entry.at));
  const kept = prune ? recent.filter((earlier) => stillJoinable(earlier, entry.at)).slice(1 - MAX_RECENT) : recent;
  return [...kept, one];
}

const stillJoinable = (one: RecentDecision, at: number): boolean =>
  !one.joined && at - one.at <= (one.toolUseId === null ? JOIN_WINDOW_MS : JOIN_BY_ID_WINDOW_MS);

const markJoined = (one: RecentDecision, decisionId: string): RecentDecision =>
  one.decision.id === decisionId ? { ...one, joined: true } : one;

const addMarks = (known: readonly FileMark[] = [], more: readonly FileMark[]): readonly FileMark[] => {
  const paths = new Set(more.map(({ path }) => path));
  return [...known.filter(({ path }) => !paths.has(path)), ...more].slice(-MAX_MARKS);
};

/** Without what lies at or below these. */
function withoutPlaces(set: ReadonlySet<string>, places: readonly string[] = []): ReadonlySet<string> {
  if (places.length === 0) return set;
  const kept = [...set].filter((one) => !places.some((place) => one === place || one.startsWith(`${place}/`)));
  return kept.length === set.size ? set : GrowingSet.of(kept);
}

const keepNewest = (set: ReadonlySet<string>): ReadonlySet<string> =>
  set.size <= MAX_CREATED ? set : GrowingSet.of([...set].slice(-MAX_CREATED / 2));
