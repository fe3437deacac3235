/** Calls that were held and can still be approved: what each would do comes first. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { WaitingCall } from "../../src/service/api.ts";
import { formatCountdown, shortPath } from "../data/format.ts";
import { useKeys } from "../data/keys.ts";
import { useLoad } from "../data/load.ts";
import { linkTo } from "../data/route.ts";
import { service } from "../data/service.ts";
import { countWaiting, now } from "../data/state.ts";
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
    if (loaded.state === "ready") countWaiting(loaded.value.waiting);
  }, [loaded]);
  useKeys({ j: () => moveCard(1), k: () => moveCard(-1) });
  return (
    <div class="view narrow">
      <Head
        title="Waiting"
        lead="Held calls you can still let pass. A yes is for this exact call, once, and void when what it runs has changed."
      />
      <When loaded={loaded} what="what waits" again={reload}>
        {({ waiting }) => <Groups waiting={waiting} reload={reload} />}
      </When>
    </div>
  );
}

interface GroupsProps {
  readonly waiting: readonly WaitingCall[];
  readonly reload: () => Promise<void>;
}

function Groups({ waiting, reload }: GroupsProps): JSX.Element {
  const agents = waiting
    .filter(({ deadline }) => deadline !== null)
    .toSorted((a, b) => (a.deadline ?? 0) - (b.deadline ?? 0));
  const lately = onceEach(waiting.filter(({ deadline, refusal }) => deadline === null && refusal === null));
  const never = onceEach(waiting.filter(({ deadline, refusal }) => deadline === null && refusal !== null));
  if (waiting.length === 0)
    return (
      <Empty icon="check" title="Nothing waits for you.">
        <p>When an agent’s call is held and a person may let it pass, it shows up here.</p>
      </Empty>
    );
  return (
    <>
      {agents.length === 0 && (
        <p class="notice allow">
          <Icon name="check" />
          <span>No agent waits for an answer now.</span>
        </p>
      )}
      <ol class="cards">
        {agents.map((call) => (
          <li key={call.id}>
            <WaitingCard call={call} reload={reload} />
          </li>
        ))}
      </ol>
      <Folded
        title="Held lately"
        lead="A yes lets the agent’s next try of the same call pass."
        calls={lately}
        reload={reload}
      />
      <Folded title="Held, and not for approval" lead="" calls={never} reload={reload} />
    </>
  );
}

/** The same call of the same session once, the newest, with how often it was tried. */
interface TriedCall {
  readonly call: WaitingCall;
  readonly tries: number;
}

function onceEach(calls: readonly WaitingCall[]): readonly TriedCall[] {
  const found = new Map<string, TriedCall>();
  for (const call of calls.toSorted((a, b) => b.at - a.at)) {
    const key = JSON.stringify([call.session, call.cwd, call.tool, call.input]);
    const before = found.get(key);
    found.set(key, { call: before?.call ?? call, tries: (before?.tries ?? 0) + 1 });
  }
  return [...found.values()];
}

interface FoldedProps {
  readonly title: string;
  readonly lead: string;
  readonly calls: readonly TriedCall[];
  readonly reload: () => Promise<void>;
}

function Folded({ title, lead, calls, reload }: FoldedProps): JSX.Element | null {
  const open = useSignal<string | undefined>(undefined);
  if (calls.length === 0) return null;
  return (
    <section class="folded">
      <header>
        <h2>{title}</h2>
        <p class="soft">{lead}</p>
      </header>
      <ol>
        {calls.map(({ call, tries }) => (
          <li key={call.id}>
            <button
              type="button"
              class="folded-line"
              aria-expanded={open.value === call.id}
              onClick={() => {
                open.value = open.value === call.id ? undefined : call.id;
              }}
            >
              <Badge behavior={call.behavior} walls={null} />
              <span class="folded-call">
                <Text value={mainText(call)} />
              </span>
              {tries > 1 && <span class="soft">{tries} ×</span>}
              <span class="soft">
                <Ago at={call.at} />
              </span>
              <Icon name="chevron" />
            </button>
            {open.value === call.id && <WaitingCard call={call} reload={reload} />}
          </li>
        ))}
      </ol>
    </section>
  );
}

const mainText = ({ tool, input }: WaitingCall): string =>
  typeof input.command === "string" ? input.command : `${tool} ${JSON.stringify(input)}`;

function moveCard(by: number): void {
  const cards = [...document.querySelectorAll<HTMLElement>(".cards .waiting-card, .folded-line")];
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
          <>
            <Answer id={call.id} onAnswered={reload} />
            {call.deadline !== null && <p class="soft">The agent waits. No answer is a no.</p>}
          </>
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
