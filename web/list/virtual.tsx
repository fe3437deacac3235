/** The rows that can be seen, and room for the rest. Every row is as high as the style says. */
import { useSignal } from "@preact/signals";
import type { JSX, RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { DecisionRow } from "../../src/service/api.ts";
import type { Rows } from "./pages.ts";
import { Row } from "./row.tsx";

const EXTRA_ROWS = 8;
const FALLBACK_HEIGHT = 64;

interface ListProps {
  readonly rows: Rows;
  readonly label: string;
  readonly selected: string | undefined;
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly onOpen: (row: DecisionRow, event: MouseEvent) => void;
  /** How far it is scrolled, in rows. */
  readonly onScroll: (first: number) => void;
}

export function VirtualList({ rows, label, selected, scroller, onOpen, onScroll }: ListProps): JSX.Element {
  const first = useSignal(0);
  const seen = useSignal(20);
  const height = useRef(FALLBACK_HEIGHT);
  const count = rows.count.value;

  const measure = (): void => {
    const box = scroller.current;
    if (box === null) return;
    height.current = rowHeight(box);
    first.value = Math.floor(box.scrollTop / height.current);
    seen.value = Math.ceil(box.clientHeight / height.current) + 1;
    onScroll(first.value);
  };
  useLayoutEffect(() => {
    const box = scroller.current;
    if (box === null) return;
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    rows.see(first.value, first.value + seen.value);
  }, [rows, first.value, seen.value, count, rows.state.value]);

  const from = Math.max(0, first.value - EXTRA_ROWS);
  const to = Math.min(count, first.value + seen.value + EXTRA_ROWS);
  const indexes = Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
  return (
    <div class="scroller" ref={scroller} onScroll={measure}>
      <ol class="rows" aria-label={label} style={{ height: `${count * height.current}px` }}>
        {indexes.map((index) => {
          const row = rows.rowAt(index);
          return (
            <li
              key={row?.id ?? index}
              style={{ transform: `translateY(${index * height.current}px)` }}
              aria-posinset={index + 1}
              aria-setsize={rows.ended.value ? count : -1}
            >
              {row === undefined ? (
                <div class="row ghost" />
              ) : (
                <Row row={row} selected={row.id === selected} onOpen={onOpen} />
              )}
            </li>
          );
        })}
      </ol>
    </div>
  );
}

export function rowHeight(box: HTMLElement): number {
  const height = Number.parseFloat(getComputedStyle(box).getPropertyValue("--row-height"));
  return Number.isNaN(height) ? FALLBACK_HEIGHT : height;
}
