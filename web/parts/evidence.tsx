/** What a decision rests on: effects, scripts that were looked through, facts. */
import type { JSX } from "preact";
import type { LookedFile } from "../../src/service/api.ts";
import { Chip, Code, Section } from "./basics.tsx";
import { Icon } from "./icon.tsx";
import { Text } from "./text.tsx";

interface EffectsProps {
  readonly effects: string;
  readonly does: string | null;
}

export function Effects({ effects, does }: EffectsProps): JSX.Element {
  const lines = [...new Set(effects.split("\n").map((line) => line.trim()))].filter((line) => line !== "");
  return (
    <>
      {does !== null && (
        <p class="why">
          <Text value={does} />
        </p>
      )}
      {lines.length > 0 && (
        <ul class="effects">
          {lines.map((line) => (
            <li key={line}>
              <Text value={line} />
            </li>
          ))}
        </ul>
      )}
      {does === null && lines.length === 0 && <p class="soft">What it does was not put on record.</p>}
    </>
  );
}

export function Looked({ files }: { readonly files: readonly LookedFile[] }): JSX.Element | null {
  if (files.length === 0) return null;
  return (
    <Section title="Scripts that were looked through" icon="file">
      {files.map((file) => (
        <details key={file.path} class="file" open={files.length === 1 && file.text !== null}>
          <summary>
            <Icon name="chevron" />
            <code>
              <Text value={file.path} />
            </code>
            <Changed changed={file.changed} />
          </summary>
          {file.text === null ? (
            <p class="soft">Its text is not shown: the file is no longer what was looked through, or cannot be read.</p>
          ) : (
            <Code value={file.text} label={`Text of ${file.path}`} />
          )}
        </details>
      ))}
    </Section>
  );
}

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
