/** Stores of secrets and passwords, by their verbs. */
import { act, type SecretEffect } from "../../contract/effect.ts";
import { shows, writes } from "../disk-makers.ts";
import { line, network } from "../makers.ts";
import type { EffectMaker, ProgramSpec, UnsafeUses } from "../spec.ts";
import { wholly } from "./packages-effects.ts";

const stores = act("stored-secret.change");

interface KeyStore {
  readonly names: string;
  readonly launches?: string;
  readonly source: SecretEffect["act"];
  /** Lines that show a secret, and those that only list names; all others change what is stored. */
  readonly reads: RegExp;
  readonly lists: RegExp;
  readonly reach: "local" | "remote";
  readonly unsafe: UnsafeUses;
}

/** A store with verbs: those that show, those that change, those that only list names. */
const store =
  ({ source, reads, lists, reach }: KeyStore): EffectMaker =>
  (use) => {
    const words = use.operands.map((word) => word.value ?? word.text);
    const said = words.filter((word) => !word.startsWith("-")).join(" ");
    if (words.length > 0 && words.every((word) => /^(?:--version|-v|-V|version|--help|-h|help)$/.test(word))) return [];
    const contact = reach === "remote" ? [network(null, !reads.test(said) && !lists.test(said))] : [];
    if (lists.test(said))
      return [
        act(source === "secret.manager" ? "stored-secret.list-manager" : "stored-secret.list", { wording: said }),
        ...contact,
      ];
    return reads.test(said) ? [shows(source), ...contact] : [stores, shows(source), ...contact];
  };

const keyStore = (entry: KeyStore): ProgramSpec => ({
  names: entry.names,
  ...(entry.launches === undefined ? {} : { launches: entry.launches }),
  ...wholly(store(entry)),
  safe: [`${entry.names.split(" ")[0]} --version`],
  unsafe: entry.unsafe,
});

export const secretsStores: readonly ProgramSpec[] = [
  keyStore({
    names: "pass gopass kpcli keepassxc-cli",
    source: "secret.password-store",
    reads: /^(?:show|grep|otp|export|clip|[\w./-]*)$|^show /,
    lists: /^(?:ls|list|find|search)\b|^$/,
    reach: "local",
    unsafe: [
      ["pass show web/x", ["secret.password-store"]],
      ["pass ls", ["stored-secret.list"]],
      ["pass insert x", ["stored-secret.change", "secret.password-store"]],
    ],
  }),
  keyStore({
    names: "op bw bws lpass dashlane dcli rbw infisical-cli",
    launches: "run exec",
    source: "secret.password-manager",
    reads: /^(?:read|get|item get|document get|show|export|inject|unlock|signin|password|list items|run)/,
    lists: /^(?:whoami|account|vault list|status|ls|sync)\b/,
    reach: "remote",
    unsafe: [
      ["op read op://x/y", ["secret.password-manager", "network.contact"]],
      ["bw get password x", ["secret.password-manager", "network.contact"]],
      ["op item edit x", ["stored-secret.change", "secret.password-manager", "network.send"]],
    ],
  }),
  keyStore({
    names: "vault conjur openbao bao",
    source: "secret.manager",
    reads: /^(?:kv get|read|token (?:lookup|create)|login|unwrap|print|kv list)/,
    lists: /^(?:status|version|list|kv list|secrets list|auth list|policy (?:list|read))/,
    reach: "remote",
    unsafe: [
      ["vault kv get secret/x", ["secret.manager", "network.contact"]],
      ["vault kv put secret/x a=b", ["stored-secret.change", "secret.manager", "network.send"]],
      ["vault status", ["stored-secret.list-manager", "network.contact"]],
    ],
  }),
  keyStore({
    names: "secret-tool keyring kwallet-query pass-cli lssecret",
    source: "secret.key-ring",
    reads: /^(?:lookup|search|get)/,
    lists: /^$/,
    reach: "local",
    unsafe: [
      ["secret-tool lookup a b", ["secret.key-ring"]],
      ["secret-tool store x", ["stored-secret.change", "secret.key-ring"]],
    ],
  }),
  {
    names:
      "sops age age-keygen rage git-crypt ansible-vault transcrypt kms step cfssl certbot acme.sh mkcert credstash berglas",
    launches: "exec-env exec-file run",
    ...wholly((use) => {
      const said = line(use.operands);
      if (/^(?:--version|-version|version|--help|-h)$/.test(said)) return [];
      const opens = /(?:^|\s)(?:-d|--decrypt|decrypt|unlock|view|edit|exec-env|exec-file)(?:\s|$)/.test(said);
      const issues = /^(?:certbot|acme\.sh|mkcert|step|cfssl)$/.test(use.program);
      return [
        ...(opens ? [shows("secret.encrypted-file")] : []),
        writes(use.cwd, { recursive: true }),
        ...(issues ? [act("tls.certificate"), network(null, true)] : []),
      ];
    }),
    safe: ["sops --version"],
    unsafe: [
      ["sops -d secrets.yaml", ["secret.encrypted-file", "file.write"]],
      ["age -d x", ["secret.encrypted-file", "file.write"]],
      ["mkcert -install", ["file.write", "tls.certificate", "network.send"]],
    ],
  },
];
