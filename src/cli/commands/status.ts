/** `sallyport status`: on one screen what is guarded and how, what happened today, and the one change that would save most. */
import { loadPersonSettings, openStore, pausedUntil, stateDir } from "../../app/index.ts";
import type { Settings } from "../../app/settings/index.ts";
import { clockTime } from "../../contract/clock.ts";
import type { DecisionRecord } from "../../contract/decision.ts";
import { messageOf } from "../../contract/result.ts";
import { dollars, formatCount, formatQuantity } from "../../evidence/index.ts";
import { changedHookFiles } from "../../hosts/install/index.ts";
import { defaultModel, keyVariable, recordOf } from "../../judge/providers/index.ts";
import type { LoggedRecord } from "../../memory/index.ts";
import { mirroredHosts } from "../change/mirror.ts";
import { command } from "../command.ts";
import { lastUnasked } from "../doctor/unasked.ts";
import { flag } from "../options.ts";
import { serviceStands } from "../serve/standing.ts";
import { findMachine } from "../setup/found.ts";
import { type BestChange, bestChange } from "../status/best-change.ts";
import type { CliIo } from "../terminal/io.ts";
import { formatLabelled, pageOf, refuse, visible } from "../terminal/style.ts";
import { heedSettings, keptWalls, leftBehind } from "../walls.ts";

const MAX_RECORDS = 100_000;
const LABEL_COLUMNS = 9;

export interface TodaysCalls {
  readonly calls: number;
  /** Besides those: tried by a person with `check`. */
  readonly byHand: number;
  readonly allowed: number;
  /** Of those: inside walls. */
  readonly walled: number;
  readonly asked: number;
  readonly denied: number;
  readonly outages: number;
  /** Judged without the model that is set up: it could not be asked. */
  readonly unasked: number;
  /** Null where a price is not known. */
  readonly costUsd: number | null;
}

interface StatusReport {
  readonly guarded: readonly { readonly agent: string; readonly scopes: readonly string[] }[];
  /** Agents whose own settings hold the person's deny rules too. */
  readonly mirrors: readonly { readonly agent: string; readonly entries: number; readonly isCurrent: boolean }[];
  /** Files of agents that hold the hook and that the agent cannot read: a sentence for each. */
  readonly unread: readonly string[];
  readonly state: "live" | "watching" | "paused";
  readonly pausedUntil: number | null;
  readonly mode: string;
  readonly model: {
    readonly provider: string;
    readonly model: string | null;
    readonly missing: string | null;
    /** When it could not be asked the last time, unless it answered since. */
    readonly unasked: number | null;
  };
  readonly walls: { readonly stand: boolean; readonly why: string | null; readonly fix: string | null };
  /** Folders in which no call runs until what an earlier one left there is moved away: a sentence for each. */
  readonly held: readonly string[];
  /** The service, where one runs. */
  readonly service: { readonly address: string; readonly pid: number } | null;
  /** Why no service answers hooks, in words; null where one does. */
  readonly unserved: string | null;
  /** What hooks start that is gone or changed: no call of theirs runs. */
  readonly changed: readonly string[];
  readonly today: TodaysCalls;
  readonly change: BestChange | null;
}

export const status = command({
  name: "status",
  about: "what is guarded and how, today's calls, and what would save the most prompts",
  usage: [["sallyport status"]],
  options: { json: flag("for programs") },
  notes: "Exit: 0 told, 1 could not be told.",
  run: async ({ options }, io) => {
    const loaded = loadPersonSettings(io);
    if (!loaded.ok) return refuse(io, `${loaded.error}; correct it: until then every hook denies`);
    try {
      const report = await reportStatus(loaded.value.settings, io);
      io.stdout.write(options.json ? `${JSON.stringify(report)}\n` : formatStatus(report, io));
      return 0;
    } catch (error) {
      return refuse(io, `${messageOf(error)} (see sallyport doctor)`);
    }
  },
});

async function reportStatus(settings: Settings, io: CliIo): Promise<StatusReport> {
  const until = pausedUntil(stateDir(io.env), io.now());
  const walls = heedSettings(keptWalls(io), settings);
  const { classifier } = settings;
  const key = keyVariable(classifier);
  const records = await todaysRecords(io);
  const { agents } = findMachine(io);
  const { serving, why } = serviceStands(stateDir(io.env), settings);
  return {
    guarded: agents
      .filter(({ guarded, unread }) => guarded.length > 0 && unread === undefined)
      .map(({ host, guarded }) => ({ agent: host.title, scopes: guarded })),
    mirrors: mirroredHosts(settings, io).map(({ host, entries, isCurrent }) => ({
      agent: host.title,
      entries,
      isCurrent,
    })),
    unread: agents.flatMap(({ unread }) => unread ?? []),
    state: settings.shadow ? "watching" : until === null ? "live" : "paused",
    pausedUntil: until,
    mode: settings.mode,
    model: {
      provider: classifier.provider,
      model: classifier.model ?? defaultModel(classifier.provider),
      missing: key !== undefined && !io.env[key] ? key : null,
      unasked: classifier.provider === "offline" ? null : ((await lastUnasked(io)) ?? null),
    },
    walls: walls.stand ? { stand: true, why: null, fix: null } : { stand: false, why: walls.why, fix: walls.mend },
    held: leftBehind(io),
    service: serving === undefined ? null : { address: serving.address, pid: serving.pid },
    unserved: why,
    changed: changedHookFiles(stateDir(io.env)),
    today: countCalls(records),
    change: await bestChange(settings, io),
  };
}

async function todaysRecords(io: CliIo): Promise<readonly LoggedRecord[]> {
  const midnight = new Date(io.now()).setHours(0, 0, 0, 0);
  const { records } = await openStore(io).newest({
    ...{ limit: MAX_RECORDS, since: midnight, session: undefined },
    matches: ({ entry }) => entry.kind === "decision",
  });
  return records.filter(({ entry }) => entry.at >= midnight);
}

const decisionsIn = (records: readonly LoggedRecord[]): readonly DecisionRecord[] =>
  records.flatMap(({ entry }) => (entry.kind === "decision" ? [entry.decision] : []));

function countCalls(records: readonly LoggedRecord[]): TodaysCalls {
  const decisions = decisionsIn(records.filter(({ byHand }) => !byHand));
  const count = (is: (one: DecisionRecord) => boolean): number => decisions.filter(is).length;
  const asked = decisions.filter(({ usage }) => usage !== null);
  return {
    calls: decisions.length,
    byHand: decisionsIn(records).length - decisions.length,
    allowed: count(({ behavior }) => behavior === "allow"),
    walled: count(({ behavior, walls }) => behavior === "allow" && walls !== null),
    asked: count(({ behavior }) => behavior === "ask"),
    denied: count(({ behavior }) => behavior === "deny" || behavior === "abort"),
    outages: count(({ unavailable }) => unavailable !== null),
    unasked: count(({ degraded }) => (degraded ?? null) !== null),
    costUsd: asked.some(({ costUsd }) => costUsd === null)
      ? null
      : asked.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0),
  };
}

function formatStatus(report: StatusReport, io: CliIo): string {
  const page = pageOf(io.stdout, io.env);
  const row = (label: string, text: string): string =>
    formatLabelled({ label, text: visible(text), style: "bold", indent: 0, width: LABEL_COLUMNS }, page);
  const { today, model, walls, change } = report;
  return [
    row(report.state === "watching" ? "watched" : "guarded", describeGuarded(report)),
    ...report.mirrors.map((one) => row("mirror", describeMirrored(one))),
    row("state", describeState(report)),
    row("model", describeModel(model)),
    row("walls", walls.stand ? "they stand" : `none: ${walls.why}. To get them: ${walls.fix}`),
    ...report.held.map((why) => row("HELD", why)),
    row("service", describeService(report)),
    row("today", `${describeToday(today)}${report.state === "watching" ? "; agents were told nothing of it" : ""}`),
    ...(today.outages === 0
      ? []
      : [row("outages", `${formatQuantity(today.outages, "call")} without a verdict: sallyport doctor --model`)]),
    ...(today.unasked === 0
      ? []
      : [row("no model", `${formatQuantity(today.unasked, "call")} judged without it: it could not be asked`)]),
    ...(change === null ? [] : [row("next", `${change.why}: ${change.command}`)]),
  ].join("");
}

function describeGuarded({ guarded, unread, changed }: StatusReport): string {
  if (guarded.length + unread.length === 0) return "nothing yet: sallyport init";
  const agents = guarded.map(({ agent, scopes }) =>
    scopes.includes("user") ? agent : `${agent} (${scopes.join(", ")})`,
  );
  const faults = [
    ...unread.map((why) => `. NOT GUARDED: ${why}`),
    ...changed.map((path) => `. NO CALL RUNS: ${path}, which hooks start, is gone or changed (sallyport doctor)`),
  ];
  return `${agents.join(", ") || "nothing"}${faults.join("")}`;
}

const describeMirrored = ({ agent, entries, isCurrent }: StatusReport["mirrors"][number]): string =>
  `${agent} refuses by ${formatQuantity(entries, "deny rule")} of its own too${isCurrent ? "" : "; yours have changed since (sallyport doctor)"}`;

const describeService = ({ service, unserved }: StatusReport): string =>
  [...(service === null ? [] : [`${service.address} (its page: sallyport serve link)`]), unserved ?? []]
    .flat()
    .join("; ");

function describeState({ state, pausedUntil: until, mode }: StatusReport): string {
  switch (state) {
    case "watching":
      return "watching: everything is judged and recorded, nothing is held back (sallyport switch live)";
    case "paused":
      return `paused until ${clockTime(until ?? 0)}: you are asked about what walls or the model would settle (sallyport switch live)`;
    case "live":
      return `live${mode === "auto" ? "" : `, mode ${mode}`}`;
  }
}

function describeModel({ provider, model, missing, unasked }: StatusReport["model"]): string {
  const { title, reach } = recordOf(provider as Settings["classifier"]["provider"]);
  if (reach.by === "nothing") return "none: what is not proven harmless is asked about (sallyport init)";
  const name = model === null ? title : `${title}, ${model}`;
  if (missing === null && unasked !== null)
    return `${name}; IT COULD NOT BE ASKED at ${clockTime(unasked)}, and has not answered since: sallyport doctor says why`;
  return missing === null
    ? name
    : `${name}; ${missing} is not set in this shell: export ${missing}=… where you start the agent`;
}

function describeToday({ calls, byHand, allowed, walled, asked, denied, costUsd }: TodaysCalls): string {
  const tried = byHand === 0 ? "" : `; ${formatCount(byHand)} tried by hand`;
  if (calls === 0) return `no calls yet${tried}`;
  const inside = walled === 0 ? "" : ` (${formatCount(walled)} inside walls)`;
  return `${formatQuantity(calls, "call")}: ${formatCount(allowed)} allowed${inside}, ${formatCount(asked)} asked, ${formatCount(denied)} denied · ${costUsd === 0 ? "$0" : dollars(costUsd)}${tried}`;
}
