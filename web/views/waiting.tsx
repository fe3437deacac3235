/** Calls that were held and can still be approved: what each would do comes first. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { WaitingCall } from "../../src/service/api.ts";
import { shortPath } from "../data/format.ts";
import { useListKeys } from "../data/list-keys.ts";
import { useLoad } from "../data/load.ts";
import { service } from "../data/service.ts";
import { countWaiting } from "../data/state.ts";
import { listen } from "../data/stream.ts";
import { groupWaiting, openWords, type TriedCall, type WaitingGroups, waitWords } from "../data/waiting.ts";
import { hostName } from "../data/words.ts";
import { withoutProject } from "../list/row.tsx";
import { Badge, Head, Moment } from "../parts/basics.tsx";
import { Icon } from "../parts/icon.tsx";
import { Empty, When } from "../parts/states.tsx";
import { spellOut, Text } from "../parts/text.tsx";
import { type GivenAnswer, sayAnswer } from "./let-pass.tsx";
import { type OnAnswer, sayAnswered, WaitingCard } from "./waiting-card.tsx";

const RELOAD_MS = 250;

/** What was answered while this view is open: it stays where it was, with what was said. */
type Answers = ReadonlyMap<string, { readonly call: WaitingCall; readonly given: GivenAnswer }>;

export function WaitingCalls(): JSX.Element {
  const { loaded, reload } = useLoad("waiting", service.approvals);
  const answers = useSignal<Answers>(new Map());
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
  useListKeys(".cards .waiting-card, .folded-line");
  const answer = async (call: WaitingCall, given: GivenAnswer): Promise<void> => {
    const next = idBeside(call.id);
    answers.value = new Map(answers.value).set(call.id, { call, given });
    await reload();
    requestAnimationFrame(() => focusCall(next));
  };
  const last = [...answers.value.values()].at(-1);
  return (
    <div class="view narrow">
      <Head
        title="Waiting"
        lead="Held calls you can still let pass. A yes is for this exact call, once, and void when what it runs has changed."
      />
      <p class="hidden" role="status">
        {last !== undefined && `${sayAnswer(last.given)} ${spellOut(last.call.call)}`}
      </p>
      <When loaded={loaded} what="what waits" again={reload}>
        {({ waiting }) => <Groups groups={groupWaiting(waiting)} answers={answers.value} onAnswer={answer} />}
      </When>
    </div>
  );
}

/** What can be answered, in the order it stands there. */
const answerable = (): readonly HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>(".cards .waiting-card, .folded.answerable .folded-line"),
];

/** The one after it, else the one before it. */
function idBeside(id: string): string | undefined {
  const all = answerable();
  const at = all.findIndex(({ dataset }) => dataset.call === id);
  return (all[at + 1] ?? all[at - 1])?.dataset.call;
}

function focusCall(id: string | undefined): void {
  const found = answerable().find(({ dataset }) => dataset.call === id) ?? document.querySelector("#view-title");
  if (found instanceof HTMLElement) found.focus({ preventScroll: true });
}

interface GroupsProps {
  readonly groups: WaitingGroups;
  readonly answers: Answers;
  readonly onAnswer: OnAnswer;
}

function Groups({ groups, answers, onAnswer }: GroupsProps): JSX.Element {
  const { open, answered, never } = groups;
  const shown = new Set(answers.keys());
  const agents = groups.agents.filter(({ id }) => !shown.has(id));
  const isNew = ({ call }: TriedCall): boolean => !shown.has(call.id);
  const openNow = open.filter(isNew);
  if (agents.length + open.length + answered.length + never.length + shown.size === 0)
    return (
      <Empty icon="check" title="Nothing waits for you.">
        <p>When an agent’s call is held and a person may let it pass, it shows up here.</p>
      </Empty>
    );
  const said = [...answers.values()];
  return (
    <>
      {agents.length === 0 && (
        <p class="notice allow">
          <Icon name="check" />
          <span>
            No agent waits for an answer now
            {openNow.length > 0 && `; of the calls that were held lately, ${openWords(openNow.length)}`}.
          </span>
        </p>
      )}
      {agents.length > 0 && <h2>{waitWords(agents.length)}</h2>}
      <ol class="cards">
        {agents.map((call) => (
          <li key={call.id}>
            <WaitingCard call={call} onAnswer={onAnswer} />
          </li>
        ))}
      </ol>
      <Folded
        title={openWords(openNow.length)}
        lead="A yes lets the agent’s next try of the same call pass."
        kind="answerable"
        calls={openNow}
        said={said}
        onAnswer={onAnswer}
      />
      <Folded title="Answered" lead="" calls={answered.filter(isNew)} onAnswer={onAnswer} />
      <Folded title="Held, and not for approval" lead="" calls={never} onAnswer={onAnswer} />
    </>
  );
}

interface FoldedProps {
  readonly title: string;
  readonly lead: string;
  readonly kind?: "answerable";
  readonly calls: readonly TriedCall[];
  /** Answered just now: told in their place. */
  readonly said?: readonly { readonly call: WaitingCall; readonly given: GivenAnswer }[];
  readonly onAnswer: OnAnswer;
}

type FoldedItem = {
  readonly at: number;
  readonly id: string;
  readonly tried?: TriedCall;
  readonly given?: GivenAnswer;
  readonly call: WaitingCall;
};

function Folded({ title, lead, kind, calls, said = [], onAnswer }: FoldedProps): JSX.Element | null {
  const opened = useSignal<string | undefined>(undefined);
  const items: readonly FoldedItem[] = [
    ...calls.map((tried) => ({ at: tried.call.at, id: tried.call.id, call: tried.call, tried })),
    ...said.map(({ call, given }) => ({ at: call.at, id: call.id, call, given })),
  ].toSorted((a, b) => b.at - a.at);
  if (items.length === 0) return null;
  return (
    <section class={`folded ${kind ?? ""}`}>
      <header>
        <h2>{title}</h2>
        {lead !== "" && <p class="soft">{lead}</p>}
      </header>
      <ol>
        {items.map(({ id, call, tried, given }) => (
          <li key={id}>
            {given !== undefined ? (
              <AnsweredLine call={call} given={given} />
            ) : (
              <FoldedLine
                call={call}
                tries={tried?.tries ?? 1}
                open={opened.value === id}
                onOpen={() => {
                  opened.value = opened.value === id ? undefined : id;
                }}
              />
            )}
            {given === undefined && opened.value === id && <WaitingCard call={call} onAnswer={onAnswer} />}
          </li>
        ))}
      </ol>
    </section>
  );
}

interface FoldedLineProps {
  readonly call: WaitingCall;
  readonly tries: number;
  readonly open: boolean;
  readonly onOpen: () => void;
}

const FoldedLine = ({ call, tries, open, onOpen }: FoldedLineProps): JSX.Element => (
  <button type="button" class="folded-line" data-call={call.id} aria-expanded={open} onClick={onOpen}>
    <Badge behavior={call.behavior} walls={null} />
    <CallLine call={call} tries={tries} />
    <span class="folded-time soft">
      <Moment at={call.at} />
    </span>
    <Icon name="chevron" />
  </button>
);

const AnsweredLine = ({ call, given }: { readonly call: WaitingCall; readonly given: GivenAnswer }): JSX.Element => (
  <div class={`answered-line ${given.word === "approved" ? "allow-text" : "deny-text"}`}>
    <Icon name={given.word === "approved" ? "check" : "close"} />
    <span class="folded-main">
      <strong>{sayAnswer(given)}</strong>{" "}
      {given.word === "approved" && call.deadline === null && (
        <span class="soft">It passes when the agent tries it again.</span>
      )}
      <CallLine call={call} tries={1} />
    </span>
  </div>
);

/** As in other lists of decisions; where it comes from stands below, so that equal calls can be told apart. */
const CallLine = ({ call, tries }: { readonly call: WaitingCall; readonly tries: number }): JSX.Element => (
  <span class="folded-main">
    <span class="folded-call">
      <CallWords call={call} />
    </span>
    <span class="folded-meta">
      {call.answered !== null && <strong>{sayAnswered(call.answered)}</strong>}
      {call.project !== null && <Text value={shortPath(call.project)} />}
      <span>
        {hostName(call.host)}, session <Text value={shortSession(call.session)} />
      </span>
      {call.byHand && <span>by hand</span>}
      {tries > 1 && <span>tried {tries} times</span>}
    </span>
  </span>
);

const WHOLE_SESSION = 20;
const shortSession = (id: string): string => (id.length <= WHOLE_SESSION ? id : `${id.slice(0, 8)}…`);

const CallWords = ({ call }: { readonly call: WaitingCall }): JSX.Element => (
  <>
    {call.tool !== "Bash" && (
      <span class="row-tool">
        <Text value={call.tool} />
      </span>
    )}
    <Text value={withoutProject(call)} />
  </>
);
