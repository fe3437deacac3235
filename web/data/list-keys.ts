/** `j` and `k` in a list: the focus goes to the next one or the one before, so that Enter does with it what a click does. */
import { useKeys } from "./keys.ts";

export function useListKeys(selector: string): void {
  useKeys({ j: () => moveFocus(selector, 1), k: () => moveFocus(selector, -1) });
}

function moveFocus(selector: string, by: number): void {
  const all = [...document.querySelectorAll<HTMLElement>(selector)].filter((one) => one.checkVisibility());
  const at = all.findLastIndex((one) => one.contains(document.activeElement));
  const next = all[Math.min(Math.max(at + by, 0), all.length - 1)];
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: "nearest" });
}
