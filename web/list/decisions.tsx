/** A list of decisions that goes on: live on top, older ones as they are scrolled to, one of them open beside it where there is room. */
import { useSignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { DecisionRow } from "../../src/service/api.ts";
import { formatCount, plural } from "../data/format.ts";
import { useKeys } from "../data/keys.ts";
import { isWide } from "../data/media.ts";
import { go, linkTo } from "../data/route.ts";
import { generation, listen } from "../data/stream.ts";
import { isHeld } from "../data/words.ts";
import { Icon } from "../parts/icon.tsx";
import { Failed, NothingYet, Spinner } from "../parts/states.tsx";
import { DecisionDetail } from "../views/decision.tsx";
import { type Filters, matches, toQuery } from "./filters.ts";
import { MAX_HEAD, openRows, type Rows } from "./pages.ts";
import { rowHeight, VirtualList } from "./virtual.tsx";

interface DecisionListProps {
  readonly label: string;
  readonly filters: Filters;
  /** New decisions wait above the list instead of coming in. */
  readonly paused: boolean;
  /** What stands there when nothing matches. */
  readonly empty: ComponentChildren;
}

export function DecisionList({ label, filters, paused, empty }: DecisionListProps): JSX.Element {
  const key = JSON.stringify(filters);
  const rows = useMemo(() => openRows(toQuery(filters)), [key]);
  const scroller = useRef<HTMLDivElement>(null);
  const selected = useSignal<string | undefined>(undefined);
  const { fresh, showFresh, onScroll } = useFresh({ rows, filters, paused, scroller });

  const select = (index: number): void => {
    const row = rows.rowAt(index);
    if (row === undefined) return;
    selected.value = row.id;
    reveal(scroller.current, index);
    // Focus follows, so that Enter opens it and a screen reader says it: at once, or as soon as the row has been scrolled to.
    if (!focusRow(scroller.current, row.id)) requestAnimationFrame(() => focusRow(scroller.current, row.id));
  };
  const at = (): number => (selected.value === undefined ? -1 : rows.indexOf(selected.value));
  useKeys({
    j: () => select(Math.min(at() + 1, rows.count.value - 1)),
    k: () => select(Math.max(at() - 1, 0)),
    n: showFresh,
    o: () => selected.value !== undefined && go(linkTo.decision(selected.value)),
  });
  const open = (row: DecisionRow, event: MouseEvent): void => {
    selected.value = row.id;
    // A keyboard's Enter opens it whole; a click opens it beside the list where there is room.
    if (!isWide.value || event.detail === 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
  };

  const state = rows.state.value;
  const pinned = usePinned(rows);
  const shown = selected.value ?? pinned;
  if (state === "loading" && rows.count.value === 0) return <Spinner what="decisions" />;
  if (typeof state === "object" && rows.count.value === 0)
    return <Failed failure={state} again={() => void rows.restart()} />;
  if (rows.count.value === 0 && rows.standing.value === "reading") return <NothingYet what="such decision" />;
  if (rows.count.value === 0) return <>{empty}</>;
  return (
    <div class="split">
      <div class="list-box">
        {fresh > 0 && (
          <button type="button" class="fresh" onClick={showFresh}>
            <Icon name="live" />
            {formatCount(fresh)} new
          </button>
        )}
        <VirtualList
          rows={rows}
          label={label}
          selected={isWide.value ? shown : selected.value}
          scroller={scroller}
          onOpen={open}
          onScroll={onScroll}
        />
        {typeof state === "object" && <Failed failure={state} again={() => void rows.restart()} />}
        <p class="list-foot" role="status">
          {rows.total.value !== null
            ? plural(rows.total.value, "decision")
            : `${formatCount(rows.count.value)}${rows.ended.value ? "" : "+"} decisions`}
          {rows.standing.value === "reading" && " so far"}
        </p>
      </div>
      {isWide.value && shown !== undefined && (
        <aside class="pane" aria-label="The selected decision">
          <DecisionDetail id={shown} beside />
        </aside>
      )}
    </div>
  );
}

const NEAR_TOP = 8;

/** What is open at first: the newest held call near the top, else the newest. It stays while others come. */
function usePinned(rows: Rows): string | undefined {
  const pinned = useRef<{ readonly rows: Rows; readonly id: string } | undefined>(undefined);
  if (pinned.current?.rows !== rows) {
    const near = Array.from({ length: NEAR_TOP }, (_, i) => rows.rowAt(i)).filter((row) => row !== undefined);
    const first = near.find(({ behavior }) => isHeld(behavior)) ?? near[0];
    pinned.current = first === undefined ? undefined : { rows, id: first.id };
  }
  return pinned.current?.id;
}

interface FreshProps {
  readonly rows: Rows;
  readonly filters: Filters;
  readonly paused: boolean;
  readonly scroller: { readonly current: HTMLDivElement | null };
}

/** Decisions that came while somebody reads further down, or while the list is paused, wait until they are called. */
function useFresh({ rows, filters, paused, scroller }: FreshProps) {
  const waiting = useSignal<readonly DecisionRow[]>([]);
  const held = useRef(false);
  const first = useRef(0);
  const again = generation.value;
  useEffect(() => {
    waiting.value = [];
    void rows.restart();
  }, [rows, again]);
  const takeIn = (): void => {
    const coming = waiting.value;
    waiting.value = [];
    if (coming.length >= MAX_HEAD) void rows.restart();
    else rows.add(coming);
  };
  held.current = paused;
  useEffect(
    () =>
      listen((event) => {
        if (event.event !== "decision" || !matches(filters, event.data)) return;
        if (waiting.value.some(({ id }) => id === event.data.id)) return;
        waiting.value = [event.data, ...waiting.value].slice(0, MAX_HEAD);
        if (!held.current && first.current === 0) takeIn();
      }),
    [rows],
  );
  const showFresh = (): void => {
    scroller.current?.scrollTo({ top: 0 });
    takeIn();
  };
  const onScroll = (row: number): void => {
    first.current = row;
  };
  return { fresh: waiting.value.length, showFresh, onScroll };
}

function reveal(box: HTMLElement | null, index: number): void {
  if (box === null) return;
  const height = rowHeight(box);
  const top = index * height;
  if (top < box.scrollTop) box.scrollTop = top;
  if (top + height > box.scrollTop + box.clientHeight) box.scrollTop = top + height - box.clientHeight;
}

function focusRow(box: HTMLElement | null, id: string): boolean {
  const row = [...(box?.querySelectorAll<HTMLElement>("a.row") ?? [])].find(({ dataset }) => dataset.id === id);
  row?.focus({ preventScroll: true });
  return row !== undefined;
}
