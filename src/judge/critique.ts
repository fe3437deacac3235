/** A review of the user's own rulebook entries: what can be checked without a model, and what a model says of them. */
import * as z from "zod/mini";
import { oneLine } from "../contract/escape.ts";
import type { RulebookEntry, RulebookSettings } from "../policy/topics/index.ts";
import type { SideQuery } from "./classifier.ts";
import { critiquePrompt, type Rulebook } from "./rulebook.ts";

const PROBLEMS = ["vague", "redundant", "contradicts", "misfires", "unseeable", "wrong place"] as const;
type EntryProblem = (typeof PROBLEMS)[number];

export interface EntryFinding {
  /** The user's entry, or null for a remark on a whole section. */
  readonly entry: Pick<RulebookEntry, "section" | "label" | "text"> | null;
  readonly problem: EntryProblem;
  readonly why: string;
  readonly better: string | null;
  readonly by: "check" | "model";
}

export interface Critique {
  readonly findings: readonly EntryFinding[];
  /** What was not done, for people: no model, or the model gave nothing usable. Null when all was. */
  readonly incomplete: string | null;
}

const MAX_CRITIQUE_TOKENS = 4096;

export interface CritiqueInput {
  readonly rulebook: Rulebook;
  readonly settings: RulebookSettings;
  readonly ask?: SideQuery["ask"] | undefined;
}

/** Never rejects. Without `ask` only what can be checked is. */
export const critique = async (input: CritiqueInput): Promise<Critique> => {
  const checked = checks(input.rulebook, input.settings);
  const prompt = critiquePrompt(input.rulebook);
  if (prompt === undefined) return { findings: checked, incomplete: null };
  if (input.ask === undefined)
    return { findings: checked, incomplete: "no model is set up: only what code can check was checked" };
  const answer = await input.ask(prompt, { maxTokens: MAX_CRITIQUE_TOKENS });
  if (!answer.ok)
    return {
      findings: checked,
      incomplete: `the model is out (${answer.failure}): only what code can check was checked`,
    };
  const said = answer.stop === "end" ? fromModel(answer.text, ownEntries(input.rulebook)) : undefined;
  if (said === undefined) return { findings: checked, incomplete: "the model's review could not be read" };
  return { findings: [...checked, ...said], incomplete: null };
};

const ownEntries = (rulebook: Rulebook): readonly RulebookEntry[] =>
  rulebook.entries.filter((entry) => entry.origin === "user");

const Said = z.array(
  z.object({ entry: z.int(), problem: z.enum(PROBLEMS), why: z.string(), better: z.optional(z.string()) }),
);

const fromModel = (text: string, own: readonly RulebookEntry[]): readonly EntryFinding[] | undefined => {
  try {
    const said = Said.safeParse(JSON.parse(text.trim().replace(/^```(?:json)?\n([\s\S]*)\n```$/, "$1")));
    return said.data?.flatMap(({ entry: number, problem, why, better }): EntryFinding[] => {
      const entry = own[number - 1];
      if (entry === undefined) return [];
      return [{ entry, problem, why: oneLine(why, 300), better: better ? oneLine(better, 600) : null, by: "model" }];
    });
  } catch {
    return undefined;
  }
};

interface Check {
  readonly problem: EntryProblem;
  /** Why it applies, or undefined. */
  readonly find: (entry: RulebookEntry, all: readonly RulebookEntry[]) => string | undefined;
}

const words = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
const blocks = (entry: RulebookEntry): boolean => entry.section === "hard_deny" || entry.section === "soft_deny";

/** How much two texts share, of the shorter one's words. */
const overlap = (a: string, b: string): number => {
  const [short, long] = [new Set(words(a)), new Set(words(b))].sort((x, y) => x.size - y.size);
  if (short === undefined || long === undefined || short.size < 4) return 0;
  return [...short].filter((word) => long.has(word)).length / short.size;
};
const SAME = 0.85;

const CHECKS: readonly Check[] = [
  {
    problem: "vague",
    find: ({ text, section }) =>
      section !== "environment" && words(text).length < 3 ? "It is too short to say which calls it means." : undefined,
  },
  {
    problem: "vague",
    find: ({ text }) => {
      const soft =
        /\b(?:be careful|dangerous|risky|unsafe|suspicious|bad|appropriate|reasonable|sensible|important|if needed|when necessary|etc)\b/i.exec(
          text,
        )?.[0];
      return soft === undefined
        ? undefined
        : `"${soft}" leaves the judgement to the reader; name the call or the effect.`;
    },
  },
  {
    problem: "redundant",
    find: (entry, all) => {
      const twin = all.find(
        (other) => other !== entry && other.section === entry.section && overlap(other.text, entry.text) >= SAME,
      );
      return twin === undefined ? undefined : `It says what [${twin.label}] says.`;
    },
  },
  {
    problem: "contradicts",
    find: (entry, all) => {
      const against = all.find(
        (other) =>
          blocks(other) !== blocks(entry) &&
          other.section !== "environment" &&
          entry.section !== "environment" &&
          overlap(other.text, entry.text) >= SAME,
      );
      return against === undefined
        ? undefined
        : `[${against.label}] in ${against.section} says the opposite; hard_deny beats soft_deny beats allow.`;
    },
  },
  {
    problem: "contradicts",
    find: (entry, all) => {
      const named = all.find(
        (other) =>
          blocks(other) &&
          other.label.length > 4 &&
          entry.section === "allow" &&
          entry.text.toLowerCase().includes(other.label.toLowerCase()),
      );
      return named === undefined
        ? undefined
        : `An allow entry never outranks [${named.label}]${named.hard ? ", which nothing clears" : ""}.`;
    },
  },
  {
    problem: "misfires",
    find: ({ section, text }) =>
      section === "allow" && /\b(?:everything|anything|all commands|any command|always allow|never block)\b/i.test(text)
        ? "It would let harm through with the work it means."
        : undefined,
  },
  {
    problem: "unseeable",
    find: ({ text }) =>
      /\b(?:tool results?|output of|if the (?:tests?|build) (?:pass|succeed|fail)|the agent (?:says|explains|thinks))\b/i.test(
        text,
      )
        ? "The model sees the user's words and the calls, not results and not what the agent writes."
        : undefined,
  },
  {
    problem: "wrong place",
    find: (entry) =>
      blocks(entry) &&
      (/\b(?:must never|under no circumstances|no matter what)\b/i.test(entry.text) ||
        /(?:^|\s)(?:~\/|\/[\w.-]+\/)[\w./*-]+/.test(entry.text))
        ? "A fixed limit or a fixed path holds for certain only as a rule in permissions.deny."
        : undefined,
  },
];

const checks = (rulebook: Rulebook, settings: RulebookSettings): readonly EntryFinding[] => [
  ...(["hard_deny", "soft_deny"] as const).flatMap((section): EntryFinding[] =>
    settings[section] !== undefined && !settings[section].includes("$defaults")
      ? [
          {
            entry: null,
            problem: "misfires",
            why: `${section} without "$defaults" drops every default topic of that section.`,
            better: `add "$defaults" to autoMode.${section}`,
            by: "check",
          },
        ]
      : [],
  ),
  ...ownEntries(rulebook).flatMap((entry) =>
    CHECKS.flatMap(({ problem, find }): EntryFinding[] => {
      const why = find(entry, rulebook.entries);
      return why === undefined ? [] : [{ entry, problem, why, better: null, by: "check" }];
    }),
  ),
];
