/** One decision, told: what the call does, why it was held, what lets it pass, how to undo it; then everything that is known. */
import type { JSX } from "preact";
import type { DecisionDetail as Detail } from "../../src/service/api.ts";
import { asSentence, formatCost, formatCount, formatFull, formatMs } from "../data/format.ts";
import { useLoad } from "../data/load.ts";
import { linkTo } from "../data/route.ts";
import { service } from "../data/service.ts";
import { hostName, isHeld, labelOf, meaningOf, wallWords } from "../data/words.ts";
import { Ago, Badge, Chip, Section } from "../parts/basics.tsx";
import { CallText } from "../parts/call.tsx";
import { Effects, EffectsAgain, Facts, Looked } from "../parts/evidence.tsx";
import { Icon } from "../parts/icon.tsx";
import { When } from "../parts/states.tsx";
import { Text } from "../parts/text.tsx";
import { LetPass } from "./let-pass.tsx";
import { Seen } from "./seen.tsx";

interface DecisionProps {
  readonly id: string;
  /** Beside a list: its head is one line, and it links to the whole. */
  readonly beside?: boolean;
}

export function DecisionDetail({ id, beside = false }: DecisionProps): JSX.Element {
  const { loaded, reload } = useLoad(id, () => service.decision(id));
  return (
    <article class={`detail ${beside ? "beside" : ""}`}>
      <When loaded={loaded} what="the decision" again={reload}>
        {(detail) => <Told detail={detail} beside={beside} reload={reload} />}
      </When>
    </article>
  );
}

interface ToldProps {
  readonly detail: Detail;
  readonly beside: boolean;
  readonly reload: () => Promise<void>;
}

function Told({ detail, beside, reload }: ToldProps): JSX.Element {
  const held = isHeld(detail.behavior);
  return (
    <>
      <DetailHead detail={detail} beside={beside} />
      <CallText tool={detail.tool} input={detail.input} call={detail.call} />
      <div class="chapters">
        <div class="story">
          <Section title="What it does" icon="live">
            {held || detail.effects !== "" ? (
              <Effects
                effects={detail.effects}
                does={detail.help?.does ?? null}
                bound={detail.approval.state !== "cannot"}
              />
            ) : (
              <EffectsAgain tool={detail.tool} input={detail.input} />
            )}
          </Section>
          <Section
            title={held ? "Why it was held" : "Why it passed"}
            icon={held ? "warn" : "check"}
            tone={held ? detail.behavior : detail.walls === null ? "allow" : "walled"}
          >
            <Why detail={detail} />
          </Section>
          {held && (
            <Section title="How to let it pass" icon="play">
              <LetPass detail={detail} onAnswered={reload} />
            </Section>
          )}
          {detail.restore !== null && (
            <Section title="Undo it" icon="undo">
              <p>Before this call ran, a copy was taken of what it could have lost.</p>
              <a class="button" href={linkTo.point(detail.restore.id)}>
                See what would come back
              </a>
            </Section>
          )}
        </div>
        <div class="story more-known">
          <Walls detail={detail} />
          <Looked files={detail.looked} />
          <Facts facts={detail.facts} />
          <Judged detail={detail} />
        </div>
      </div>
    </>
  );
}

function DetailHead({ detail, beside }: { readonly detail: Detail; readonly beside: boolean }): JSX.Element {
  return (
    <header class="detail-head">
      {!beside && (
        <a class="back" href={linkTo.view("live")} onClick={goBack}>
          <Icon name="back" />
          Back
        </a>
      )}
      <div class="detail-line">
        <Badge behavior={detail.behavior} walls={detail.walls} />
        {beside ? (
          <h2 class="detail-title">
            <Title detail={detail} />
          </h2>
        ) : (
          <h1 class="detail-title" id="view-title" tabIndex={-1}>
            <Title detail={detail} />
          </h1>
        )}
        {beside && (
          <a class="open" href={linkTo.decision(detail.id)}>
            Open
            <Icon name="chevron" />
          </a>
        )}
      </div>
      <p class="meta">
        <span title={formatFull(detail.at)}>
          <Ago at={detail.at} />
        </span>
        <span>{hostName(detail.host)}</span>
        {detail.project !== null && (
          <span>
            <Text value={detail.cwd ?? detail.project} />
          </span>
        )}
        <span>decided in {formatMs(detail.ms)}</span>
        <a href={linkTo.session(detail.session)}>its session</a>
        {detail.byHand && <Chip>by hand</Chip>}
        {detail.joined && <Chip>two events, one decision</Chip>}
      </p>
    </header>
  );
}

/** What a held call would do; else what let it pass, or the topic, or the step. */
const Title = ({ detail: { help, topic, by } }: { readonly detail: Detail }): JSX.Element => {
  const words = help?.does ?? topic;
  return words === null ? <span>{labelOf(by)}</span> : <Text value={words} />;
};

/** Back to the list as it was, where the person came from one. */
function goBack(event: MouseEvent): void {
  if (history.length <= 1) return;
  event.preventDefault();
  history.back();
}

function Why({ detail }: { readonly detail: Detail }): JSX.Element {
  const why = detail.help?.why ?? detail.reason;
  return (
    <>
      <p class="why">
        <Text value={asSentence(why)} lines />
      </p>
      <p class="soft">
        <strong>{labelOf(detail.by)}.</strong> {meaningOf(detail.by)}
      </p>
      <p class="chips">
        {detail.topic !== null && (
          <a class="chip" href={linkTo.view("search", { topic: detail.topic })}>
            Topic: <Text value={detail.topic} />
          </a>
        )}
        {detail.rule !== null && detail.topic === null && (
          <Chip>
            Rule: <Text value={detail.rule} />
          </Chip>
        )}
        {detail.hard && <Chip tone="deny">nothing clears it</Chip>}
        {detail.headless && <Chip>nobody was there to ask</Chip>}
        {detail.unavailable !== null && <Chip tone="ask">no verdict: {detail.unavailable.replaceAll("_", " ")}</Chip>}
      </p>
    </>
  );
}

function Walls({ detail }: { readonly detail: Detail }): JSX.Element | null {
  if (detail.walls === null && detail.refused.length === 0) return null;
  return (
    <Section title="Walls around it" icon="wall" tone="walled">
      {detail.walls !== null && <p>{wallWords(detail.walls)}</p>}
      {detail.refused.length > 0 ? (
        <>
          <p>The walls refused it:</p>
          <ul class="plain-list">
            {detail.refused.map((one) => (
              <li key={one}>
                <Text value={one} />
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p class="soft">Nothing was refused that is on record.</p>
      )}
    </Section>
  );
}

function Judged({ detail }: { readonly detail: Detail }): JSX.Element | null {
  if (detail.model === null && detail.stage === null) return null;
  const { usage } = detail;
  return (
    <Section title="The classifier" icon="spark">
      <dl class="pairs">
        {detail.model !== null && (
          <div>
            <dt>Model</dt>
            <dd>
              <Text value={detail.model} />
            </dd>
          </div>
        )}
        {detail.stage !== null && (
          <div>
            <dt>Decided in stage</dt>
            <dd>{detail.stage}</dd>
          </div>
        )}
        {usage !== null && (
          <div>
            <dt>Tokens</dt>
            <dd>
              {formatCount(usage.input + usage.cacheRead + usage.cacheWrite)} in, {formatCount(usage.output)} out
            </dd>
          </div>
        )}
        {detail.costUsd !== null && (
          <div>
            <dt>Cost</dt>
            <dd>{formatCost(detail.costUsd)}</dd>
          </div>
        )}
      </dl>
      <Seen session={detail.session} decision={detail.id} />
    </Section>
  );
}
