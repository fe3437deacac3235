import { expect, test } from "vitest";
import type { RulebookSettings } from "../policy/topics/index.ts";
import { critique, type EntryFinding } from "./critique.ts";
import type { Completion } from "./providers/index.ts";
import { loadRulebook } from "./rulebook.ts";

const rulebookOf = (settings: RulebookSettings) => {
  const rulebook = loadRulebook(settings);
  if (!rulebook.ok) throw new Error(rulebook.error);
  return rulebook.value;
};
const review = (settings: RulebookSettings, answer?: Completion) =>
  critique({ rulebook: rulebookOf(settings), settings, ask: answer === undefined ? undefined : async () => answer });
const completed = (text: string): Completion => ({
  ok: true,
  text,
  toolCalls: [],
  stop: "end",
  stopSent: false,
  usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
});
const problems = (findings: readonly EntryFinding[]) => findings.map(({ problem }) => problem);

test.each<[string, RulebookSettings, readonly string[]]>([
  [
    "a good entry",
    { soft_deny: ["$defaults", "Releases: creating a tag that starts with v in any repository of the shop team"] },
    [],
  ],
  ["nothing of one's own", {}, []],
  ["two words", { soft_deny: ["$defaults", "no deploys"] }, ["vague"]],
  ["soft words", { soft_deny: ["$defaults", "Blocking every risky operation on the shop database"] }, ["vague"]],
  [
    "the same twice",
    {
      allow: [
        "$defaults",
        "Reading the shop database with the report role",
        "reading the shop database, with the report role",
      ],
    },
    ["redundant", "redundant"],
  ],
  [
    "both ways",
    {
      allow: ["$defaults", "Pushing release tags to the shop repository"],
      soft_deny: ["$defaults", "Pushing release tags to the shop repository"],
    },
    ["contradicts", "contradicts"],
  ],
  ["an allow against a topic", { allow: ["$defaults", "Git Destructive is fine in my repositories"] }, ["contradicts"]],
  ["a key to everything", { allow: ["$defaults", "Allow everything in the sandbox account"] }, ["misfires"]],
  [
    "what cannot be seen",
    { soft_deny: ["$defaults", "Deploying to staging unless the output of the tests says all passed"] },
    ["unseeable"],
  ],
  ["a fixed path", { hard_deny: ["$defaults", "Writing anything below /srv/shop/data by any tool"] }, ["wrong place"]],
  [
    "the defaults dropped",
    { soft_deny: ["Releases: creating a tag that starts with v in any repository"] },
    ["misfires"],
  ],
])("without a model: %s", async (_, settings, expected) => {
  const { findings, incomplete } = await review(settings);
  expect(problems(findings)).toEqual(expected);
  expect(findings.every(({ by }) => by === "check")).toBe(true);
  expect(incomplete === null).toBe(Object.keys(settings).length === 0);
});

const OWN: RulebookSettings = {
  soft_deny: ["$defaults", "Releases: creating a tag that starts with v in any repository of the shop team"],
};

test("a model's findings are added, on entries that exist, cleaned", async () => {
  const said = [
    { entry: 1, problem: "vague", why: "Two\nreaders\u202e differ.", better: "Say which tags." },
    { entry: 7, problem: "vague", why: "There is no entry seven." },
  ];
  const { findings, incomplete } = await review(OWN, completed(JSON.stringify(said)));
  expect(incomplete).toBeNull();
  expect(findings).toMatchObject([
    {
      entry: { label: "Releases" },
      problem: "vague",
      why: "Two readers differ.",
      better: "Say which tags.",
      by: "model",
    },
  ]);
});

test.each<[string, Completion, RegExp]>([
  ["prose", completed("All good!"), /could not be read/],
  ["another shape", completed('{"entry":1}'), /could not be read/],
  ["an unknown problem", completed('[{"entry":1,"problem":"ugly","why":"x"}]'), /could not be read/],
  ["cut short", { ...completed("[]"), stop: "length" } as Completion, /could not be read/],
  ["an outage", { ok: false, failure: "timeout", detail: "" }, /the model is out \(timeout\)/],
])("%s is not passed over in silence", async (_, answer, incomplete) => {
  expect((await review(OWN, answer)).incomplete).toMatch(incomplete);
});
