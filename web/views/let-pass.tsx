/** The ways a held call passes: once, for good, or by what the person says. Where there is none, that is said. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import type { DecisionDetail } from "../../src/service/api.ts";
import { formatMinute } from "../data/format.ts";
import { linkTo } from "../data/route.ts";
import { type Failure, service } from "../data/service.ts";
import { loadWaiting, mayApprove } from "../data/state.ts";
import { Command } from "../parts/basics.tsx";
import { Icon } from "../parts/icon.tsx";
import { Failed } from "../parts/states.tsx";
import { useStill } from "../parts/still.ts";
import { Text } from "../parts/text.tsx";

interface LetPassProps {
  readonly detail: DecisionDetail;
  readonly onAnswered: () => Promise<void>;
}

/** What the gate says where nothing else clears it: that stands under "Once" already. */
const BY_APPROVAL = "the person approves this exact call";

export function LetPass({ detail, onAnswered }: LetPassProps): JSX.Element {
  const command = detail.help?.command ?? null;
  const proposed = command === null ? undefined : /^sallyport allow '([^']+)'$/.exec(command)?.[1];
  const byRule = detail.by === "denyRule" || detail.by === "askRule";
  const clears = detail.clearsWhen === BY_APPROVAL ? null : detail.clearsWhen;
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
      {byRule && detail.rule !== null && (
        <div class="way">
          <h3>From now on</h3>
          <p>Change the rule, or take it out:</p>
          <a class="button" href={linkTo.view("rules", { find: detail.rule })}>
            <Icon name="rules" />
            Go to the rule
          </a>
        </div>
      )}
      {clears !== null && !byRule && (
        <div class="way">
          <h3>By what you tell the agent</h3>
          <p>
            It clears when <Text value={clears} />.
          </p>
        </div>
      )}
      {command === null && clears === null && !byRule && (
        <div class="way">
          <h3>From now on</h3>
          <p class="soft">Nothing settles it for good: each such call is decided by itself.</p>
        </div>
      )}
    </div>
  );
}

/** Times come as programs write them. */
const ISO_TIME = /\b\d{4}-\d\d-\d\dT[\d:.]+Z/;

function Once({ detail, onAnswered }: LetPassProps): JSX.Element {
  const { state, why } = detail.approval;
  switch (state) {
    case "can":
      if (detail.looked.some(({ changed }) => changed === true))
        return (
          <div class="way">
            <h3>Once</h3>
            <p>It cannot be approved any more: what it runs has changed since. Let the agent try it again.</p>
          </div>
        );
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
              <Text value={why.replace(ISO_TIME, (time) => formatMinute(Date.parse(time)))} />
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

/** The person's yes or no to one call. Lists reload while they look: an answer counts once its buttons have stood still. */
export function Answer({ id, onAnswered }: AnswerProps): JSX.Element {
  const busy = useSignal(false);
  const said = useSignal<string | undefined>(undefined);
  const failure = useSignal<Failure | undefined>(undefined);
  const buttons = useRef<HTMLDivElement>(null);
  const { still, isStill } = useStill(buttons);
  const answer = async (word: "approve" | "refuse"): Promise<void> => {
    if (!isStill()) return;
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
      <div class="buttons" ref={buttons}>
        <button
          type="button"
          class="primary approve"
          disabled={busy.value}
          aria-disabled={!still}
          onClick={() => void answer("approve")}
        >
          Approve once
        </button>
        <button
          type="button"
          class="refuse"
          disabled={busy.value}
          aria-disabled={!still}
          onClick={() => void answer("refuse")}
        >
          Refuse
        </button>
      </div>
      {failure.value !== undefined && <Failed failure={failure.value} />}
    </>
  );
}
