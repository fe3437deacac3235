/** What a task runner runs, as far as the project's own files say it. */
import type { Effect } from "../../contract/effect.ts";

/** A piece of shell code the runner starts. */
export interface CodeStep {
  readonly code: string;
  /** Absolute. */
  readonly cwd: string;
  /** What brought it here, as a person would say it ("npm run deploy"). */
  readonly via: string;
  /** `$1`, `$2`, … where it is a script; null for a word that is not known. */
  readonly args?: readonly (string | null)[];
  /** Directories the runner puts in front of PATH. */
  readonly path?: readonly string[];
  /** The file it is, where it is one: a script that runs itself is read once. */
  readonly script?: string;
  /** The package it is of, where several are meant: one does not write what the next one runs. */
  readonly of?: string;
}

export interface Definition {
  readonly steps: readonly CodeStep[];
  /** What it does besides running shell code: a build script, a file given to an interpreter. */
  readonly effects: readonly Effect[];
  /** Absolute paths of what was consulted: the definition, as files. Those that could be there and are not, too. */
  readonly files: readonly string[];
  /** Why more may be run than was found. Empty: everything was found. */
  readonly unknown: readonly string[];
}

export type FileText =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "absent" }
  | { readonly kind: "unknown"; readonly why: string };

/** The project's files as they will be when the runner looks. */
export interface Files {
  text(path: string): FileText;
  /** Names in a directory; undefined when there is none or it cannot be read. */
  names(dir: string): readonly string[] | undefined;
}

/** One use of a runner. */
export interface RunnerUse {
  readonly program: string;
  /** After the program's name; null for a word that is not known. */
  readonly words: readonly (string | null)[];
  /** Absolute. */
  readonly cwd: string;
  readonly files: Files;
  readonly home: string;
}

/** Undefined: this use runs no task. */
export type Runner = (use: RunnerUse) => Definition | undefined;

export const unknownTask = (why: string, files: readonly string[] = []): Definition => ({
  steps: [],
  effects: [],
  files,
  unknown: [why],
});

export const joinDefinitions = (parts: readonly Definition[]): Definition => ({
  steps: parts.flatMap((part) => part.steps),
  effects: parts.flatMap((part) => part.effects),
  files: [...new Set(parts.flatMap((part) => part.files))],
  unknown: [...new Set(parts.flatMap((part) => part.unknown))],
});
