/** What the judge does, with the code for it loaded when the first call comes to it: a fast path never loads it. */
import type { Json } from "../contract/action.ts";
import type { Draft } from "../contract/decision.ts";
import type { Result } from "../contract/result.ts";
import type { PolicyCall } from "../policy/index.ts";
import type { Settings } from "../policy/settings/index.ts";
import type { RulebookSettings } from "../policy/topics/index.ts";
import type { CallFacts } from "./call-facts.ts";
import type { ClassifierParts, SideQuery } from "./classifier.ts";
import type { Critique, CritiqueInput } from "./critique.ts";
import type { FactsInput } from "./facts.ts";
import type { ModelLook, ModelLookOptions } from "./probe/model.ts";
import type { PastProbe } from "./probe/past.ts";
import type { ProvenanceInput } from "./provenance/index.ts";
import { failed, recordOf } from "./providers/index.ts";
import type { Rulebook } from "./rulebook.ts";
import { type Fact, unavailable } from "./types.ts";

export interface ProbedResult extends ModelLook {
  readonly by: "code" | "model";
}

interface ClassifierOptions extends Pick<ClassifierParts, "env" | "stateDir" | "diagnosticsDir" | "hook" | "flags"> {
  readonly settings: Settings;
  readonly now?: () => number;
}

/** The classifier the settings name; null where no model is to be asked. */
export function openClassifier(options: ClassifierOptions): SideQuery | null {
  const { classifier } = options.settings;
  const asksNobody = [classifier, ...classifier.fallback].every(
    ({ provider }) => recordOf(provider).reach.by === "nothing",
  );
  if (asksNobody) return null;
  let made: Promise<SideQuery> | undefined;
  const load = (): Promise<SideQuery> => {
    made ??= makeClassifier(options);
    return made;
  };
  const query: SideQuery["query"] = async (question, kind) => {
    try {
      return await (await load()).query(question, kind);
    } catch (error) {
      return unavailable("bad_request", describeError(error));
    }
  };
  const ask: SideQuery["ask"] = async (prompt, limits) => {
    try {
      return await (await load()).ask(prompt, limits);
    } catch (error) {
      return failed("bad_request", describeError(error));
    }
  };
  return { query, ask, classify: (question) => query(question, "action") };
}

async function makeClassifier(options: ClassifierOptions): Promise<SideQuery> {
  const { settings, env, stateDir, diagnosticsDir, now = Date.now, hook = false, flags } = options;
  const [{ createClassifier }, rules, { redact }] = await Promise.all([
    import("./classifier.ts"),
    import("./rulebook.ts"),
    import("../machine/secrets/index.ts"),
  ]);
  const rulebook = rules.loadRulebook(settings.autoMode);
  if (!rulebook.ok) throw new Error(rulebook.error);
  const { classifier } = settings;
  // Where the managed settings name the provider, no variable names another model.
  const named = hook || settings.managed.has("classifier.provider");
  return createClassifier({
    settings: classifier,
    rulebook: rulebook.value,
    env,
    now,
    redact,
    hook: named,
    stateDir,
    diagnosticsDir,
    flags,
  });
}

const describeError = (error: unknown): string =>
  error instanceof Error ? error.message : "the classifier could not be made";

/** Provider `offline`: a decider, not a verdict (§9). */
export const decideOffline = async (call: PolicyCall): Promise<Draft> =>
  (await import("../policy/topics/index.ts")).decide(call);

interface GatheredFacts extends Omit<FactsInput, "redact"> {
  /** The call as it was given. */
  readonly given: CallFacts;
  /** Whose values are looked for, and in what. */
  readonly provenance: Pick<ProvenanceInput, "action" | "tools" | "tool" | "input" | "projectRoot">;
  /** Undefined where results are not looked at. */
  readonly probe?: PastProbe | undefined;
}

/** What the gate's own code established, gathered only for a question that is asked. */
export async function gatherFacts({ given, provenance, probe, ...input }: GatheredFacts): Promise<readonly Fact[]> {
  const [
    { factsOf },
    { callFacts },
    { redact, hideSecrets, secretsIn, hideKnown },
    { provenanceFacts, pastOf, label },
    { PastProber },
  ] = await Promise.all([
    import("./facts.ts"),
    import("./call-facts.ts"),
    import("../machine/secrets/index.ts"),
    import("./provenance/index.ts"),
    import("./probe/past.ts"),
  ]);
  const prober = probe === undefined ? undefined : new PastProber(probe);
  const past = prober?.watch(pastOf(provenance.action)) ?? pastOf(provenance.action);
  const { effects, world, remotesAtStart = [] } = input;
  const remotes = remotesAtStart.map(({ name }) => name);
  const values = await provenanceFacts({ ...provenance, past, effects, home: world.home, remotes });
  // Where no value is looked for, the past has not been read yet.
  if (prober !== undefined) for (const _ of past);
  const finds = (await prober?.facts((call) => label(call, provenance.tools))) ?? [];
  // A branch, a remote or a file may be called by what nobody should be shown; a fact is made of the call's own words.
  const secrets = secretsIn(provenance.input);
  return [...callFacts(given), ...factsOf({ ...input, redact }), ...values, ...finds].map((fact) => ({
    ...fact,
    says: hideSecrets(hideKnown(fact.says, secrets)),
  }));
}

/** What a result carries, by code and, where it may be asked, by the model. Never rejects. */
export async function probeResult(result: Json, model: ModelLookOptions | undefined): Promise<ProbedResult> {
  const { findsInText, textOfResult } = await import("./probe/find.ts");
  const text = textOfResult(result);
  const kinds = findsInText(text);
  if (kinds.length > 0 || model === undefined || text.trim() === "") return { by: "code", kinds };
  const { askAboutText } = await import("./probe/model.ts");
  return { by: "model", ...(await askAboutText(text, model)) };
}

/** The rulebook with the user's own entries. Never throws: an entry that cannot be used is named in the error. */
export const loadRulebook = async (settings: RulebookSettings = {}): Promise<Result<Rulebook>> =>
  (await import("./rulebook.ts")).loadRulebook(settings);

/** A review of the user's own rulebook entries. Never rejects; without `ask` only what can be checked is. */
export const critique = async (input: CritiqueInput): Promise<Critique> =>
  (await import("./critique.ts")).critique(input);
