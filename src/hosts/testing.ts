/** A hook with the real gate and a scripted model, and the pairs of event and answer each host's folder holds, for tests. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { settingsFrom } from "../app/settings/index.ts";
import { sha256 } from "../contract/key.ts";
import { fail, ok } from "../contract/result.ts";
import type { Classifier, Question, Verdict } from "../judge/index.ts";
import { memoryStore, type SessionStore } from "../memory/index.ts";
import { type Project, project } from "../testing/index.ts";
import { runHook } from "./hook/hook.ts";
import type { HookAnswer, Host } from "./host.ts";
import { type HookWaiter, hookFile, type Pins, shellLine } from "./install/line.ts";
import { hostNamed } from "./list.ts";
import type { ToolPins } from "./proxies/pins.ts";

/** What the scripted model says to the next question. */
export type Says = "no" | "yes" | "hard" | "out" | "hangs";

/** The line of an installation, and the file it starts put where it names it; `edit` changes the text and goes unnoticed. */
export function placeLine(
  host: string,
  pins: Pins,
  waiting: HookWaiter,
  edit: (text: string) => string = (text) => text,
): string {
  const { path, text, hash } = hookFile(pins);
  const edited = edit(text);
  const other = sha256(edited).slice(0, hash.length);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(path.replace(hash, other), edited);
  return shellLine(host, pins, waiting).replaceAll(hash, other);
}

/** A host by its name; a test that names none of ours is wrong. */
export function known(name: string): Host {
  const host = hostNamed(name);
  if (host === undefined) throw new Error(`there is no host ${name}`);
  return host;
}

export interface GoldenStep {
  readonly says?: Says;
  readonly stdin: unknown;
  readonly stdout: unknown;
  readonly exit?: number;
}
export interface GoldenFile {
  readonly host: string;
  /** The version it was taken from, or where else it is from. */
  readonly client: string;
  readonly verified: boolean;
  readonly pairs: readonly {
    readonly about: string;
    readonly settings?: object;
    /** Files that lie in home. */
    readonly home?: readonly string[];
    readonly steps: readonly GoldenStep[];
  }[];
}

export function goldenFiles(host: string): readonly GoldenFile[] {
  const folder = join(import.meta.dirname, host, "golden");
  return readdirSync(folder).map((name): GoldenFile => JSON.parse(readFileSync(join(folder, name), "utf8")));
}

/** An event of this host with a call that the model has to judge, as the host sends it from `cwd`. */
export function judgedCall(host: string, cwd: string): string {
  const steps = goldenFiles(host).flatMap(({ pairs }) => pairs.flatMap((pair) => pair.steps));
  const judged = steps.find(({ says }) => says === "yes");
  if (judged === undefined) throw new Error(`${host} has no golden pair in which the model says yes`);
  return JSON.stringify(judged.stdin).replaceAll("$CWD", cwd);
}

export interface Bench {
  readonly cwd: string;
  readonly project: Project;
  readonly store: SessionStore;
  /** What the model was asked. */
  readonly questions: Question[];
  says: Says;
  /** By what it is known that an agent started the host. */
  startedBy: string | null;
  send(host: string, stdin: unknown): Promise<HookAnswer>;
}

export function bench(settings: object = {}, store: SessionStore = memoryStore(), now: () => number = Date.now): Bench {
  const place = project();
  const questions: Question[] = [];
  const here: Bench = {
    cwd: place.root,
    project: place,
    store,
    questions,
    says: "no",
    startedBy: null,
    send: (host, stdin) =>
      runHook({
        host: known(host),
        stdin: [typeof stdin === "string" ? stdin : JSON.stringify(stdin)] as unknown as AsyncIterable<string>,
        store: () => store,
        stateDir: `${place.home}/state`,
        cwd: place.root,
        startedBy: () => here.startedBy,
        open: ({ projectRoot, store: opened }) => {
          const loaded = settingsFrom({ classifier: { provider: "anthropic" }, ...settings });
          if (!loaded.ok) return fail(loaded.error);
          const model: Classifier = {
            classify: (question) => {
              questions.push(question);
              return VERDICTS[here.says](question);
            },
          };
          const gate = place.gate({
            settings: loaded.value.settings,
            classifier: model,
            store: opened,
            now,
            projectRoot,
          });
          return ok({ gate, settings: loaded.value.settings });
        },
      }),
  };
  return here;
}

const answered = { model: "scripted", usage: null, costUsd: null, stage: "fast" as const };

const VERDICTS: Readonly<Record<Says, (question: Question) => Promise<Verdict>>> = {
  no: async () => ({ ...answered, block: "no" }),
  yes: async () => ({
    ...answered,
    block: "yes",
    label: "Git Destructive",
    reason: "[Git Destructive] it would rewrite what others share",
    clearsWhen: "the person names the branch and says to overwrite it",
    hard: false,
  }),
  hard: async () => ({
    ...answered,
    block: "yes",
    label: "Secrets",
    reason: "it sends a key out",
    clearsWhen: null,
    hard: true,
  }),
  out: async () => ({ ...answered, block: "unavailable", why: "overloaded", detail: "529" }),
  hangs: ({ signal }) =>
    new Promise((resolve) => {
      const stop = (): void => resolve({ ...answered, block: "unavailable", why: "aborted", detail: "stopped" });
      signal?.addEventListener("abort", stop);
    }),
};

/** For a proxy whose server says nothing of its tools. */
export const NO_PINS: ToolPins = {
  hear: () => undefined,
  changed: () => undefined,
  use: () => undefined,
  accept: () => undefined,
};
