/** Light, dark, or as the system has it. */
import { signal } from "@preact/signals";
import { recall, store } from "./stored.ts";

export const THEMES = ["auto", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

export const theme = signal<Theme>(THEMES.find((one) => one === recall("theme")) ?? "auto");
/** Goes up when colours change: what is drawn by code is drawn again. */
export const repaint = signal(0);

export function chooseTheme(chosen: Theme): void {
  theme.value = chosen;
  store("theme", chosen);
  if (chosen === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen;
  repaint.value += 1;
}

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
  repaint.value += 1;
});
