/** The conversation as the classifier saw it, and what it answered. Asked for when somebody wants to see it. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { SeenAnswer } from "../../src/service/api.ts";
import { useLoad } from "../data/load.ts";
import { service } from "../data/service.ts";
import { Code, Command } from "../parts/basics.tsx";
import { Icon } from "../parts/icon.tsx";
import { When } from "../parts/states.tsx";
import { Text } from "../parts/text.tsx";

interface SeenProps {
  readonly session: string;
  readonly decision: string;
}

export function Seen(props: SeenProps): JSX.Element {
  const open = useSignal(false);
  return (
    <details
      class="file seen"
      onToggle={({ currentTarget }) => {
        open.value = currentTarget.open;
      }}
    >
      <summary>
        <Icon name="chevron" />
        The conversation as the classifier saw it, and its reasoning
      </summary>
      {open.value && <SeenBody {...props} />}
    </details>
  );
}

function SeenBody({ session, decision }: SeenProps): JSX.Element {
  const { loaded, reload } = useLoad(decision, () => service.seen(session, decision));
  return (
    <When loaded={loaded} what="the conversation" again={reload}>
      {(seen) => (seen.kept ? <Conversation seen={seen} /> : <NotKept how={seen.how} />)}
    </When>
  );
}

const NotKept = ({ how }: { readonly how: string }): JSX.Element => (
  <div class="seen-none">
    <p>What the classifier was shown is not kept, unless you ask for it. From then on it is:</p>
    <Command value={how} />
  </div>
);

function Conversation({ seen }: { readonly seen: Extract<SeenAnswer, { kept: true }> }): JSX.Element {
  return (
    <div class="conversation">
      {seen.transcript.map((turn, at) => (
        <div key={at} class={`turn ${turn.role === "user" ? "user" : "other"}`}>
          <span class="turn-role">{turn.role === "user" ? "The person" : <Text value={turn.role} />}</span>
          <div class="turn-text">
            <Text value={turn.text} lines />
          </div>
        </div>
      ))}
      <div class="turn action">
        <span class="turn-role">
          The action to judge · <Text value={seen.action.role} />
        </span>
        <Code value={seen.action.text} label="The action to judge" />
      </div>
      {seen.stages.map((stage) => (
        <div key={stage.stage} class="turn verdict">
          <span class="turn-role">
            Stage {stage.stage}
            {stage.model !== null && (
              <>
                {" · "}
                <Text value={stage.model} />
              </>
            )}
          </span>
          {stage.answer === null ? (
            <p class="soft">It gave no answer that is kept.</p>
          ) : (
            <Code value={stage.answer} label={`Answer of stage ${stage.stage}`} />
          )}
        </div>
      ))}
      <details class="file">
        <summary>
          <Icon name="chevron" />
          What it is told always
        </summary>
        <Code value={seen.system} label="What the classifier is told always" />
      </details>
    </div>
  );
}
