/** What a harness hands in: its tools are looked at once, before the first call, and its classifier answers in time or not at all. */
import { type Classifier, type SideQuery, unavailable, type Verdict } from "../judge/index.ts";
import { isMcpTool, type Tool } from "../policy/tools/index.ts";
import { type Settings, SettingsError } from "./settings/index.ts";

const DIALECTS: readonly unknown[] = ["bash", "powershell", "cmd"];
const FIELDS: readonly unknown[] = ["executed", "harmless", "hidden"];
const FUNCTIONS = ["effects", "code", "check"] as const;

/** Throws a `SettingsError` that names the tool and what is wrong with it. */
export function checkTools(tools: readonly Tool[] = []): readonly Tool[] {
  const names = new Set<string>();
  for (const [at, tool] of tools.entries()) {
    const wrong = names.has(tool.name) ? "stands twice in the list" : wrongWith(tool);
    if (wrong !== undefined)
      throw new SettingsError(`tools[${at}] (${JSON.stringify(tool.name ?? null)}): it ${wrong}`);
    names.add(tool.name);
  }
  return tools;
}

function wrongWith({ name, fields, encode, shell, ...more }: Tool): string | undefined {
  if (typeof name !== "string" || name === "") return "has no name";
  if (isMcpTool(name)) return "has the name of an MCP server's tool, which cannot be declared: call it something else";
  if (typeof fields !== "object" || fields === null)
    return 'needs fields, the input it takes: { command: "executed", timeout: "harmless" }';
  const odd = Object.entries(fields).find(([, field]) => !(FIELDS.includes(field) || typeof field === "object"));
  if (odd !== undefined)
    return `says ${JSON.stringify(odd[1])} of the field ${odd[0]}, which is none of ${FIELDS.join(", ")}`;
  if (typeof encode !== "function") return "needs encode: (input) => string, the text the classifier is shown";
  if (shell !== undefined && !DIALECTS.includes(shell.dialect))
    return `has a shell with the dialect ${JSON.stringify(shell.dialect)}, which is none of ${DIALECTS.join(", ")}`;
  if (shell !== undefined && typeof shell.command !== "function")
    return "has a shell without command: (input) => string, the text the shell is given";
  const other = FUNCTIONS.find((one) => more[one] !== undefined && typeof more[one] !== "function");
  return other === undefined ? undefined : `has ${other}, which is no function`;
}

type Handed = Classifier & Partial<Pick<SideQuery, "ask">>;

/** As long as both stages of a model's question may take. What it answers later is heard by nobody. */
export const inTime = (given: Handed, { classifier: { timeoutMs } }: Settings): Handed => ({
  ...(given.ask === undefined ? {} : { ask: given.ask.bind(given) }),
  classify: (question) =>
    answerIn(timeoutMs.fast + timeoutMs.thinking, question.signal, (signal) => given.classify({ ...question, signal })),
});

async function answerIn(
  ms: number,
  given: AbortSignal | undefined,
  answer: (signal: AbortSignal) => Promise<Verdict>,
): Promise<Verdict> {
  const over = new AbortController();
  const signal = given === undefined ? over.signal : AbortSignal.any([given, over.signal]);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Verdict>((resolve) => {
    timer = setTimeout(() => {
      over.abort();
      resolve(unavailable("timeout", `the classifier that was handed in has not answered in ${ms} ms`));
    }, ms);
  });
  try {
    return await Promise.race([answer(signal), late]);
  } finally {
    clearTimeout(timer);
  }
}
