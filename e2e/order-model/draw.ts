/** Situations by chance, each one that can be made real; by seed, the same ones again. */
import type { Body, Known } from "./calls.ts";
import { FACTS, isPossible, type Situation } from "./model.ts";

export interface Drawn {
  readonly s: Situation;
  readonly body: Body;
  readonly salt: number;
}

/** Mulberry32. */
export function randomBy(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), 1 | state);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** How often a fact is other than its first value, where that is not by chance alone: most of a road is walked when little stops it. */
const SELDOM: Readonly<Partial<Record<keyof Situation, number>>> = {
  ...{
    throwsAt: 0.08,
    denyRule: 0.12,
    toolCheck: 0.12,
    floor: 0.12,
    needsPerson: 0.12,
    safetyCheck: 0.2,
    askRule: 0.25,
  },
  ...{ approval: 0.2, ruleTouch: 0.15, barred: 0.4, protectedPlace: 0.2, classifyAllShell: 0.2, ruleFromProject: 0.2 },
  ...{
    refusedBefore: 0.2,
    deniedBefore: 0.25,
    topic: 0.4,
    provider: 0.4,
    judge: 0.3,
    classifyEdits: 0.25,
    ruleFree: 0.3,
  },
  ...{ firstUnparseable: 0.2, ironGate: 0.4, verdict: 0.65 },
};

export type Wish = Partial<{ readonly [K in keyof Situation]: readonly Situation[K][] }>;

export interface Commands {
  readonly shell: readonly Known[];
  readonly windows: readonly Body[];
}

/** Undefined: what was drawn cannot be. `wish`: values some facts are to have. */
export function draw(random: () => number, { shell, windows }: Commands, wish: Wish = {}): Drawn | undefined {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const drawn = Object.fromEntries(
    Object.entries(FACTS).map(([name, values]) => {
      const key = name as keyof Situation;
      const wanted = wish[key] as readonly unknown[] | undefined;
      const seldom = SELDOM[key];
      const isFirst = seldom !== undefined && random() >= seldom;
      return [name, wanted !== undefined ? pick(wanted) : isFirst ? values[0] : pick<unknown>(values)];
    }),
  ) as Situation;
  const salt = Math.floor(random() * 1_000_000);
  const restorable = wish.restorable === undefined && random() < 0.7 ? true : drawn.restorable;
  const command = drawn.tool === "shell" ? pick(shell) : undefined;
  const body = command ?? (drawn.tool === "powershell" ? pick(windows) : NO_BODY);
  const s = withCommand({ ...drawn, restorable }, command, body);
  const isWished = Object.entries(wish).every(([name, values]) =>
    (values as readonly unknown[]).includes(s[name as keyof Situation]),
  );
  return isWished && isPossible(s) && isReal(s, command, body) ? { s, body, salt } : undefined;
}

const NO_BODY: Body = { text: "", literal: [], wildcard: [] };

/** What the command says of itself; of a fact that another one rules out, the value that says nothing. */
function withCommand(drawn: Situation, command: Known | undefined, body: Body): Situation {
  const s = withTool(drawn);
  if (s.tool === "powershell")
    return {
      ...s,
      takenApart: false,
      barred: s.barred || s.ruleTouch !== "none",
      ...runsOf(s, body.text.includes("tool.js")),
    };
  if (command === undefined) return { ...s, takenApart: true, barred: false, runsCode: "none" };
  const ruleTouch =
    command.completed === undefined
      ? s.ruleTouch
      : s.ruleTouch === "none"
        ? ("none" as const)
        : ("unknownWord" as const);
  const barred = command.opaque && (s.barred || ruleTouch !== "none");
  return { ...s, ...command.facts, takenApart: command.whole, ruleTouch, barred, ...runsOf(s, command.runs) };
}

function withTool(s: Situation): Situation {
  const none = s.allowRule === "none";
  const isShell = s.tool === "shell";
  const safe = s.tool === "other" && s.reading !== "none" && s.reading !== "plain";
  return {
    ...s,
    ...(isShell ? {} : { reading: safe ? "safe" : "none", criticalDelete: false, wallKind: "work" }),
    ...{ editProof: s.tool === "edit" && s.editProof, notRelevant: s.tool === "other" && !safe && s.notRelevant },
    ...{ ruleFree: !none && s.ruleFree, ruleFromProject: !none && s.ruleFromProject },
    protectedPlace: none && s.protectedPlace === "named" ? "unnamed" : s.protectedPlace,
    refusedBefore: isShell && s.walls === "own" && s.refusedBefore,
    firstUnparseable: s.provider === "model" && s.firstUnparseable,
    deniedBefore: s.approval && s.deniedBefore === "hard" ? "soft" : s.deniedBefore,
    total: FACTS.total.find((one) => one >= s.consecutive && one >= s.total) ?? s.total,
  };
}

const runsOf = (s: Situation, runs: boolean): Pick<Situation, "runsCode"> => ({
  runsCode: !runs ? "none" : s.runsCode === "none" ? "project" : s.runsCode,
});

/** Why a situation is not made, in words: printed with the run. */
export const UNREAL: readonly (readonly [
  why: string,
  is: (s: Situation, command: Known | undefined, body: Body) => boolean,
])[] = [
  ["walls of the kind fetch are not built yet", (s) => s.tool !== "shell" && s.wallKind === "fetch"],
  [
    "an unknown word stands in a command that has one, of a program one of whose uses needs what walls do not give",
    (s, command) => s.ruleTouch === "unknownWord" && command?.completed === undefined,
  ],
  [
    "no rule covers a part of a text that the reader cannot take apart, and none covers it while another has content",
    (s, command) =>
      !isWhole(s, command) &&
      s.allowRule !== "none" &&
      (s.barred || s.ruleTouch !== "none" || s.allowRule === "wildcard"),
  ],
  [
    "in auto a rule that starts code and ends in a wildcard rests",
    (s, command) => s.mode === "auto" && s.allowRule === "wildcard" && command?.rests === true,
  ],
  ["a critical delete is a command of the shell", (s) => s.tool !== "shell" && s.criticalDelete],
  [
    "every rule for an agent rests in auto",
    (s) => s.tool === "agent" && s.allowRule !== "none" && s.allowRule !== "dangerous",
  ],
  [
    "a rule names a place by its own words, and then it is named",
    (s, _, { names = false }) =>
      isCommand(s) &&
      s.allowRule !== "none" &&
      (s.protectedPlace === "named"
        ? !names || s.allowRule === "dangerous"
        : s.protectedPlace === "unnamed" && names && s.allowRule !== "dangerous"),
  ],
  [
    "a rule for a tool that is no shell names a place only of an edit",
    (s) => !isCommand(s) && s.protectedPlace === "named" && (s.tool !== "edit" || s.allowRule === "dangerous"),
  ],
  ["the core proves nothing of an agent", (s) => s.editProof && s.tool === "agent"],
  ["an edit that does more than write there is not proven", (s) => s.editProof && s.tool === "edit" && doesMore(s)],
  ["a tool of the safe list that does more is not proven", (s) => s.reading === "safe" && doesMore(s)],
  ["what is proven is one thing: safe, or that it cannot matter", (s) => s.reading === "safe" && s.notRelevant],
  ["what cannot matter could not write", (s) => s.notRelevant && s.safetyCheck === "mention"],
  ["an agent matters", (s) => s.notRelevant && s.tool !== "other"],
  [
    "walls of our own refuse something, and to a command of the shell",
    (s) => s.refusedBefore && (s.tool !== "shell" || s.walls !== "own"),
  ],
  [
    "what a host's sandbox holds was found",
    (s, command) => s.walls === "host" && command?.runs === true && command.found !== true,
  ],
  ["no part is asked there and nowhere before, that could throw", (s, command) => !canThrow(s, command)],
];

const isCommand = ({ tool }: Situation): boolean => tool === "shell" || tool === "powershell";
const isWhole = ({ tool }: Situation, command: Known | undefined): boolean =>
  tool !== "powershell" && (command === undefined || command.whole);
const doesMore = (s: Situation): boolean => s.floor || s.safetyCheck === "found" || s.protectedPlace !== "none";

/** A part that is asked there, and nowhere before. */
function canThrow(s: Situation, command: Known | undefined): boolean {
  const onward = s.askRule && s.mode === "auto" && s.askRules === "classify";
  switch (s.throwsAt) {
    case "notRelevant":
      return false;
    case "userInteraction":
      return !s.approval;
    case "floor":
      return s.floor && s.walls !== "own";
    case "safetyCheck":
      return false;
    case "askRule":
      return s.mode === "auto";
    case "allowRule":
      return s.allowRule !== "none" && !onward;
    case "reading":
      return !onward;
    case "contained":
      return (
        command !== undefined &&
        !onward &&
        s.allowRule === "none" &&
        !s.approval &&
        s.walls === "own" &&
        !s.needs &&
        !s.losses &&
        !s.refusedBefore &&
        s.ruleTouch === "none" &&
        s.safetyCheck === "none" &&
        (command.runs || !s.classifyEdits) &&
        s.restorable
      );
    case "classifier":
      return s.provider === "model";
    default:
      return true;
  }
}

const isReal = (s: Situation, command: Known | undefined, body: Body): boolean =>
  UNREAL.every(([, is]) => !is(s, command, body));
