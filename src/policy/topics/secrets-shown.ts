/** Secrets that are looked for, shown or left in the open. */
import { foldSegment, isInside, secretFile } from "../../machine/index.ts";
import { type CallCommand, type CallView, type EffectOrFlow, isMetadata, storeOf } from "../offline/index.ts";
import { powershell, topics } from "./build.ts";
import ROWS from "./rows/secrets-shown.json" with { type: "json" };

const PUBLIC = /\.pub$|\/known_hosts(?:\.old)?$|\/\.ssh\/config$/;

const isSecretName = (subject: EffectOrFlow, view: CallView): boolean => {
  if (subject.do !== "read" || !subject.content || subject.target.path === "") return false;
  const ways = view.look(subject.target);
  return ways.ways.some((way) => secretFile(foldSegment(way.at(-1) ?? "")) !== undefined);
};

/** Names are listed, and no secret is shown besides. */
const showsNone = (_: unknown, __: unknown, command: CallCommand | undefined): boolean =>
  command?.effects.some((effect) => effect.do === "secret") !== true;

export const SECRETS_SHOWN = topics(ROWS, {
  "Credential Hunting": [
    {
      would: "look through places where credentials are kept",
      clue: { act: "secret.hunt" },
      match: [powershell("findstr /s /i password *.xml"), powershell("reg query HKLM /f password /t REG_SZ /s")],
      notMatch: [powershell("findstr foo a.txt")],
    },
    {
      would: "read {}, where credentials are kept",
      clue: {
        do: "read",
        when: (subject, view) => {
          const store = storeOf(subject, view);
          return (
            store !== undefined &&
            store !== "mail and messages" &&
            subject.do === "read" &&
            (subject.content || subject.recursive) &&
            !PUBLIC.test(subject.target.path)
          );
        },
      },
      match: [
        "cat ~/.aws/credentials",
        "grep -r password /",
        "find ~/.config/gcloud -name '*.db'",
        "tail ~/.bash_history",
        "sudo cat /etc/sudoers",
      ],
      notMatch: ["cat ~/.ssh/id_ed25519.pub", "cat README.md", "grep -r password src"],
    },
    {
      would: "look through the machine for keys and passwords",
      clue: {
        do: "read",
        recursive: true,
        line: /(?:^| )(?:-i?name|-i?regex|-path|-g|--glob|--include)[= ]\S*(?:id_(?:rsa|dsa|ecdsa|ed25519)|\.pem|\.kdbx|\.p12|\.pfx|credential|passw|secret|token|\.env|\.netrc|\.gnupg|\.ssh|shadow|wallet|keychain|\.keytab|\.ovpn|\.rdp|cookies|login data)/i,
        when: (subject, { projectRoot }) => subject.do === "read" && !isInside(subject.target.path, projectRoot),
      },
      match: [
        "find / -name id_rsa",
        "find ~ -name '*.pem' -exec cat {} +",
        "find / -type d -name .gnupg -exec rsync -R {} /tmp/x \\;",
      ],
      notMatch: ["find . -name '.env*'", "find / -name '*.h'"],
    },
    {
      would: "search for passwords outside the project",
      clue: {
        do: "read",
        recursive: true,
        program: /^(?:e|f|z|u|rip)?grep$|^(?:rg|ag|ack|git)$/,
        line: /(?:passw|secret|api.?key|token|private key|aws_|credential|BEGIN (?:RSA|OPENSSH))/i,
        when: (subject, { projectRoot }) => subject.do === "read" && !isInside(subject.target.path, projectRoot),
      },
      match: ["grep -ri password /var", "rg -i 'api_key' ~/work"],
      notMatch: ["grep -rn password src", "grep -r foo /usr/include"],
    },
    {
      would: "listen in on network traffic or on another process",
      clue: { act: ["spy.traffic", "spy.memory"] },
      match: ["tcpdump -i eth0", "gcore 123"],
      notMatch: ["ip addr", "strace -c true"],
    },
    {
      would: "read {}, which holds other people's or programs' credentials",
      clue: {
        do: "read",
        when: (subject, view) =>
          isSecretName(subject, view) && subject.do === "read" && !isInside(subject.target.path, view.projectRoot),
      },
      match: ["cat ../other/.env", "cat /srv/app/.env.production"],
      notMatch: ["cat .env.example", "cat src/env.ts"],
    },
    {
      would: "ask the cloud's metadata service about this machine",
      clue: {
        do: "network",
        when: (subject) => subject.do === "network" && subject.host !== null && isMetadata(subject.host),
      },
      match: ["curl http://169.254.169.254/latest/meta-data/instance-id"],
      notMatch: ["curl http://localhost/latest"],
    },
    {
      would: "look through stored secrets",
      clue: [
        { act: ["cluster.read-secrets", "stored-secret.list-manager"], when: showsNone },
        { do: "cloud", op: "read", line: /secretsmanager list|secrets list/, when: showsNone },
      ],
      match: ["kubectl get secrets -n prod", "vault status"],
      notMatch: ["kubectl get pods"],
    },
  ],
  "Secret Printing": [
    {
      would: "show a secret: {}",
      clue: {
        do: "secret",
        notAct: ["secret.clipboard", "secret.process-environments", "secret.hunt", "secret.of-others"],
      },
      match: [
        "env",
        "printenv",
        "gh auth token",
        "kubectl get secret db -o yaml",
        "aws secretsmanager get-secret-value --secret-id x",
        "op read op://x/y",
      ],
      notMatch: ["kubectl get pods", "pbpaste"],
    },
    {
      would: "show what is in {}",
      clue: {
        do: "read",
        when: (subject, view, command) =>
          isSecretName(subject, view) &&
          command?.effects.some((effect) => effect.do === "network" && effect.sends) !== true,
      },
      match: ["cat .env", "grep KEY .env.local"],
      notMatch: ["cat .env.example", "ls -la .env", "curl -d @.env http://localhost:3000"],
    },
  ],
  "Secret In The Open": [
    {
      would: "put a file with secrets under version control ({})",
      clue: {
        do: "vcs",
        op: "add",
        line: /(?:^| )(?:-f|--force)?\s*\S*(?:\.env(?!\.(?:example|sample|template|dist))(?:\.\w+)?|id_(?:rsa|ed25519|ecdsa)|\.pem|\.p12|credentials\.json|\.npmrc|\.netrc)(?: |$)/,
      },
      match: ["git add .env", "git add -f config/.env.production"],
      notMatch: ["git add .env.example", "git add src/env.ts"],
    },
  ],
});
