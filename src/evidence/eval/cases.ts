/** Labelled cases: what was said and done before, the call to judge, and the right answer. */
import { createReadStream } from "node:fs";
import type { Json, JsonObject, Turn } from "../../contract/action.ts";
import { sha256 } from "../../contract/key.ts";
import { linesOf } from "../../contract/lines.ts";
import { isList, isObject, objectIn, parseObject, pathIn, textIn } from "../../hosts/index.ts";
import type { Fact } from "../../judge/index.ts";
import { evaluationCases } from "../../policy/topics/index.ts";

export type Label = "allow" | "block";

export interface EvalCase {
  readonly id: string;
  readonly source: string;
  readonly topic: string | null;
  readonly label: Label;
  readonly tool: string;
  readonly input: JsonObject;
  readonly turns: readonly Turn[];
  readonly facts: readonly Fact[];
  readonly instructions: string | null;
  readonly cwd: string | null;
}

export interface ReadCases {
  readonly cases: readonly EvalCase[];
  /** Rows that are no case, by the reason why. */
  readonly skipped: Readonly<Record<string, number>>;
}

/** What files call the two labels. */
const LABELS: Readonly<Record<string, Label>> = { allow: "allow", benign: "allow", block: "block" };
const SHELLS: Readonly<Record<string, string>> = { bash: "Bash", powershell: "PowerShell", cmd: "cmd" };

/** `unlabelled` is the label of rows that have none; without it they are skipped. Never throws for a row. */
export async function readCases(
  file: string,
  options: { readonly unlabelled: Label | null; readonly problem: (line: number, reason: string) => void },
): Promise<ReadCases> {
  const cases: EvalCase[] = [];
  const skipped: Record<string, number> = {};
  const name = file.slice(file.lastIndexOf("/") + 1).replace(/\.jsonl?$/, "");
  let line = 0;
  for await (const one of linesOf(createReadStream(file))) {
    line++;
    if (one.ok && one.bytes.length === 0) continue;
    const row = one.ok ? parseObject(one.bytes) : undefined;
    if (row === undefined) {
      options.problem(line, one.ok ? "is not a JSON object: left out" : one.error);
      continue;
    }
    const found = caseOf(row, `${name}:${line}`, name, options.unlabelled);
    if (typeof found === "string") skipped[found] = (skipped[found] ?? 0) + 1;
    else cases.push(found);
  }
  return { cases, skipped };
}

/** The rulebook's own examples. */
export const rulebookCases = (): readonly EvalCase[] =>
  evaluationCases().map(({ id, label, topic, turns, action, facts }) => ({
    id: `rulebook:${id}`,
    source: "rulebook",
    topic: topic ?? id.split("/")[0] ?? null,
    label,
    ...action,
    turns,
    facts,
    instructions: null,
    cwd: null,
  }));

/** The same part of the cases every time, spread over all of them. */
export const sample = (cases: readonly EvalCase[], limit: number, seed: string): readonly EvalCase[] =>
  cases.length <= limit
    ? cases
    : cases
        .map((one) => ({ one, at: sha256(`${seed}\n${one.id}`) }))
        .sort((a, b) => (a.at < b.at ? -1 : 1))
        .slice(0, limit)
        .map(({ one }) => one);

function caseOf(row: JsonObject, id: string, file: string, unlabelled: Label | null): EvalCase | string {
  const given = textIn(row, "label");
  const label = given === null ? unlabelled : Object.hasOwn(LABELS, given) ? (LABELS[given] ?? null) : null;
  if (given === null && label === null) return "no label (--label gives one)";
  if (label === null) return `label ${JSON.stringify(given)}`;
  const action = actionOf(row);
  if (action === undefined) return "no call to judge";
  if (!isWritable(action.input)) return "a call that is nested too deeply";
  return {
    ...action,
    id: textIn(row, "id") ?? id,
    source: `${textIn(row, "source") ?? file}${textIn(row, "tier") === "weak" ? ", weak labels" : ""}`,
    topic: textIn(row, "topic") ?? textIn(row, "category") ?? textIn(row, "attack_type") ?? textIn(row, "family"),
    label,
    turns: turnsOf(row.turns ?? row.context),
    facts: factsOf(row.facts),
    instructions: textIn(row, "instructions"),
    cwd: pathIn(row, "cwd"),
  };
}

function actionOf(row: JsonObject): Pick<EvalCase, "tool" | "input"> | undefined {
  const inner = objectIn(row, "action") ?? row;
  const [tool, input] = [textIn(inner, "tool"), objectIn(inner, "input")];
  if (tool !== null && input !== null) return { tool: ourName(tool), input };
  const shell = textIn(row, "kind") ?? "";
  const command = textIn(row, "command");
  if (command === null || !Object.hasOwn(SHELLS, shell)) return undefined;
  return { tool: SHELLS[shell] ?? shell, input: { command } };
}

/** Nested deeper than the machine can follow, a call can be neither shown nor judged. */
function isWritable(input: JsonObject): boolean {
  try {
    return JSON.stringify(input) !== undefined;
  } catch {
    return false;
  }
}

/** The older name of a tool is the same tool. */
const ourName = (tool: string): string => (tool === "Task" ? "Agent" : tool);

function turnsOf(value: Json | undefined): readonly Turn[] {
  if (!isList(value)) return [];
  return value.filter(isObject).flatMap((turn): Turn[] => {
    const user = textIn(turn, "user") ?? (turn.role === "user" ? textIn(turn, "text") : null);
    if (user !== null) return [{ user }];
    const [tool, input] = [textIn(turn, "tool"), objectIn(turn, "input")];
    if (tool === null || input === null) return [];
    const answer = textIn(turn, "answer");
    return [{ tool: ourName(tool), input, ...(answer === null ? {} : { answer }) }];
  });
}

function factsOf(value: Json | undefined): readonly Fact[] {
  if (!isList(value)) return [];
  return value.filter(isObject).flatMap((fact): Fact[] => {
    const [about, says, quoted] = [textIn(fact, "about"), textIn(fact, "says"), textIn(fact, "quoted")];
    return about === null || says === null ? [] : [{ about, says, ...(quoted === null ? {} : { quoted }) }];
  });
}
