/** Every mutation through the real gate, without a model: what is allowed is a hole, unless bash no longer runs it. */
import { execFileSync } from "node:child_process";
import { bash, project } from "../../src/testing/index.ts";
import { referee } from "../bash.ts";
import { HARMLESS_NAME, type Mutation, mutationsOf } from "./index.ts";
import { wordsOf } from "./spelling.ts";

/** Rules a careful person might have: none of them covers a base. */
const RULES = ["Bash(ls:*)", "Bash(echo:*)", "Bash(git status:*)", "Bash(git log:*)", "Bash(npm run build:*)"];

export interface Outcome {
  readonly cases: number;
  /** How often each mutation was used. */
  readonly counts: ReadonlyMap<string, number>;
  readonly allowed: readonly Allowed[];
  /** Bases that are allowed as they stand: they are not mutated. */
  readonly plain: readonly string[];
}

/** With what it takes to make the same case again. */
export interface Allowed extends Mutation {
  readonly by: string;
  readonly seed: number;
  readonly more: number;
  readonly place: number;
}

export interface Run {
  readonly bases: readonly string[];
  readonly seed: number;
  /** Mixed mutations for each base, besides every single one. */
  readonly more: number;
  /** Only about so many of each hundred cases; all without it. */
  readonly share?: number;
}

export async function runMutations({ bases, seed, more, share = 100 }: Run): Promise<Outcome> {
  const here = project();
  try {
    here.write("src/a.ts", "a\n");
    execFileSync("git", ["init", "-q", "-b", "main"], { cwd: here.root });
    execFileSync("git", ["add", "."], { cwd: here.root });
    const author = ["-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false"];
    execFileSync("git", [...author, "commit", "-qm", "first"], { cwd: here.root });
    for (const file of ["notes.txt", "work/plan.md", "script.sh", "evil", "fix.diff"]) here.write(file, "x\n");
    const gate = here.gate({
      classifier: null,
      restore: null,
      settings: { mode: "auto", permissions: { allow: RULES } },
    });
    const counts = new Map<string, number>();
    const allowed: Allowed[] = [];
    let [cases, turn] = [0, 0];
    const plain: string[] = [];
    for (const [i, base] of bases.entries()) {
      if ((await gate.check(bash(base, { session: `base ${i}` }))).behavior === "allow") {
        plain.push(base);
        continue;
      }
      let place = -1;
      for (const mutation of mutationsOf(base, seed + i, more)) {
        place += 1;
        turn = (turn + 37) % 100;
        if (turn >= share) continue;
        cases += 1;
        for (const step of mutation.steps) counts.set(step, (counts.get(step) ?? 0) + 1);
        // A session of its own: nothing is remembered from one case to the next.
        const decision = await gate.check(bash(mutation.command, { session: String(cases) }));
        if (decision.behavior === "allow") allowed.push({ ...mutation, by: decision.by, seed: seed + i, more, place });
      }
    }
    return { cases, counts, allowed, plain };
  } finally {
    here.remove();
  }
}

/** Those that bash would still run: the same steps around a made-up name, in an empty directory without programs. */
export function stillRuns(found: readonly Allowed[]): readonly Allowed[] {
  return found.filter(({ base, seed, more, place }) => {
    const words = wordsOf(base);
    if (words === undefined) return true;
    const made = [...mutationsOf([HARMLESS_NAME, ...words.slice(1)].join(" "), seed, more)][place]?.command ?? "";
    return referee([made]).some(({ ran }) => ran.some(([name]) => name?.includes(HARMLESS_NAME)));
  });
}
