/** The classifier the settings name, made when the first question comes: a fast path never loads it. */

import { createFlags, type Flags, flagChoice, ironGateClosed } from "../app/flags.ts";
import type { Settings } from "../policy/settings.ts";
import type { SideQuery } from "./classifier.ts";
import type { FactsInput } from "./facts.ts";
import type { HandoffHistory, HandoffReview } from "./handoff.ts";
import type { Classifier, Fact, Question, Verdict } from "./types.ts";

export interface LazyOptions {
  readonly settings: Settings;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stateDir?: string | undefined;
  readonly now?: () => number;
  /** In a hook, the environment names no model. */
  readonly hook?: boolean;
}

export interface LazyClassifier {
  /** Null when the provider is `offline`. */
  readonly classifier: (Classifier & { readonly query: SideQuery["query"] }) | null;
  readonly ironGate: () => boolean;
  /** Remote flags, where there is a server and a place to keep them. */
  readonly flags: Flags | null;
}

export function lazyClassifier({ settings, env, stateDir, now = Date.now, hook = false }: LazyOptions): LazyClassifier {
  const flags =
    settings.flags === null || stateDir === undefined ? null : createFlags({ server: settings.flags, stateDir, now });
  let made: Promise<SideQuery> | undefined;
  const make = async (): Promise<SideQuery> => {
    const [{ createClassifier }, { loadRulebook }, { redact }] = await Promise.all([
      import("./classifier.ts"),
      import("./rulebook.ts"),
      import("../machine/secrets/index.ts"),
    ]);
    const rulebook = loadRulebook(settings.autoMode);
    if (!rulebook.ok) throw new Error(rulebook.error);
    return createClassifier({
      settings: settings.classifier,
      rulebook: rulebook.value,
      env,
      now,
      redact,
      hook,
      ...(stateDir === undefined ? {} : { stateDir }),
      ...(flags === null ? {} : { flags: () => flagChoice(flags.current(), settings.managed) }),
    });
  };
  const query = async (question: Question, kind: Parameters<SideQuery["query"]>[1]): Promise<Verdict> => {
    try {
      made ??= make();
      return await (await made).query(question, kind);
    } catch (error) {
      const detail = error instanceof Error ? error.message : "the classifier could not be made";
      return { block: "unavailable", why: "bad_request", detail, model: null, usage: null, costUsd: null, stage: null };
    }
  };
  const offline =
    settings.classifier.provider === "offline" &&
    settings.classifier.fallback.every(({ provider }) => provider === "offline");
  return {
    classifier: offline ? null : { query, classify: (question) => query(question, "action") },
    ironGate: () => (flags === null ? settings.ironGate : ironGateClosed(flags.current(), settings)),
    flags,
  };
}

/** What the gate's own code established, gathered only for a question that is asked. */
export async function lazyFacts(input: Omit<FactsInput, "redact">): Promise<readonly Fact[]> {
  const [{ factsOf }, { redact }] = await Promise.all([import("./facts.ts"), import("../machine/secrets/index.ts")]);
  return factsOf({ ...input, redact });
}

/** Never rejects: a review that could not be made is a warning that says so. */
export async function lazyHandoff(history: HandoffHistory, classifier: Classifier | null): Promise<HandoffReview> {
  if (classifier === null)
    return {
      warning: "The sub-agent's work was not reviewed: no model is set up. Check what it did before relying on it.",
      verdict: null,
    };
  const { reviewHandoff } = await import("./handoff.ts");
  const query: SideQuery["query"] =
    "query" in classifier && typeof classifier.query === "function"
      ? (question, kind) => (classifier as SideQuery).query(question, kind)
      : (question) => classifier.classify(question);
  return reviewHandoff(history, { query });
}
