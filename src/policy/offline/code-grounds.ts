/**
 * Where code stands when it takes something away: it may have gone elsewhere first (`os.chdir(home); rmtree(".")`), and it may name
 * the place by where it stands (`Path.cwd().parent`). The same code with the places written out, for what finds.
 */
import { absolutePath, isInside } from "../../machine/index.ts";
import { goesIn } from "../../readers/bash/index.ts";
import type { CallView } from "./call-view.ts";

type Where = Pick<CallView, "cwd" | "world" | "projectRoot">;

export interface CodeHere {
  readonly code: string;
  readonly where: Where;
}

/** For where it stands, and for every place it goes to. */
export function codeFromGrounds(code: string, where: Where): readonly CodeHere[] {
  const here = spellHere(code.replace(REQUIRED, "$1"));
  const { cwd, world } = where;
  const gone = goesIn(here).map((ground): CodeHere => {
    const to = absolutePath(ground, cwd, world);
    return { code: isInside(world.home, to) ? fromHome(here) : here, where: { ...where, cwd: to } };
  });
  return [...(here === code ? [] : [{ code: here, where }]), ...gone];
}

/** `require("path").resolve(…)`. */
const REQUIRED = /\brequire\(\s*["'`](?:node:)?(\w+)["'`]\s*\)/g;
const NAME = String.raw`(?:[\w$]{1,40}\.){0,3}`;
/** Where the code runs, as languages say it. */
const HERE = new RegExp(
  String.raw`(?<![\w$.])${NAME}(?:(?:get)?cwd\(\)|Path\(\s*(?:["'${"`"}]\.?["'${"`"}])?\s*\)|Dir\.pwd\b|(?:abspath|resolve|realpath)\(\s*(?:["'${"`"}]\.?["'${"`"}])?\s*\))(?:\.(?:resolve|absolute)\(\))*`,
  "g",
);
/** How often a name is taken off one after the other. */
const MAX_STEPS = 12;
const PLACE = String.raw`["'${"`"}](\.[./\\]*)["'${"`"}]`;

const STEPS: readonly (readonly [from: RegExp, to: (...found: readonly string[]) => string])[] = [
  [
    new RegExp(String.raw`${PLACE}\.parents\[(\d)\]`, "g"),
    (_, path, times) => `"${path}${"/..".repeat(Number(times) + 1)}"`,
  ],
  [new RegExp(String.raw`${PLACE}\.parent\b(?!s)`, "g"), (_, path) => `"${path}/.."`],
  [new RegExp(String.raw`${NAME}dirname\(\s*${PLACE}\s*\)`, "g"), (_, path) => `"${path}/.."`],
  [
    new RegExp(String.raw`${NAME}(join|resolve)\(\s*${PLACE}\s*,\s*["'${"`"}]([^"'${"`"}\n]{0,200})["'${"`"}]`, "g"),
    (_, call, path, more) => `${call}("${path}/${more}"`,
  ],
  [
    new RegExp(
      String.raw`${NAME}(?:join|resolve|abspath|realpath|normpath|normalize|expand_path|Path)\(\s*${PLACE}\s*\)(?:\.(?:resolve|absolute)\(\))*`,
      "g",
    ),
    (_, path) => `"${path}"`,
  ],
  [new RegExp(String.raw`${PLACE}\s*/\s*["'${"`"}](\.\.[./]*)["'${"`"}]`, "g"), (_, path, more) => `"${path}/${more}"`],
];

function spellHere(code: string): string {
  let text = code.replace(HERE, '"."');
  for (let i = 0; i < MAX_STEPS; i += 1) {
    const next = STEPS.reduce((left, [from, to]) => left.replace(from, to), text);
    if (next === text) break;
    text = next;
  }
  return text;
}

/** What stands for here, or for everything here, once the code stands in home. */
const fromHome = (code: string): string =>
  code
    .replace(/(["'`])\.\/?\1/g, '"~"')
    .replace(/(["'`])(?:\.\/)?(\.?\*+)\1/g, '"~/$2"')
    .replace(/<(\.?\*+)>/g, '"~/$1"')
    .replace(/\b(listdir|scandir|readdir\w*|walk|children|each_child|iterdir)\(\s*\)/g, '$1("~")');
