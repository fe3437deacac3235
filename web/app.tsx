/** Which view is shown. */
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { type Route, route } from "./data/route.ts";
import { entry } from "./data/state.ts";
import { Spinner } from "./parts/states.tsx";
import { Shell } from "./shell.tsx";
import { DecisionDetail } from "./views/decision.tsx";
import { Live } from "./views/live.tsx";
import { Point } from "./views/point.tsx";
import { Points } from "./views/points.tsx";
import { Rules } from "./views/rules.tsx";
import { Search } from "./views/search.tsx";
import { Session } from "./views/session.tsx";
import { Sessions } from "./views/sessions.tsx";
import { Away, SignIn } from "./views/sign-in.tsx";
import { Stats } from "./views/stats.tsx";
import { WaitingCalls } from "./views/waiting.tsx";

export function App(): JSX.Element {
  const state = entry.value;
  switch (state.kind) {
    case "checking":
      return <Spinner what="the page" />;
    case "out":
      return <SignIn why={state.why} />;
    case "away":
      return <Away />;
    case "in":
      return (
        <Shell>
          <CurrentView />
        </Shell>
      );
  }
}

function CurrentView(): JSX.Element {
  const here = route.value;
  const name = here.view + ("id" in here ? here.id : "");
  const first = useRef(true);
  useEffect(() => {
    document.title = `${TITLES[here.view]} · Sallyport`;
    if (first.current) {
      first.current = false;
      return;
    }
    return focusTitle();
  }, [name]);
  return <div key={name}>{viewOf(here)}</div>;
}

/** The title of a view may come only with what it shows. Whoever has put the focus somewhere by then keeps it. */
function focusTitle(): (() => void) | undefined {
  const tryIt = (): boolean => {
    const title = document.querySelector<HTMLElement>("#view-title");
    const { activeElement } = document;
    if (activeElement instanceof HTMLInputElement) return true;
    if (title === null) return activeElement !== document.body && activeElement?.closest("#main") !== null;
    title.focus({ preventScroll: true });
    return true;
  };
  if (tryIt()) return undefined;
  const observer = new MutationObserver(() => {
    if (tryIt()) observer.disconnect();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}

const TITLES: Readonly<Record<Route["view"], string>> = {
  live: "Live",
  waiting: "Waiting",
  search: "Search",
  sessions: "Sessions",
  stats: "Statistics",
  rules: "Rules",
  undo: "Undo",
  decision: "Decision",
  session: "Session",
  point: "Restore point",
};

function viewOf(here: Route): JSX.Element {
  switch (here.view) {
    case "live":
      return <Live />;
    case "waiting":
      return <WaitingCalls />;
    case "search":
      return <Search />;
    case "sessions":
      return <Sessions />;
    case "stats":
      return <Stats />;
    case "rules":
      return <Rules />;
    case "undo":
      return <Points />;
    case "decision":
      return (
        <div class="view">
          <DecisionDetail id={here.id} />
        </div>
      );
    case "session":
      return <Session id={here.id} />;
    case "point":
      return <Point id={here.id} />;
  }
}
