/** Whether something has stood where it stands for a while: what has just come or moved under the pointer is not what was meant. */
import { useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

const STILL_MS = 500;
const LOOK_MS = 50;

export interface Stillness {
  readonly still: boolean;
  /** Looks at this very moment. */
  readonly isStill: () => boolean;
}

export function useStill(ref: RefObject<HTMLElement | null>): Stillness {
  const still = useSignal(false);
  const last = useRef({ place: "", since: performance.now() });
  const isStill = (): boolean => {
    const place = placeOf(ref.current);
    if (place !== last.current.place) last.current = { place, since: performance.now() };
    return performance.now() - last.current.since >= STILL_MS;
  };
  useEffect(() => {
    const timer = window.setInterval(() => {
      still.value = isStill();
    }, LOOK_MS);
    return () => window.clearInterval(timer);
  }, []);
  return { still: still.value, isStill };
}

/** On the screen: it moves too when the page is scrolled. */
function placeOf(element: HTMLElement | null): string {
  if (element === null) return "";
  const { left, top } = element.getBoundingClientRect();
  return `${Math.round(left)} ${Math.round(top)}`;
}
