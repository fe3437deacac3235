/** Whether the window is wide enough for a second column. */
import { signal } from "@preact/signals";

const wide = matchMedia("(min-width: 1240px)");
export const isWide = signal(wide.matches);
wide.addEventListener("change", () => {
  isWide.value = wide.matches;
});
