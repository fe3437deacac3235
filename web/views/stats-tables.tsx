/** Figures that are tables with a bar in each row. */
import type { ComponentChildren, JSX } from "preact";
import { BEHAVIORS, type Behavior } from "../../src/contract/decision.ts";
import type { StatsAnswer } from "../../src/service/api.ts";
import { formatCount, formatMs, formatShare, plural } from "../data/format.ts";
import { linkTo } from "../data/route.ts";
import { BEHAVIOR_WORDS, labelOf, meaningOf } from "../data/words.ts";
import { Text } from "../parts/text.tsx";

interface StatsProps {
  readonly stats: StatsAnswer;
}

const MAX_TOPICS = 12;

/** A name, a bar, and figures. */
const BarHead = ({ row, numbers }: { readonly row: string; readonly numbers: readonly string[] }): JSX.Element => (
  <thead>
    <tr>
      <th scope="col">{row}</th>
      <th scope="col" class="bar-cell">
        <span class="hidden">Outcomes</span>
      </th>
      {numbers.map((name) => (
        <th key={name} scope="col" class="number">
          {name}
        </th>
      ))}
    </tr>
  </thead>
);

export function ShareByStep({ stats }: StatsProps): JSX.Element {
  const steps = new Map<string, Partial<Record<Behavior, number>>>();
  for (const { by, behavior, n } of stats.steps) steps.set(by, { ...steps.get(by), [behavior]: n });
  const rows = [...steps]
    .map(([by, counts]) => ({ by, counts, n: Object.values(counts).reduce((sum, one) => sum + one, 0) }))
    .sort((a, b) => b.n - a.n);
  const widest = rows[0]?.n ?? 1;
  return (
    <Card
      title="Which step decided"
      lead="Most calls should be settled by proofs and rules, few by a model, fewest by you."
    >
      <BarHead row="Step" numbers={["Decisions", "Share"]} />
      <tbody>
        {rows.map(({ by, counts, n }) => (
          <tr key={by}>
            <th scope="row">
              <a href={linkTo.view("search", { by })} title={meaningOf(by)}>
                {labelOf(by)}
              </a>
            </th>
            <td class="bar-cell">
              <Bar
                of={widest}
                parts={BEHAVIORS.map((behavior) => [
                  by === "contained" && behavior === "allow" ? "walled" : behavior,
                  counts[behavior] ?? 0,
                ])}
                words={BEHAVIORS.filter((behavior) => (counts[behavior] ?? 0) > 0)
                  .map((behavior) => `${BEHAVIOR_WORDS[behavior]}: ${formatCount(counts[behavior] ?? 0)}`)
                  .join(", ")}
              />
            </td>
            <td class="number">{formatCount(n)}</td>
            <td class="number">{formatShare(n, stats.totals.decisions)}</td>
          </tr>
        ))}
      </tbody>
    </Card>
  );
}

export function Topics({ stats }: StatsProps): JSX.Element {
  const rows = stats.topics.toSorted((a, b) => b.deny + b.ask - a.deny - a.ask).slice(0, MAX_TOPICS);
  const widest = Math.max(1, ...rows.map(({ deny, ask }) => deny + ask));
  if (rows.length === 0)
    return (
      <Card
        title="What was held, by topic"
        lead="A topic is a kind of harm the gate knows by name. None was met in this time."
      >
        <tbody />
      </Card>
    );
  return (
    <Card title="What was held, by topic" lead="A topic is a kind of harm the gate knows by name.">
      <BarHead row="Topic" numbers={["Denied", "Asked"]} />
      <tbody>
        {rows.map(({ topic, deny, ask }) => (
          <tr key={topic}>
            <th scope="row">
              <a href={linkTo.view("search", { topic })}>
                <Text value={topic} />
              </a>
            </th>
            <td class="bar-cell">
              <Bar
                of={widest}
                parts={[
                  ["deny", deny],
                  ["ask", ask],
                ]}
                words={`Denied: ${formatCount(deny)}, asked: ${formatCount(ask)}`}
              />
            </td>
            <td class="number">{formatCount(deny)}</td>
            <td class="number">{formatCount(ask)}</td>
          </tr>
        ))}
      </tbody>
    </Card>
  );
}

export const LatencyBySteps = ({ stats }: StatsProps): JSX.Element => (
  <Card
    title="How long a decision takes"
    lead="Half of them take no longer than the middle; 19 of 20 no longer than the slow end."
  >
    <thead>
      <tr>
        <th scope="col">Step</th>
        <th scope="col" class="number">
          Middle
        </th>
        <th scope="col" class="number">
          Slow end
        </th>
      </tr>
    </thead>
    <tbody>
      {stats.latency
        .toSorted((a, b) => b.p95 - a.p95)
        .map(({ by, p50, p95 }) => (
          <tr key={by}>
            <th scope="row">{labelOf(by)}</th>
            <td class="number">{formatMs(p50)}</td>
            <td class="number">{formatMs(p95)}</td>
          </tr>
        ))}
    </tbody>
  </Card>
);

export function WallsTable({ stats }: StatsProps): JSX.Element {
  const widest = Math.max(1, ...stats.walls.map(({ n }) => n));
  const lead =
    stats.walls.length === 0
      ? "No call ran inside walls in this time. sallyport doctor says whether they stand."
      : "Calls nothing could prove ran where the operating system keeps them from harm.";
  return (
    <Card title="Walls, and what they refused" lead={lead}>
      {stats.walls.length === 0 ? (
        <tbody />
      ) : (
        <>
          <thead>
            <tr>
              <th scope="col">Walls</th>
              <th scope="col" class="bar-cell">
                <span class="hidden">Calls</span>
              </th>
              <th scope="col" class="number">
                Calls
              </th>
              <th scope="col" class="number">
                Refused something
              </th>
            </tr>
          </thead>
          <tbody>
            {stats.walls.map(({ walls, n, refused }) => (
              <tr key={walls}>
                <th scope="row">
                  <a href={linkTo.view("search", { walls })}>
                    <Text value={walls} />
                  </a>
                </th>
                <td class="bar-cell">
                  <Bar
                    of={widest}
                    parts={[
                      ["walled", n - refused],
                      ["ask", refused],
                    ]}
                    words={plural(n, "call")}
                  />
                </td>
                <td class="number">{formatCount(n)}</td>
                <td class="number">{formatCount(refused)}</td>
              </tr>
            ))}
          </tbody>
        </>
      )}
    </Card>
  );
}

interface CardProps {
  readonly title: string;
  readonly lead: string;
  readonly children: ComponentChildren;
}

const Card = ({ title, lead, children }: CardProps): JSX.Element => (
  <section class="card">
    <h2>{title}</h2>
    <p class="soft">{lead}</p>
    <div class="table-scroll">
      <table>
        <caption class="hidden">{title}</caption>
        {children}
      </table>
    </div>
  </section>
);

interface BarProps {
  readonly of: number;
  readonly parts: readonly (readonly [string, number])[];
  readonly words: string;
}

const Bar = ({ of, parts, words }: BarProps): JSX.Element => (
  <span class="bar" title={words}>
    {parts
      .filter(([, n]) => n > 0)
      .map(([tone, n]) => (
        <span key={tone} class={`bar-part ${tone}`} style={{ width: `${Math.max(1, (n / of) * 100)}%` }} />
      ))}
  </span>
);
