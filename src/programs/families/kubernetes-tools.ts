/** Tools around a cluster: charts, contexts, operators. */
import { act, type Effect } from "../../contract/effect.ts";
import { line, named, network, runs } from "../makers.ts";
import type { EffectMaker, ProgramSpec } from "../spec.ts";
import { asksCluster, changes, tellsCluster } from "./kubernetes-effects.ts";
import { wholly } from "./packages-effects.ts";

/** Tools with a verb of their own each; the table says what the verb does to the cluster. */
const verbs =
  (table: Readonly<Record<string, Effect["do"] | "read" | "change" | "delete" | "create">>): EffectMaker =>
  (use) => {
    const words = use.operands.filter((word) => !(word.value ?? "-").startsWith("-")).map((word) => word.value ?? "");
    const verb = table[words.slice(0, 2).join(" ")] ?? table[words[0] ?? ""];
    const op = verb === "read" || verb === "change" || verb === "delete" || verb === "create" ? verb : "change";
    return [
      op === "read"
        ? act("cluster.read", { wording: line(use.operands), on: words[1] ?? null })
        : changes(op, line(use.operands), words[1] ?? null),
      op === "read" ? asksCluster : tellsCluster,
    ];
  };
const ops = (op: "read" | "change" | "delete" | "create", names: string): Record<string, typeof op> =>
  Object.fromEntries(names.split(",").map((name) => [name.trim(), op]));

export const kubernetesTools: readonly ProgramSpec[] = [
  {
    names: "helm",
    ...wholly(
      verbs({
        ...ops(
          "read",
          "list,ls,get,status,history,show,search,version,env,repo list,template,lint,dependency list,dep list,verify",
        ),
        ...ops("delete", "uninstall,delete,del"),
        ...ops("create", "install,upgrade,push,create,package,pull,fetch,plugin install"),
      }),
      (use) =>
        use.operands[0]?.value === "plugin"
          ? [act("package.install", { on: named(use, 2) })]
          : use.operands[0]?.value === "push"
            ? [act("publish.package", { on: named(use, 1) })]
            : [],
    ),
    unsafe: [
      ["helm list", ["cluster.read", "network.contact"]],
      ["helm upgrade --install web ./chart", ["cluster.create", "network.send"]],
      ["helm uninstall web", ["cluster.delete", "network.send"]],
      ["helm push x oci://y", ["cluster.create", "network.send", "publish.package"]],
    ],
  },
  {
    names: "kustomize kubeseal jsonnet tanka skaffold tilt werf devspace garden okteto telepresence",
    ...wholly(runs("helper", "generators, plugins and builds"), (use) =>
      use.program === "kustomize" || use.program === "jsonnet"
        ? [network(null, false)]
        : [changes("change", line(use.operands), null), tellsCluster],
    ),
    unsafe: [
      ["kustomize build .", ["run.helper", "network.contact"]],
      ["skaffold run", ["run.helper", "cluster.change", "network.send"]],
    ],
  },
  {
    names:
      "argocd flux istioctl linkerd cilium velero eksctl kops kubeadm k3s kubectx kubens stern k9s rancher talosctl kubefwd cmctl argo tkn",
    ...wholly(
      verbs({
        ...ops(
          "read",
          "get,list,ls,logs,diff,version,status,check,describe,history,app get,app list,app diff,app history,app logs,cluster list,account list,analyze,proxy-status",
        ),
        ...ops("delete", "delete,uninstall,remove,destroy,reset,app delete,suspend,uninstall-runner,terminate"),
      }),
    ),
    unsafe: [
      ["argocd app sync web", ["cluster.change", "network.send"]],
      ["flux suspend kustomization x", ["cluster.delete", "network.send"]],
      ["k9s", ["cluster.change", "network.send"]],
      ["eksctl delete cluster x", ["cluster.wide-delete", "network.send"]],
    ],
  },
];
