/** One held call: what it would do, what changed since, why it was held, and the answer. */
import type { JSX } from "preact";
import type { WaitingCall } from "../../src/service/api.ts";
import { formatCountdown, formatMinute, shortPath } from "../data/format.ts";
import { linkTo } from "../data/route.ts";
import { now } from "../data/state.ts";
import { hostName, labelOf } from "../data/words.ts";
import { Ago, Badge } from "../parts/basics.tsx";
import { CallText } from "../parts/call.tsx";
import { Effects, Facts, Looked } from "../parts/evidence.tsx";
import { Icon } from "../parts/icon.tsx";
import { PathList, Text } from "../parts/text.tsx";
import { Answer, type GivenAnswer } from "./let-pass.tsx";

export type OnAnswer = (call: WaitingCall, given: GivenAnswer) => Promise<void>;
type Answered = NonNullable<WaitingCall["answered"]>;

export const sayAnswered = ({ word, until }: Answered): string => ANSWERED[word](until);
const ANSWERED: Readonly<Record<Answered["word"], (until: number | null) => string>> = {
  approved: (until) =>
    until === null ? "Approved, and used or over" : `Approved, until ${formatMinute(until)}, for one call`,
  refused: () => "Refused",
  ran: () => "Approved in the agent, and run",
};

interface CardProps {
  readonly call: WaitingCall;
  readonly onAnswer: OnAnswer;
}

export function WaitingCard({ call, onAnswer }: CardProps): JSX.Element {
  return (
    <article class="waiting-card" data-call={call.id} tabIndex={-1} aria-label={`${call.tool}, ${labelOf(call.by)}`}>
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
      <h2>{call.does === null ? "What it would do" : <Text value={call.does} />}</h2>
      <Effects effects={call.effects} does={null} bound={call.refusal === null} />
      {call.cwd !== null && (
        <p class="soft">
          In{" "}
          <code>
            <Text value={call.cwd} />
          </code>
        </p>
      )}
      <CallText tool={call.tool} input={call.input} call="" />
      {call.sinceAsked.length > 0 && (
        <div class="notice ask">
          <Icon name="warn" />
          <div>
            <p class="notice-title">Changed since it was asked</p>
            <PathList paths={call.sinceAsked} />
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
          <>
            <Answer id={call.id} command={call.command} onAnswered={(given) => onAnswer(call, given)} />
            {call.deadline !== null && <p class="soft">The agent waits. No answer is a no.</p>}
          </>
        ) : call.answered !== null ? (
          <p class="soft">{sayAnswered(call.answered)}.</p>
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
      {left > 0 ? `${formatCountdown(left)} to answer` : "The time to answer is over"}
    </span>
  );
}
