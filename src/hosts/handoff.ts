/** A finished sub-agent: its calls, from the host's own record, go to the review; what comes of it is for the person. */

import type { Turn } from "../contract/action.ts";
import { type HandoffHistory, reviewHandoff, type SideQuery, toEntries } from "../judge/index.ts";
import { toolBox } from "../policy/tools/index.ts";
import { heardIn, translateTurn } from "./conversation.ts";
import type { Finished, Host } from "./host.ts";
import { conversation } from "./transcripts/merge.ts";

const tools = toolBox();

/** A warning, or null when there is nothing to warn of. Never rejects. */
export async function reviewed(
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
  const { turns, notHuman } = heardIn(host, event.agentRecord, null);
  const [task = ""] = [...notHuman, ...turns.flatMap((turn) => ("user" in turn ? [turn.user] : []))];
  const { warning } = await reviewHandoff(
    {
      task,
      before: own(conversation(heardIn(host, event.record, null), prompts)),
      calls: own(turns),
      session: event.session,
    },
    { query },
  );
  return warning;
}
