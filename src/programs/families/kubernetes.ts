/** Kubernetes: kubectl and what is built on it. Reading asks the cluster with the person's credentials. */
import { act, type Effect } from "../../contract/effect.ts";
import { shows, understood } from "../disk-makers.ts";
import { each, given, joinOptions, line, named, network, runs, valuesOf } from "../makers.ts";
import type { CommandSpec, EffectMaker, ProgramFamily, Use } from "../spec.ts";
import { insideOf } from "./containers-run.ts";
import { asksCluster, changes, tellsCluster } from "./kubernetes-effects.ts";
import { kubernetesTools } from "./kubernetes-tools.ts";
import { wholly } from "./packages-effects.ts";

const GLOBAL_VALUES = {
  text: "-n --namespace --context --cluster --user --request-timeout -v --v --as --as-group --token -s --server",
  read: "--kubeconfig",
};
const GLOBAL_FLAGS = "-A --all-namespaces --insecure-skip-tls-verify --help -h";
const READ_VALUES = {
  text: "-o --output -l --selector --field-selector --sort-by --template -L --label-columns --chunk-size -c --container --tail --since --since-time --limit-bytes --for --timeout --api-group --verbs --max-log-requests --prefix --subresource --resource",
};
const READ_FLAGS =
  "-w --watch --show-labels --no-headers --show-kind --recursive -R -f --follow --previous -p --timestamps --all-containers --ignore-not-found --short --client --namespaced --containers --prefix --watch-only --show-managed-fields --minify --raw --flatten";

/** Kinds and names of kinds, with versions and in lists: `secrets.v1.`, `pods,SECRETS`; a path of the server, however it is written. */
const SECRETS = /(?:^|[,/])secrets?(?:[.,/?]|$)|^\/.*%/i;
const asksSecrets = ({ operands }: Use): boolean => operands.some(({ value }) => SECRETS.test(value ?? ""));

/** A secret's contents are shown when it is asked for in a form that prints them. */
function shownSecrets(use: Use): readonly Effect[] {
  const printed =
    valuesOf(use, "-o --output --template").some((word) => word.value !== "wide" && word.value !== "name") ||
    given(use, "--raw") ||
    use.operands[0]?.value === "view-last-applied";
  return asksSecrets(use) && printed ? [shows("secret.cluster")] : [];
}

const scope = (use: Use): string => {
  const namespace = valuesOf(use, "-n --namespace")[0];
  return given(use, "-A --all-namespaces")
    ? " in every namespace"
    : namespace === undefined
      ? ""
      : ` in ${namespace.value ?? namespace.text}`;
};

/** What is done, and on what, for people. */
const said = (verb: string, use: Use): string => `${verb} ${line(use.operands)}${scope(use)}`.trim();

const asked: EffectMaker = (use) => [
  act(asksSecrets(use) ? "cluster.read-secrets" : "cluster.read", {
    wording: said("reads", use),
    on: named(use),
  }),
];

const reads: CommandSpec = {
  flags: `${GLOBAL_FLAGS} ${READ_FLAGS}`,
  values: joinOptions(GLOBAL_VALUES, READ_VALUES, { read: "--filename" }),
  operands: "text",
  always: [asked, asksCluster, shownSecrets],
};

const writes = (op: "create" | "change" | "delete" | "drain", verb: string): CommandSpec => ({
  flags: `${GLOBAL_FLAGS} --force --all --cascade --wait --now -R --recursive --prune --overwrite --server-side --force-conflicts --ignore-daemonsets --delete-emptydir-data --delete-local-data --disable-eviction --record --dry-run -i --edit --save-config --ignore-not-found --rm -it -t --tty --stdin --quiet -q --attach --restart`,
  values: joinOptions(GLOBAL_VALUES, {
    text: "-o --output -l --selector --grace-period --timeout --dry-run -p --patch --type --replicas --image --env --port --target-port --name --restart --overrides --labels --schedule --from --from-literal --field-manager --patch-file --revision --to-revision --limits --requests --min --max --cpu-percent --clusterrole --role --serviceaccount --group",
    read: "-f --filename --from-file --from-env-file",
    readTree: "-k --kustomize",
  }),
  attached: { text: "--cascade --dry-run --restart --wait --prune --server-side --force --all" },
  operands: "text",
  always: [
    (use) =>
      valuesOf(use, "--dry-run").some((word) => word.value === "client")
        ? [asksCluster]
        : [
            op === "drain"
              ? act("cluster.drain", { wording: said(verb, use), on: named(use) })
              : changes(op, said(verb, use), named(use, op === "create" ? 0 : 1) ?? named(use)),
            tellsCluster,
          ],
    shownSecrets,
  ],
});

/** `kubectl exec pod -- command`: what stands behind the dashes is read as a command of its own. */
const inPod: CommandSpec = {
  launcher: true,
  style: "words",
  operands: "text",
  read: (use) => {
    const dashes = use.operands.findIndex((word) => word.value === "--");
    return understood(
      [
        { do: "run", program: use.program, what: "remote", wording: `in a pod: ${line(use.operands)}` },
        act("cluster.exec", { wording: `in a pod: ${line(use.operands)}`, on: named(use) }),
        tellsCluster,
      ],
      dashes < 0 ? [] : insideOf(`${use.program} exec`, use.operands.slice(dashes + 1)),
    );
  },
};

const local: CommandSpec = {
  flags: GLOBAL_FLAGS,
  values: joinOptions(GLOBAL_VALUES, { text: "-o --output" }),
  operands: "text",
};

const kubectl: Readonly<Record<string, CommandSpec>> = {
  ...each(
    "get describe logs log top explain api-resources api-versions cluster-info wait events diff auth-can-i",
    reads,
  ),
  version: { ...reads, always: [(use) => (given(use, "--client") ? [] : [asksCluster])] },
  ...each("create apply", writes("create", "applies")),
  ...each("replace patch edit set label annotate autoscale scale", writes("change", "changes")),
  delete: writes("delete", "deletes"),
  ...each("exec attach debug cp", inPod),
  run: writes("create", "starts"),
  ...each("drain cordon uncordon taint", writes("drain", "takes a node out:")),
  ...each(
    "port-forward proxy expose",
    wholly((use) => [act("cluster.open", { wording: said("opens", use), on: named(use) })], tellsCluster),
  ),
  rollout: {
    commands: { ...each("status history", reads), ...each("restart undo pause resume", writes("change", "rolls")) },
  },
  auth: { commands: { ...each("can-i whoami", reads), reconcile: writes("change", "rights:") } },
  certificate: { commands: each("approve deny", writes("change", "certificates:")) },
  config: {
    commands: {
      ...each("current-context get-contexts get-clusters get-users", local),
      view: {
        ...local,
        flags: `${GLOBAL_FLAGS} --minify --raw --flatten`,
        when: { "--raw": [shows("secret.cluster-config")] },
      },
      ...each(
        "use-context use set-context set-cluster set-credentials set unset rename-context delete-context delete-cluster delete-user",
        wholly(act("cluster.context")),
      ),
    },
  },
  kustomize: wholly(runs("helper", "generators and remote bases"), network(null, false)),
  ...each("completion options", local),
  plugin: wholly(runs("unknown-program", "a plugin")),
  "*": wholly(runs("unknown-program", "a plugin")),
};

export const kubernetes: ProgramFamily = () => [
  {
    names: "kubectl oc k kubecolor microk8s.kubectl",
    launches: "exec run debug rsh",
    style: "posix",
    flags: `${GLOBAL_FLAGS} --version`,
    values: GLOBAL_VALUES,
    operands: { max: 0 },
    when: { "--insecure-skip-tls-verify": [act("tls.cluster-unchecked")] },
    commands: kubectl,
    safe: [
      "kubectl version --client",
      "kubectl config current-context",
      "kubectl config get-contexts",
      "kubectl config view",
    ],
    unsafe: [
      ["kubectl get pods -n prod -o wide", ["cluster.read", "network.contact"]],
      ["kubectl --insecure-skip-tls-verify get pods", ["tls.cluster-unchecked", "cluster.read", "network.contact"]],
      ["kubectl create ns x", ["cluster.wide-create", "network.send"]],
      ["kubectl label node n1 a=b", ["cluster.wide-change", "network.send"]],
      ["kubectl get secret db -o yaml", ["cluster.read-secrets", "network.contact", "secret.cluster"]],
      ["kubectl logs web -f", ["cluster.read", "network.contact"]],
      ["kubectl apply -f x.yaml", ["file.read", "cluster.create", "network.send"]],
      ["kubectl delete ns prod", ["cluster.wide-delete", "network.send"]],
      ["kubectl exec -it web -- sh", ["run.remote", "cluster.exec", "network.send", "run.code"]],
      ["kubectl drain node1 --ignore-daemonsets", ["cluster.drain", "network.send"]],
      ["kubectl port-forward svc/db 5432", ["cluster.open", "network.send"]],
      ["kubectl config use-context prod", ["cluster.context"]],
      ["kubectl config view --raw", ["secret.cluster-config"]],
      ["kubectl scale deploy web --replicas=0", ["cluster.change", "network.send"]],
      ["kubectl run x --image=evil", ["cluster.create", "network.send"]],
    ],
  },
  ...kubernetesTools,
];
