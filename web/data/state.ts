/** What the whole page knows: who is signed in, how the gate stands, how many calls wait. */
import { signal } from "@preact/signals";
import type { StatusAnswer, ValuesAnswer, WaitingCall } from "../../src/service/api.ts";
import { onFailure, service } from "./service.ts";
import { keepKey } from "./signed.ts";
import { closeStream, generation, listen, openStream } from "./stream.ts";
import { groupWaiting } from "./waiting.ts";

export type Entry =
  | { readonly kind: "checking" }
  | { readonly kind: "in" }
  | { readonly kind: "out"; readonly why: string | null }
  | { readonly kind: "away" };

export const entry = signal<Entry>({ kind: "checking" });
export const status = signal<StatusAnswer | undefined>(undefined);
/** Calls that can be approved: those an agent waits for now, and those that were held lately. */
export const waitingCounts = signal({ now: 0, lately: 0 });
/** What there is to filter by. */
export const values = signal<ValuesAnswer | undefined>(undefined);
/** The clock of everything that counts down or says how long ago. */
export const now = signal(Date.now());

const CLOCK_MS = 1_000;
const AWAY_RETRY_MS = 4_000;
/** States change from a terminal too, and not every change is an event. */
const STATUS_MS = 60_000;
const READING_MS = 1_000;

export function startClock(): void {
  window.setInterval(() => {
    if (!document.hidden) now.value = Date.now();
  }, CLOCK_MS);
  window.setInterval(() => {
    if (!document.hidden && entry.value.kind === "in") void loadStatus();
  }, STATUS_MS);
}

/** With the code of a one-time link, or as whoever is signed in already. */
export async function enter(code: string | undefined): Promise<void> {
  const signedIn = code === undefined ? undefined : await service.signIn(code);
  if (signedIn?.ok === true) keepKey(signedIn.value.key);
  const answer = await service.status();
  if (answer.ok) return begin(answer.value);
  if (answer.failure.kind === "away") {
    entry.value = { kind: "away" };
    window.setTimeout(() => void enter(undefined), AWAY_RETRY_MS);
    return;
  }
  entry.value = { kind: "out", why: signedIn !== undefined && !signedIn.ok ? signedIn.failure.message : null };
}

function begin(value: StatusAnswer): void {
  takeStatus(value);
  entry.value = { kind: "in" };
  openStream();
  void loadWaiting();
}

export async function loadStatus(): Promise<void> {
  const answer = await service.status();
  if (answer.ok) takeStatus(answer.value);
}

let again = 0;

/** While the record is being read the page looks often, and shows everything anew once it is whole. */
function takeStatus(value: StatusAnswer): void {
  const wasReading = status.value?.index.standing === "reading";
  status.value = value;
  window.clearTimeout(again);
  if (value.index.standing === "reading") again = window.setTimeout(() => void loadStatus(), READING_MS);
  else if (wasReading) generation.value += 1;
}

export async function loadValues(): Promise<void> {
  const answer = await service.values();
  if (answer.ok) values.value = answer.value;
}

export async function loadWaiting(): Promise<void> {
  const answer = await service.approvals();
  if (answer.ok) countWaiting(answer.value.waiting);
}

export function countWaiting(calls: readonly WaitingCall[]): void {
  const { agents, open } = groupWaiting(calls);
  waitingCounts.value = { now: agents.length, lately: open.length };
}

export async function leave(): Promise<void> {
  await service.signOut();
  closeStream();
  keepKey("");
  entry.value = { kind: "out", why: "You are signed out." };
}

onFailure(({ kind }) => {
  if (kind !== "signedOut" || entry.value.kind !== "in") return;
  closeStream();
  entry.value = { kind: "out", why: "Your sign-in has ended." };
});

listen((event) => {
  if (event.event === "waiting" || event.event === "approval") void loadWaiting();
  if (event.event === "pause") void loadStatus();
});

/** Approving needs an approver; rules, undo and pause need an admin. */
export const mayApprove = (): boolean => status.value?.scope === "approver" || status.value?.scope === "admin";
export const mayChange = (): boolean => status.value?.scope === "admin";
