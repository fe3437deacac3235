/** jq: a filter, then files; some options take two words. */
import type { Effect } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import { reads, shows } from "../places.ts";
import type { Use } from "../spec.ts";
import type { Filled } from "../template.ts";
import { known } from "../words.ts";

/** How many words an option takes, and whether the last of them is a file. */
const TAKES: Readonly<Record<string, readonly [words: number, file?: true]>> = {
  "--arg": [2],
  "--argjson": [2],
  "--slurpfile": [2, true],
  "--rawfile": [2, true],
  "--argfile": [2, true],
  "--indent": [1],
  "-L": [1],
  "--library-path": [1],
  "-f": [1, true],
  "--from-file": [1, true],
};

export function jq(use: Use): Partial<Filled> {
  const effects: Effect[] = [];
  const plain: KnownWord[] = [];
  for (let at = 0; at < use.operands.length; at += 1) {
    const each = use.operands[at];
    const name = known(each) ?? "";
    const [words = 0, file] = TAKES[name] ?? [];
    at += words;
    const value = use.operands[at];
    if (file === true && value !== undefined) effects.push(reads(use.target(value)));
    if (words === 0 && each !== undefined && (!name.startsWith("-") || name === "-")) plain.push(each);
  }
  const words = use.operands.map(known);
  const isInFile = words.includes("-f") || words.includes("--from-file");
  const files = words.includes("--args") || words.includes("--jsonargs") ? [] : plain.slice(isInFile ? 0 : 1);
  const asksEnvironment = /\benv\b|\$ENV/.test(known(plain[0]) ?? "");
  return {
    effects: [
      ...effects,
      ...files.filter(({ value }) => value !== "-").map((each) => reads(use.target(each))),
      ...(asksEnvironment ? [shows("secret.environment")] : []),
    ],
  };
}
