/** One thing a view shows: asked for, there, or why not. */
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { Answer, Failure } from "./service.ts";
import { generation } from "./stream.ts";

export type Loaded<T> =
  | { readonly state: "loading" }
  | { readonly state: "ready"; readonly value: T }
  | { readonly state: "failed"; readonly failure: Failure };

export interface Loading<T> {
  readonly loaded: Loaded<T>;
  /** Again, without taking away what is shown. */
  readonly reload: () => Promise<void>;
}

/** `key` names what is asked for: another key is another thing, and an answer that comes late is dropped. */
export function useLoad<T>(key: string, ask: () => Promise<Answer<T>>): Loading<T> {
  const [loaded, setLoaded] = useState<Loaded<T>>({ state: "loading" });
  const latest = useRef({ key, ask, turn: 0 });
  latest.current.ask = ask;
  const reload = useCallback(async () => {
    const turn = ++latest.current.turn;
    const answer = await latest.current.ask();
    if (turn !== latest.current.turn) return;
    setLoaded(answer.ok ? { state: "ready", value: answer.value } : { state: "failed", failure: answer.failure });
  }, []);
  const again = generation.value;
  useEffect(() => {
    if (latest.current.key !== key) setLoaded({ state: "loading" });
    latest.current.key = key;
    void reload();
    return () => {
      latest.current.turn++;
    };
  }, [key, again, reload]);
  return { loaded, reload };
}
