/** A situation made real: settings, tool, session, walls and model of which each fact of it is true, and the call as the gate examines it. */
import { settingsFrom } from "../../src/app/settings/index.ts";
import { WATCH } from "../../src/app/watch.ts";
import { supposeRestorePoints, supposeWalls, type WallsPart } from "../../src/contain/index.ts";
import type { Action } from "../../src/contract/action.ts";
import { ask, type Draft, deny, type Unavailable } from "../../src/contract/decision.ts";
import { type Effect, exact } from "../../src/contract/effect.ts";
import { fail, ok } from "../../src/contract/result.ts";
import type { Approval, Memory } from "../../src/contract/session.ts";
import { bindingOf } from "../../src/gate/binding.ts";
import { type Call, examineAction, keyOf } from "../../src/gate/call.ts";
import type { GateParts } from "../../src/gate/parts.ts";
import { AGENT_FILES, ruleToolNames } from "../../src/hosts/index.ts";
import { type Verdict, vouchFor } from "../../src/judge/index.ts";
import { begin, bindTargets, memoryStore } from "../../src/memory/index.ts";
import type { Settings } from "../../src/policy/settings/index.ts";
import { type Tool, toolBox } from "../../src/policy/tools/index.ts";
import { enterAuto, type Rule, type RuleBook, ruleBook } from "../../src/rules/index.ts";
import { type Body, PROTECTED, ruleOf } from "./calls.ts";
import type { Situation } from "./model.ts";
import { at, CLEAN, ROOT, WORLD } from "./world.ts";

export interface Made {
  readonly call: Call;
  readonly memory: Memory;
}

/** `salt`: where a fact can be made in more than one way, which. */
export function make(s: Situation, body: Body, salt: number): Made {
  const settings = settingsFor(s, body, salt);
  const tool = toolFor(s, body);
  const parts = partsFor(s, settings, tool);
  const action: Action = {
    ...{ tool: tool.name, input: isCommand(s) ? { command: body.text } : {} },
    ...(s.walls === "none" ? {} : { walls: s.walls === "own" ? true : "host" }),
  };
  const context = {
    ...{ mode: s.mode, headless: s.headless, session: "s", signal: undefined, book: bookFor(s, settings) },
    ...{ waited: async () => undefined, since: () => undefined },
  };
  const approvals = new Map<string, Approval>();
  const memory = memoryFor(s, keyOf(action, parts, ROOT), approvals);
  const call = examineAction(action, parts, context, memory);
  const { targets } = s.approval ? bindingOf(call) : { targets: "" };
  if (s.approval)
    approvals.set(call.key, { id: "a", call: call.key, targets: bindTargets(targets), expiresAt: NOW + 1_000 });
  return { call: brokenCall(call, s), memory };
}

const NOW = 1_000_000;
const isCommand = ({ tool }: Situation): boolean => tool === "shell" || tool === "powershell";

/** Whoever asks for it is told that it is broken. */
const broken = <T extends object>(whole: T, name: keyof T): T =>
  Object.defineProperty({ ...whole }, name, {
    get: () => {
      throw new Error(`${String(name)} is broken`);
    },
    enumerable: false,
  });
const breaks = (): never => {
  throw new Error("a part is broken");
};

function brokenCall(call: Call, { throwsAt }: Situation): Call {
  const name = throwsAt === "reading" ? "proof" : throwsAt === "allowRule" ? "covered" : undefined;
  return name === undefined ? call : Object.create(call, { [name]: { value: breaks, enumerable: true } });
}

function bookFor(s: Situation, settings: Settings): RuleBook {
  const whole = ruleBook(settings.rules);
  const book = s.mode === "auto" ? enterAuto(whole, settings.autoMode) : whole;
  return s.throwsAt === "denyRule" ? { ...book, lists: broken(book.lists, "deny") } : book;
}

function memoryFor(s: Situation, key: string, approvals: Map<string, Approval>): Memory {
  const prior = { rule: null, hard: s.deniedBefore === "hard", reason: "No.", clearsWhen: null };
  const memory: Memory = {
    ...begin({ projectRoot: ROOT, host: null }, NOW),
    ...{ consecutiveDenials: s.consecutive, totalDenials: s.total, approvals },
    denied: new Map(s.deniedBefore === "none" ? [] : [[key, prior]]),
    refused: new Set(s.refusedBefore ? [key] : []),
    ...(s.runsCode === "session" ? { written: new Set([at("tool.js")]) } : {}),
  };
  if (s.throwsAt === "approval") return broken(memory, "approvals");
  return s.throwsAt === "deniedBefore" ? { ...memory, denied: broken(memory.denied, "get") } : memory;
}

/** The tool's own: what it checks, whom it needs, what it says it does. */
function toolFor(s: Situation, body: Body): Tool {
  const kind: Readonly<Record<Situation["tool"], Tool>> = {
    shell: {
      name: "Bash",
      fields: COMMAND,
      encode: () => body.text,
      shell: { dialect: "bash", command: () => body.text },
    },
    powershell: {
      ...{ name: "PowerShell", fields: COMMAND, encode: () => body.text },
      shell: { dialect: "powershell", command: () => body.text },
    },
    edit: { name: "Edit", fields: {}, encode: () => "edit" },
    agent: { name: "Agent", fields: {}, encode: () => "agent", neverProven: true },
    other: { name: "Probe", fields: {}, encode: () => (s.notRelevant ? "" : "probe") },
  };
  const effects = effectsFor(s);
  const mentions = [s.safetyCheck === "mention" ? "'.claude/x'" : "", s.ruleTouch === "mention" ? "'hidden/x'" : ""];
  const code = `open(${mentions.join(" ")})`;
  return {
    ...kind[s.tool],
    effects: () => effects,
    ...(s.throwsAt === "toolCheck" ? { check: breaks } : s.toolCheck ? { check: () => "it never runs" } : {}),
    ...(s.throwsAt === "userInteraction" ? { requiresUserInteraction: breaks } : {}),
    ...(s.throwsAt !== "userInteraction" && s.needsPerson ? { requiresUserInteraction: true } : {}),
    ...(mentions.every((one) => one === "") ? {} : { code: () => code }),
    ...(s.tool === "other" ? { safe: s.reading === "safe", irrelevant: s.notRelevant } : {}),
  };
}

const COMMAND = { command: "executed" } as const;
const writes = (path: string): Effect => ({ do: "write", target: exact(path), recursive: false });

const effectsFor = (s: Situation): readonly Effect[] => [
  ...(s.floor ? [{ do: "delete", target: exact("/"), recursive: true } as const] : []),
  ...(s.safetyCheck === "found" ? [writes(at(".claude/settings.json"))] : []),
  ...(s.protectedPlace === "none" ? [] : [writes(at(PROTECTED))]),
  ...(s.tool === "edit" && s.protectedPlace !== "named"
    ? [writes(s.editProof ? at("src/new.ts") : "/home/p/notes.txt")]
    : []),
];

const LOADED = settingsFrom({});
if (!LOADED.ok) throw new Error(LOADED.error);
const BASE = LOADED.value.settings;

/** It has content, and speaks of nothing here. */
const UNMET = "WebFetch(domain:nobody.example)";

function settingsFor(s: Situation, body: Body, salt: number): Settings {
  const tool = NAMES[s.tool];
  // A stronger answer of the same list would hide it.
  const touching = s.ruleTouch === "mention" && !s.askRule && salt % 2 === 0 ? "ask" : "deny";
  const rules: readonly Rule[] = [
    ...(s.denyRule ? [ruleOf(tool, "deny")] : []),
    ...(s.askRule ? [ruleOf(tool, "ask")] : []),
    ...(s.ruleTouch === "mention" ? [ruleOf("Read(./hidden/**)", touching)] : []),
    ...(s.ruleTouch === "unknownWord" && body.completed !== undefined ? [ruleOf(body.completed, "deny")] : []),
    ...(s.barred && s.ruleTouch === "none" ? [ruleOf(UNMET, salt % 3 === 0 ? "ask" : "deny")] : []),
    ...allowing(s, body).map((text) => ruleOf(text, "allow", s.ruleFromProject)),
  ];
  const autoMode = {
    ...BASE.autoMode,
    ...{ askRules: s.askRules, classifyAllShell: s.classifyAllShell, classifyEdits: s.classifyEdits },
    ...(s.judge && salt % 2 === 0 ? { [salt % 4 === 0 ? "soft_deny" : "hard_deny"]: ["$defaults", "no"] } : {}),
  };
  const settings: Settings = {
    ...BASE,
    ...{ mode: s.mode, rules, powershell: s.powershellOn, floor: s.floorSetting, ironGate: s.ironGate !== "open" },
    autoMode:
      s.throwsAt === "askRule"
        ? broken(autoMode, "askRules")
        : s.throwsAt === "acceptEdits"
          ? broken(autoMode, "classifyEdits")
          : autoMode,
    contain: {
      ...{ ...BASE.contain, judge: s.judge && salt % 2 === 1, plain: s.containPlain },
      free: s.ruleFree ? allowing(s, body) : [],
    },
    managed: new Set(s.ironGate === "managed" ? ["ironGate"] : []),
  };
  return s.throwsAt === "floor" ? broken(settings, "floor") : settings;
}

const NAMES = { shell: "Bash", powershell: "PowerShell", edit: "Edit", agent: "Agent", other: "Probe" } as const;

/** One rule for each of its simple commands; of a tool that is no shell one for the place it writes, or for all of it. */
function allowing(s: Situation, body: Body): readonly string[] {
  const tool = NAMES[s.tool];
  if (s.allowRule === "none") return [];
  if (isCommand(s)) return s.allowRule === "dangerous" ? [tool] : body[s.allowRule].map((text) => `${tool}(${text})`);
  if (s.protectedPlace === "named") return [`${tool}(./${PROTECTED})`];
  return [s.allowRule === "dangerous" ? "*" : tool];
}

function partsFor(s: Situation, settings: Settings, tool: Tool): GateParts {
  const save = s.restorable ? {} : { saveProject: () => fail({ why: "it is too much", credentials: [] }) };
  return {
    ...{ settings, tools: toolBox([tool]), world: WORLD, process: CLEAN, store: memoryStore(), tell: () => undefined },
    watch: {
      ...WATCH,
      readShell: readOnce,
      simpleCommands: simpleOnce,
      decideOffline: async () => (s.throwsAt === "contained" ? breaks() : offline(s)),
    },
    translate: (action) => action,
    classifier: s.provider === "offline" ? null : vouchFor({ classify: async () => verdictFor(s) }),
    facts: async () => [],
    ironGate: () => settings.ironGate,
    walls: s.walls === "own" ? WALLS : null,
    pausedUntil: null,
    restore: { ...RESTORE, ...save },
    ruleNames: ruleToolNames,
    begin: () => ({ projectRoot: ROOT, host: null }),
    ...{ gateDirectories: [], movedPlaces: [], gatePrograms: [], hostPaths: () => undefined },
    agentFiles: AGENT_FILES,
    now: () => NOW,
    newId: () => "id",
  };
}

/** What a text says is read once: the machine it is read on never changes. */
const readings = new Map<string, ReturnType<typeof WATCH.readShell>>();
const readOnce: typeof WATCH.readShell = (text, at) => {
  const name = `${at.written?.size ?? 0} ${text}`;
  const read = readings.get(name) ?? WATCH.readShell(text, at);
  readings.set(name, read);
  return read;
};
const simples = new WeakMap<object, ReturnType<typeof WATCH.simpleCommands>>();
const simpleOnce: typeof WATCH.simpleCommands = (reading, platform) => {
  const found = simples.get(reading) ?? WATCH.simpleCommands(reading, platform);
  simples.set(reading, found);
  return found;
};

const RESTORE = supposeRestorePoints({ maxBytes: 1_000_000, maxFiles: 100, maxMs: 1_000 });
const SUPPOSED = supposeWalls();
/** They run nothing, and what they may change is saved first, as by those that stand. */
const WALLS: WallsPart = {
  ...SUPPOSED,
  raise: async (order) => {
    const saved = order.walls === "look" ? ok(null) : order.save({ writable: [ROOT], held: [] } as never);
    return saved.ok ? SUPPOSED.raise(order) : fail("it could not be saved");
  },
};

function offline(s: Situation): Draft {
  if (s.topic === "hard") return deny("offline", "It is hard.", { rule: "A topic", hard: true });
  return ask("offline", "Nobody knows.", s.topic === "soft" ? { rule: "A topic" } : {});
}

const ANSWERED = { model: "scripted", usage: null, costUsd: null, stage: "fast" } as const;

function verdictFor(s: Situation): Verdict {
  if (s.throwsAt === "classifier") return breaks();
  const out = (why: Unavailable, setup = false): Verdict => ({
    ...{ ...ANSWERED, block: "unavailable", why, detail: "no verdict" },
    ...(setup ? { setup } : {}),
  });
  if (s.provider === "unset") return out("auth", true);
  if (s.firstUnparseable && s.stages === "fast") return { ...ANSWERED, block: "unparseable", detail: "prose" };
  switch (s.verdict) {
    case "pass":
      return { ...ANSWERED, block: "no" };
    case "block":
    case "blockHard":
      return {
        ...ANSWERED,
        block: "yes",
        label: null,
        reason: "No.",
        clearsWhen: null,
        hard: s.verdict === "blockHard",
      };
    case "unparseable":
      return { ...ANSWERED, block: "unparseable", detail: "prose" };
    case "notSetUp":
      return out("auth", true);
    default:
      return out(s.verdict);
  }
}
