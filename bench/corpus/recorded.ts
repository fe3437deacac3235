/** One check, as the recorder writes it down. */
export interface Recorded {
  readonly test: { readonly file?: string; readonly name?: string; readonly line?: number };
  readonly settings: Readonly<Record<string, unknown>>;
  readonly projectRoot?: string;
  readonly env?: object;
  readonly agentEnv?: object;
  readonly classifier: "unset" | "none" | "model";
  readonly walls: "unset" | "none" | "given";
  readonly restore: "unset" | "none" | "given";
  readonly gateDirectories?: readonly string[];
  readonly gatePrograms?: readonly string[];
  readonly world: {
    readonly platform?: string;
    readonly home?: string;
    readonly path?: readonly string[];
    readonly variables?: readonly string[];
    readonly parents?: string;
  };
  readonly odd: readonly string[];
  readonly action: RecordedAction;
  readonly disk: Readonly<Record<string, string>>;
  readonly earlier: readonly RecordedStep[];
  readonly answer: { readonly behavior: string; readonly by: string };
}

export interface RecordedAction {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly session?: string;
  readonly walls?: unknown;
}

export interface RecordedStep {
  readonly do: "check" | "ran" | "said" | "store" | "other";
  readonly name?: string;
  readonly text?: string;
  readonly output?: string;
  readonly action: RecordedAction;
  readonly disk?: Readonly<Record<string, string>>;
}
