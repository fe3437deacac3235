/** One configuration file, and how git reads single values. */
import { fail, ok, type Result } from "../../contract/result.ts";
import type { World } from "../../contract/world.ts";
import { perView } from "../view.ts";
import { type ConfigLine, parseConfig } from "./configsyntax.ts";
import { readBytes } from "./files.ts";

const CONFIG_LIMIT = 1 << 20;

/** The file's lines; none when it does not exist; why not when git's answer cannot be known. */
export const readConfigFile = perView((path: string, world: World): Result<readonly ConfigLine[]> => {
  const bytes = readBytes(path, CONFIG_LIMIT, world);
  if (bytes === "absent") return ok([]);
  if (bytes === "unreadable") return fail(`git configuration ${path} cannot be read`);
  const parsed = parseConfig(bytes);
  return parsed.ok ? parsed : fail(`git configuration ${path} does not parse: ${parsed.error}`);
});

const WORDS: Readonly<Record<string, boolean>> = {
  "": false,
  true: true,
  yes: true,
  on: true,
  false: false,
  no: false,
  off: false,
};

/** undefined: not set, or not a boolean. null stands for a variable without a value, which is true. */
export function gitBoolean(value: string | null | undefined): boolean | undefined {
  if (value === null) return true;
  if (value === undefined) return undefined;
  const lower = value.toLowerCase();
  if (Object.hasOwn(WORDS, lower)) return WORDS[lower];
  const number = /^[ \t\n\r\v\f]*([+-]?(?:0x[0-9a-f]+|\d+))[kmg]?$/.exec(lower)?.[1];
  return number === undefined ? undefined : !/^[+-]?(?:0x)?0*$/.test(number);
}
