/** What agents do now, and what became of it. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { formatCompact, formatCount } from "../data/format.ts";
import { useKeys } from "../data/keys.ts";
import { useLoad } from "../data/load.ts";
import { linkTo, replaceWith, route } from "../data/route.ts";
import { service } from "../data/service.ts";
import { status, waitingCounts } from "../data/state.ts";
import { connection } from "../data/stream.ts";
import { DecisionList } from "../list/decisions.tsx";
import { FilterBar } from "../list/filter-bar.tsx";
import { type Filters, readFilters } from "../list/filters.ts";
import { Command, Head } from "../parts/basics.tsx";
import { Icon } from "../parts/icon.tsx";
import { Empty } from "../parts/states.tsx";
import { Text } from "../parts/text.tsx";

export function Live(): JSX.Element {
  const paused = useSignal(false);
  const filters = readFilters(route.value.query);
  useKeys({
    p: () => {
      paused.value = !paused.value;
    },
  });
  return (
    <div class="view fill">
      <Head title="Live" lead={<Today />}>
        <StreamState paused={paused.value} />
        <button
          type="button"
          aria-pressed={paused.value}
          onClick={() => {
            paused.value = !paused.value;
          }}
        >
          <Icon name={paused.value ? "play" : "pause"} />
          {paused.value ? "Follow" : "Hold still"}
        </button>
      </Head>
      <Warnings />
      <WaitingBanner />
      <FilterBar full={false} filters={filters} onChange={(next) => replaceWith(linkTo.view("live", { ...next }))} />
      <DecisionList
        label="Decisions, newest first"
        filters={filters}
        paused={paused.value}
        empty={<Nothing filters={filters} />}
      />
    </div>
  );
}

function StreamState({ paused }: { readonly paused: boolean }): JSX.Element {
  const state = connection.value;
  const word =
    state === "lost"
      ? "Connection lost, trying again"
      : paused
        ? "Held still"
        : state === "open"
          ? "Following"
          : "Connecting";
  return (
    <span class={`stream ${state === "open" && !paused ? "on" : state}`} role="status">
      <span class="dot" />
      {word}
    </span>
  );
}

const DAY_MS = 86_400_000;
const TODAY_MS = 30_000;

/** The last day in a sentence: how much went by without anybody having to be asked. */
function Today(): JSX.Element {
  const { loaded, reload } = useLoad("today", () => service.stats({ from: Date.now() - DAY_MS, bucket: "hour" }));
  useEffect(() => {
    const timer = window.setInterval(() => void reload(), TODAY_MS);
    return () => window.clearInterval(timer);
  }, [reload]);
  if (loaded.state !== "ready") return <>Every call of an agent, decided before it runs.</>;
  const { decisions, ask, deny, abort, promptsSaved } = loaded.value.totals;
  if (loaded.value.index === "reading") return <>Every call of an agent, decided before it runs.</>;
  if (decisions === 0) return <>Every call of an agent, decided before it runs. None in the last 24 hours.</>;
  return (
    <>
      Last 24 hours: <strong>{formatCompact(ask)}</strong> asked, <strong>{formatCompact(deny + abort)}</strong> denied,{" "}
      <strong>{formatCompact(promptsSaved)}</strong> {promptsSaved === 1 ? "prompt" : "prompts"} saved.
    </>
  );
}

/** What the service says is not right with the set-up. */
const Warnings = (): JSX.Element => (
  <>
    {(status.value?.warnings ?? []).map((warning) => (
      <p key={warning} class="notice ask">
        <Icon name="warn" />
        <span>
          <Text value={warning} />
        </span>
      </p>
    ))}
  </>
);

function WaitingBanner(): JSX.Element | null {
  const { now } = waitingCounts.value;
  if (now === 0) return null;
  return (
    <a class="banner ask" href={linkTo.view("waiting")}>
      <Icon name="waiting" />
      <span>
        <strong>{now === 1 ? "An agent waits" : `${formatCount(now)} agents wait`}</strong> for your answer.
      </span>
      <span class="banner-go">
        Answer <Icon name="chevron" />
      </span>
    </a>
  );
}

function Nothing({ filters }: { readonly filters: Filters }): JSX.Element {
  if (Object.keys(filters).length > 0)
    return (
      <Empty icon="search" title="No decision matches.">
        <a class="button" href={linkTo.view("live")}>
          Show all
        </a>
      </Empty>
    );
  const installed = status.value?.hosts.some((host) => host.installed) ?? false;
  return (
    <Empty icon="live" title="No decision yet.">
      {installed ? (
        <p>The gate is in place. The next call of an agent shows up here.</p>
      ) : (
        <>
          <p>No agent has the gate in front of it. This puts it there:</p>
          <Command value="sallyport init" />
        </>
      )}
    </Empty>
  );
}
