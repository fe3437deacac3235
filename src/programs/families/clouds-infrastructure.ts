/** Infrastructure as code. */
import { act, type Effect, globTarget, type Target } from "../../contract/effect.ts";
import { reads, shows, writes } from "../disk-makers.ts";
import { network, runs, task } from "../makers.ts";
import type { EffectMaker, ProgramSpec, Use } from "../spec.ts";
import { wholly } from "./packages-effects.ts";

type PlanOp = "read" | "create" | "change" | "delete" | "stop";

const PLAN: Readonly<Record<string, PlanOp>> = Object.fromEntries(
  Object.entries({
    read: "plan preview show output graph validate stack diff synth list ls",
    create: "bootstrap",
    change: "apply import taint untaint refresh up update deploy rollback",
    delete: "destroy force-unlock",
    stop: "cancel",
  }).flatMap(([op, verbs]) => verbs.split(" ").map((verb) => [verb, op as PlanOp])),
);

/** What is done to the recorded state, or to a workspace. */
const stateOp = (verb: string): PlanOp => {
  if (/^(?:list|show|pull)$/.test(verb)) return "read";
  return /^(?:rm|delete|replace-provider)$/.test(verb) ? "delete" : "change";
};

const blindApply =
  /^(?:-auto-approve|--auto-approve|-y|--yes|--require-approval=never|--skip-preview|-f|--force|--terragrunt-non-interactive|run-all|--non-interactive)$/;

const TRUSTED = /^(?:terraform|tofu|terragrunt|pulumi)$/;

const asksItself = (use: Use): readonly Effect[] =>
  TRUSTED.test(use.program)
    ? []
    : [{ do: "run", program: use.program, what: "helper", wording: "the project's own copy may be started" }];

/** The files and directories behind `fmt`, or where it stands; of a directory only what lies in it, unless it is told to go down. */
function formats(use: Use, words: readonly string[]): readonly Effect[] {
  const looks = words.includes("-check") || words.includes("-write=false");
  const named = use.operands.slice(words.indexOf("fmt") + 1).filter(({ value }) => value?.startsWith("-") !== true);
  const isLed =
    words.some((word) => /^-{1,2}chdir/.test(word)) || named.some(({ value, glob }) => value === null || glob);
  const places = isLed || named.length === 0 ? [use.cwd] : named.map((word) => use.target(word));
  const recursive = isLed || words.some((word) => /^-{1,2}recursive/.test(word));
  const isDirectory = ({ path }: Target): boolean => use.context.world.stat(path).kind === "directory";
  return places
    .map((place) => (!recursive && place.certainty === "exact" && isDirectory(place) ? ownFiles(place) : place))
    .map((target) => (looks ? reads(target, recursive) : writes(target, { recursive })));
}

const ownFiles = ({ path }: Target): Target => globTarget(`${path === "/" ? "" : path}/*.tf*`);

function applies(op: PlanOp, words: readonly string[], on: string | null): Effect {
  const blind = op !== "read" && words.some((word) => blindApply.test(word));
  const wording = `infrastructure: ${words.join(" ")}${blind ? " without review" : ""}`;
  return act(blind && op !== "stop" ? `cloud.unreviewed-${op}` : `cloud.${op}`, { wording, on });
}

/** Infrastructure as code: providers and programs of the project are run even to look. */
const infrastructure: EffectMaker = (use) => {
  const words = use.operands.map((word) => word.value ?? word.text);
  const plain = words.filter((word) => !word.startsWith("-"));
  const verb = plain.find((word) => Object.hasOwn(PLAN, word)) ?? plain[0] ?? "";
  if (words.every((word) => /^(?:-v|-version|--version|--help|-h|-help)$/.test(word)) && words.length > 0)
    return asksItself(use);
  // Its own sub-command, alone; others of these programs take the word for something of the project's.
  if (words.join(" ") === "version" && /^(?:terraform|tofu)$/.test(use.program)) return [];
  if (verb === "fmt" && /^(?:terraform|tofu)$/.test(use.program)) return formats(use, words);
  const state = /^(?:state|workspace)$/.test(plain[0] ?? "") ? plain[1] : undefined;
  const op = state === undefined ? (PLAN[verb] ?? "change") : stateOp(state);
  return [
    applies(op, words, plain.at(-1) ?? null),
    network(null, op !== "read"),
    { do: "run", program: use.program, what: "task", task: words.join(" ") },
    ...(verb === "output" || state === "pull" || plain[0] === "show" ? [shows("secret.infrastructure-state")] : []),
  ];
};

export const cloudsInfrastructure: readonly ProgramSpec[] = [
  {
    names: "terraform tofu terragrunt pulumi cdk cdktf sam serverless sls copilot amplify sst",
    ...wholly(infrastructure),
    safe: ["terraform --version", "terraform version", "terraform fmt -check"],
    unsafe: [
      ["terraform plan", ["cloud.read", "network.contact", "run.task"]],
      ["terraform apply -auto-approve", ["cloud.unreviewed-change", "network.send", "run.task"]],
      ["terraform destroy", ["cloud.delete", "network.send", "run.task"]],
      ["terraform state rm x", ["cloud.delete", "network.send", "run.task"]],
      ["terraform output -json", ["cloud.read", "network.contact", "run.task", "secret.infrastructure-state"]],
      ["pulumi up --yes", ["cloud.unreviewed-change", "network.send", "run.task"]],
      ["cdk deploy", ["cloud.change", "network.send", "run.task"]],
      ["cdk bootstrap --yes", ["cloud.unreviewed-create", "network.send", "run.task"]],
      ["terraform destroy -auto-approve", ["cloud.unreviewed-delete", "network.send", "run.task"]],
      ["terraform fmt", ["file.write"]],
      ["terragrunt fmt -check", ["cloud.change", "network.send", "run.task"]],
    ],
  },
  {
    names: "ansible ansible-playbook ansible-pull salt salt-call puppet chef-client knife packer fab pyinfra",
    launcher: true,
    ...wholly(runs("remote", "on every machine of an inventory"), task, act("cloud.change"), network(null, true)),
    unsafe: [
      ["ansible all -m shell -a 'rm -rf /'", ["run.remote", "run.task", "cloud.change", "network.send"]],
      ["ansible-playbook site.yml", ["run.remote", "run.task", "cloud.change", "network.send"]],
    ],
  },
];
