/** For tests and benchmarks: a ledger like that of busy people, written as the store writes it, without a sync for each line. */
import { utimesSync, writeFileSync } from "node:fs";
import { BEHAVIORS, type Behavior, type Decision, type Step } from "../../contract/decision.ts";
import type { DecisionEntry, LedgerEntry } from "../../contract/session.ts";
import { origin, type Position, recordEntries, recordStart, seal, sessionName } from "../../memory/record/index.ts";
import { formatHead } from "../../memory/stores/file/head.ts";
import { preparePlace, sessionPlace } from "../../memory/stores/file/place.ts";
import { generator } from "../../memory/testing/crowd.ts";
import { sampleEntry } from "../../memory/testing/samples.ts";

export interface GeneratedRecord {
  readonly stateDir: string;
  readonly decisions: number;
  readonly sessions: number;
  readonly now: number;
  readonly days?: number;
  readonly seed?: number;
  /** Without looking for secrets and without counters: ten times as fast, and `log verify` finds the counters wrong. */
  readonly quick?: boolean;
}

const DAY_MS = 86_400_000;

/** How often each step decides what, out of a hundred. */
const STEPS: readonly (readonly [share: number, by: Step, behavior: Behavior, rule: string | null, ms: number])[] = [
  [34, "readOnly", "allow", null, 0.6],
  [17, "safeTool", "allow", null, 0.2],
  [14, "acceptEdits", "allow", null, 0.5],
  [15, "contained", "allow", null, 2],
  [5, "allowRule", "allow", "Bash(npm test:*)", 0.4],
  [6, "classifier", "allow", null, 900],
  [2, "classifier", "deny", "Git Destructive", 1_400],
  [1, "classifier", "deny", "Data Exfiltration", 1_400],
  [3, "prompt", "ask", null, 0.7],
  [1, "offline", "ask", "Production Deploy", 0.9],
  [0.5, "askRule", "ask", "Bash(git push:*)", 0.3],
  [0.5, "denyRule", "deny", "Read(./.env)", 0.2],
  [0.4, "safetyCheck", "ask", "Gate Tampering", 0.3],
  [0.3, "floor", "deny", "Irreversible Local Destruction", 0.3],
  [0.2, "approval", "allow", null, 0.4],
  [0.1, "denialLimit", "abort", "Git Destructive", 1_500],
];

const HOSTS = ["claude-code", "codex", "gemini-cli", "opencode", "cursor"] as const;
const COMMANDS: readonly ((n: number) => string)[] = [
  (n) => `npm test -- part-${n}`,
  (n) => `rg -n "handler${n % 977}" src/ | head -20`,
  (n) => `git log --oneline -n ${n % 50}`,
  (n) => `cat src/module-${n % 4_001}/index.ts`,
  (n) => `git commit -am "Change ${n}: the parser reads what it wrote"`,
  (n) => `python3 scripts/job_${n % 313}.py --input data/part-${n}.jsonl --output /tmp/out-${n}.json`,
  (n) => `curl -s http://localhost:3000/api/items/${n}`,
  (n) => `docker compose -f deploy/${n % 37}.yml up -d`,
  (n) => `sed -n '${n % 900},${(n % 900) + 40}p' src/readers/bash/file-${n % 1_201}.ts`,
];

export function generateRecord(plan: GeneratedRecord): void {
  const { stateDir, sessions, decisions, now, days = 90, seed = 1, quick = false } = plan;
  preparePlace(stateDir);
  const random = generator(seed);
  const each = decisions / sessions;
  let made = 0;
  for (let n = 0; n < sessions; n += 1) {
    const count = Math.round((n + 1) * each) - made;
    const ended = now - days * DAY_MS + ((n + 1) * days * DAY_MS) / sessions;
    writeSession(stateDir, { n, first: made, count, began: ended - count * 20_000, random, quick });
    made += count;
  }
}

interface PlannedSession {
  readonly n: number;
  readonly first: number;
  readonly count: number;
  readonly began: number;
  readonly random: () => number;
  readonly quick: boolean;
}

function writeSession(stateDir: string, { n, first, count, began, random, quick }: PlannedSession): void {
  const id = `${(n * 7_919) % 1_000_003}-session-${n}`;
  const place = sessionPlace(stateDir, sessionName(id));
  const host = HOSTS[Math.floor(random() ** 2 * HOSTS.length)] ?? "codex";
  const byHand = n % 200 === 199 ? { byHand: true as const } : {};
  const started = recordStart(id, { projectRoot: `/home/me/work/project-${n % 40}`, host, ...byHand }, began);
  const entries: LedgerEntry[] = [];
  for (let k = 0; k < count; k += 1)
    entries.push(...entriesOf(first + k, began + k * 20_000 + random() * 9_000, random));
  let at: Position = origin(place.name);
  const bodies = quick
    ? entries.map((entry) => ({ entry, after: { consecutive: 0, total: 0 } }))
    : recordEntries(started.memory, entries).bodies;
  const lines = [...started.bodies, ...bodies].map((body) => {
    const sealed = seal(at, body);
    at = sealed.at;
    return sealed.line;
  });
  writeFileSync(place.file, Buffer.concat(lines), { mode: 0o600 });
  writeFileSync(place.head, formatHead(at), { mode: 0o600 });
  const last = (entries.at(-1)?.at ?? began) / 1_000;
  utimesSync(place.file, last, last);
}

/** A decision, sometimes with what a person said before it or did about it, and what came of it. */
function entriesOf(n: number, when: number, random: () => number): readonly LedgerEntry[] {
  const at = Math.round(when);
  const decided = decisionAt(n, at, random);
  const { id } = decided.decision;
  const roll = random();
  const entries: LedgerEntry[] = [];
  if (roll < 0.03) entries.push({ kind: "prompt", at: at - 1, text: `Please look at part ${n} again` });
  entries.push(decided);
  if (roll > 0.97) entries.push({ kind: "joined", at: at + 5, decisionId: id, event: "PermissionRequest" });
  if (decided.ticket !== undefined)
    entries.push({
      ...{ kind: "ran", at: at + 900, call: decided.call, ticket: decided.ticket },
      ...(random() < 0.1 ? { refused: ["a connection to registry.example:443"] } : {}),
    });
  return entries;
}

function decisionAt(n: number, at: number, random: () => number): DecisionEntry {
  const [, by, behavior, rule, ms] = pickStep(random);
  const asksModel = by === "classifier";
  const out = asksModel && random() < 0.02;
  const decision: Partial<Decision> = {
    ...{ id: `${hex(n * 2_654_435_761)}-${hex(n)}`, by, behavior: out ? "deny" : behavior, rule: out ? null : rule },
    ...{ ms: Math.round(ms * (0.4 + 2 * random() ** 3) * 1_000) / 1_000, walls: by === "contained" ? "work" : null },
    ...(asksModel ? { model: "small-1", costUsd: 0.0004 * (0.5 + random()), stage: "fast" as const } : {}),
    ...(out ? { unavailable: "overloaded" as const } : {}),
    reason: reasonOf(n, by, behavior),
  };
  const isFile = by === "acceptEdits" || by === "safeTool";
  const path = `/home/me/work/src/module-${n % 4_001}/file-${n % 1_201}.ts`;
  const action = isFile
    ? { tool: by === "safeTool" ? "Read" : "Edit", input: { file_path: path } }
    : { tool: "Bash", input: { command: (COMMANDS[n % COMMANDS.length] ?? String)(n) } };
  return sampleEntry(decision, {
    ...{ at, call: `call-${n}`, action: { ...action, cwd: "/home/me/work" }, targets: "" },
    ...(by === "contained" ? { ticket: `ticket-${n}` } : {}),
  });
}

function pickStep(random: () => number) {
  let left = random() * STEPS.reduce((sum, [share]) => sum + share, 0);
  for (const step of STEPS) {
    left -= step[0];
    if (left < 0) return step;
  }
  return STEPS[0] ?? [1, "readOnly", "allow", null, 1];
}

const reasonOf = (n: number, by: Step, behavior: Behavior): string => {
  if (by === "classifier")
    return `The call ${behavior === "allow" ? "does what was asked for" : "destroys work"} (${n})`;
  return BEHAVIORS.indexOf(behavior) === 0
    ? "Every part of it is proven."
    : "No rule covers it, and there is no model.";
};

const hex = (n: number): string => (n >>> 0).toString(16).padStart(8, "0");
