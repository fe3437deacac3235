/** Short words for writing the rulebook's data. */
import type { Turn } from "../../contract/action.ts";
import type { Fact } from "../../contract/fact.ts";
import type { Recognition } from "../offline/index.ts";
import type { Example, ExampleCall, Topic } from "./types.ts";

/** What a row of `rows/` says of a topic: words and examples. How code recognises it stands beside, in TypeScript. */
interface TopicRow {
  readonly label: string;
  readonly text: string;
  readonly evidence: string;
  readonly clearsWhen: string | null;
  readonly nearMiss: string;
  readonly match: readonly unknown[];
  readonly notMatch: readonly unknown[];
}

/** The rows in their order, each with how it is recognised. Hard is what nothing clears. */
export function topics<L extends string>(
  rows: readonly TopicRow[],
  ways: Readonly<Record<L, readonly Recognition[]>>,
): readonly Topic<L>[] {
  const labels = Object.keys(ways) as L[];
  return labels.map((label) => {
    const row = rows.find((one) => one.label === label);
    if (row === undefined) throw new Error(`no row for the topic ${label}`);
    const { match, notMatch, ...words } = row;
    // checkShape looks at every example when the list loads.
    const examples = { match: match as readonly Example[], notMatch: notMatch as readonly Example[] };
    return { ...words, ...examples, label, hard: row.clearsWhen === null, recognise: ways[label] };
  });
}
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
