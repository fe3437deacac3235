/** Trees and archives that code in a string copies, moves or unpacks: any place it spells may be where they come from, and any other where they land. */
import { basename } from "node:path/posix";
import { exact, unknownTarget, type WriteEffect } from "../contract/effect.ts";
import type { SubCommand } from "../contract/reading.ts";
import { absolutePath } from "../machine/index.ts";
import { spellHome } from "../readers/bash/index.ts";
import type { PolicyCall } from "./call.ts";
import type { CallCommand } from "./offline/index.ts";
import { copiedByCode, treesByCode } from "./rules/code-trees.ts";
import { withValues } from "./rules/code-values.ts";
import { codeWrites } from "./rules/code-writes.ts";
import { unpackedFrom } from "./unpacked.ts";

const MAX_CODE = 20_000;
const MAX_LITERALS = 16;
const COPIES = /copy|\bcp|move|\bmv\b|rename|install/i;
const UNPACKS = /extract|unpack/i;
const LITERAL = /(["'`])([^"'`\n\0]{1,1024})\1/g;

export function broughtByCode({ effects, words, cwd }: CallCommand, call: PolicyCall): readonly WriteEffect[] {
  return effects.flatMap((effect) => {
    if (effect.do !== "run" || effect.code === undefined || effect.code.length > MAX_CODE) return [];
    const code = withValues(spellHome(effect.code));
    if (!COPIES.test(code) && !UNPACKS.test(code)) return [];
    const from = cwd?.certainty === "exact" ? cwd.path : call.cwd;
    const spelled = [...code.matchAll(LITERAL)].map(([, , text = ""]) => text).slice(0, MAX_LITERALS);
    const places = [...new Set(spelled.map((text) => absolutePath(text, from, call.world)))];
    return places.flatMap((source) => {
      const into = [...places.filter((path) => path !== source), ...(UNPACKS.test(code) ? [from] : [])];
      return into.flatMap((base) => landingOf(source, base, { words, call }));
    });
  });
}

/**
 * What code lays over a directory and all below: what it says it copies or moves there, at the place itself and inside it. Without a
 * source that is there to be looked at, anything.
 */
export function laidByCode(command: SubCommand, call: PolicyCall): readonly WriteEffect[] {
  if (!command.effects.some((effect) => effect.do === "run" && effect.code !== undefined)) return [];
  const trees = [...treesByCode(call, [command]), ...codeWrites(call, [command])];
  const into = trees.filter(({ recursive, target }) => recursive && target.certainty === "exact");
  if (into.length === 0) return [];
  const sources = copiedByCode(call, command);
  const isSeen = sources.length > 0 && sources.every((path) => call.world.stat(path).kind !== "absent");
  return into.flatMap(({ target }) =>
    isSeen
      ? sources.flatMap((source) => layings(source, target.path))
      : [{ do: "write", target, recursive: true, as: "copy" }],
  );
}

const layings = (source: string, base: string): readonly WriteEffect[] =>
  [base, `${base === "/" ? "" : base}/${basename(source)}`].map((path) => ({
    do: "write",
    target: exact(path),
    recursive: true,
    as: "copy",
    from: exact(source),
  }));

function landingOf(
  source: string,
  base: string,
  { words, call: { world } }: { readonly words: CallCommand["words"]; readonly call: PolicyCall },
): readonly WriteEffect[] {
  switch (world.stat(source).kind) {
    case "directory":
      return [{ do: "write", target: unknownTarget(base), recursive: true, as: "copy", from: exact(source) }];
    case "file":
      return unpackedFrom([source], { name: null, words, effects: [], cwd: exact(base) }, world);
    default:
      return [];
  }
}
