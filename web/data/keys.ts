/** Keys of one letter. They rest while somebody types or a dialog is open, and can be turned off. */
import { signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { recall, store } from "./stored.ts";

export type Bindings = Readonly<Record<string, () => void>>;

export const keysOn = signal(recall("keys") !== "off");
export function switchKeys(on: boolean): void {
  keysOn.value = on;
  store("keys", on ? "on" : "off");
}

const PREFIX = "g";
const PREFIX_MS = 1_200;
const layers: { current: Bindings }[] = [];
let prefixed = 0;

/** While the component is there. A later layer is asked first. */
export function useKeys(bindings: Bindings): void {
  const layer = useRef(bindings);
  layer.current = bindings;
  useLayoutEffect(() => {
    layers.push(layer);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
    };
  }, []);
}

export function startKeys(): void {
  addEventListener("keydown", (event) => {
    if (!keysOn.value || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (isTyping(event.target) || document.querySelector("dialog[open]") !== null) return;
    const second = Date.now() - prefixed < PREFIX_MS;
    prefixed = !second && event.key === PREFIX ? Date.now() : 0;
    const name = second ? `${PREFIX} ${event.key}` : event.key;
    const act = layers.findLast(({ current }) => Object.hasOwn(current, name))?.current[name];
    if (act === undefined) return;
    event.preventDefault();
    act();
  });
}

/** Enter and space belong to what has the focus; letters to fields. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches("input:not([type=radio]):not([type=checkbox]), textarea, select"));
