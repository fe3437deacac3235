/**
 * Asks that wait for a person. The record is the only door: whoever approves or refuses, in the page or at a terminal, puts it
 * there, and here it is seen. Nobody's answer is a deny; the ask itself stays open to be approved for another try.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Fact } from "../contract/fact.ts";
import type { HeldAsk, HoldAsk, PersonSays } from "../hosts/index.ts";
import { saidTo } from "../memory/index.ts";
import { type DesktopNotice, showNotice } from "./desktop-notice.ts";
import { formatFacts } from "./views/facts.ts";

const LOOK_EVERY_MS = 200;

export interface AskOnHold {
  /** Of the decision. */
  readonly id: string;
  readonly session: string;
  /** Until when an answer counts. */
  readonly deadline: number;
  /** What the gate's own code established about the call. */
  readonly facts: string | null;
}

export interface WaitingRoom {
  readonly hold: HoldAsk;
  /** The ones that wait now, the most urgent first. */
  readonly held: () => readonly AskOnHold[];
}

export interface WaitingOptions {
  readonly now: () => number;
  /** Somebody came or went. */
  readonly changed?: (held: readonly AskOnHold[]) => void;
  /** Tells the person at the desktop. */
  readonly show?: (notice: DesktopNotice) => void;
}

export function openWaitingRoom({ now, changed, show = showNotice }: WaitingOptions): WaitingRoom {
  const waiting = new Map<string, AskOnHold>();
  const held = (): readonly AskOnHold[] => [...waiting.values()].sort((a, b) => a.deadline - b.deadline);
  const hold: HoldAsk = async (ask) => {
    const { id } = ask.decision;
    const deadline = now() + ask.mostMs;
    waiting.set(id, { id, session: ask.session.id, deadline, facts: await describeFacts(ask) });
    changed?.(held());
    try {
      if (ask.notify) show(noticeOf(ask));
      return await hear(ask, deadline, now);
    } finally {
      waiting.delete(id);
      changed?.(held());
    }
  };
  return { hold, held };
}

async function hear({ decision, session, signal }: HeldAsk, deadline: number, now: () => number): Promise<PersonSays> {
  while (signal?.aborted !== true) {
    const said = saidTo(await session.memory(), decision.id);
    if (said !== undefined) return said;
    if (now() >= deadline) break;
    await sleep(Math.min(LOOK_EVERY_MS, Math.max(deadline - now(), 1)));
  }
  const text = `Nobody answered ${decision.id} in time: it was denied.`;
  await session.transact(() => ({ entries: [{ kind: "notice", at: now(), text }], value: undefined }));
  return "nobody";
}

const noticeOf = ({ host, mostMs, decision }: HeldAsk): DesktopNotice => ({
  title: `${host} waits for your answer`,
  text: `For ${Math.round(mostMs / 1_000)} seconds (${decision.by}). See it with: sallyport approve --wait`,
});

const describeFacts = async ({ facts }: HeldAsk): Promise<string | null> =>
  formatFacts(await facts().catch((): readonly Fact[] => []));
