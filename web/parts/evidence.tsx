/** What a decision rests on: effects, scripts that were looked through, facts. */
import type { JSX } from "preact";
import type { DecisionDetail, LookedFile } from "../../src/service/api.ts";
import { asSentence } from "../data/format.ts";
import { Chip, Code, Command, Section } from "./basics.tsx";
import { Icon } from "./icon.tsx";
import { spellOut, Text } from "./text.tsx";

interface EffectsProps {
  readonly effects: string;
  readonly does: string | null;
  /** A person's yes is possible, or was given: what it is bound to is told. */
  readonly bound: boolean;
}

/** Lines that say what an approval is bound to besides the effects; they are folded away. */
const BOUND =
  /^(?:HEAD is |remote .* is |looked (?:through|for) |the (?:project as it stands|files it names as they stand|configuration programs read) \(sha256 |with the variable \w+ of the environment$)/;

export function Effects({ effects, does, bound: isBound }: EffectsProps): JSX.Element {
  const lines = [...new Set(effects.split("\n").map((line) => line.trim()))].filter((line) => line !== "");
  const told = lines.filter((line) => !BOUND.test(line));
  const bound = isBound ? lines.filter((line) => BOUND.test(line)) : [];
  return (
    <>
      {does !== null && told.length === 0 && (
        <p class="why">
          <Text value={asSentence(does)} />
        </p>
      )}
      {told.length > 0 && (
        <ul class="effects">
          {told.map((line) => (
            <li key={line} class={NOT_SURE.test(line) ? "unsure" : ""}>
              <Text value={line} />
            </li>
          ))}
        </ul>
      )}
      {does === null && told.length === 0 && <p class="soft">It does nothing that would have to be told.</p>}
      {bound.length > 0 && (
        <details class="file bound">
          <summary>
            <Icon name="chevron" />
            What a yes is bound to
          </summary>
          <ul class="plain-list">
            {bound.map((line) => (
              <li key={line}>
                <Text value={line} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** Of what passed, only the call is on record; what it does is read again on request. */
export function EffectsAgain({ tool, input }: Pick<DecisionDetail, "tool" | "input">): JSX.Element {
  const command = tool === "Bash" && typeof input.command === "string" ? input.command : undefined;
  if (command === undefined || spellOut(command) !== command)
    return <p class="soft">Effects are put on record for calls that were held; this one passed.</p>;
  return (
    <>
      <p class="soft">
        Effects are put on record for calls that were held; this one passed. To read it again, without running it:
      </p>
      <Command value={`sallyport explain '${command.replaceAll("'", String.raw`'\''`)}'`} />
    </>
  );
}

const NOT_SURE = /^not understood|not known/;

export function Looked({ files }: { readonly files: readonly LookedFile[] }): JSX.Element | null {
  const missing = files.filter(({ changed, text }) => changed === false && text === null);
  const read = files.filter((file) => !missing.includes(file));
  if (read.length === 0) return null;
  return (
    <Section title="Scripts that were looked through" icon="file">
      {read.map((file) => (
        <details key={file.path} class="file" open={file.text !== null && read.length <= OPEN_UP_TO}>
          <summary>
            <Icon name="chevron" />
            <code>
              <Text value={file.path} />
            </code>
            <Changed changed={file.changed} />
          </summary>
          {file.text === null ? (
            <p class="soft">It is no longer what was looked through, so its text is not shown.</p>
          ) : (
            <Code value={file.text} label={`Text of ${spellOut(file.path)}`} />
          )}
        </details>
      ))}
      {missing.length > 0 && (
        <p class="soft small">
          Looked for, and not there: <Text value={missing.map(({ path }) => path).join(", ")} />
        </p>
      )}
    </Section>
  );
}

/** Of so many scripts the text is shown at once. */
const OPEN_UP_TO = 2;

function Changed({ changed }: { readonly changed: boolean | null }): JSX.Element {
  if (changed === null) return <Chip>not known whether it changed</Chip>;
  return changed ? <Chip tone="ask">changed since</Chip> : <Chip tone="allow">unchanged</Chip>;
}

export function Facts({ facts }: { readonly facts: string | null }): JSX.Element | null {
  if (facts === null || facts.trim() === "") return null;
  return (
    <Section title="What is known of it" icon="search">
      <p class="soft">Established by the gate’s own code: where values come from, what was changed, what it reaches.</p>
      <Code value={facts} label="Facts" />
    </Section>
  );
}
