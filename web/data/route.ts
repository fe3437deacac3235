/** Where the person is: the part of the address after `#`, as a value. */
import { computed, signal } from "@preact/signals";

export const VIEWS = ["live", "waiting", "search", "sessions", "stats", "rules", "undo"] as const;
export type View = (typeof VIEWS)[number];

export type Route =
  | { readonly view: View; readonly query: URLSearchParams }
  | { readonly view: "decision" | "session" | "point"; readonly id: string; readonly query: URLSearchParams };

const hash = signal(location.hash);
addEventListener("hashchange", () => {
  hash.value = location.hash;
});

export const route = computed((): Route => parseRoute(hash.value));

function parseRoute(text: string): Route {
  const [path = "", search = ""] = text.replace(/^#\/?/, "").split("?", 2);
  const [name = "", ...rest] = path.split("/");
  const query = new URLSearchParams(search);
  const id = decode(rest.join("/"));
  if ((name === "decision" || name === "session" || name === "point") && id !== "") return { view: name, id, query };
  return { view: VIEWS.find((view) => view === name) ?? "live", query };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

export const linkTo = {
  view: (view: View, query: Readonly<Record<string, string>> = {}): string => {
    const search = new URLSearchParams(query).toString();
    return `#/${view}${search === "" ? "" : `?${search}`}`;
  },
  decision: (id: string): string => `#/decision/${encodeURIComponent(id)}`,
  session: (id: string): string => `#/session/${encodeURIComponent(id)}`,
  point: (id: string): string => `#/point/${encodeURIComponent(id)}`,
};

/** The view changes at once, not with the browser's own news of it: the next key is for the new view. */
export const go = (link: string): void => {
  location.hash = link;
  hash.value = location.hash;
};

/** The address changes without a step in the history: for filters that follow what is typed. */
export function replaceWith(link: string): void {
  history.replaceState(null, "", link);
  hash.value = link;
}

/** The code of a one-time link; it is taken out of the address before anything else happens. */
export function takeSigninCode(): string | undefined {
  const code = /^#signin=([\w-]{1,200})$/.exec(location.hash)?.[1];
  if (location.hash.startsWith("#signin=")) replaceWith("#/live");
  return code;
}
