/** Commands in the input of a tool that nobody declared, and what a rule that names the tool does not cover of them. */
import { isReading } from "../../contract/effect.ts";
import type { ShellReading } from "../../contract/reading.ts";
import { foldText, isPowerful } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { isUnproven } from "../proofs/credentials.ts";
import { programOf, toldCommands, toldVariables, wholeCommands } from "../tools/index.ts";
import { inForce } from "./book.ts";
import type { Rule } from "./rule.ts";
import { foldedContent, neededWords } from "./shell.ts";

/** One word of letters: the name of an operation more often than of a program. */
const VERB = /^\s*[A-Za-z][\w-]*\s*$/;

/** A command in its input does more than read what is no secret: a rule for the tool that runs it says no more of it than `Bash` would. */
export function runsMore({ command, effects, opaque, failed }: ShellReading, call: PolicyCall): boolean {
  const isVerb = VERB.test(command);
  if (!isVerb && (failed !== undefined || opaque.length > 0)) return true;
  return effects.some((effect) => {
    if (isVerb && (effect.do === "run" || effect.do === "unknown")) return false;
    return effect.do === "read" ? isUnproven(effect, call) : !isReading(effect);
  });
}

/** The same with what other fields say of the command: its words, what it is fed, where it runs. */
export function runsTold(call: PolicyCall): boolean {
  const told = toldCommands(call.tool, call.input);
  return told.length > 0 && call.likely().some((one) => told.includes(one.command) && runsMore(one, call));
}

/** Variables with which a program that only reads does something else; a name that no shell could give is one. */
export const setsVariables = ({ tool, input }: PolicyCall): boolean =>
  toldVariables(tool, input).some(
    (name) => !/^[A-Za-z_]\w*$/.test(name) || isPowerful(name) || isPowerful(name.toUpperCase()),
  );

/** A rule forbids or asks about some commands of this program, and nobody knows which of the other words belong to this one. */
export function couldBeForbidden(call: PolicyCall): boolean {
  const rules = [...inForce(call.book, "deny"), ...inForce(call.book, "ask")];
  const spoken = wholeCommands(call.tool, call.input)
    .filter(({ command }) => rules.some((rule) => speaksOf(rule, programOf(command))))
    .map(({ joined }) => joined);
  return spoken.length > 0 && call.likely().some((one) => spoken.includes(one.command) && runsMore(one, call));
}

function speaksOf({ content }: Rule, program: string): boolean {
  if (content === null || content.kind === "path" || content.kind === "domain" || content.kind === "name") return false;
  const [first = ""] = neededWords(foldedContent(content));
  return programOf(first) === foldText(program);
}
