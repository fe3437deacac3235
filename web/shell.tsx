/** What stands around every view: the way between them, how the gate stands, colours and keys. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { formatCount, plural } from "./data/format.ts";
import { type Bindings, useKeys } from "./data/keys.ts";
import { go, linkTo, type Route, route, type View } from "./data/route.ts";
import { status, waitingCounts } from "./data/state.ts";
import { connection } from "./data/stream.ts";
import { openWords, waitWords } from "./data/waiting.ts";
import { Dialog } from "./parts/dialog.tsx";
import { GateState } from "./parts/gate-state.tsx";
import { HelpSheet } from "./parts/help-sheet.tsx";
import { Icon, type IconName, Mark } from "./parts/icon.tsx";
import { Preferences } from "./parts/preferences.tsx";

interface Place {
  readonly view: View;
  readonly icon: IconName;
  readonly name: string;
  readonly key: string;
}

const PLACES: readonly Place[] = [
  { view: "live", icon: "live", name: "Live", key: "l" },
  { view: "waiting", icon: "waiting", name: "Waiting", key: "w" },
  { view: "search", icon: "search", name: "Search", key: "f" },
  { view: "sessions", icon: "sessions", name: "Sessions", key: "s" },
  { view: "stats", icon: "stats", name: "Statistics", key: "t" },
  { view: "rules", icon: "rules", name: "Rules", key: "r" },
  { view: "undo", icon: "undo", name: "Undo", key: "u" },
];
/** On a phone: these at the bottom, the others behind "More". */
const AT_HAND: readonly View[] = ["live", "waiting", "search", "sessions"];

/** Views below another one: where the person is in the list of places. */
const PARENTS = { decision: "live", session: "sessions", point: "undo" } as const;
const placeOf = (here: Route): View => ("id" in here ? PARENTS[here.view] : here.view);

export function Shell({ children }: { readonly children: ComponentChildren }): JSX.Element {
  const sheet = useSignal<"help" | "more" | undefined>(undefined);
  const here = placeOf(route.value);
  const close = (): void => {
    sheet.value = undefined;
  };
  const ways: Bindings = Object.fromEntries(
    PLACES.map(({ view, key }) => [`g ${key}`, () => go(linkTo.view(view))] as const),
  );
  useKeys({
    ...ways,
    "/": () => go(linkTo.view("search")),
    "?": () => {
      sheet.value = "help";
    },
    b: () => history.back(),
  });
  return (
    <div class="shell">
      <button type="button" class="skip" onClick={skip}>
        Skip to the content
      </button>
      <header class="side">
        <a class="brand" href={linkTo.view("live")}>
          <Mark />
          Sallyport
        </a>
        <nav class="places" aria-label="Views">
          <ul>
            {PLACES.map((place) => (
              <li key={place.view} class={AT_HAND.includes(place.view) ? "" : "far"}>
                <PlaceLink place={place} here={here === place.view} />
              </li>
            ))}
            <li class="near">
              <button
                type="button"
                class="place"
                aria-current={AT_HAND.includes(here) ? undefined : "page"}
                onClick={() => (sheet.value = "more")}
              >
                <Icon name="more" />
                <span>More</span>
              </button>
            </li>
          </ul>
        </nav>
        <div class="side-foot">
          <GateState />
          <Preferences onHelp={() => (sheet.value = "help")} />
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        {connection.value === "lost" && <Lost />}
        <NotWhole />
        {children}
      </main>
      {sheet.value === "help" && <HelpSheet onClose={close} places={PLACES} />}
      {sheet.value === "more" && (
        <Dialog title="More" onClose={close}>
          <ul class="more-list">
            {PLACES.filter(({ view }) => !AT_HAND.includes(view)).map((place) => (
              <li key={place.view}>
                <a
                  href={linkTo.view(place.view)}
                  aria-current={here === place.view ? "page" : undefined}
                  onClick={close}
                >
                  <Icon name={place.icon} />
                  {place.name}
                </a>
              </li>
            ))}
          </ul>
          <GateState />
          <Preferences words onHelp={() => (sheet.value = "help")} />
        </Dialog>
      )}
    </div>
  );
}

/** Within this page `#` means a view: the jump is made by hand. */
function skip(): void {
  document.querySelector<HTMLElement>("#main")?.focus();
}

const PlaceLink = ({ place, here }: { readonly place: Place; readonly here: boolean }): JSX.Element => (
  <a class="place" href={linkTo.view(place.view)} aria-current={here ? "page" : undefined}>
    <Icon name={place.icon} />
    <span>{place.name}</span>
    {place.view === "waiting" && <WaitingCount />}
  </a>
);

const MOST_COUNTED = 99;

/** Loud where an agent waits now, quiet for what could still be approved. */
function WaitingCount(): JSX.Element | null {
  const { now, lately } = waitingCounts.value;
  const n = now > 0 ? now : lately;
  if (n === 0) return null;
  const words = now > 0 ? waitWords(now) : openWords(lately);
  return (
    <span class={`count ${now > 0 ? "loud" : ""}`} title={words}>
      <span aria-hidden="true">{n > MOST_COUNTED ? `${MOST_COUNTED}+` : formatCount(n)}</span>
      <span class="hidden">{words}</span>
    </span>
  );
}

/** Lists, search and figures are not everything: said above all of them. */
function NotWhole(): JSX.Element | null {
  const index = status.value?.index;
  if (index === undefined || index.standing === "complete") return null;
  return (
    <div class="lost" role="status">
      <Icon name="sessions" />
      {index.standing === "reading" ? (
        <p>
          The record is still being read, {plural(index.decisions, "decision")} so far. Lists, search and figures are
          not whole yet; they will be by themselves.
        </p>
      ) : (
        <p>
          The index is full: the newest decisions are on record, and not in lists, search and figures. To make room:
          sallyport log purge
        </p>
      )}
    </div>
  );
}

const Lost = (): JSX.Element => (
  <div class="lost" role="status">
    <Icon name="warn" />
    <p>The service does not answer. What you see may be old; the gate itself goes on. Trying again …</p>
  </div>
);
