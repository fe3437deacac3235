/** Figures over time. Every drawing has its table. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { IndexStanding, StatsAnswer } from "../../src/service/api.ts";
import { formatCompact, formatCost, formatCount, formatShare } from "../data/format.ts";
import { useLoad } from "../data/load.ts";
import { linkTo, replaceWith, route } from "../data/route.ts";
import { service } from "../data/service.ts";
import { loadValues, values } from "../data/state.ts";
import { hostName } from "../data/words.ts";
import { Head, Segments, Select, withSet } from "../parts/basics.tsx";
import { Empty, NothingYet, When } from "../parts/states.tsx";
import { OverTime } from "./stats-over-time.tsx";
import { LatencyBySteps, ShareByStep, Topics, WallsTable } from "./stats-tables.tsx";

const HOUR_MS = 3_600_000;
const RANGES = [
  ["24h", "24 hours"],
  ["7d", "7 days"],
  ["30d", "30 days"],
  ["90d", "90 days"],
] as const;
type Range = (typeof RANGES)[number][0];
const HOURS: Readonly<Record<Range, number>> = { "24h": 24, "7d": 168, "30d": 720, "90d": 2160 };

export function Stats(): JSX.Element {
  const { query } = route.value;
  const range = RANGES.find(([name]) => name === query.get("range"))?.[0] ?? "7d";
  const host = query.get("host") ?? "";
  const asked = useSignal(Date.now());
  const bucket = range === "24h" ? "hour" : "day";
  const { loaded, reload } = useLoad(`${range} ${host}`, () => {
    asked.value = Date.now();
    return service.stats({ from: asked.value - HOURS[range] * HOUR_MS, to: asked.value, bucket, host });
  });
  const show = (next: { readonly range: Range; readonly host: string }): void =>
    replaceWith(linkTo.view("stats", { range: next.range, ...(next.host === "" ? {} : { host: next.host }) }));
  useEffect(() => void loadValues(), []);
  const hosts = (values.value?.host ?? []).map(({ value }) => [value, hostName(value)] as const);
  return (
    <div class="view">
      <Head
        title="Statistics"
        lead="What the gate took off your hands, what it held, and what that cost. What was tried by hand is not counted."
      >
        <Select
          label="Agent"
          value={host}
          choices={withSet([["", "All agents"], ...hosts], host, hostName)}
          onChange={(value) => show({ range, host: value })}
        />
        <Segments label="Time" value={range} choices={RANGES} onChange={(value) => show({ range: value, host })} />
      </Head>
      <When loaded={loaded} what="statistics" again={reload}>
        {(stats) =>
          stats.totals.decisions === 0 ? (
            <NoFigures standing={stats.index} />
          ) : (
            <Figures stats={stats} to={asked.value} from={asked.value - HOURS[range] * HOUR_MS} />
          )
        }
      </When>
    </div>
  );
}

const NoFigures = ({ standing }: { readonly standing: IndexStanding }): JSX.Element =>
  standing === "reading" ? (
    <NothingYet what="decision of this time" />
  ) : (
    <Empty icon="stats" title="Nothing was decided in this time.">
      <p>A longer time may show more.</p>
    </Empty>
  );

interface FiguresProps {
  readonly stats: StatsAnswer;
  readonly from: number;
  readonly to: number;
}

function Figures({ stats, from, to }: FiguresProps): JSX.Element {
  const { totals } = stats;
  return (
    <>
      <ul class="tiles">
        <Tile
          tone="allow"
          figure={formatCompact(totals.promptsSaved)}
          name={totals.promptsSaved === 1 ? "prompt saved" : "prompts saved"}
          more="allowed although the agent alone would have asked"
        />
        <Tile
          figure={formatCompact(totals.decisions)}
          name={totals.decisions === 1 ? "decision" : "decisions"}
          more={`${formatShare(totals.allow, totals.decisions)} allowed`}
        />
        <Tile
          tone="ask"
          figure={formatCompact(totals.ask)}
          name="asked"
          more={`${formatShare(totals.ask, totals.decisions)} of all`}
        />
        <Tile
          tone="deny"
          figure={formatCompact(totals.deny + totals.abort)}
          name="denied"
          more={
            totals.abort > 0
              ? `${formatCount(totals.abort)} of them stopped the agent`
              : `${formatShare(totals.deny, totals.decisions)} of all`
          }
        />
        <Tile
          tone="walled"
          figure={formatCompact(totals.walled)}
          name="inside walls"
          more={`${formatCount(totals.refusedInWalls)} ${totals.refusedInWalls === 1 ? "was" : "were"} refused something`}
        />
        <Tile
          figure={formatCost(totals.costUsd)}
          name="for verdicts"
          more={totals.outages === 0 ? "no outage" : `${formatCount(totals.outages)} without a verdict`}
        />
      </ul>
      <OverTime series={stats.series} bucketMs={stats.bucketMs} from={from} to={to} />
      <div class="columns">
        <ShareByStep stats={stats} />
        <Topics stats={stats} />
        <LatencyBySteps stats={stats} />
        <WallsTable stats={stats} />
      </div>
    </>
  );
}

interface TileProps {
  readonly figure: string;
  readonly name: string;
  readonly more: string;
  readonly tone?: string;
}

const Tile = ({ figure, name, more, tone = "plain" }: TileProps): JSX.Element => (
  <li class={`tile ${tone}`}>
    <span class="tile-figure">{figure}</span>
    <span class="tile-name">{name}</span>
    <span class="tile-more">{more}</span>
  </li>
);
