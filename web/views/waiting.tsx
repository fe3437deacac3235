/** Calls that were held and can still be approved: what each would do comes first. */
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { WaitingCall } from "../../src/service/api.ts";
import { formatCountdown, shortPath } from "../data/format.ts";
import { useKeys } from "../data/keys.ts";
import { useLoad } from "../data/load.ts";
import { linkTo } from "../data/route.ts";
import { service } from "../data/service.ts";
import { now, waitingCount } from "../data/state.ts";
import { listen } from "../data/stream.ts";
import { hostName, labelOf } from "../data/words.ts";
import { Ago, Badge, Head } from "../parts/basics.tsx";
import { CallText } from "../parts/call.tsx";
import { Effects, Facts, Looked } from "../parts/evidence.tsx";
import { Icon } from "../parts/icon.tsx";
import { Empty, When } from "../parts/states.tsx";
import { Text } from "../parts/text.tsx";
import { Answer } from "./let-pass.tsx";

const RELOAD_MS = 250;

export function WaitingCalls(): JSX.Element {
  const { loaded, reload } = useLoad("waiting", service.approvals);
  useEffect(() => {
    let timer = 0;
    const stop = listen((event) => {
      if (event.event === "pause") return;
      window.clearTimeout(timer);
      timer = window.setTimeout(() => void reload(), RELOAD_MS);
    });
    return () => {
      window.clearTimeout(timer);
      stop();
    };
  }, [reload]);
  useEffect(() => {
    if (loaded.state === "ready") waitingCount.value = loaded.value.waiting.length;
  }, [loaded]);
  useKeys({ j: () => moveCard(1), k: () => moveCard(-1) });
  return (
    <div class="view narrow">
      <Head
        title="Waiting"
        lead="Held calls you can still let pass. A yes is for this exact call, once, and void when what it runs has changed."
      />
      <When loaded={loaded} what="what waits" again={reload}>
        {({ waiting }) =>
          waiting.length === 0 ? (
            <Empty icon="check" title="Nothing waits for you.">
              <p>When an agent’s call is held and a person may let it pass, it shows up here.</p>
            </Empty>
          ) : (
            <ol class="cards">
              {inOrder(waiting).map((call) => (
                <li key={call.id}>
                  <WaitingCard call={call} reload={reload} />
                </li>
              ))}
            </ol>
          )
        }
      </When>
    </div>
  );
}

/** Where an agent waits for the answer, the least time left first; then the newest. */
const inOrder = (calls: readonly WaitingCall[]): readonly WaitingCall[] =>
  calls.toSorted((a, b) => (a.deadline ?? Infinity) - (b.deadline ?? Infinity) || b.at - a.at);

function moveCard(by: number): void {
  const cards = [...document.querySelectorAll<HTMLElement>(".waiting-card")];
  const at = cards.findIndex((card) => card.contains(document.activeElement));
  const card = cards[Math.min(Math.max(at + by, 0), cards.length - 1)];
  card?.focus();
  card?.scrollIntoView({ block: "nearest" });
}

interface CardProps {
  readonly call: WaitingCall;
  readonly reload: () => Promise<void>;
}

function WaitingCard({ call, reload }: CardProps): JSX.Element {
  return (
    <article class="waiting-card" tabIndex={-1} aria-label={`${call.tool}, ${labelOf(call.by)}`}>
      <header>
        <Badge behavior={call.behavior} walls={null} />
        <span class="meta">
          <Ago at={call.at} />
          <span>{hostName(call.host)}</span>
          {call.project !== null && (
            <span>
              <Text value={shortPath(call.project)} />
            </span>
          )}
          <a href={linkTo.decision(call.id)}>all about it</a>
        </span>
        {call.deadline !== null && <Countdown deadline={call.deadline} />}
      </header>
      <h2>What it would do</h2>
      <Effects effects={call.effects} does={null} />
      <CallText tool={call.tool} input={call.input} call="" />
      {call.sinceAsked.length > 0 && (
        <div class="notice ask">
          <Icon name="warn" />
          <div>
            <p class="notice-title">Changed since it was asked</p>
            <ul class="plain-list">
              {call.sinceAsked.map((path) => (
                <li key={path}>
                  <code>
                    <Text value={path} />
                  </code>
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
      <h2>Why it was held</h2>
      <p>
        <Text value={call.reason} lines />
      </p>
      <Looked files={call.looked} />
      <Facts facts={call.facts} />
      <footer>
        {call.refusal === null ? (
          <Answer id={call.id} onAnswered={reload} />
        ) : (
          <p class="soft">
            It cannot be approved: <Text value={call.refusal} />
          </p>
        )}
      </footer>
    </article>
  );
}

const URGENT_MS = 30_000;

function Countdown({ deadline }: { readonly deadline: number }): JSX.Element {
  const left = deadline - now.value;
  return (
    <span class={`countdown ${left < URGENT_MS ? "urgent" : ""}`} role="timer">
      <Icon name="clock" />
      {left > 0 ? `${formatCountdown(left)} to answer, then it is refused` : "The time to answer is over"}
    </span>
  );
}
