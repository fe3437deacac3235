/** A field that filters while it is typed into. It always shows what filters: also where a link, or the way back, changed it. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "./icon.tsx";

const TYPING_MS = 250;

interface SearchBoxProps {
  readonly label: string;
  readonly placeholder: string;
  /** What filters now. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly focus?: boolean;
}

export function SearchBox({ label, placeholder, value, onChange, focus = false }: SearchBoxProps): JSX.Element {
  const text = useSignal(value);
  const timer = useRef(0);
  const field = useRef<HTMLInputElement>(null);
  const latest = useRef(onChange);
  latest.current = onChange;
  /** What this field asked for last: another value came from elsewhere. */
  const sent = useRef(value);
  // Before the next key comes: what is typed right after `/` belongs into the field.
  useLayoutEffect(() => {
    if (focus) field.current?.focus();
    return () => window.clearTimeout(timer.current);
  }, []);
  useLayoutEffect(() => {
    if (value === sent.current) return;
    window.clearTimeout(timer.current);
    sent.current = value;
    text.value = value;
  }, [value]);
  const type = (typed: string): void => {
    text.value = typed;
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      sent.current = typed.trim();
      latest.current(typed.trim());
    }, TYPING_MS);
  };
  return (
    <search class="search-field">
      <Icon name="search" />
      <input
        ref={field}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={text.value}
        spellcheck={false}
        autocomplete="off"
        onInput={({ currentTarget }) => type(currentTarget.value)}
        onKeyDown={(event) => {
          // Out of the field, so that the keys of the page count again; what was typed stays.
          if (event.key !== "Escape") return;
          event.preventDefault();
          event.currentTarget.blur();
        }}
      />
    </search>
  );
}
