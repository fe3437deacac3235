/** What is done to a cluster, and that it is asked or told. */
import { act, type Effect } from "../../contract/effect.ts";
import { network } from "../makers.ts";

export const asksCluster = network(null, false);
export const tellsCluster = network(null, true);

/** What the whole cluster shares: words of a command that name it. */
const SHARED =
  /\b(?:ns|namespaces?|nodes?|clusterrole\w*|crds?|customresource\w*|daemonsets?|ds|kube-system|delete cluster|webhook\w*)\b/;

export const changes = (op: "create" | "change" | "delete", words: string, on: string | null): Effect =>
  act(SHARED.test(words) ? `cluster.wide-${op}` : `cluster.${op}`, { wording: words, on });
