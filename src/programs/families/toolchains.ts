/** What build tools of languages have in common: pinned versions, options that write or start something. */
import type { Effect } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import { writes } from "../disk-makers.ts";
import { line } from "../makers.ts";
import type { EffectMaker } from "../spec.ts";

/** Files that make a tool fetch or start another version of itself, looked for here and in every directory above. */
export const pinnedBy =
  (files: string): EffectMaker =>
  (use) => {
    if (use.cwd.certainty !== "exact")
      return [{ do: "run", program: use.program, what: "helper", wording: "the directory is not known" }];
    const parts = use.cwd.path.split("/");
    const dirs = parts.map((_, index) => parts.slice(0, index + 1).join("/"));
    const found = dirs
      .flatMap((dir) => files.split(" ").map((file) => `${dir}/${file}`))
      .find((path) => use.context.world.stat(path).kind !== "absent");
    return found === undefined
      ? []
      : [{ do: "run", program: use.program, what: "helper", wording: `${found} may name another version of the tool` }];
  };

/** Writes named by `-o`-like options anywhere among the words: `go test ./... -o x` has flags behind operands. */
export const writesNamed =
  (options: string): EffectMaker =>
  (use) => {
    const names = new Set(options.split(" "));
    return use.operands.flatMap((word, index): readonly Effect[] => {
      const value = word.value ?? "";
      const equals = value.indexOf("=");
      const name = (equals < 0 ? value : value.slice(0, equals)).replace(/^--/, "-");
      if (!names.has(name)) return [];
      const place: KnownWord | undefined =
        equals < 0
          ? use.operands[index + 1]
          : { ...word, value: value.slice(equals + 1), prefix: value.slice(equals + 1) };
      return place === undefined ? [] : [writes(use.target(place))];
    });
  };

export const runsNamed =
  (options: RegExp, why: string): EffectMaker =>
  (use) =>
    use.operands
      .filter((word) => options.test(word.value ?? ""))
      .map((word): Effect => ({ do: "run", program: use.program, what: "helper", wording: `${why}: ${word.text}` }));

/** What was compiled is run at once. */
export const compiled: EffectMaker = (use) => [
  { do: "run", program: use.program, what: "task", task: line([...use.operands]) },
];
