/** How the gate stands: live, watching or paused; walls; the model. And the way to pause it. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { StatusAnswer } from "../../src/service/api.ts";
import { formatCountdown } from "../data/format.ts";
import { type Failure, service } from "../data/service.ts";
import { loadStatus, mayChange, now, status } from "../data/state.ts";
import { Segments } from "./basics.tsx";
import { Dialog } from "./dialog.tsx";
import { Icon } from "./icon.tsx";
import { Failed } from "./states.tsx";
import { Text } from "./text.tsx";

const STATES: Readonly<Record<StatusAnswer["state"], readonly [string, string]>> = {
  live: ["allow", "Live: decisions count"],
  shadow: ["ask", "Watching: agents are told nothing"],
  paused: ["ask", "Paused"],
};

export function GateState(): JSX.Element | null {
  const asking = useSignal(false);
  const failure = useSignal<Failure | undefined>(undefined);
  const value = status.value;
  if (value === undefined) return null;
  const [tone, words] = STATES[value.state];
  const left = value.until === null ? undefined : value.until - now.value;
  const resume = async (): Promise<void> => {
    const answer = await service.resume();
    failure.value = answer.ok ? undefined : answer.failure;
    await loadStatus();
  };
  return (
    <section class="gate-state" aria-label="How the gate stands">
      <p class={`gate-line ${tone}-text`}>
        <span class="dot" />
        {words}
        {value.state === "paused" && left !== undefined && left > 0 && `, ${formatCountdown(left)} left`}
      </p>
      <p class="gate-more" title={value.walls.why ?? undefined}>
        <Icon name="wall" />
        {value.walls.stand ? "Walls stand" : "No walls"}
      </p>
      <p class="gate-more">
        <Icon name="spark" />
        {value.model.name === null ? (
          value.model.provider === "offline" ? (
            "No model"
          ) : (
            <Text value={value.model.provider} />
          )
        ) : (
          <Text value={value.model.name} />
        )}
      </p>
      {mayChange() &&
        (value.state === "paused" ? (
          <button type="button" onClick={() => void resume()}>
            <Icon name="play" />
            Resume
          </button>
        ) : (
          <button type="button" onClick={() => (asking.value = true)}>
            <Icon name="pause" />
            Pause …
          </button>
        ))}
      {failure.value !== undefined && <Failed failure={failure.value} />}
      {asking.value && <PauseDialog onClose={() => (asking.value = false)} />}
    </section>
  );
}

const MINUTES = [
  ["15", "15 minutes"],
  ["30", "30 minutes"],
  ["60", "1 hour"],
] as const;

function PauseDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const minutes = useSignal<(typeof MINUTES)[number][0]>("30");
  const failure = useSignal<Failure | undefined>(undefined);
  const pause = async (): Promise<void> => {
    const answer = await service.pause(Number(minutes.value));
    if (!answer.ok) {
      failure.value = answer.failure;
      return;
    }
    await loadStatus();
    onClose();
  };
  return (
    <Dialog title="Pause the gate?" onClose={onClose}>
      <p>
        For a while the gate works in mode default: what rules and proofs do not settle, you are asked, and no model is.
        Deny rules, the floor and protected places hold as always, and everything stays on record.
      </p>
      <Segments
        label="How long"
        value={minutes.value}
        choices={MINUTES}
        onChange={(value) => {
          minutes.value = value;
        }}
      />
      {failure.value !== undefined && <Failed failure={failure.value} />}
      <div class="buttons">
        <button type="button" class="primary" onClick={() => void pause()}>
          Pause
        </button>
        <button type="button" class="quiet" onClick={onClose}>
          Leave it on
        </button>
      </div>
    </Dialog>
  );
}
