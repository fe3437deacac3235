/** The ways a held call passes: once, for good, or by what the person says. Where there is none, that is said. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { describeReach, rulesProposed } from "../../src/contract/settling.ts";
import type { DecisionDetail } from "../../src/service/api.ts";
import { formatMinute } from "../data/format.ts";
import { linkTo } from "../data/route.ts";
import { type Failure, service } from "../data/service.ts";
import { loadWaiting, mayApprove, mayChange } from "../data/state.ts";
import { Command } from "../parts/basics.tsx";
import { Icon } from "../parts/icon.tsx";
import { Failed } from "../parts/states.tsx";
import { useStill } from "../parts/still.ts";
import { Text } from "../parts/text.tsx";

interface LetPassProps {
  readonly detail: DecisionDetail;
  readonly onAnswered: () => Promise<void>;
}

/** What the gate says where nothing else clears it: that stands under "Once" already. */
const BY_APPROVAL = "the person approves this exact call";

export function LetPass({ detail, onAnswered }: LetPassProps): JSX.Element {
  const command = detail.help?.command ?? null;
  const proposed = command === null ? undefined : /^sallyport allow '([^']+)'$/.exec(command)?.[1];
  const byRule = detail.by === "denyRule" || detail.by === "askRule";
  const clears = detail.clearsWhen === BY_APPROVAL ? null : detail.clearsWhen;
  const ways = useRef<HTMLDivElement>(null);
  /** The button that was pressed is gone: what became of it is where the person looks. */
  const tell = async (): Promise<void> => {
    await onAnswered();
    ways.current?.focus({ preventScroll: true });
  };
  return (
    <div class="ways" tabIndex={-1} ref={ways}>
      <Once detail={detail} onAnswered={tell} />
      {command !== null && (
        <div class="way">
          <h3>From now on</h3>
          <p>In a terminal of your own:</p>
          <Command value={command} />
          {byRule && detail.rule !== null && (
            <a href={linkTo.view("rules", { find: detail.rule })}>Or here: go to the rule</a>
          )}
          {proposed !== undefined && (
            <a href={linkTo.view("rules", { behavior: "allow", rule: proposed })}>
              Or here: see first what this rule would have changed
            </a>
          )}
        </div>
      )}
      {command === null && byRule && detail.rule !== null && (
        <div class="way">
          <h3>From now on</h3>
          <p>Change the rule, or take it out:</p>
          <a class="button" href={linkTo.view("rules", { find: detail.rule })}>
            <Icon name="rules" />
            Go to the rule
          </a>
        </div>
      )}
      {clears !== null && !byRule && (
        <div class="way">
          <h3>By what you tell the agent</h3>
          <p>
            It clears when <Text value={clears} />.
          </p>
        </div>
      )}
      {command === null && !byRule && <Settles detail={detail} alone={clears === null} />}
    </div>
  );
}

interface SettlesProps {
  readonly detail: DecisionDetail;
  /** Nothing else is told. */
  readonly alone: boolean;
}

/** Where no command settles it: what does, as the gate put it. */
function Settles({ detail: { help }, alone }: SettlesProps): JSX.Element | null {
  const settles = help?.settles ?? null;
  if (settles === null && !alone) return null;
  return (
    <div class="way">
      <h3>From now on</h3>
      <p class="soft">{settles === null ? "Each such call is decided by itself." : <Text value={settles} />}</p>
    </div>
  );
}

function Once({ detail, onAnswered }: LetPassProps): JSX.Element {
  const { state, why, until } = detail.approval;
  switch (state) {
    case "can":
      if (detail.looked.some(({ changed }) => changed === true))
        return (
          <div class="way">
            <h3>Once</h3>
            <p>It cannot be approved any more: what it runs has changed since. Let the agent try it again.</p>
          </div>
        );
      return (
        <div class="way">
          <h3>Once</h3>
          <p>This exact call, one time, within ten minutes. The agent has to try it again.</p>
          <Answer id={detail.id} command={detail.help?.command ?? null} onAnswered={onAnswered} />
        </div>
      );
    case "approved":
      return (
        <div class="way">
          <h3>Once</h3>
          <p>
            <strong>Approved{until === null ? "" : `, until ${formatMinute(until)}, for one call`}.</strong> It passes
            the next time the agent tries it.
          </p>
        </div>
      );
    case "used":
      return (
        <div class="way">
          <h3>Once</h3>
          <p>It was approved, and the approval was used.</p>
        </div>
      );
    case "cannot":
      return (
        <div class="way">
          <h3>Once</h3>
          <p>It cannot be approved{why === null ? "." : ":"}</p>
          {why !== null && (
            <p class="soft">
              <Text value={why} />
            </p>
          )}
        </div>
      );
  }
}

/** What a person answered; `until`: how long a yes holds. */
export interface GivenAnswer {
  readonly word: "approved" | "refused";
  readonly until: number | null;
}

/** As it is said wherever an answer was given. */
export const sayAnswer = ({ word, until }: GivenAnswer): string =>
  word === "refused" ? "Refused." : `Approved${until === null ? "" : `, until ${formatMinute(until)}`}, for one call.`;

interface AnswerProps {
  readonly id: string;
  /** What would settle it for good: where that is a rule, one press writes it. */
  readonly command: string | null;
  readonly onAnswered: (given: GivenAnswer) => Promise<void>;
}

type Pressed = "approve" | "always" | "refuse";

/** The person's yes or no to one call. Lists reload while they look: an answer counts once its buttons have stood still. */
export function Answer({ id, command, onAnswered }: AnswerProps): JSX.Element {
  const busy = useSignal(false);
  const said = useSignal<string | undefined>(undefined);
  const failure = useSignal<Failure | undefined>(undefined);
  const buttons = useRef<HTMLDivElement>(null);
  const { still, isStill } = useStill(buttons);
  const rules = mayChange() ? rulesProposed({ command }) : [];
  const answer = async (word: Pressed): Promise<void> => {
    if (!isStill()) return;
    busy.value = true;
    failure.value = undefined;
    const failed = word === "always" ? await saveAll(rules) : undefined;
    const done = failed ?? (await service.answer(id, word === "refuse" ? "refuse" : "approve"));
    busy.value = false;
    if (!done.ok) {
      failure.value = done.failure;
      return;
    }
    const given: GivenAnswer = { word: word === "refuse" ? "refused" : "approved", until: done.value.until };
    said.value =
      word === "always" ? `Not asked again: ${rules.join(", ")} is written. ${sayAnswer(given)}` : sayAnswer(given);
    await Promise.all([loadWaiting(), onAnswered(given)]);
  };
  if (!mayApprove()) return <p class="soft">Your sign-in may look, not approve.</p>;
  if (said.value !== undefined) return <p role="status">{said.value}</p>;
  const button = (word: Pressed, kind: string, text: string): JSX.Element => (
    <button type="button" class={kind} disabled={busy.value} aria-disabled={!still} onClick={() => void answer(word)}>
      {text}
    </button>
  );
  return (
    <>
      <div class="buttons" ref={buttons}>
        {button("approve", "primary approve", "Approve once")}
        {rules.length > 0 && button("always", "always", "Don’t ask again")}
        {button("refuse", "refuse", "Refuse")}
      </div>
      {rules.length > 0 && (
        <p class="soft">
          Don’t ask again writes{" "}
          <code>
            <Text value={rules.join("  ")} />
          </code>{" "}
          into your settings: {describeReach(rules)}. <a href={linkTo.view("rules")}>Rules</a> takes it out again.
        </p>
      )}
      {failure.value !== undefined && <Failed failure={failure.value} />}
    </>
  );
}

/** Undefined where all of them are written. */
async function saveAll(rules: readonly string[]) {
  for (const rule of rules) {
    const saved = await service.saveRule({ behavior: "allow", rule });
    if (!saved.ok) return saved;
  }
  return undefined;
}
