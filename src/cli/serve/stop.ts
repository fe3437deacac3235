/** Ending the service that runs. */
import { findServing, waitUntil } from "../../service/running/index.ts";

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
  const gone = await waitUntil(() => findServing(stateDir)?.pid !== pid);
  return gone ? { kind: "ended" } : { kind: "goes on", pid };
}
