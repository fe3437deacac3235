/** Small things every view is made of. */
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Behavior } from "../../src/contract/decision.ts";
import { formatAgo, formatFull, formatMoment } from "../data/format.ts";
import { now } from "../data/state.ts";
import { BEHAVIOR_WORDS } from "../data/words.ts";
import { Icon, type IconName } from "./icon.tsx";
import { spellOut, Text } from "./text.tsx";

interface Children {
  readonly children: ComponentChildren;
}

/** What was decided, in a word and a colour; inside walls it is also drawn so. */
export function Badge({
  behavior,
  walls,
}: {
  readonly behavior: Behavior;
  readonly walls: string | null;
}): JSX.Element {
  const walled = behavior === "allow" && walls !== null;
  return (
    <span class={`badge ${walled ? "walled" : behavior}`}>
      <span class="dot" />
      {walled ? "In walls" : BEHAVIOR_WORDS[behavior]}
    </span>
  );
}

export const Chip = ({ children, tone = "plain" }: Children & { readonly tone?: string }): JSX.Element => (
  <span class={`chip ${tone}`}>{children}</span>
);

export function Ago({ at }: { readonly at: number }): JSX.Element {
  return (
    <time dateTime={new Date(at).toISOString()} title={formatFull(at)}>
      {formatAgo(at, now.value)}
    </time>
  );
}

/** The time of a row in a list. */
export function Moment({ at }: { readonly at: number }): JSX.Element {
  return (
    <time dateTime={new Date(at).toISOString()} title={formatFull(at)}>
      {formatMoment(at, now.value)}
    </time>
  );
}

const COPIED_MS = 1_600;

/** A text to take along: a command, a path. */
export function Copy({ text, what }: { readonly text: string; readonly what: string }): JSX.Element {
  const [copied, setCopied] = useState(false);
  const timer = useRef(0);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    timer.current = window.setTimeout(() => setCopied(false), COPIED_MS);
  };
  return (
    <button type="button" class="quiet copy" onClick={() => void copy()} aria-label={`Copy ${what}`}>
      <Icon name={copied ? "check" : "copy"} />
      <span aria-live="polite">{copied ? "Copied" : "Copy"}</span>
    </button>
  );
}

/** Text of the record as it is: lines kept, long lines turned. */
export const Code = ({ value, label }: { readonly value: string; readonly label: string }): JSX.Element => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls, and must scroll by keyboard.
  <figure class="code" tabIndex={0} aria-label={label}>
    <pre>
      <code>
        <Text value={value} lines />
      </code>
    </pre>
  </figure>
);

/** A command of the person's own terminal. */
export const Command = ({ value }: { readonly value: string }): JSX.Element => (
  <div class="command">
    <span class="prompt" aria-hidden="true">
      $
    </span>
    <code>
      <Text value={value} />
    </code>
    <Copy text={value} what="the command" />
  </div>
);

interface SectionProps extends Children {
  readonly title: string;
  readonly icon?: IconName;
  readonly tone?: string;
  readonly aside?: ComponentChildren;
}

export const Section = ({ title, icon, tone = "plain", aside, children }: SectionProps): JSX.Element => (
  <section class={`section ${tone}`}>
    <header>
      {icon !== undefined && <Icon name={icon} />}
      <h2>{title}</h2>
      {aside}
    </header>
    {children}
  </section>
);

interface HeadProps {
  readonly title: string;
  readonly lead?: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** The head of a view: its name, one sentence, and what can be done at once. */
export const Head = ({ title, lead, children }: HeadProps): JSX.Element => (
  <header class="head">
    <div>
      <h1 id="view-title" tabIndex={-1}>
        {title}
      </h1>
      {lead !== undefined && <p class="lead">{lead}</p>}
    </div>
    {children !== undefined && <div class="head-tools">{children}</div>}
  </header>
);

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly choices: readonly (readonly [T, string])[];
  readonly onChange: (value: T) => void;
}

/** One of few, all in sight. */
export function Segments<T extends string>({ label, value, choices, onChange }: ChoiceProps<T>): JSX.Element {
  return (
    <fieldset class="segments">
      <legend class="hidden">{label}</legend>
      {choices.map(([choice, word]) => (
        <label key={choice} class={choice === value ? "on" : ""}>
          <input
            type="radio"
            name={label}
            value={choice}
            checked={choice === value}
            onChange={() => onChange(choice)}
          />
          <span>{word}</span>
        </label>
      ))}
    </fieldset>
  );
}

type Choices = readonly (readonly [string, string])[];
/** What is set is always among the choices: a list never looks unfiltered that is not. */
export const withSet = (choices: Choices, set: string, word: (value: string) => string): Choices =>
  choices.some(([value]) => value === set) ? choices : [...choices, [set, word(set)]];

/** One of many. */
export function Select<T extends string>({ label, value, choices, onChange }: ChoiceProps<T>): JSX.Element {
  return (
    <label class="select">
      <span class="hidden">{label}</span>
      <select
        value={value}
        class={value === "" ? "" : "set"}
        onChange={({ currentTarget }) => {
          const chosen = choices.find(([choice]) => choice === currentTarget.value);
          if (chosen !== undefined) onChange(chosen[0]);
        }}
      >
        {choices.map(([choice, word]) => (
          <option key={choice} value={choice}>
            {spellOut(word)}
          </option>
        ))}
      </select>
    </label>
  );
}
