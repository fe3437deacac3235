/** What is shown where there is nothing yet, nothing at all, or a failure. */
import type { ComponentChildren, JSX } from "preact";
import type { Loaded } from "../data/load.ts";
import type { Failure } from "../data/service.ts";
import { Icon, type IconName } from "./icon.tsx";
import { Text } from "./text.tsx";

interface EmptyProps {
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ComponentChildren;
}

export const Empty = ({ icon, title, children }: EmptyProps): JSX.Element => (
  <div class="empty">
    <Icon name={icon} />
    <p class="empty-title">{title}</p>
    {children}
  </div>
);

/** In place of "nothing": as long as the record is being read, nobody knows. */
export const NothingYet = ({ what }: { readonly what: string }): JSX.Element => (
  <Empty icon="search" title={`No ${what} so far.`}>
    <p>The record is still being read. What is found shows up here by itself.</p>
  </Empty>
);

export const Spinner = ({ what }: { readonly what: string }): JSX.Element => (
  <div class="loading" role="status">
    <span class="spinner" aria-hidden="true" />
    Loading {what} …
  </div>
);

interface FailedProps {
  readonly failure: Failure;
  readonly again?: (() => void) | undefined;
}

export const Failed = ({ failure, again }: FailedProps): JSX.Element => (
  <div class="notice deny" role="alert">
    <Icon name="warn" />
    <div>
      <p class="notice-title">
        <Text value={failure.message} />
      </p>
      {failure.todo !== null && (
        <p>
          <Text value={failure.todo} />
        </p>
      )}
    </div>
    {again !== undefined && (
      <button type="button" onClick={again}>
        Try again
      </button>
    )}
  </div>
);

interface WhenProps<T> {
  readonly loaded: Loaded<T>;
  readonly what: string;
  readonly again: () => Promise<void>;
  readonly children: (value: T) => ComponentChildren;
}

/** A thing that is asked for, in each of its states. */
export function When<T>({ loaded, what, again, children }: WhenProps<T>): JSX.Element {
  switch (loaded.state) {
    case "loading":
      return <Spinner what={what} />;
    case "failed":
      return <Failed failure={loaded.failure} again={() => void again()} />;
    case "ready":
      return <>{children(loaded.value)}</>;
  }
}
