/** One session as it went: what the person said, what was decided, what was approved. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { SessionAnswer, SessionEntry } from "../../src/service/api.ts";
import { formatClock, formatCost, formatCount, formatFull, plural, shortPath } from "../data/format.ts";
import { useListKeys } from "../data/list-keys.ts";
import { linkTo } from "../data/route.ts";
import { type Failure, service } from "../data/service.ts";
import { generation, listen } from "../data/stream.ts";
import { hostName } from "../data/words.ts";
import { Row } from "../list/row.tsx";
import { Head } from "../parts/basics.tsx";
import { Icon, type IconName } from "../parts/icon.tsx";
import { Failed, Spinner } from "../parts/states.tsx";
import { Text } from "../parts/text.tsx";
import { Seen } from "./seen.tsx";

const PAGE = 100;
const RELOAD_MS = 400;

export function Session({ id }: { readonly id: string }): JSX.Element {
  const { head, entries, next, failure, loading, earlier } = useSession(id);
  useListKeys(".timeline a.row");
  if (head === undefined)
    return (
      <div class="view">
        {failure === undefined ? (
          <Spinner what="the session" />
        ) : (
          <>
            <Head title="Session" />
            <Failed failure={failure} />
          </>
        )}
      </div>
    );
  return (
    <div class="view narrow">
      <a class="back" href={linkTo.view("sessions")}>
        <Icon name="back" />
        Sessions
      </a>
      <Head title={head.said ?? head.project?.split(/[\\/]/).at(-1) ?? "Session"} lead={<Lead head={head} />}>
        <a class="button" href={linkTo.view("search", { session: head.session })}>
          <Icon name="search" />
          Search in it
        </a>
      </Head>
      {next !== null && (
        <button type="button" class="more" disabled={loading} onClick={earlier}>
          Show what was before
        </button>
      )}
      {failure !== undefined && <Failed failure={failure} />}
      <ol class="timeline">
        {weave(entries).map((item) => (
          <li key={item.entry.seq} class={`moment ${item.entry.kind}`}>
            <Moment item={item} />
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The day only where it is another. */
const formatEnd = ({ began, last }: SessionAnswer): string =>
  new Date(began).toDateString() === new Date(last).toDateString() ? formatClock(last) : formatFull(last);

const Lead = ({ head }: { readonly head: SessionAnswer }): JSX.Element => (
  <>
    {hostName(head.host)}
    {head.project !== null && (
      <>
        {" "}
        in <Text value={shortPath(head.project)} />
      </>
    )}
    , {formatFull(head.began)} to {formatEnd(head)}. {plural(head.decisions, "decision")}, {formatCount(head.asks)}{" "}
    asked, {formatCount(head.denies)} denied
    {head.costUsd > 0 ? `, ${formatCost(head.costUsd)} for verdicts` : ""}. Session <Text value={head.session} />.
  </>
);

/** A decision with what followed from it. */
interface Item {
  readonly entry: SessionEntry;
  readonly ran: boolean;
  readonly refused: readonly string[];
}

/** Oldest first; that a call ran stands with its decision. */
function weave(entries: readonly SessionEntry[]): readonly Item[] {
  const decided = new Set(entries.flatMap(({ decision }) => decision?.id ?? []));
  const ran = new Map<string, readonly string[]>();
  for (const { kind, decisionId, refused } of entries)
    if (kind === "ran" && decisionId !== null) ran.set(decisionId, refused);
  return entries
    .filter(({ kind, decisionId }) => !((kind === "ran" || kind === "joined") && decided.has(decisionId ?? "")))
    .toReversed()
    .map((entry) => ({
      entry,
      ran: ran.has(entry.decision?.id ?? ""),
      refused: ran.get(entry.decision?.id ?? "") ?? entry.refused,
    }));
}

const PLAIN: Readonly<Partial<Record<SessionEntry["kind"], readonly [IconName, string]>>> = {
  start: ["play", "The session began"],
  task: ["live", "An agent's words: a task, not the person's"],
  joined: ["check", "A second event of the host got the same answer"],
  ran: ["check", "A call ran"],
  approval: ["person", "Approved"],
  refusal: ["person", "Refused"],
  handoff: ["person", "Handed over"],
  handoffTold: ["check", "The handover was told"],
  probe: ["warn", "A result from outside carries something made to steer the agent"],
  probeTold: ["check", "The agent was told of it"],
  notice: ["help", "Notice"],
};

function Moment({ item }: { readonly item: Item }): JSX.Element {
  const { entry } = item;
  if (entry.decision !== null) return <DecisionMoment item={item} />;
  if (entry.kind === "prompt")
    return (
      <Line icon="person" title="The person" at={entry.at}>
        <div class="said">
          <Text value={entry.text ?? ""} lines />
        </div>
      </Line>
    );
  const [icon, title] = PLAIN[entry.kind] ?? ["live", entry.kind];
  return (
    <Line icon={icon} title={title} at={entry.at}>
      {entry.text !== null && (
        <p class="soft">
          <Text value={entry.text} lines />
        </p>
      )}
      {entry.decisionId !== null && <a href={linkTo.decision(entry.decisionId)}>the decision</a>}
    </Line>
  );
}

interface LineProps {
  readonly icon: IconName;
  readonly title: string;
  readonly at: number;
  readonly children: ComponentChildren;
}

const Line = ({ icon, title, at, children }: LineProps): JSX.Element => (
  <>
    <span class="moment-icon">
      <Icon name={icon} />
    </span>
    <div class="moment-body">
      <p class="moment-title">
        {title}
        <time dateTime={new Date(at).toISOString()} title={formatFull(at)}>
          {formatClock(at)}
        </time>
      </p>
      {children}
    </div>
  </>
);

function DecisionMoment({ item }: { readonly item: Item }): JSX.Element | null {
  const { decision } = item.entry;
  if (decision === null) return null;
  return (
    <div class="moment-decision">
      <Row row={decision} />
      {item.ran && <p class="moment-after soft">It ran.</p>}
      {item.refused.length > 0 && (
        <p class="moment-after">
          The walls refused it: <Text value={item.refused.join(", ")} />
        </p>
      )}
      {decision.by === "classifier" && <Seen session={decision.session} decision={decision.id} />}
    </div>
  );
}

function useSession(id: string) {
  const head = useSignal<SessionAnswer | undefined>(undefined);
  const entries = useSignal<readonly SessionEntry[]>([]);
  const next = useSignal<string | null>(null);
  const failure = useSignal<Failure | undefined>(undefined);
  const loading = useSignal(true);
  const turn = useRef(0);
  const again = generation.value;
  const load = async (before: string | undefined): Promise<void> => {
    const mine = turn.current;
    loading.value = true;
    const answer = await service.session(id, { limit: PAGE, before });
    if (mine !== turn.current) return;
    loading.value = false;
    failure.value = answer.ok ? undefined : answer.failure;
    if (!answer.ok) return;
    const fresh = answer.value.entries;
    const known = new Set(fresh.map(({ seq }) => seq));
    const first = head.value === undefined;
    head.value = answer.value;
    entries.value = [...fresh, ...entries.value.filter(({ seq }) => !known.has(seq))].toSorted((a, b) => b.seq - a.seq);
    if (before !== undefined || first) next.value = answer.value.next;
  };
  useEffect(() => {
    turn.current++;
    head.value = undefined;
    entries.value = [];
    void load(undefined);
    let timer = 0;
    const stop = listen((event) => {
      if (event.event !== "decision" || event.data.session !== id) return;
      window.clearTimeout(timer);
      timer = window.setTimeout(() => void load(undefined), RELOAD_MS);
    });
    return () => {
      window.clearTimeout(timer);
      stop();
    };
  }, [id, again]);
  const earlier = (): void => void load(next.value ?? undefined);
  return {
    head: head.value,
    entries: entries.value,
    next: next.value,
    failure: failure.value,
    loading: loading.value,
    earlier,
  };
}
