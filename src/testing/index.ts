/** What the tests stand on: a throw-away project on the real disk, and the only fake there is, the model. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createGate, type GateOptions } from "../app/create-gate.ts";
import type { Action, JsonObject } from "../contract/action.ts";
import type { Process } from "../core/index.ts";
import type { Gate } from "../gate/index.ts";
import type { Classifier, Question, Verdict } from "../judge/index.ts";
import { diskWorld } from "../machine/index.ts";
import { scratchFolder } from "./folder.ts";

export { approvedAgain } from "./approved-again.ts";

export interface Project {
  readonly home: string;
  readonly root: string;
  /** A path inside the project. */
  at(path: string): string;
  write(path: string, content?: string): string;
  gate(options?: GateOptions): Gate;
  remove(): void;
}

/** `<tmp>/home/code/app` with an empty home above it. */
export function project(): Project {
  const box = scratchFolder();
  const home = join(box.folder, "home");
  const root = join(home, "code", "app");
  mkdirSync(root, { recursive: true });
  const at = (path: string): string => join(root, path);
  return {
    home,
    root,
    at,
    write: (path, content = "") => box.write(join("home/code/app", path), content),
    gate: (options = {}) =>
      createGate({
        projectRoot: root,
        env: {},
        world: diskWorld({ home, path: "/usr/bin:/bin" }),
        process: CLEAN,
        ...options,
      }),
    remove: box.remove,
  };
}

/** A shell in which nothing is set that bends a program. */
export const CLEAN: Process = {
  ...{ path: ["/usr/bin", "/bin"], variables: new Set<string>(), values: {}, names: new Set<string>() },
  terminal: false,
};

export const bash = (command: string, more: Partial<Action> = {}): Action => ({
  tool: "Bash",
  input: { command },
  ...more,
});
export const edit = (file_path: string, more: Partial<Action> = {}): Action => ({
  tool: "Edit",
  input: { file_path, old_string: "a", new_string: "b" },
  ...more,
});
export const call = (tool: string, input: JsonObject, more: Partial<Action> = {}): Action => ({ tool, input, ...more });

const ANSWERED = {
  model: "scripted",
  usage: { input: 1, output: 1, cacheRead: 0, cacheWrite: 0 },
  costUsd: 0.0001,
  stage: "fast",
} as const;

export const SAYS_NO: Verdict = { block: "no", ...ANSWERED };
export const SAYS_YES: Verdict = {
  block: "yes",
  label: "Git Destructive",
  reason: "Rewrites shared history.",
  clearsWhen: "the person names the branch",
  hard: false,
  ...ANSWERED,
};

/** A model that answers from a script, the last answer over and over; what it was asked is kept. */
export function scripted(...verdicts: readonly Verdict[]): Classifier & { readonly asked: readonly Question[] } {
  const asked: Question[] = [];
  return {
    asked,
    classify: async (question) => {
      asked.push(question);
      return verdicts[Math.min(asked.length, verdicts.length) - 1] ?? SAYS_NO;
    },
  };
}
