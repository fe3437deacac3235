/** A rule is written or taken out, and what that would have changed is seen before it is saved. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { RuleRequest, RuleTryAnswer } from "../../src/service/api.ts";
import { formatCount, plural } from "../data/format.ts";
import { linkTo } from "../data/route.ts";
import { type Failure, service } from "../data/service.ts";
import { Badge, Segments } from "../parts/basics.tsx";
import { Icon } from "../parts/icon.tsx";
import { Failed } from "../parts/states.tsx";
import { Text } from "../parts/text.tsx";

type List = RuleRequest["behavior"];
export interface RuleChange {
  readonly kind: "add" | "change";
  readonly behavior: List;
  readonly rule: string;
}

interface Trial {
  readonly request: RuleRequest;
  readonly answer: RuleTryAnswer;
}

interface EditorProps {
  readonly start: RuleChange;
  readonly onSaved: () => Promise<void>;
}

const LISTS: readonly (readonly [List, string])[] = [
  ["allow", "Allow"],
  ["ask", "Ask"],
  ["deny", "Deny"],
];

export function RuleEditor({ start, onSaved }: EditorProps): JSX.Element {
  const behavior = useSignal<List>(start.behavior);
  const rule = useSignal(start.rule);
  const { trials, failure, busy, saved, tryOut, save, forget } = useTrials(onSaved);
  const changed = start.kind === "add" || rule.value.trim() !== start.rule || behavior.value !== start.behavior;
  const added: RuleRequest = { behavior: behavior.value, rule: rule.value.trim() };
  const removed: RuleRequest = { behavior: start.behavior, rule: start.rule, remove: true };
  // A rule that came by a link is tried at once: whoever followed it wants to see that.
  useEffect(() => {
    if (start.kind === "add" && start.rule !== "") void tryOut([added]);
  }, []);
  return (
    <form
      class="rule-editor"
      onSubmit={(event) => {
        event.preventDefault();
        if (added.rule !== "" && changed) void tryOut(start.kind === "add" ? [added] : [added, removed]);
      }}
    >
      <div class="rule-fields">
        <Segments
          label={start.kind === "add" ? "List" : `List of ${start.rule}`}
          value={behavior.value}
          choices={LISTS}
          onChange={(value) => {
            behavior.value = value;
            forget();
          }}
        />
        <input
          type="text"
          class="mono"
          aria-label="The rule"
          placeholder="Bash(npm test:*)"
          value={rule.value}
          spellcheck={false}
          autocomplete="off"
          autocapitalize="off"
          onInput={({ currentTarget }) => {
            rule.value = currentTarget.value;
            forget();
          }}
        />
        <button type="submit" disabled={busy || added.rule === "" || !changed}>
          What would this have changed?
        </button>
        {start.kind === "change" && (
          <button type="button" class="refuse" disabled={busy} onClick={() => void tryOut([removed])}>
            Take it out …
          </button>
        )}
      </div>
      {failure !== undefined && <Failed failure={failure} />}
      {saved !== undefined && (
        <p class="notice allow" role="status">
          <Icon name="check" />
          {saved}
        </p>
      )}
      {trials.map((trial) => (
        <TrialResult key={`${trial.request.remove} ${trial.request.rule}`} trial={trial} />
      ))}
      {trials.length > 0 && (
        <div class="buttons">
          <button type="button" class="primary" disabled={busy} onClick={() => void save()}>
            {trials.every(({ request }) => request.remove === true) ? "Take the rule out" : "Save the rule"}
          </button>
          <button type="button" class="quiet" onClick={forget}>
            Not now
          </button>
        </div>
      )}
    </form>
  );
}

/** What is tried is what is saved: a change of the text forgets the trial. */
function useTrials(onSaved: () => Promise<void>) {
  const trials = useSignal<readonly Trial[]>([]);
  const failure = useSignal<Failure | undefined>(undefined);
  const saved = useSignal<string | undefined>(undefined);
  const busy = useSignal(false);
  const forget = (): void => {
    trials.value = [];
    failure.value = undefined;
    saved.value = undefined;
  };
  const tryOut = async (requests: readonly RuleRequest[]): Promise<void> => {
    forget();
    busy.value = true;
    const found: Trial[] = [];
    for (const request of requests) {
      const answer = await service.tryRule(request);
      if (answer.ok) found.push({ request, answer: answer.value });
      else failure.value = answer.failure;
    }
    if (failure.value === undefined) trials.value = found;
    busy.value = false;
  };
  const save = async (): Promise<void> => {
    busy.value = true;
    // The new rule is there before the old one goes: in between nothing is guarded less than before or after.
    for (const { request } of trials.value) {
      const answer = await service.saveRule(request);
      if (!answer.ok) {
        failure.value = answer.failure;
        busy.value = false;
        return;
      }
    }
    const removed = trials.value.every(({ request }) => request.remove === true);
    trials.value = [];
    saved.value = removed ? "The rule is taken out." : "The rule is saved and counts from the next call on.";
    busy.value = false;
    await onSaved();
  };
  return { trials: trials.value, failure: failure.value, busy: busy.value, saved: saved.value, tryOut, save, forget };
}

/** All of the record, or which part of it. */
function describeTried({ examined, of, index }: RuleTryAnswer): string {
  const far = index === "reading" ? " read so far" : "";
  return examined < of
    ? `the newest ${formatCount(examined)} of ${plural(of, "recorded call")}${far}`
    : `the ${plural(of, "recorded call")}${far}`;
}

function TrialResult({ trial }: { readonly trial: Trial }): JSX.Element {
  const { request, answer } = trial;
  return (
    <div class="trial" role="status">
      <p class="trial-title">
        {request.remove === true ? "Without " : "With "}
        <code>
          <Text value={request.rule} />
        </code>
        {`, ${answer.counted === 0 ? "none" : plural(answer.counted, "call")} of ${describeTried(answer)} would have been decided otherwise.`}
      </p>
      {answer.overruled !== null && (
        <p class="notice deny">
          <Icon name="warn" />
          <span>
            <Text value={answer.overruled} />
          </span>
        </p>
      )}
      {answer.rests !== null && (
        <p class="notice ask">
          <Icon name="warn" />
          <span>
            In auto mode it would rest: <Text value={answer.rests} />
          </span>
        </p>
      )}
      {answer.would.length > 0 && (
        <ul class="changes">
          {answer.would.map(({ id, call, was, now }) => (
            <li key={id}>
              <span class="change-way">
                <Badge behavior={was} walls={null} />
                <Icon name="chevron" />
                <Badge behavior={now} walls={null} />
              </span>
              <a href={linkTo.decision(id)}>
                <Text value={call} />
              </a>
            </li>
          ))}
        </ul>
      )}
      {answer.lets.length > 0 && (
        <>
          <p>It would also let pass:</p>
          <ul class="plain-list">
            {answer.lets.map((one) => (
              <li key={one}>
                <Text value={one} />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
