/** The words of the page for what the gate says in ids. */
import { type Behavior, STEPS, type Step } from "../../src/contract/decision.ts";

interface StepWords {
  /** Two or three words for a list. */
  readonly label: string;
  readonly means: string;
}

const STEP_WORDS: Readonly<Record<Step, StepWords>> = {
  denyRule: { label: "Deny rule", means: "A deny rule of the settings matches." },
  approval: { label: "Approved", means: "A person approved this exact call." },
  toolCheck: { label: "Tool’s own check", means: "The tool’s own check refuses the input." },
  floor: { label: "The floor", means: "A catastrophe that no mode, rule, model or approval lets through." },
  userInteraction: { label: "Asks the person", means: "The tool exists to ask the person something." },
  safetyCheck: {
    label: "Safety check",
    means: "It would write where only the person may, or run Sallyport itself.",
  },
  planMode: { label: "Plan mode", means: "The mode is plan, and the call does more than read." },
  askRule: { label: "Ask rule", means: "An ask rule of the settings matches." },
  bypassMode: { label: "Bypass mode", means: "The mode is bypassPermissions." },
  allowRule: { label: "Allow rule", means: "Allow rules of the settings cover the whole call." },
  safeTool: { label: "Safe tool", means: "The tool only reads or coordinates." },
  readOnly: { label: "Only reads", means: "Every part of the command is proven only to read." },
  dontAskMode: { label: "Don’t-ask mode", means: "The mode is dontAsk, and somebody would have to be asked." },
  powershell: { label: "PowerShell off", means: "A PowerShell command, while the setting powershell is off." },
  acceptEdits: { label: "Project edit", means: "It is proven only to edit files of the project." },
  notRelevant: { label: "Cannot matter", means: "A call that cannot matter." },
  contained: { label: "Inside walls", means: "It only runs code, and runs inside walls." },
  deniedBefore: {
    label: "Denied before",
    means: "The same call was denied before, and the person has said nothing since.",
  },
  classifier: { label: "Classifier", means: "The model’s verdict, or that there is none." },
  offline: {
    label: "Without a model",
    means:
      "No model is set up or could be asked. Code found a topic of the rulebook in it, or nothing that settles it.",
  },
  denialLimit: { label: "Too many denials", means: "Too many denials: the person decides, or the agent is stopped." },
  prompt: { label: "Prompt", means: "The mode asks about whatever nothing else decided." },
  error: { label: "Error", means: "Something broke, so nothing is allowed." },
};

const stepOf = (by: string): Step | undefined => STEPS.find((step) => step === by);

/** Records of other versions may name steps this one does not know: their name stands for itself. */
export const labelOf = (by: string): string => {
  const step = stepOf(by);
  return step === undefined ? by : STEP_WORDS[step].label;
};
export const meaningOf = (by: string): string => {
  const step = stepOf(by);
  return step === undefined ? `The step “${by}” of another version decided.` : STEP_WORDS[step].means;
};

export const BEHAVIOR_WORDS: Readonly<Record<Behavior, string>> = {
  allow: "Allowed",
  ask: "Asked",
  deny: "Denied",
  abort: "Stopped",
};

export const isHeld = (behavior: Behavior): boolean => behavior !== "allow";

const HOST_NAMES: Readonly<Record<string, string>> = {
  "claude-code": "Claude Code",
  codex: "Codex",
  copilot: "Copilot",
  cursor: "Cursor",
  gemini: "Gemini CLI",
  opencode: "OpenCode",
};
export const hostName = (host: string | null): string => (host === null ? "no agent" : (HOST_NAMES[host] ?? host));

const WALL_WORDS: Readonly<Record<string, string>> = {
  look: "Walls “look”: it can read, and write nothing but a temporary directory of its own. No network.",
  edit: "Walls “edit”: it can read, and write the project, protected places apart. No network.",
  work: "Walls “work”: it can run code; of the home directory only the project, toolchains and private caches are there. No network.",
  host: "The agent’s own sandbox holds it.",
};
export const wallWords = (walls: string): string => WALL_WORDS[walls] ?? `Walls “${walls}”.`;
