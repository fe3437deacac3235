/**
 * A secret of the environment that a command hands on: it expands a variable whose name speaks of one, or names it for another program
 * (`-e NAME`). Whatever the program does with it, an open rule covers it only where the rule spells the variable out.
 */
import type { SubCommand } from "../../contract/reading.ts";
import { soundsSecret } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { optionValues } from "./option-values.ts";
import { variablesPrinted } from "./printed-variables.ts";
import { requestForm } from "./request-forms.ts";

/** Options by which a variable goes on under its own name. */
const HANDS_ON =
  /^(?:-e|-x|--?(?:env|env-add|environment|build-arg|pass-?env|preserve-env|keep-env|setenv|secret|export|include-env)|SendEnv)$/i;

export function handsOverVariable(command: SubCommand, spelled: readonly string[], call: PolicyCall): boolean {
  // The closed form of a request says itself which token goes to whom.
  if (requestForm(command.name ?? "") !== undefined) return false;
  const names = [...(command.secrets ?? []), ...handedOn(command, call)];
  return names.some((name) => !spelled.some((word) => new RegExp(`(?<!\\w)${name}(?!\\w)`).test(word)));
}

/** `-e NAME`, `--env=NAME`, `--secret id=x,env=NAME`, or printed by its name, where the command line itself does not say its value. */
function handedOn(command: SubCommand, call: PolicyCall): readonly string[] {
  const { words, assignments } = command;
  const { effects } = call;
  const set = new Set([
    ...assignments.map(({ name }) => name),
    ...effects.flatMap((effect) => (effect.do === "environment" && effect.value !== null ? [effect.name] : [])),
  ]);
  const named = optionValues(words.map(({ value, prefix }) => value ?? prefix))
    .filter(({ option }) => HANDS_ON.test(option))
    .flatMap(({ value }) => value.split(","))
    .map((part) => part.replace(/^(?:env|SendEnv)=/, ""));
  return [...named, ...variablesPrinted(command, call)].filter(
    (name) => /^[A-Za-z_]\w*$/.test(name) && soundsSecret(name) && !set.has(name),
  );
}
