/**
 * The commands situations are made of, and what is true of each: found by asking what the steps rest on (the core's proof, what rules meet
 * and cover, the words of walls), never by asking a step. A command stands for its facts.
 */
import type { Call } from "../../src/gate/call.ts";
import { isForwardGit, onlyReads, unwalled } from "../../src/gate/walls.ts";
import { ruleToolNames } from "../../src/hosts/index.ts";
import { criticalDelete, type List, parseRule, type Rule, runsCode, suspendedBecause } from "../../src/rules/index.ts";
import type { Situation } from "./model.ts";

/** A command, and the rules that would cover it. */
export interface Body {
  readonly text: string;
  /** For each of its simple commands one that spells it. */
  readonly literal: readonly string[];
  /** Ends in a wildcard; of what runs code it names the program alone. */
  readonly wildcard: readonly string[];
  /** A deny rule that the word nobody knows could complete, and that walls keep. */
  readonly completed?: string;
  /** What it runs was found: a file of the project by its name. */
  readonly found?: true;
  /** Its words, and so its rules, name a protected place. */
  readonly names?: true;
}

const body = (text: string, wildcard: string, more: Partial<Body> = {}): Body => ({
  ...{ text, literal: [text], wildcard: [wildcard] },
  ...more,
});

/** Each alone. */
const BODIES: readonly Body[] = [
  body("ls src", "ls:*"),
  body("curl -s http://localhost:3000/health", "curl:*"),
  body("if true; then cat src/a.ts; fi", "cat:*"),
  body("touch src/new.ts", "touch:*"),
  body("tar cf out.tar src", "tar:*"),
  body("if true; then tar cf out.tar src; fi", "tar:*"),
  body("git mv src/a.ts src/b.ts", "git mv:*"),
  body("node tool.js", "node:*", { found: true }),
  body("if true; then node tool.js; fi", "node:*", { found: true }),
  body("frobnicate tool.js", "frobnicate:*"),
  body("cat ./$X", "cat:*", { completed: "Read(./hidden/**)" }),
  body("tar cf out.tar ./$X", "tar:*", { completed: "Read(./hidden/**)" }),
  body('git "$X"', "git:*", { completed: "Bash(git push:*)" }),
  body('npm "$X" tool.js', "npm:*", { completed: "Bash(npm publish:*)" }),
];

/** Said behind it. */
const NEED = body("kill 4711", "kill:*");
const LOSS = body("git gc", "git gc:*");
const CRITICAL = body("rm -rf build-*", "rm:*", { literal: ["rm -rf build-*", "rm:*"] });

/** Looks at a protected place; what writes there is the tool's own. */
export const PROTECTED = "Jenkinsfile";
const NAMES = body(`ls ${PROTECTED}`, `ls ${PROTECTED}:*`, { names: true });

export const WINDOWS: readonly Body[] = [
  body("Get-Process", ""),
  body(`Get-Content ${PROTECTED}`, "", { names: true }),
  body("node tool.js", ""),
];

const EXTRAS = [[], [NEED], [LOSS], [NEED, LOSS]].flatMap((all) =>
  [[], [CRITICAL], [NAMES], [CRITICAL, NAMES]].map((more): readonly Body[] => [...all, ...more]),
);

const joined = (first: Body, more: readonly Body[]): Body => ({
  ...first,
  text: [first, ...more].map(({ text }) => text).join("\n"),
  ...(more.includes(NAMES) ? { names: true } : {}),
  literal: [...more, first].flatMap(({ literal }) => literal),
  wildcard: [...more, first].flatMap(({ wildcard }) => wildcard),
});

/** A command with what was found to be true of it. */
export interface Known extends Body {
  readonly facts: Pick<Situation, "reading" | "editProof" | "needs" | "losses" | "criticalDelete" | "wallKind">;
  readonly runs: boolean;
  /** The core's reader takes it apart. */
  readonly whole: boolean;
  /** A rule for it that ends in a wildcard lets any code through. */
  readonly rests: boolean;
  /** A part nobody can read, an interpreter or a program nobody knows. */
  readonly opaque: boolean;
}

/** `examine`: the call as the gate examines it, with walls standing. */
export const knowCommands = (examine: (body: Body) => Call): readonly Known[] =>
  BODIES.flatMap((one) =>
    EXTRAS.map((more): Known => {
      const made = joined(one, more);
      const call = examine(made);
      const { seen, plain, opaque } = call.commands();
      const kind = call.proof()?.kind;
      const why = unwalled(call)?.why;
      const runs = seen.some(runsCode);
      const reading = kind === "reads" ? "plain" : kind === "service" ? "service" : onlyReads(call) ? "reads" : "none";
      return {
        ...(plain === undefined ? { ...made, literal: [made.text] } : made),
        ...{ runs, opaque: opaque || runs, whole: plain !== undefined },
        rests: made.wildcard.some(
          (text) => suspendedBecause(ruleOf(`Bash(${text})`, "allow"), call.settings.autoMode) !== undefined,
        ),
        facts: {
          ...{ reading, editProof: kind === "edits", criticalDelete: criticalDelete(call.met()) !== undefined },
          ...{ needs: more.includes(NEED) || why === "need", losses: more.includes(LOSS) },
          wallKind: isForwardGit(call) ? "repo" : "work",
        },
      };
    }),
  );

const kept = new Map<string, Rule>();

export function ruleOf(text: string, list: List, saved = false): Rule {
  const name = `${list} ${saved} ${text}`;
  const before = kept.get(name);
  if (before !== undefined) return before;
  const parsed = parseRule(text, list, "a row", ruleToolNames);
  if (!parsed.ok) throw new Error(parsed.error);
  const rule: Rule = saved ? { ...parsed.value, bounded: true } : parsed.value;
  kept.set(name, rule);
  return rule;
}
