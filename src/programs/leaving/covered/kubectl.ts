/** A cluster: what is looked at that is no secret, and the project's own definitions put into it. */
import { type CoveredCommand, type CoveredProgram, NAME, NOTHING } from "./row.ts";

/** Kinds and names, none of which is a secret under any of its spellings. */
const KINDS = /^(?!(?:.*,)?secrets?(?:[.,/]|$))(?!.*\/secrets?(?:[.,/]|$))[\w][\w.,:/-]*$/i;
const PRINTED = /^(?:wide|name|ya?ml|json|jsonpath=.*|go-template=.*|custom-columns=.*)$/s;
const OUTPUT = { "-o": PRINTED, "--output": PRINTED };
const SCOPE = "-n --namespace --request-timeout";
/** A first name with a point in it may be the name of a host. */
const DIRECTORY = /^(?:\.|(?:\.\/)?[\w-]+(?:\/[\w-]+)*\/?)$/;
const DRY = { "--dry-run": /^(?:client|server|none)$/ };

const COMMANDS: readonly CoveredCommand[] = [
  {
    names: "get",
    flags:
      "-A --all-namespaces -w --watch --watch-only --no-headers --show-labels --show-kind --ignore-not-found --show-managed-fields",
    words: `${SCOPE} --sort-by -L --label-columns --chunk-size --subresource`,
    texts: "-l --selector --field-selector --template",
    only: OUTPUT,
    goals: KINDS,
  },
  {
    names: "describe",
    flags: "-A --all-namespaces --show-events",
    words: SCOPE,
    texts: "-l --selector",
    goals: KINDS,
  },
  {
    names: "logs",
    flags: "-f --follow -p --previous --timestamps --all-containers --prefix --ignore-errors --all-pods",
    words: `${SCOPE} -c --container --tail --since --since-time --limit-bytes --max-log-requests`,
    texts: "-l --selector",
    goals: NAME,
  },
  {
    names: "top pod|top pods|top po|top node|top nodes|top no",
    flags: "-A --all-namespaces --containers --no-headers",
    words: `${SCOPE} --sort-by`,
    texts: "-l --selector",
    goals: NAME,
  },
  {
    names: "rollout status|rollout history|rollout restart",
    flags: "-w --watch",
    words: `${SCOPE} --timeout --revision`,
    texts: "-l --selector",
    goals: KINDS,
  },
  { names: "events", flags: "-A --all-namespaces -w --watch", words: `${SCOPE} --for --types`, goals: NOTHING },
  { names: "wait", flags: "--all -A", words: `${SCOPE} --timeout`, texts: "--for -l --selector", goals: KINDS },
  { names: "scale", words: `${SCOPE} --replicas --current-replicas --timeout`, goals: KINDS },
  {
    names: "apply",
    flags: "-R --recursive --server-side --wait",
    words: `${SCOPE} --timeout --field-manager`,
    places: "-f --filename",
    only: {
      ...DRY,
      "-k": DIRECTORY,
      "--kustomize": DIRECTORY,
      "-o": /^name$/,
      "--output": /^name$/,
      "--validate": /^\w+$/,
    },
    goals: NOTHING,
  },
  { names: "explain", flags: "--recursive", words: "--api-version --output", goals: /^[\w.-]+$/ },
  {
    names: "api-resources|api-versions|version|cluster-info",
    flags: "--client --no-headers --cached",
    words: "--api-group --namespaced --verbs -o --output --sort-by",
    goals: NOTHING,
  },
  {
    names: "config current-context|config get-contexts|config get-clusters|config get-users",
    flags: "--no-headers",
    words: "-o --output",
    goals: NAME,
  },
  { names: "config view", flags: "--minify", words: "-o --output", goals: NOTHING },
  {
    names: "auth can-i|auth whoami",
    flags: "-A --all-namespaces --list -q --quiet --no-headers",
    words: SCOPE,
    goals: NAME,
  },
];

export const kubectl: CoveredProgram = {
  by: "kubectl oc",
  front: { "": { flags: "--help -h", words: SCOPE, goals: NOTHING } },
  commands: COMMANDS,
};
