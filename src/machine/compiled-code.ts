/** Code that interpreters load by themselves in place of its source: nobody can read what it does. */
import { basename, dirname } from "node:path/posix";
import { foldPath } from "./fold.ts";

interface Compiled {
  readonly by: RegExp;
  /** What it was made of, if it stands beside it. */
  readonly source: (path: string) => string | undefined;
}

const COMPILED: readonly Compiled[] = [
  {
    by: /\/__pycache__\/[^/]+$/,
    source: (path) => `${dirname(dirname(path))}/${basename(path).split(".")[0]}.py`,
  },
  { by: /\.py[co]$/, source: (path) => path.slice(0, -1) },
  { by: /\.elc$/, source: (path) => path.slice(0, -1) },
  { by: /\.zwc$/, source: (path) => path.slice(0, -".zwc".length) },
  { by: /\.beam$/, source: () => undefined },
];

const rowFor = (path: string): Compiled | undefined => COMPILED.find(({ by }) => by.test(foldPath(path)));

/** `path`: absolute. */
export const isCompiledCode = (path: string): boolean => rowFor(path) !== undefined;

/** Absolute; undefined: it needs none. */
export const sourceOfCompiled = (path: string): string | undefined => rowFor(path)?.source(path);
