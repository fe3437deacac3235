/** The keys, and the four words a newcomer meets first. */
import type { JSX } from "preact";
import { keysOn, switchKeys } from "../data/keys.ts";
import { Dialog } from "./dialog.tsx";

interface HelpProps {
  readonly onClose: () => void;
  readonly places: readonly { readonly name: string; readonly key: string }[];
}

const KEYS: readonly (readonly [readonly string[], string])[] = [
  [["j"], "next one, in every list"],
  [["k"], "the one before"],
  [["Enter"], "open it"],
  [["b"], "back"],
  [["/"], "search"],
  [["p"], "hold the live list still, or follow"],
  [["n"], "show new decisions"],
  [["?"], "this sheet"],
];

export const HelpSheet = ({ onClose, places }: HelpProps): JSX.Element => (
  <Dialog title="Help" onClose={onClose} wide>
    <div class="help">
      <section>
        <h3>What you see</h3>
        <dl class="words">
          <div>
            <dt class="allow-text">Allowed</dt>
            <dd>It ran: a proof, a rule or the model said yes.</dd>
          </div>
          <div>
            <dt class="walled-text">In walls</dt>
            <dd>It ran where the operating system keeps it from harm.</dd>
          </div>
          <div>
            <dt class="ask-text">Asked</dt>
            <dd>It was held, and the person was asked.</dd>
          </div>
          <div>
            <dt class="deny-text">Denied</dt>
            <dd>It was held, and the agent was told why.</dd>
          </div>
          <div>
            <dt class="abort-text">Stopped</dt>
            <dd>Too many denials with nobody to ask: the agent was stopped.</dd>
          </div>
        </dl>
        <p class="soft">Open a held call to see why it was held, how to let it pass, and how to undo one that ran.</p>
      </section>
      <section>
        <h3>Keys</h3>
        <dl class="keys">
          {KEYS.map(([keys, what]) => (
            <div key={what}>
              <dt>
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
          {places.map(({ name, key }) => (
            <div key={key}>
              <dt>
                <kbd>g</kbd> <kbd>{key}</kbd>
              </dt>
              <dd>{name}</dd>
            </div>
          ))}
        </dl>
        <label class="check">
          <input
            type="checkbox"
            checked={keysOn.value}
            onChange={({ currentTarget }) => switchKeys(currentTarget.checked)}
          />
          Keys of one letter are on
        </label>
      </section>
    </div>
  </Dialog>
);
