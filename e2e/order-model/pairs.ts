/** Pairs of steps that would both decide a situation, each by itself: what has to be true for that, and which pairs there cannot be. */
import type { Wish } from "./draw.ts";
import { type Situation, STEPS } from "./model.ts";

/** What makes a step decide by itself: any of these. */
const WISHES: Readonly<Record<string, readonly Wish[]>> = {
  denyRule: [{ denyRule: [true] }],
  approval: [{ approval: [true] }],
  toolCheck: [{ toolCheck: [true] }],
  floor: [{ floor: [true] }],
  userInteraction: [{ needsPerson: [true] }],
  safetyCheck: [{ safetyCheck: ["found"] }],
  planMode: [{ mode: ["plan"] }],
  askRule: [{ askRule: [true] }, { ruleTouch: ["mention"] }],
  bypassMode: [{ mode: ["bypassPermissions"] }],
  allowRule: [{ allowRule: ["literal", "wildcard", "dangerous"], criticalDelete: [false] }],
  reading: [{ reading: ["plain", "service", "reads", "safe"] }],
  dontAskMode: [{ mode: ["dontAsk"] }],
  powershell: [{ mode: ["auto"], tool: ["powershell"], powershellOn: [false] }],
  acceptEdits: [{ mode: ["auto", "acceptEdits"], editProof: [true], classifyEdits: [false] }],
  notRelevant: [{ mode: ["auto"], tool: ["other"], notRelevant: [true] }],
  contained: [
    {
      ...{ mode: ["auto", "acceptEdits"], tool: ["shell"], walls: ["own", "host"], needs: [false], losses: [false] },
      ...{ restorable: [true], refusedBefore: [false], judge: [false], classifyEdits: [false] },
    },
  ],
  held: [
    { mode: ["auto"], safetyCheck: ["mention"] },
    { mode: ["auto"], tool: ["shell"], ruleTouch: ["unknownWord"] },
  ],
  deniedBefore: [{ mode: ["auto"], deniedBefore: ["soft", "hard"] }],
  classifier: [{ mode: ["auto"] }],
  prompt: [{ mode: ["default", "acceptEdits"] }],
};

/** Two that no situation has both of, where modes and kinds of tool do not say so already. */
const APART: Readonly<Record<string, string>> = {
  "approval toolCheck": "nobody approves what the tool itself refuses",
  "approval planMode": "an approval yields to plan mode",
  "approval dontAskMode": "an approval yields to dontAsk",
  "safetyCheck held": "a place is found to be written, or it is mentioned",
  "planMode reading": "plan mode lets pass what step 8 would allow",
  "reading acceptEdits": "what is proven of a call is one thing",
  "reading notRelevant": "what is proven of a call is one thing",
  "reading powershell": "a command is written for one shell",
  "powershell acceptEdits": "what a PowerShell command writes is never proven",
  "acceptEdits held": "an edit that could touch what is held is not proven",
  "notRelevant held": "what cannot matter could not write",
  "acceptEdits notRelevant": "what is proven of a call is one thing",
};

/** What is wished for besides, where both seldom meet. */
const BESIDES: Readonly<Record<string, Wish>> = {
  "floor reading": { tool: ["shell"] },
  "floor acceptEdits": { tool: ["shell"], ruleTouch: ["none"] },
  "safetyCheck acceptEdits": { tool: ["shell"], ruleTouch: ["none"] },
  "allowRule held": { ruleFree: [false], ruleFromProject: [false], walls: ["own", "none"] },
  "reading held": { tool: ["shell"], ruleTouch: ["unknownWord"], reading: ["reads"], walls: ["own"] },
};

export const PAIRS: readonly (readonly [string, string])[] = Object.keys(STEPS).flatMap((first, i, all) =>
  all.slice(i + 1).map((second) => [first, second] as const),
);

export const nameOf = ([first, second]: readonly [string, string]): string => `${first} ${second}`;

const both = (one: Wish, other: Wish): Wish => {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])] as (keyof Situation)[];
  return Object.fromEntries(
    names.map((name) => {
      const [a, b]: (readonly unknown[] | undefined)[] = [one[name], other[name]];
      return [name, a === undefined ? b : b === undefined ? a : a.filter((value) => b.includes(value))];
    }),
  );
};

/** What to wish for, for both to decide; a sentence: they never do. */
export function wishesFor(pair: readonly [string, string]): readonly Wish[] | string {
  const apart = APART[nameOf(pair)];
  if (apart !== undefined) return apart;
  const [first = [], second = []] = pair.map((name) => WISHES[name] ?? []);
  const wishes = first.flatMap((one) => second.map((other) => both(one, other)));
  const more = wishes.map((wish) => both(wish, BESIDES[nameOf(pair)] ?? {}));
  const open = more.filter((wish) => Object.values(wish).every((values) => values.length > 0));
  if (open.length > 0) return open;
  const fact = Object.entries(wishes[0] ?? {}).find(([, values]) => values.length === 0)?.[0] ?? "";
  const [a, b] = [first, second].map((all) => [
    ...new Set(all.flatMap((one): readonly unknown[] => one[fact as keyof Situation] ?? [])),
  ]);
  return `${fact}: ${a?.join(", ")} or ${b?.join(", ")}`;
}
