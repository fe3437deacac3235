/** A finished sub-agent: its calls, from the host's own record, go to the review; what comes of it is for the person. */

import type { Turn } from "../contract/action.ts";
import { type HandoffHistory, reviewHandoff, type SideQuery, toEntries } from "../judge/index.ts";
import { toolBox } from "../policy/tools/index.ts";
import { hearRecord, mergePrompts } from "./conversation.ts";
import type { Host, HostEvent } from "./host.ts";
import { translateTurn } from "./list.ts";

type Finished = Extract<HostEvent, { kind: "finished" }>;

const tools = toolBox();

/** A warning, or null when there is nothing to warn of. Never rejects. */
export async function reviewFinished(
  host: Host,
  event: Finished,
  prompts: readonly string[],
  query: SideQuery["query"],
): Promise<string | null> {
  const own = (turns: readonly Turn[]): HandoffHistory["calls"] =>
    toEntries(
      turns.map((turn) => translateTurn(turn, host.name)),
      tools,
    );
  const { turns, notHuman } = hearRecord(host, { record: event.agentRecord }, null);
  const [task = ""] = [...notHuman, ...turns.flatMap((turn) => ("user" in turn ? [turn.user] : []))];
  const { warning } = await reviewHandoff(
    {
      task,
      before: own(mergePrompts(hearRecord(host, { record: event.record }, null), prompts)),
      calls: own(turns),
      session: event.session,
    },
    { query },
  );
  return warning;
}
