/** The sessions of all agents, the last used first. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { IndexStanding, SessionHead } from "../../src/service/api.ts";
import { formatCost, formatCount, shortPath } from "../data/format.ts";
import { useListKeys } from "../data/list-keys.ts";
import { linkTo, replaceWith, route } from "../data/route.ts";
import { type Failure, service } from "../data/service.ts";
import { generation } from "../data/stream.ts";
import { hostName } from "../data/words.ts";
import { Ago, Head } from "../parts/basics.tsx";
import { Icon } from "../parts/icon.tsx";
import { SearchBox } from "../parts/search-box.tsx";
import { Empty, Failed, NothingYet, Spinner } from "../parts/states.tsx";
import { Text } from "../parts/text.tsx";

const PAGE = 50;

export function Sessions(): JSX.Element {
  const q = route.value.query.get("q") ?? "";
  const { list, next, failure, loading, standing, more } = useSessions(q);
  useListKeys(".session-line");
  return (
    <div class="view">
      <Head
        title="Sessions"
        lead="One conversation with an agent each: open one to read what was said and what was decided."
      />
      <SearchBox
        label="Find a session"
        placeholder="What you asked for, project, agent or session"
        value={q}
        onChange={(words) => replaceWith(linkTo.view("sessions", words === "" ? {} : { q: words }))}
      />
      {failure !== undefined && <Failed failure={failure} again={more} />}
      {list.length === 0 && loading && <Spinner what="sessions" />}
      {list.length === 0 && !loading && failure === undefined && (
        <NoSession standing={standing} title={q === "" ? "No session yet." : "No session matches."} />
      )}
      {list.length > 0 && (
        <ol class="session-list">
          {list.map((head) => (
            <li key={head.session}>
              <SessionLine head={head} />
            </li>
          ))}
        </ol>
      )}
      {next !== null && (
        <button type="button" class="more" disabled={loading} onClick={more}>
          Show older sessions
        </button>
      )}
    </div>
  );
}

interface NoSessionProps {
  readonly standing: IndexStanding;
  readonly title: string;
}

const NoSession = ({ standing, title }: NoSessionProps): JSX.Element =>
  standing === "reading" ? <NothingYet what="session" /> : <Empty icon="sessions" title={title} />;

function useSessions(q: string) {
  const list = useSignal<readonly SessionHead[]>([]);
  const next = useSignal<string | null>(null);
  const failure = useSignal<Failure | undefined>(undefined);
  const loading = useSignal(true);
  const standing = useSignal<IndexStanding>("reading");
  const turn = useRef(0);
  const load = async (before: string | undefined): Promise<void> => {
    const mine = ++turn.current;
    loading.value = true;
    const answer = await service.sessions({ limit: PAGE, before, q });
    if (mine !== turn.current) return;
    loading.value = false;
    failure.value = answer.ok ? undefined : answer.failure;
    if (!answer.ok) return;
    list.value = before === undefined ? answer.value.sessions : [...list.value, ...answer.value.sessions];
    next.value = answer.value.next;
    standing.value = answer.value.index;
  };
  const again = generation.value;
  useEffect(() => {
    void load(undefined);
  }, [q, again]);
  const more = (): void => void load(next.value ?? undefined);
  return {
    ...{ list: list.value, next: next.value, failure: failure.value },
    ...{ loading: loading.value, standing: standing.value, more },
  };
}

const projectOf = ({ project }: SessionHead): JSX.Element =>
  project === null ? <>No project</> : <Text value={shortPath(project)} />;

const SessionLine = ({ head }: { readonly head: SessionHead }): JSX.Element => (
  <a class="session-line" href={linkTo.session(head.session)}>
    <span class="session-main">
      <strong>{head.said === null ? projectOf(head) : <Text value={head.said} />}</strong>
      <span class="soft">
        {head.said !== null && <>{projectOf(head)} · </>}
        {hostName(head.host)} · <Text value={head.session.slice(0, 36)} />
      </span>
    </span>
    <span class="session-counts">
      <span>{formatCount(head.decisions)} decided</span>
      {head.asks > 0 && <span class="ask-text">{formatCount(head.asks)} asked</span>}
      {head.denies > 0 && <span class="deny-text">{formatCount(head.denies)} denied</span>}
      {head.costUsd > 0 && <span>{formatCost(head.costUsd)}</span>}
    </span>
    <span class="session-time soft">
      <Ago at={head.last} />
    </span>
    <Icon name="chevron" />
  </a>
);
