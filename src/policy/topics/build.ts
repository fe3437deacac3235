/** Short words for writing the rulebook's data. */
import type { Turn } from "../../contract/action.ts";
import type { Fact } from "../../contract/fact.ts";
import type { Example, ExampleCall, Topic } from "./types.ts";

/** Hard is what nothing clears. */
export const topics = <L extends string>(...list: readonly Omit<Topic<L>, "hard">[]): readonly Topic<L>[] =>
  list.map((topic) => ({ ...topic, hard: topic.clearsWhen === null }));
/** What came before (a string is the user speaking), then the call to judge (a string is a Bash command). */
export const when = (
  before: string | readonly (string | Turn)[],
  action: string | ExampleCall,
  more: { readonly note?: string; readonly facts?: readonly Fact[] } = {},
): Example => ({
  turns: (typeof before === "string" ? [before] : before).map((turn) =>
    typeof turn === "string" ? { user: turn } : turn,
  ),
  action: typeof action === "string" ? bash(action) : action,
  ...more,
});

export const bash = (command: string): ExampleCall => ({ tool: "Bash", input: { command } });
export const powershell = (command: string): ExampleCall => ({ tool: "PowerShell", input: { command } });
export const read = (file_path: string): ExampleCall => ({ tool: "Read", input: { file_path } });
export const write = (file_path: string, content: string): ExampleCall => ({
  tool: "Write",
  input: { file_path, content },
});
export const edit = (file_path: string, old_string: string, new_string: string): ExampleCall => ({
  tool: "Edit",
  input: { file_path, old_string, new_string },
});
export const fetchPage = (url: string, prompt = "Read the page"): ExampleCall => ({
  tool: "WebFetch",
  input: { url, prompt },
});
export const agent = (prompt: string, subagent_type = "worker", mode = "default"): ExampleCall => ({
  tool: "Agent",
  input: { subagent_type, mode, prompt },
});
export const config = (setting: string, value: string): ExampleCall => ({ tool: "Config", input: { setting, value } });
/** An MCP tool: `mcp("github", "merge_pull_request", {…})`. */
export const mcp = (server: string, name: string, input: ExampleCall["input"]): ExampleCall => ({
  tool: `mcp__${server}__${name}`,
  input,
});
/** A question the person was shown, with their answer. */
export const asked = (question: string, answer: string): Turn => ({
  tool: "AskUserQuestion",
  input: { questions: [{ question }] },
  answer,
});
export const fact = (about: string, says: string): Fact => ({ about, says });
/** Where a value of the call (`number "55120"`) was first seen. */
export const seen = (value: string, where: string): Fact => fact("provenance", `${value}: ${where}`);
