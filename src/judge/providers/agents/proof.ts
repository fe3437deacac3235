/**
 * Whether this version of an agent really is closed when it is asked for one answer. Tried, not believed: it is run as it
 * would be, among instructions, hooks, servers and skills planted for it, with a model on loopback that calls the shell; and
 * what it sent and left behind is looked at.
 */
import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { messageOf } from "../../../contract/result.ts";
import type { ModelRequest } from "../provider.ts";
import { type AgentProgram, runAgent } from "./ask.ts";
import type { AgentKind, Canary, CanaryFiles } from "./kind.ts";
import { type LoopbackModel, openLoopback } from "./loopback.ts";
import { openScene, type Scene } from "./scene.ts";

/** What got through, for people; null: nothing did. A trial that was stopped says nothing, and is undefined. */
export type ProofOutcome = string | null | undefined;

export const tryAgent = async (kind: AgentKind, program: AgentProgram, signal: AbortSignal): Promise<ProofOutcome> => {
  let scene: Scene | undefined;
  let model: LoopbackModel | undefined;
  try {
    scene = openScene(program.folder, program.clock.now());
    const trial = plant(kind, scene);
    model = await openLoopback(kind.shell(trial.canary.mark("tool")));
    const end = await runAgent(
      kind,
      { ...program, ...trial.program, baseUrl: `${model.url}${kind.wirePath}` },
      {
        request: trial.request,
        scene,
        signal,
      },
    );
    if (signal.aborted) return undefined;
    if (model.asked.length === 0)
      return `it did not ask its model${end.ok ? `: ${end.stderr.trim()}` : `: ${end.detail}`}`;
    return lookAt(model.asked, trial);
  } catch (error) {
    return `it cannot be tried here: ${messageOf(error)}`;
  } finally {
    await model?.close();
    scene?.close();
  }
};

interface Trial {
  readonly canary: Canary;
  readonly home: string;
  readonly marks: string;
  /** Stands in the prompt: every request must hold it, and no file may. */
  readonly prompt: string;
  readonly request: ModelRequest;
  readonly program: Pick<AgentProgram, "env" | "key" | "observe">;
}

const plant = (kind: AgentKind, scene: Scene): Trial => {
  const [word, prompt] = [`canary-${randomUUID()}`, `prompt-${randomUUID()}`];
  const [home, marks] = [join(scene.root, "person"), join(scene.root, "marks")];
  mkdirSync(marks);
  const canary: Canary = { word, mark: (name) => `: > '${join(marks, name)}'` };
  const files = kind.canaries(canary);
  writeAll(home, files.home);
  // Agents look upwards, as far as a repository reaches.
  writeAll(scene.root, { ".git/HEAD": "ref: refs/heads/main\n", ...files.above });
  writeAll(scene.cwd, files.here);
  const named = scene.put("named.txt", word);
  const text = `${prompt}: run a command with your shell. See @${named} and @"${named}", $canary, /canary.`;
  return {
    ...{ canary, home, marks, prompt },
    request: {
      model: kind.trialModel,
      system: [{ text: "Answer in one word." }],
      messages: [[{ text }]],
      maxTokens: 64,
      stop: [],
      temperature: null,
      disableThinking: true,
      tool: null,
      cacheKey: null,
    },
    program: { env: { HOME: home, USERPROFILE: home }, key: "sk-ant-api-not-a-key", observe: undefined },
  };
};

const writeAll = (folder: string, files: CanaryFiles): void => {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
};

const lookAt = (asked: readonly string[], { canary, home, marks, prompt }: Trial): string | null => {
  for (const body of asked) {
    const tools = toolsIn(body);
    if (tools === null) return "what it sends its model cannot be read";
    if (tools.length > 0) return `it offers its model tools (${tools.join(", ")})`;
    if (!body.includes(prompt)) return "it does not show its model the prompt";
    if (body.includes(canary.word)) return "it shows its model instructions, skills or files that are not the gate's";
  }
  const ran = readdirSync(marks);
  if (ran.length > 0) return `it ran what it must not (${ran.join(", ")})`;
  return holds(home, prompt) ? "it keeps the conversation" : null;
};

const toolsIn = (body: string): readonly string[] | null => {
  try {
    const { tools = [] } = JSON.parse(body);
    return Array.isArray(tools) ? tools.map((tool) => String(tool?.name ?? tool?.type ?? "?")) : null;
  } catch {
    return null;
  }
};

/** Whether any file below holds the text. */
const holds = (folder: string, text: string): boolean =>
  readdirSync(folder, { withFileTypes: true }).some((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return holds(path, text);
    return entry.isFile() && readFileSync(path).includes(text);
  });
