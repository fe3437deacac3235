/** The house in numbers, read from its own syntax: rooms, imports, cycles, and what one must read to trust an allow. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ALONE, MAKER, MAKERS } from "./makers.ts";
import { isShipped, listFiles, type Source } from "./syntax.ts";

export interface Size {
  readonly files: number;
  readonly lines: number;
}

export const MOST_FILES_IN_A_FOLDER = 30;

export const linesOf = (text: string): number => text.split("\n").length - (text.endsWith("\n") ? 1 : 0);

export const sizeOf = (texts: readonly string[]): Size => ({
  files: texts.length,
  lines: texts.reduce((sum, text) => sum + linesOf(text), 0),
});

export const roomOf = (path: string): string => (path.split("/")[0] ?? "").replace(/\.ts$/, "");

/** Texts beside the code that ship with it: rows and prompts. */
export const dataFiles = (src: string): readonly { readonly path: string; readonly text: string }[] =>
  listFiles(src)
    .map((file) => file.slice(src.length + 1))
    .filter((path) => /\.(?:json|md)$/.test(path) && isShipped(path.replace(/\.\w+$/, ".ts")) && !/golden\//.test(path))
    .map((path) => ({ path, text: readFileSync(join(src, path), "utf8") }));

/** Imports that are there when the code runs, those that are asked for when it runs among them; types are not. */
export type Graph = ReadonlyMap<string, readonly string[]>;

export const graphOf = (sources: readonly Source[]): Graph =>
  new Map(
    sources.map(({ path, imports }) => [
      path,
      [...new Set(imports.flatMap(({ file, value }) => (value && file?.endsWith(".ts") ? [file] : [])))],
    ]),
  );

/** Everything these files bring with them, themselves among it. */
export function closureOf(roots: readonly string[], graph: Graph): ReadonlySet<string> {
  const found = new Set(roots);
  // Grows while it is walked.
  for (const path of found) for (const next of graph.get(path) ?? []) found.add(next);
  return found;
}

/** Roots of what one must read to trust an allow: all of it, and what passes without walls, model and person. */
export const TRUSTED = {
  whole: [MAKER, ...new Set(Object.values(MAKERS))],
  alone: [MAKER, ...new Set(ALONE.map((kind) => MAKERS[kind]))],
} as const;

/** What a host starts, and what asks the service in its place: read with the rest. */
export const hookTexts = (src: string): readonly string[] =>
  ["line.sh", "hook.sh", "hook.pl"].map((name) => readFileSync(join(src, "hosts/install", name), "utf8"));

/** What one must read to trust an allow. */
export function trustedSize(which: keyof typeof TRUSTED, sources: readonly Source[], src: string): Size {
  const paths = closureOf(TRUSTED[which], graphOf(sources));
  return sizeOf([...sources.flatMap(({ path, text }) => (paths.has(path) ? [text] : [])), ...hookTexts(src)]);
}

export const folderSizes = (sources: readonly Source[]): ReadonlyMap<string, number> => {
  const sizes = new Map<string, number>();
  for (const { path } of sources) sizes.set(dirname(path), (sizes.get(dirname(path)) ?? 0) + 1);
  return sizes;
};

export const crowdedFolders = (sources: readonly Source[]): readonly (readonly [folder: string, files: number])[] =>
  [...folderSizes(sources)].filter(([, files]) => files > MOST_FILES_IN_A_FOLDER).sort(([, a], [, b]) => b - a);

/** Files that import each other, by whatever way: the largest set first. */
export function cyclesIn(graph: Graph): readonly (readonly string[])[] {
  const reach = new Map([...graph.keys()].map((path) => [path, closureOf(graph.get(path) ?? [], graph)]));
  const left = new Set([...graph.keys()].filter((path) => reach.get(path)?.has(path)));
  const cycles: string[][] = [];
  for (const path of left) {
    const cycle = [...left].filter((one) => reach.get(path)?.has(one) && reach.get(one)?.has(path));
    for (const one of cycle) left.delete(one);
    cycles.push(cycle);
  }
  return cycles.sort((a, b) => b.length - a.length);
}
