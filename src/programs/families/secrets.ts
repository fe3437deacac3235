/** Keys and secrets: password stores, agents, encryption, and the programs that hand credentials out. */

import { act, type Effect } from "../../contract/effect.ts";
import { reads, shows, understood, writes } from "../disk-makers.ts";
import { given, line, named, network, valuesOf } from "../makers.ts";
import type { ProgramFamily, ProgramSpec, ReadAnswer, Use } from "../spec.ts";
import { wholly } from "./packages-effects.ts";
import { secretsStores } from "./secrets-stores.ts";

const stores = act("stored-secret.change");

function gpg(use: Use): ReadAnswer {
  const option = (names: string): boolean => given(use, names);
  if (option("--version --help --dump-options")) return understood([]);
  if (option("--export-secret-keys --export-secret-subkeys --list-secret-keys -K"))
    return understood([shows("secret.keys")]);
  if (option("--decrypt -d"))
    return understood([shows("secret.encrypted-file"), ...use.operands.map((word) => reads(use.target(word)))]);
  if (
    option(
      "--delete-keys --delete-secret-keys --delete-secret-and-public-key --import --edit-key --gen-key --generate-key --full-generate-key --quick-generate-key --sign-key --lsign-key --trust-model",
    )
  )
    return understood([act("key.change")]);
  if (option("--recv-keys --send-keys --refresh-keys --search-keys --keyserver --locate-keys"))
    return understood([act("key.change"), network(null, option("--send-keys"))]);
  const inputs = use.operands.map((word) => reads(use.target(word)));
  if (option("--list-keys -k --list-sigs --check-sigs --fingerprint --list-packets --list-config --verify"))
    return understood([...(option("--verify --list-packets") ? inputs : []), act("stored-secret.list")]);
  return understood([...inputs, ...(option("-o --output") ? [] : [writes(use.cwd, { recursive: true })])]);
}

/** `ssh-keygen`: `-l` shows a fingerprint, `-y` a public key; everything else writes or rewrites keys. */
function keygen(use: Use): readonly Effect[] {
  const files = valuesOf(use, "-f");
  const read = files.map((word) => reads(use.target(word)));
  const only = (names: string): boolean => [...use.options.keys()].every((name) => names.split(" ").includes(name));
  if (given(use, "-l -B") && only("-l -B -f -E -v -q")) return files.length > 0 ? read : [reads(use.cwd)];
  if (given(use, "-y") && only("-y -f -P -N")) return [...read, shows("secret.private-key")];
  if (given(use, "-F") && only("-F -f -l -v -E")) return read;
  const written = files.map((word) => writes(use.target(word)));
  return [
    ...(written.length > 0 ? written : [writes({ path: `${use.context.world.home}/.ssh`, certainty: "unknown" })]),
    act("key.create"),
  ];
}

const behindSecrets =
  (via: string): NonNullable<ProgramSpec["read"]> =>
  (use) => {
    const dashes = use.operands.findIndex((word) => word.value === "--");
    const effects: readonly Effect[] = [shows("secret.injected"), network(null, false)];
    return dashes < 0
      ? understood([...effects, stores])
      : understood(effects, [{ kind: "words", words: use.operands.slice(dashes + 1), via, moreWords: false }]);
  };

export const secrets: ProgramFamily = () => [
  {
    names: "gpg gpg2 gpgv gpgsm",
    flags:
      "--version --help --dump-options --list-keys -k --list-secret-keys -K --list-sigs --check-sigs --fingerprint --list-packets --list-config --verify -d --decrypt -e --encrypt -s --sign -b --detach-sign --detach-sig --clearsign --clear-sign -c --symmetric -a --armor --armour --batch --yes --no-tty -q --quiet -v --verbose --with-colons --with-fingerprint --import --export --export-secret-keys --export-secret-subkeys --delete-keys --delete-secret-keys --edit-key --gen-key --generate-key --full-generate-key --refresh-keys --dearmor --enarmor --no-default-keyring --show-keys --always-trust --import-options",
    values: {
      text: "-r --recipient -u --local-user --default-key --keyserver --recv-keys --send-keys --search-keys --locate-keys --passphrase --passphrase-fd --pinentry-mode --trust-model --cipher-algo --digest-algo --keyserver-options --status-fd --quick-generate-key",
      write: "-o --output",
      readTree: "--homedir",
      read: "--keyring --passphrase-file --options",
    },
    runsCode: "--exec-path --photo-viewer --agent-program --dirmngr-program --gpgconf --options --load-extension",
    read: gpg,
    safe: ["gpg --version"],
    unsafe: [
      ["gpg --export-secret-keys", ["secret.keys"]],
      ["gpg -d x.gpg", ["secret.encrypted-file", "file.read"]],
      ["gpg --import x.asc", ["key.change"]],
      ["gpg --recv-keys ABC", ["key.change", "network.contact"]],
      ["gpg -c x", ["file.read", "file.write"]],
      ["gpg --list-keys", ["stored-secret.list"]],
    ],
  },
  {
    names: "ssh-keygen",
    flags: "-l -B -y -q -v -e -i -p -c -A -H -o -h -k -Q",
    values: { text: "-f -t -b -C -N -P -F -R -E -m -O -I -n -V -z -s -a -D -Y -w -M -Z -r -g -K -L" },
    runsCode: "-D -w -Y",
    operands: "text",
    always: [keygen],
    safe: ["ssh-keygen -l -f key.pub", "ssh-keygen -F example.com"],
    unsafe: [
      ["ssh-keygen -t ed25519 -f key -N ''", ["file.write", "key.create"]],
      ["ssh-keygen -R host", ["file.write", "key.create"]],
      ["ssh-keygen -y -f key", ["file.read", "secret.private-key"]],
      ["ssh-keygen -D /tmp/x.so", ["run.helper", "file.write", "key.create"]],
      ["ssh-keygen -l -f key -R host", ["file.write", "key.create"]],
    ],
  },
  {
    names: "ssh-add",
    flags: "-l -L -D -d -x -X -q -v -c -k -K -T --apple-use-keychain",
    values: { text: "-t -E -h -H -e", program: "-S -s" },
    operands: "read",
    always: [
      (use) =>
        given(use, "-l -L") &&
        use.operands.length === 0 &&
        [...use.options.keys()].every((name) => /^-[lLEqv]$/.test(name))
          ? []
          : [act(given(use, "-D -d") ? "key.forget" : "key.change")],
    ],
    safe: ["ssh-add -l"],
    unsafe: [
      ["ssh-add ~/.ssh/id_rsa", ["key.change", "file.read"]],
      ["ssh-add -D", ["key.forget"]],
      ["ssh-add -l -D", ["key.forget"]],
      ["ssh-add -s /tmp/x.so", ["run.helper", "key.change"]],
    ],
  },
  {
    names: "ssh-agent",
    launcher: true,
    ...wholly((use) => [
      act("key.change"),
      ...(use.operands.length > 0 && !(named(use) ?? "-").startsWith("-")
        ? [{ do: "run", program: "ssh-agent", what: "unknown-program", wording: line(use.operands) } as const]
        : []),
    ]),
    unsafe: [
      ["ssh-agent -s", ["key.change"]],
      ["ssh-agent bash", ["key.change", "run.unknown-program"]],
    ],
  },
  {
    names: "ssh-copy-id ssh-keyscan",
    ...wholly((use) => [
      network(null, use.program === "ssh-copy-id"),
      ...(use.program === "ssh-copy-id" ? [act("login-key.plant", { on: line(use.operands) })] : []),
    ]),
    unsafe: [
      ["ssh-copy-id host", ["network.send", "login-key.plant"]],
      ["ssh-keyscan host", ["network.contact"]],
    ],
  },
  ...secretsStores,
  {
    names: "doppler chamber aws-vault envchain infisical teller summon dotenv dotenvx direnv envconsul",
    launcher: true,
    style: "words",
    operands: "text",
    read: behindSecrets("a program with secrets"),
    unsafe: [
      ["doppler run -- npm start", ["secret.injected", "network.contact", "run.task", "unknown.use"]],
      ["aws-vault exec prod -- rm -rf x", ["secret.injected", "network.contact", "file.delete"]],
      ["direnv allow", ["secret.injected", "network.contact", "stored-secret.change"]],
    ],
  },
];
