/** What a cloud command does, by its verb and by the words around it. */
import { act, type Effect } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import { reads, shows, understood, writes } from "../disk-makers.ts";
import { network } from "../makers.ts";
import type { ReadAnswer, Use } from "../spec.ts";

/** Longer lines are cut for display. */
const MAX_WORDS = 300;

type CloudOp = "read" | "create" | "change" | "delete" | "run" | "stop";

const READ =
  /^(?:get|list|ls|describe|show|head|lookup|batch-get|search|query|scan|view|status|info|logs?|tail|cat|history|version|help|whoami|configurations?|inspect|diff|check|validate|preview|estimate|simulate|wait|test-iam|read|filter|detect|output|graph|regions|billing|du|stat|open|console-url|ps|domains|env-ls|print|verify)(?:-|$)/;

const DELETE =
  /^(?:delete|remove|rm|rb|rmi|destroy|terminate|purge|drop|deregister|detach|empty|unset|wipe|teardown|undeploy|batch-delete|clear|uninstall|nuke|down)(?:-|$)/;

const STOP = /^(?:stop|disable|pause|suspend|cancel|kill|halt|deactivate|reboot|restart|scale-down)(?:-|$)/;

const CREATE =
  /^(?:create|add|put|new|launch|run-instances|register|attach|import|provision|init|upload|cp|mv|sync|push|clone|mb|copy|move|compose)(?:-|$)/;

const RUN = /^(?:invoke|exec|run|start|ssh|send-command|start-session|call|submit|trigger|rerun|shell)(?:-|$)/;

/** Lines that open a way into something that runs. */
const SESSION = /start-session|ssh|run-command|exec /;

function opOf(verb: string): CloudOp {
  if (READ.test(verb)) return "read";
  if (DELETE.test(verb)) return "delete";
  if (STOP.test(verb)) return "stop";
  if (CREATE.test(verb)) return "create";
  return RUN.test(verb) ? "run" : "change";
}

/** Words that are neither options nor values of the options named. */
function plainWords(words: readonly KnownWord[], values: ReadonlySet<string>): readonly KnownWord[] {
  const out: KnownWord[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index];
    const value = word?.value ?? word?.prefix ?? "";
    if (word === undefined) continue;
    if (!value.startsWith("-")) out.push(word);
    else if (values.has(value)) index += 1;
  }
  return out;
}

interface Extra {
  readonly when: RegExp;
  readonly effects: readonly Effect[];
}

/** Matched against the whole line of plain words: what is worse, or other, than its verb says. */
const EXTRAS: readonly Extra[] = [
  {
    when: /\bsecretsmanager (?:get|batch-get)|\bssm get-parameter|\bsecrets? versions access|\bkeyvault secret (?:show|download)|\bsts (?:get-session-token|assume-role|get-federation)|print-(?:access|identity)-token|get-access-token|\biam create-access-key|service-accounts keys create|get-login-password|configure get|configure export-credentials|config:get|\bsecrets? (?:get|reveal)|\bauth token\b|env pull|config-get|access-key/,
    effects: [shows("secret.cloud")],
  },
  {
    when: /\bsecretsmanager (?!get|list|describe)|\bssm put-parameter|\bsecrets? (?:set|put|create|add|delete|rm|versions (?:add|destroy))|keyvault secret (?:set|delete|purge)|config:set|secrets:set/,
    effects: [act("stored-secret.change")],
  },
  {
    when: /\biam (?!get|list|simulate|generate)|\badd-iam-policy-binding|set-iam-policy|\brole assignment (?:create|delete)|\bad (?:user|app|sp|group) (?:create|delete|credential|member)|organizations (?!describe|list)|\bprojects add-iam|service-accounts (?:create|delete|enable|disable)|access:add|collaborators|members? (?:add|remove|invite)/,
    effects: [act("account.cloud-rights")],
  },
  {
    when: /\bcloudtrail (?:stop|delete|update)|delete-trail|stop-logging|put-event-selectors|\blogs delete|delete-log-group|logging sinks (?:delete|update)|guardduty (?:delete|update|disassociate|archive)|securityhub disable|config delete|stop-configuration-recorder|delete-flow-logs|monitor (?:diagnostic-settings|log-profiles) delete|delete-detector/,
    effects: [act("audit.cloud-off")],
  },
  {
    when: /authorize-security-group|firewall-rules (?:create|update)|nsg rule create|put-bucket-(?:acl|policy)|put-object-acl|put-public-access-block|delete-public-access-block|make-public|acl (?:ch|set)|iam ch |set-public|allUsers|allow-unauthenticated|add-permission|modify-.*publicly/,
    effects: [act("cloud.expose")],
  },
  {
    when: /route53 change|dns (?:record-sets|managed-zones|record|zone)|domains? (?:add|remove|rm|update|buy|transfer)|network dns|certificates?:|acm (?:request|delete)|certs? (?:add|rm)/,
    effects: [act("cloud.names")],
  },
  {
    when: /\bssm (?:start-session|send-command)|compute (?:ssh|scp)|\bssh\b|ecs execute-command|vm run-command|ec2-instance-connect|ps:exec|run:|cloud-shell|container exec/,
    effects: [{ do: "run", program: "cloud", what: "remote", wording: "on a machine in the cloud" }],
  },
  {
    when: /\blambda invoke|functions call|functionapp function|stepfunctions start|batch submit|workflows run|ses send|sns publish|sqs send-message|pubsub topics publish|pinpoint send/,
    effects: [act("cloud.invoke")],
  },
  { when: /\bsns publish|\bses send|pinpoint send/, effects: [act("message.send")] },
];

export interface Cloud {
  /** Options that take a value and may stand before the verbs. */
  readonly values: string;
  readonly host: string | null;
  /** How many plain words name the verb: the last of them is it (aws: service verb). */
  readonly verbAt: (words: readonly string[]) => string;
  /** Only these lines of plain words are answered on this machine. */
  readonly local?: RegExp;
}

export const inCloud =
  ({ values, host, verbAt, local }: Cloud) =>
  (use: Use): ReadAnswer => {
    const text = use.operands.map((word) => word.value ?? word.text);
    if (text.length > 0 && text.every((word) => /^(?:--version|-v|-V|--help|-h|version)$/.test(word)))
      return understood([]);
    const words = plainWords(use.operands, new Set(values.split(" ")));
    const names = words.map((word) => word.value ?? word.text);
    const said = names.join(" ");
    if (local?.test(said)) return understood([]);
    const whole = `${use.program} ${text.join(" ")}`.slice(0, MAX_WORDS);
    const op = opOf(verbAt(names));
    const extras = EXTRAS.filter(({ when }) => when.test(`${said} ${text.join(" ")}`)).flatMap(
      ({ effects }) => effects,
    );
    const sends = op !== "read" || words.some((word) => word.value === null);
    const weak: readonly Effect[] = text.some((word) => /^--(?:no-verify-ssl|insecure|skip-tls)/.test(word))
      ? [act("tls.unchecked")]
      : [];
    return understood([
      act(op === "run" && SESSION.test(whole) ? "cloud.session" : `cloud.${op}`, {
        wording: whole,
        on: names.at(-1) ?? null,
      }),
      network(host, sends),
      ...extras,
      ...weak,
      ...moved(use, words),
    ]);
  };

const COPIES = /^(?:cp|mv|sync|rsync|upload|download|upload-batch|copy)$/;
/** Programs that do little else have more verbs for it. */
const COPIERS = /^(?:gsutil|s3cmd|s5cmd|rclone|mc|azcopy|b2)$/;
const COPIES_BY_COPIER =
  /^(?:cp|mv|(?:bi)?sync|rsync|mirror|(?:up|down)load(?:[-_]\w+)*|get|put|copy(?:to|url|id)?|move(?:to)?)$/;

/** `aws s3 cp a b`, `gsutil cp a b`: what lies on this machine is read or written. */
function moved(use: Use, words: readonly KnownWord[]): readonly Effect[] {
  const verbs = COPIERS.test(use.program) ? COPIES_BY_COPIER : COPIES;
  const at = words.findIndex((word) => verbs.test(word.value ?? ""));
  if (at < 0) return [];
  const places = words
    .slice(at + 1)
    .filter((word) => !/^[a-z][a-z0-9]*:\/\//i.test(word.value ?? word.prefix) && word.value !== "-");
  const target = words.at(-1);
  const both = words[at]?.value === "bisync";
  return places.flatMap((word): readonly Effect[] => [
    ...(word === target || both ? [writes(use.target(word), { recursive: true })] : []),
    ...(word !== target || both ? [reads(use.target(word), true)] : []),
  ]);
}

export const last = (names: readonly string[]): string =>
  names.find((name) => opOf(name) !== "change") ?? names.at(-1) ?? "";
