/** Ending the service that runs. */
import { findServing, isServing, waitUntil } from "../../service/running/index.ts";

export type ServiceEnd =
  | { readonly kind: "none" }
  | { readonly kind: "ended" }
  /** It was asked to end, and goes on. */
  | { readonly kind: "goes on"; readonly pid: number };

export async function endService(stateDir: string): Promise<ServiceEnd> {
  const serving = findServing(stateDir);
  if (serving === undefined) return { kind: "none" };
  const { pid } = serving;
  process.kill(pid, "SIGTERM");
  // Its note goes first: until the process is gone it may still write.
  const gone = await waitUntil(() => !isServing(serving));
  return gone ? { kind: "ended" } : { kind: "goes on", pid };
}
