/**
 * Secrets are taken out before anything is recorded or hashed into the chain. Which call it was is not lost by it: `call` and
 * `bound` are hashes of what was there before. Paths that were written stay as they are, for the gate compares with them.
 */
import type { Decision } from "../../contract/decision.ts";
import { assertNever } from "../../contract/result.ts";
import type { LedgerEntry, SessionStart } from "../../contract/session.ts";
import type { Told } from "../../contract/settling.ts";
import { withoutUserinfo } from "../../machine/git/index.ts";
import { hideKnown, redact, redactObject, secretsIn } from "../../machine/secrets/index.ts";

export function redactEntry(entry: LedgerEntry): LedgerEntry {
  switch (entry.kind) {
    case "start":
      return { ...entry, start: redactStart(entry.start) };
    case "decision": {
      const action = {
        ...entry.action,
        tool: redact(entry.action.tool),
        input: redactObject(entry.action.input),
      };
      // What is told of a call is made of its words, without the names that said which of them are secret.
      const secrets = secretsIn(entry.action.input);
      const clean = (text: string): string => redact(hideKnown(text, secrets));
      const told = entry.told === undefined ? {} : { told: redactTold(entry.told, clean) };
      // A word that is no place may be looked for as one: `sftp://bob:…@h`.
      const looked = entry.looked?.map((file) => ({ ...file, path: clean(file.path) }));
      return {
        ...{ ...entry, action, targets: clean(entry.targets), ...told, ...(looked === undefined ? {} : { looked }) },
        decision: redactDecision(entry.decision, clean),
      };
    }
    case "prompt":
    case "task":
    case "notice":
      return { ...entry, text: redact(entry.text) };
    case "handoff":
      return entry.warning === null ? entry : { ...entry, warning: redact(entry.warning) };
    case "ran":
      return { ...entry, ...redactLists({ refused: entry.refused, swept: entry.swept }) };
    case "probe":
      return {
        ...{ ...entry, find: { ...entry.find, tool: redact(entry.find.tool) } },
        ...(entry.failure === undefined ? {} : { failure: redact(entry.failure) }),
      };
    case "joined":
    case "approval":
    case "refusal":
    case "handoffTold":
    case "probeTold":
      return entry;
    default:
      return assertNever(entry);
  }
}

/** Only those that are there: a field is not put on record by being taken out of. */
const redactLists = (lists: Readonly<Record<string, readonly string[] | undefined>>) =>
  Object.fromEntries(
    Object.entries(lists).flatMap(([name, list]) => (list === undefined ? [] : [[name, list.map(redact)]])),
  );

/** What `start` says may be looked up only when it is asked for: it is asked once, here. */
export function redactStart({ ...start }: SessionStart): SessionStart {
  const clean = (url: string): string => redact(withoutUserinfo(url));
  const remotes = start.remotes?.map(({ name, urls, pushUrls, reached }) => ({
    name: redact(name),
    urls: urls.map(clean),
    pushUrls: pushUrls.map(clean),
    ...(reached === undefined ? {} : { reached: reached.map(clean) }),
  }));
  return remotes === undefined ? start : { ...start, remotes };
}

const redactTold = ({ does, why, settles, command }: Told, clean: (text: string) => string): Told => ({
  does: does === null ? null : clean(does),
  why: clean(why),
  settles: clean(settles),
  command: command === null ? null : clean(command),
});

const redactDecision = (decision: Decision, clean: (text: string) => string): Decision => ({
  ...decision,
  reason: clean(decision.reason),
  rule: decision.rule === null ? null : clean(decision.rule),
  clearsWhen: decision.clearsWhen === null ? null : clean(decision.clearsWhen),
});
