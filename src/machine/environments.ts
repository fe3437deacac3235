import { foldSegment } from "./fold.ts";

/** https://docs.python.org/3/library/venv.html; conda keeps its records in `conda-meta`; each has a script to activate it. */
const MARKS: readonly string[] = ["pyvenv.cfg", "conda-meta"];

/** The names in a directory mark it. */
export const isEnvironment = (names: readonly string[]): boolean =>
  names.some((name) => MARKS.includes(foldSegment(name)));
