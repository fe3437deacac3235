/** What the operating system keeps a command from, whatever it turns out to do (§9). From the tightest to the widest. */
export const WALLS = [
  /** Reads; writes nothing but the session's temporary directory. */
  "look",
  /** Also writes the project, protected places apart. */
  "edit",
  /** Runs code: of home only the project, toolchains and private caches are there. */
  "work",
] as const;
export type Walls = (typeof WALLS)[number];
