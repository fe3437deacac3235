/** Line drawings of 20 × 20, drawn with the colour of the text around them. */
import type { JSX } from "preact";

const PATHS = {
  live: "M2.5 10h3l2.2-5.5 4.2 11L14.3 10h3.2",
  waiting: "M10 2.8a5 5 0 0 1 5 5c0 4.2 1.7 5.4 1.7 5.4H3.3S5 12 5 7.8a5 5 0 0 1 5-5zM8.3 16.2a1.8 1.8 0 0 0 3.4 0",
  search: "M8.7 14.2a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zM12.8 12.8l4 4",
  sessions: "M4 4.5h12M4 10h12M4 15.5h7",
  stats: "M3.5 16.5h13M5.5 13.5v-3M9.2 13.5V4.5M12.9 13.5V8M16 13.5v-7",
  rules: "M5 3.5h10v13H5zM7.7 7.2h4.6M7.7 10h4.6M7.7 12.8h2.6",
  undo: "M4 8h8a4 4 0 0 1 0 8H8.5M4 8l3.4-3.4M4 8l3.4 3.4",
  more: "M5 10a.6.6 0 1 1-1.2 0A.6.6 0 0 1 5 10zM10.6 10a.6.6 0 1 1-1.2 0 .6.6 0 0 1 1.2 0zM16.2 10a.6.6 0 1 1-1.2 0 .6.6 0 0 1 1.2 0z",
  sun: "M10 13.2a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4zM10 2.2v1.6M10 16.2v1.6M2.2 10h1.6M16.2 10h1.6M4.5 4.5l1.1 1.1M14.4 14.4l1.1 1.1M4.5 15.5l1.1-1.1M14.4 5.6l1.1-1.1",
  moon: "M16.2 11.8A6.7 6.7 0 0 1 8.2 3.8a6.7 6.7 0 1 0 8 8z",
  half: "M10 16.8a6.8 6.8 0 1 0 0-13.6 6.8 6.8 0 0 0 0 13.6zM10 3.2v13.6",
  pause: "M7 4.5v11M13 4.5v11",
  play: "M6.5 4.2l9 5.8-9 5.8z",
  help: "M7.6 7.6a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1.1.8-1.1 1.6M10 14.4h.01M10 17.2a7.2 7.2 0 1 0 0-14.4 7.2 7.2 0 0 0 0 14.4z",
  copy: "M7 7h8.5v9.5H7zM4.5 13V3.5H13",
  check: "M4 10.6l4 4 8-9",
  close: "M5 5l10 10M15 5L5 15",
  chevron: "M7.5 4.5L13 10l-5.5 5.5",
  back: "M12.5 4.5L7 10l5.5 5.5",
  wall: "M3 5h14M3 10h14M3 15h14M7 5v5M13 5v5M10 10v5M5 10v0M3 5v10M17 5v10",
  file: "M5.5 2.8h6l3.5 3.5v10.9h-9.5zM11.5 2.8v3.5H15",
  clock: "M10 17.2a7.2 7.2 0 1 0 0-14.4 7.2 7.2 0 0 0 0 14.4zM10 6v4.3l2.8 1.7",
  person: "M10 9.6a3.3 3.3 0 1 0 0-6.6 3.3 3.3 0 0 0 0 6.6zM3.8 17a6.2 6.2 0 0 1 12.4 0",
  spark: "M10 3l1.7 5.3L17 10l-5.3 1.7L10 17l-1.7-5.3L3 10l5.3-1.7z",
  warn: "M10 3.2l7.2 13H2.8zM10 8v3.8M10 14h.01",
  edit: "M4 16l.8-3.4L13.2 4.2a1.4 1.4 0 0 1 2 0l.6.6a1.4 1.4 0 0 1 0 2L7.4 15.2z",
  out: "M8 4H4.5v12H8M12.5 6.5L16 10l-3.5 3.5M16 10H8",
} as const;
export type IconName = keyof typeof PATHS;

export const Icon = ({ name }: { readonly name: IconName }): JSX.Element => (
  <svg class="icon" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" focusable="false">
    <path d={PATHS[name]} />
  </svg>
);

export const Mark = (): JSX.Element => (
  <svg class="mark" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true" focusable="false">
    <path d="M5 28V8h4v3.5h4V8h6v3.5h4V8h4v20h-6v-7.5a5 5 0 0 0-10 0V28z" />
  </svg>
);
