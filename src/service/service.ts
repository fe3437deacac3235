/** What the routes work with. */
import type { AppContext } from "../app/index.ts";
import type { RecordStore } from "../memory/index.ts";
import type { LiveEvent } from "./api.ts";
import type { Signins } from "./auth/signin.ts";
import type { TokenBook } from "./auth/tokens.ts";
import type { ServiceGates } from "./gates.ts";
import type { HostVersions } from "./host-versions.ts";
import type { RecordIndex } from "./index-store/index.ts";
import type { Metrics } from "./metrics.ts";
import type { WaitingRoom } from "./waiting.ts";

export interface Service {
  readonly context: AppContext;
  readonly stateDir: string;
  readonly store: RecordStore;
  readonly index: RecordIndex;
  readonly tokens: TokenBook;
  readonly signins: Signins;
  readonly versions: HostVersions;
  readonly gates: Pick<ServiceGates, "gateFor" | "refresh">;
  readonly metrics: Metrics;
  /** When it started. */
  readonly started: number;
  /** Asks that wait for a person. */
  readonly room: WaitingRoom;
  /** Hooks can reach it over the socket. */
  readonly hooks: () => boolean;
  /** Tells everybody who follows what happens. */
  readonly notify: (event: LiveEvent) => void;
  /** Returns how to stop. */
  readonly onNotice: (listener: (event: LiveEvent) => void) => () => void;
  /** Aborts when the service ends: whatever is still open ends with it. */
  readonly ending: AbortSignal;
}
