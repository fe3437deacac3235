/** Definitions that the program of a command evaluates, and where they may lie. */
import { evaluatedFiles } from "../../programs/index.ts";
import type { Words } from "./word.ts";

/** What npm, make and their like evaluate is looked through elsewhere: here it is as good as the command. */
const LOOKED_THROUGH: readonly { readonly by: RegExp; readonly files: string }[] = [
  { by: /^(?:c?npm|pnpm|yarn|yarnpkg|bun|--run)$/, files: "package.json" },
  { by: /^[gb]?make$/, files: "GNUmakefile makefile Makefile" },
  { by: /^just$/, files: "justfile .justfile Justfile" },
  { by: /^(?:deno|task)$/, files: "deno.json deno.jsonc" },
];

/** A task of packages wherever they lie. */
export const goesThroughPackages = (words: Words): boolean => words.some((word) => PACKAGES.test(word));
const PACKAGES =
  /^(?:--workspaces?(?:=.*)?|-ws?|-r|--recursive|--filter(?:=.*)?|-F|workspaces?|foreach|turbo|nx|lerna|rush|lage|moon|wireit|wsrun|ultra)$/;

/** Files, with wildcards, that the programs of a command evaluate by themselves. */
export const definitionsOf = (words: Words): readonly string[] => [
  ...new Set([
    ...words.slice(0, MAX_PROGRAMS).flatMap((word, i) => [
      ...LOOKED_THROUGH.filter(({ by }) => by.test(word)).flatMap(({ files }) => files.split(" ")),
      ...evaluatedFiles(words.slice(i), { starts: false })
        .filter(({ where }) => where === undefined)
        .flatMap(({ files }) => files.split(" ")),
      ...(word === "cargo" ? cargoRuns(words.slice(i + 1)) : []),
    ]),
    // Without a script of that name npm starts this.
    ...(words.includes("start") || words.includes("restart") ? ["server.js"] : []),
  ]),
];

/** `cargo run` runs a package with all that lies in it. */
function cargoRuns(words: Words): readonly string[] {
  if (!words.some((word) => /^(?:run|r|xtask)$/.test(word))) return [];
  const named = words.flatMap((word, i) => {
    const before = words[i - 1] ?? "";
    if (before === "-p" || before === "--package") return [word];
    return before === "--manifest-path" && word.includes("/") ? [word.slice(0, word.lastIndexOf("/"))] : [];
  });
  const packages = words.includes("xtask") ? [...named, "xtask"] : named;
  return packages.length === 0 ? ["src/**", "build.rs"] : packages.map((name) => `${name.replace(/^\.\//, "")}/**`);
}
const MAX_PROGRAMS = 64;
