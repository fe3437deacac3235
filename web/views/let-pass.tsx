/** The ways a held call passes: once, for good, or by what the person says. Where there is none, that is said. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { DecisionDetail } from "../../src/service/api.ts";
import { formatMinute } from "../data/format.ts";
import { linkTo } from "../data/route.ts";
import { type Failure, service } from "../data/service.ts";
import { loadWaiting, mayApprove } from "../data/state.ts";
import { Command } from "../parts/basics.tsx";
import { Failed } from "../parts/states.tsx";
import { Text } from "../parts/text.tsx";

interface LetPassProps {
  readonly detail: DecisionDetail;
  readonly onAnswered: () => Promise<void>;
}

export function LetPass({ detail, onAnswered }: LetPassProps): JSX.Element {
  const command = detail.help?.command ?? null;
  const proposed = command === null ? undefined : /^sallyport allow '([^']+)'\.?$/.exec(command)?.[1];
  return (
    <div class="ways">
      <Once detail={detail} onAnswered={onAnswered} />
      {command !== null && (
        <div class="way">
          <h3>From now on</h3>
          <p>In a terminal of your own:</p>
          <Command value={command} />
          {proposed !== undefined && (
            <a href={linkTo.view("rules", { behavior: "allow", rule: proposed })}>
              Or here: see first what this rule would have changed
            </a>
          )}
        </div>
      )}
      {detail.clearsWhen !== null && (
        <div class="way">
          <h3>By your word</h3>
          <p>
            It passes when you tell the agent: <Text value={detail.clearsWhen} />
          </p>
        </div>
      )}
      {command === null && detail.clearsWhen === null && (
        <div class="way">
          <h3>From now on</h3>
          <p class="soft">Nothing settles it for good: each such call is decided by itself.</p>
        </div>
      )}
    </div>
  );
}

function Once({ detail, onAnswered }: LetPassProps): JSX.Element {
  const { state, why } = detail.approval;
  switch (state) {
    case "can":
      return (
        <div class="way">
          <h3>Once</h3>
          <p>This exact call, one time, within ten minutes. The agent has to try it again.</p>
          <Answer id={detail.id} onAnswered={onAnswered} />
        </div>
      );
    case "approved":
      return (
        <div class="way">
          <h3>Once</h3>
          <p>
            <strong>Approved.</strong> It passes the next time the agent tries it.
          </p>
          {why !== null && (
            <p class="soft">
              <Text value={why} />
            </p>
          )}
        </div>
      );
    case "used":
      return (
        <div class="way">
          <h3>Once</h3>
          <p>It was approved, and the approval was used.</p>
        </div>
      );
    case "cannot":
      return (
        <div class="way">
          <h3>Once</h3>
          <p>It cannot be approved{why === null ? "." : ":"}</p>
          {why !== null && (
            <p class="soft">
              <Text value={why} />
            </p>
          )}
        </div>
      );
  }
}

interface AnswerProps {
  readonly id: string;
  readonly onAnswered: () => Promise<void>;
}

/** The person's yes or no to one call. */
export function Answer({ id, onAnswered }: AnswerProps): JSX.Element {
  const busy = useSignal(false);
  const said = useSignal<string | undefined>(undefined);
  const failure = useSignal<Failure | undefined>(undefined);
  const answer = async (word: "approve" | "refuse"): Promise<void> => {
    busy.value = true;
    failure.value = undefined;
    const done = await service.answer(id, word);
    busy.value = false;
    if (!done.ok) {
      failure.value = done.failure;
      return;
    }
    const { until } = done.value;
    said.value = word === "refuse" ? "Refused." : `Approved${until === null ? "." : `, until ${formatMinute(until)}.`}`;
    await Promise.all([loadWaiting(), onAnswered()]);
  };
  if (!mayApprove()) return <p class="soft">Your sign-in may look, not approve.</p>;
  if (said.value !== undefined) return <p role="status">{said.value}</p>;
  return (
    <>
      <div class="buttons">
        <button type="button" class="primary approve" disabled={busy.value} onClick={() => void answer("approve")}>
          Approve once
        </button>
        <button type="button" class="refuse" disabled={busy.value} onClick={() => void answer("refuse")}>
          Refuse
        </button>
      </div>
      {failure.value !== undefined && <Failed failure={failure.value} />}
    </>
  );
}
