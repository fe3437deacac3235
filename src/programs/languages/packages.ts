/** Tools that are fetched by name and run at once, patches an agent hands to a program. */
import { act, type Effect, unknownTarget } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import { patchedFiles } from "../../core/index.ts";
import { network, removes, writes } from "../places.ts";
import type { Use } from "../spec.ts";
import type { Filled } from "../template.ts";
import { isProjectTool } from "../tools.ts";
import { known, line, valuesOf, word } from "../words.ts";

/** Options of npx, uvx, `pnpm dlx` and the like whose value stands behind them. */
const WITH_VALUE = /^(?:-p|-w|--(?:package|workspace|registry|cache|prefix|loglevel|from|with|python|spec|index-url))$/;

/** The words behind the tool's own options. */
function toolIn(words: readonly KnownWord[]): readonly KnownWord[] {
  const at = words.findIndex(
    ({ value }, i) => !(value ?? "x").startsWith("-") && !WITH_VALUE.test(words[i - 1]?.value ?? ""),
  );
  return at < 0 ? [] : words.slice(at);
}

/** A tool fetched by name and run at once, or the project's own copy of it; `-c` hands its words to a shell. */
const fetched =
  (registry: string) =>
  (use: Use): Partial<Filled> => {
    const words = toolIn(use.operands);
    const [tool, ...rest] = words;
    const name = tool?.value ?? null;
    const call = use.operands.findIndex(({ value }) => value === "-c" || value === "--call");
    const code = call < 0 ? undefined : known(use.operands[call + 1]);
    const inner: Filled["inner"] = code === undefined ? [] : [{ kind: "script", code, via: `${use.program} -c` }];
    if (name !== null && (isProjectTool(name.replace(/@[^@/]*$/, "")) || isInstalled(use, name)))
      return { effects: [{ do: "run", program: name, what: "task", task: line(rest) }], inner };
    const wording = `${use.program} ${line(words)}`;
    const run: Effect = { do: "run", program: name ?? use.program, what: "unknown-program", wording };
    return { effects: [run, act("package.fetch-run", { on: name }), network(registry, false)], inner };
  };

/** A program of the project's own packages is not fetched. */
function isInstalled({ cwd, context: { projectRoot, world } }: Use, name: string): boolean {
  if (!/^[A-Za-z0-9][\w.-]*$/.test(name) || cwd.certainty !== "exact") return false;
  for (let dir = cwd.path; dir.startsWith(projectRoot) && dir !== ""; dir = dir.slice(0, dir.lastIndexOf("/")))
    if (world.stat(`${dir}/node_modules/.bin/${name}`).kind === "file") return true;
  return false;
}

export const fetchedFromNpm = fetched("registry.npmjs.org");
export const fetchedFromPypi = fetched("pypi.org");

/** The patch of an agent's own program: as an argument, or as its input. It is judged as the tool of that name is. */
export function agentPatch(use: Use): Partial<Filled> {
  const [operand] = use.operands;
  const patch = (operand === undefined ? use.stdin : known(operand)) ?? null;
  const files = patch === null ? undefined : patchedFiles(patch);
  if (files === undefined) {
    const named = [...(patch ?? use.stdinOutline ?? "").matchAll(LIKELY_HEADER)].map(([, path = ""]) => path.trim());
    const places = named.filter((path) => path !== "").map((path) => writes(use.target(word(path))));
    return { effects: [...places, writes(unknownTarget(), { recursive: true })] };
  }
  const effects = files.flatMap(({ path, does, to }): readonly Effect[] => {
    const target = use.target(word(path));
    if (does === "delete") return [removes(target)];
    if (to === undefined) return [writes(target)];
    return [writes(target), removes(target), writes(use.target(word(to)), { as: "copy", from: target })];
  });
  return { effects };
}

/** What a patient reader could find named in a patch outside the strict form: for what finds, never for what proves. */
const LIKELY_HEADER = /\*\*\*\s*(?:Add File|Update File|Delete File|Move to)\s*:(.+)/giu;

/** `python -m pip words…`: the module is a program of its own. */
export function pythonModule(use: Use): Partial<Filled> {
  const [module] = valuesOf(use, "-m");
  const words = module === undefined ? [] : [word(module.value?.split(".")[0] ?? ""), ...use.operands];
  return { inner: [{ kind: "words", words, via: "python -m", moreWords: false }] };
}
