/** For whoever is not signed in: what the page is, and how its door opens. */
import type { ComponentChildren, JSX } from "preact";
import { Command } from "../parts/basics.tsx";
import { Icon, Mark } from "../parts/icon.tsx";
import { Text } from "../parts/text.tsx";

export const SignIn = ({ why }: { readonly why: string | null }): JSX.Element => (
  <Door title="Open the gate’s page">
    {why !== null && (
      <div class="notice ask" role="alert">
        <Icon name="warn" />
        <p>
          <Text value={why} />
        </p>
      </div>
    )}
    <p>
      This page shows what your agents do and lets you approve it, so it opens only with a link from your own terminal.
      The service printed one when it started. For a new one:
    </p>
    <Command value="sallyport serve link" />
    <ul class="door-facts">
      <li>
        <Icon name="clock" />A link works once, within ten minutes.
      </li>
      <li>
        <Icon name="person" />
        You stay signed in for twelve hours, in this browser alone.
      </li>
      <li>
        <Icon name="wall" />
        The page speaks with nobody but its service. Links are made in a person’s own terminal, and an agent’s token
        cannot approve.
      </li>
    </ul>
  </Door>
);

export const Away = (): JSX.Element => (
  <Door title="The service does not answer">
    <p>
      It may have been stopped. The gate itself goes on: every call is still decided and recorded. To have the page
      again:
    </p>
    <Command value="sallyport serve" />
    <p class="soft" role="status">
      <span class="spinner" aria-hidden="true" /> Trying again every few seconds.
    </p>
  </Door>
);

const Door = ({ title, children }: { readonly title: string; readonly children: ComponentChildren }): JSX.Element => (
  <main class="door">
    <div class="door-card">
      <p class="brand">
        <Mark />
        Sallyport
      </p>
      <h1>{title}</h1>
      {children}
    </div>
  </main>
);
