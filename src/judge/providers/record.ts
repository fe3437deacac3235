/** What is known of one provider. Whatever else names providers is derived from the table of these records. */
import type { AgentKind } from "./agents/kind.ts";
import type { Program } from "./command.ts";
import type { Connection } from "./connection.ts";
import type { ModelFamily } from "./models.ts";
import type { Provider } from "./provider.ts";

/** Settings of an endpoint that some providers cannot do without. A key is not one of them. */
export type NeededSetting = "baseUrl" | "model" | "command";

export interface ProviderRecord {
  /** For people. */
  readonly title: string;
  /** What `init` says beside the title; null where `init` does not offer it. */
  readonly hint: string | null;
  /** The variable its key stands in where settings name none. The first provider whose variable is set is the default. */
  readonly keyEnv: string | null;
  readonly needs: readonly NeededSetting[];
  readonly defaultModel: string | null;
  /** Names of models it is known to serve; null where nobody can know. */
  readonly serves: RegExp | null;
  /** Prices and abilities of models it is known for. */
  readonly models: ModelFamily | null;
  readonly reach: ProviderReach;
}

/** How its model is reached. The code for it is loaded when a model is asked, never before. */
export type ProviderReach =
  | {
      readonly by: "network";
      readonly baseUrl: (region: string) => string;
      readonly defaultRegion: string | null;
      /** Nothing is sent without a key. */
      readonly needsKey: boolean;
      readonly load: () => Promise<(connection: Connection) => Provider>;
    }
  | { readonly by: "program"; readonly load: () => Promise<(program: Program) => Provider> }
  /** The person's own agent, for one answer. Only the stage that thinks, only answers in text. */
  | {
      readonly by: "agent";
      readonly program: string;
      readonly load: () => Promise<AgentKind>;
    }
  /** No model is asked: code alone decides. */
  | { readonly by: "nothing" };
