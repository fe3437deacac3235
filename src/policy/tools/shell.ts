/** Tools that run a command or code, and the ones that look at what was started. */
import type { JsonObject } from "../../contract/action.ts";
import { misshapen, text } from "./shape.ts";
import type { Tool } from "./tool.ts";

const command = (input: JsonObject): string => text(input, "command");
const commandCheck = (input: JsonObject): string | undefined =>
  misshapen(input, { command: "string" }) ??
  (command(input).includes("\0") ? 'the field "command" holds a NUL character' : undefined);

/** Hosts that the call wants the host's own sandbox to let it reach: none, or it is judged with them. */
const HOSTS: Tool["fields"] = { allowed_domains: { default: [] } };

export const Bash: Tool = {
  name: "Bash",
  fields: {
    ...HOSTS,
    command: "executed",
    description: "hidden",
    timeout: "harmless",
    run_in_background: "harmless",
    // Fields that would take the host's sandbox away: harmless only at their default.
    dangerouslyDisableSandbox: { default: false },
    sandbox_permissions: { default: "use_default" },
    with_escalated_permissions: { default: false },
  },
  encode: command,
  shell: { dialect: "bash", command },
  check: commandCheck,
};

export const PowerShell: Tool = {
  name: "PowerShell",
  fields: { ...HOSTS, command: "executed", description: "hidden", timeout: "harmless", run_in_background: "harmless" },
  encode: command,
  shell: { dialect: "powershell", command },
  check: commandCheck,
};

/** Code for an interpreter that keeps running. */
export const REPL: Tool = {
  name: "REPL",
  fields: { code: "executed", language: "executed", description: "hidden" },
  encode: (input) => text(input, "code"),
  effects: (input) => [{ do: "run", program: "REPL", what: "code", code: text(input, "code") }],
  code: (input) => text(input, "code"),
  check: (input) => misshapen(input, { code: "string" }),
  neverProven: true,
};

/** What stands on the line when keys were pressed, however a host spells them: a line ends, a character is taken back. */
function asTyped(keys: string): string {
  const plain = keys
    .replace(/\x1b(?:\[[0-9;?]*[ -/]*[@-~]|O.)/g, "")
    .replace(/\{(?:enter|return)\}|\r/gi, "\n")
    .replace(/\{(?:backspace|bs)\}|\x08/gi, "\x7f")
    .replace(/\{(?:up|down|left|right|tab|esc|escape|home|end|space|delete)\}/gi, " ");
  const line: string[] = [];
  for (const character of plain)
    if (character !== "\x7f") line.push(character);
    else if (line.at(-1) !== "\n") line.pop();
  return line.join("");
}

/** Typing into a running process: what is typed is run by whatever listens there. Typing nothing only looks. */
export const BashInput: Tool = {
  name: "BashInput",
  fields: { id: "executed", chars: "executed", timeout: "harmless" },
  encode: (input) => text(input, "chars"),
  effects: (input) =>
    text(input, "chars") === ""
      ? []
      : [{ do: "run", program: "a running process", what: "code", code: text(input, "chars") }],
  // A shell may listen there: rules see what it would run. Nothing is proven by that.
  shell: { dialect: "bash", command: (input) => asTyped(text(input, "chars")) },
  keepsState: true,
  check: (input) => misshapen(input, { chars: "string?" }),
  irrelevant: (input) => input.chars === "" || input.chars === undefined,
};
