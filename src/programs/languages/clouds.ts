/** What a cloud command does, by its verb, and what a tool's copy touches here. */
import { act, type Effect } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import { network, reads, writes } from "../places.ts";
import type { Use } from "../spec.ts";
import type { Filled } from "../template.ts";

/** Longer lines are cut for display. */
const MAX_WORDS = 300;

type CloudOp = "read" | "create" | "change" | "delete" | "run" | "stop";

/** The first that fits the verb. */
const OPS: readonly (readonly [op: CloudOp, verbs: RegExp])[] = [
  [
    "read",
    /^(?:get|list|ls|describe|show|head|lookup|batch-get|search|query|scan|view|status|info|logs?|tail|cat|history|version|help|whoami|configurations?|inspect|diff|check|validate|preview|estimate|simulate|wait|test-iam|read|filter|detect|output|graph|regions|billing|du|stat|open|console-url|ps|domains|env-ls|print|verify)(?:-|$)/,
  ],
  [
    "delete",
    /^(?:delete|remove|rm|rb|rmi|destroy|terminate|purge|drop|deregister|detach|empty|unset|wipe|teardown|undeploy|batch-delete|clear|uninstall|nuke|down)(?:-|$)/,
  ],
  ["stop", /^(?:stop|disable|pause|suspend|cancel|kill|halt|deactivate|reboot|restart|scale-down)(?:-|$)/],
  [
    "create",
    /^(?:create|add|put|new|launch|run-instances|register|attach|import|provision|init|upload|cp|mv|sync|push|clone|mb|copy|move|compose)(?:-|$)/,
  ],
  ["run", /^(?:invoke|exec|run|start|ssh|send-command|start-session|call|submit|trigger|rerun|shell)(?:-|$)/],
];

const opOf = (verb: string): CloudOp => OPS.find(([, verbs]) => verbs.test(verb))?.[0] ?? "change";

/** Lines that open a way into something that runs. */
const SESSION = /start-session|ssh|run-command|exec /;

/** Options of these tools that take a value and may stand before the verbs. */
const VALUES =
  /^(?:--(?:profile|region|output|query|endpoint-url|color|ca-bundle|project|account|zone|format|filter|configuration|verbosity|subscription|resource-group|name|context|token|config|scope|cwd|app|remote|org|env)|-[otughnScSarep])$/;

const HOSTS: Readonly<Record<string, string>> = {
  aws: "amazonaws.com",
  gcloud: "googleapis.com",
  az: "management.azure.com",
  heroku: "api.heroku.com",
  vercel: "api.vercel.com",
  now: "api.vercel.com",
  netlify: "api.netlify.com",
  fly: "api.fly.io",
  flyctl: "api.fly.io",
  wrangler: "api.cloudflare.com",
};

export function cloud(use: Use): Partial<Filled> {
  const text = use.operands.map(({ value, text: written }) => value ?? written);
  if (text.length > 0 && text.every((word) => /^(?:--version|-v|-V|--help|-h|version)$/.test(word))) return {};
  const words = plainWords(use.operands);
  const names = words.map(({ value, text: written }) => value ?? written);
  const whole = `${use.program} ${text.join(" ")}`.slice(0, MAX_WORDS);
  const op = opOf(verbOf(use.program, names));
  const id = op === "run" && SESSION.test(whole) ? "cloud.session" : (`cloud.${op}` as const);
  const sends = op !== "read" || words.some(({ value }) => value === null);
  const effects = [
    act(id, { wording: whole, on: names.at(-1) ?? null }),
    network(HOSTS[use.program] ?? null, sends),
    ...moved(use, words),
  ];
  return { effects };
}

/** aws names a service first, a copier its verb; of others the first word that is a verb counts. */
function verbOf(program: string, names: readonly string[]): string {
  if (program === "aws") return names[1] ?? "";
  if (COPIERS.test(program)) return names[0] ?? "";
  return names.find((name) => opOf(name) !== "change") ?? names.at(-1) ?? "";
}

/** Words that are neither options nor their values. */
const plainWords = (words: readonly KnownWord[]): readonly KnownWord[] =>
  words.filter(
    ({ value, prefix }, at) => !(value ?? prefix).startsWith("-") && !VALUES.test(words[at - 1]?.value ?? ""),
  );

/** Programs that do little else have more verbs for it. */
const COPIERS = /^(?:gsutil|s3cmd|s5cmd|rclone|mc|azcopy|b2)$/;
const COPIES = /^(?:cp|mv|sync|rsync|upload|download|upload-batch|copy)$/;
const COPIES_BY_COPIER =
  /^(?:cp|mv|(?:bi)?sync|rsync|mirror|(?:up|down)load(?:[-_]\w+)*|get|put|copy(?:to|url|id)?|move(?:to)?)$/;

/** `aws s3 cp a b`: what lies on this machine is read or written. */
function moved(use: Use, words: readonly KnownWord[]): readonly Effect[] {
  const verbs = COPIERS.test(use.program) ? COPIES_BY_COPIER : COPIES;
  const at = words.findIndex(({ value }) => verbs.test(value ?? ""));
  const last = words.at(-1);
  if (at < 0) return [];
  return words
    .slice(at + 1)
    .filter(({ value, prefix }) => !/^[a-z][a-z0-9]*:\/\//i.test(value ?? prefix) && value !== "-")
    .map((word) => (word === last ? writes(use.target(word), { recursive: true }) : reads(use.target(word), true)));
}
