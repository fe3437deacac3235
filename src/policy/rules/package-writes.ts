/** The manifest that a package manager changes in a directory further down: for rules that forbid editing. */
import { exact } from "../../contract/effect.ts";
import { absolutePath } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { optionValues } from "./option-values.ts";
import type { WrittenPlace } from "./written-words.ts";

const MANAGERS = /^(?:npm|pnpm|yarn|bun|cnpm)$/;
const DIRECTORY = /^(?:--prefix|-C|--cwd|--dir|-w|--workspace)$/;
/** With something to put in, take out or set; what only fills node_modules leaves the manifest alone. */
const CHANGES =
  /^(?:(?:i|in|install|add) .*[^\s-]|(?:un|r|rm|remove|uninstall|unlink|un?link|up|update|upgrade|dedupe|version|init|pkg (?:set|delete|fix)|set-script)\b)/;

export const packageWrites = (call: PolicyCall): readonly WrittenPlace[] =>
  (call.reading?.commands ?? []).flatMap(({ name, words, cwd }) => {
    if (!MANAGERS.test(name ?? "")) return [];
    const from = cwd.certainty === "exact" ? cwd.path : call.projectRoot;
    const values = words.map(({ value, prefix }) => value ?? prefix);
    const named = optionValues(values).filter(({ option }) => DIRECTORY.test(option));
    const dirs = named.length === 0 ? [from] : named.map(({ value }) => absolutePath(value, from, call.world));
    const rest = values.slice(1).filter((word, i) => !word.startsWith("-") && !DIRECTORY.test(values[i] ?? ""));
    if (!CHANGES.test(rest.join(" "))) return [];
    return dirs
      .filter((dir) => dir !== call.projectRoot)
      .map((dir) => ({ target: exact(`${dir}/package.json`), recursive: false }));
  });
