/** ssh and what copies files over it. */
import { act, type Effect, type Target } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import { reads, shows, through, understood, writes } from "../disk-makers.ts";
import { carries, codeOfWords, given, hostOf, line, network, valuesOf } from "../makers.ts";
import type { EffectMaker, ProgramSpec, ReadAnswer, Use } from "../spec.ts";
import { rebuilt } from "./landing.ts";

/** Settings of ssh that start a program here, or load one. */
const SSH_RUNS =
  /^(?:proxycommand|localcommand|permitlocalcommand|knownhostscommand|match|include|pkcs11provider|securitykeyprovider|xauthlocation|proxyusefdpass)\b/i;

const SSH_WEAKENS =
  /^(?:stricthostkeychecking\s*[= ]\s*(?:no|off)|userknownhostsfile|hostkeyalgorithms|globalknownhostsfile)/i;

function sshOptions(use: Use): readonly Effect[] {
  return valuesOf(use, "-o").flatMap((word): readonly Effect[] => {
    if (word.value === null || SSH_RUNS.test(word.value))
      return [
        { do: "run", program: use.program, what: "helper", wording: `the option ${word.text} may name a program` },
      ];
    return SSH_WEAKENS.test(word.value) ? [act("tls.host-key-unchecked")] : [];
  });
}

const tunnels: EffectMaker = (use) =>
  valuesOf(use, "-R -L -D -w").map((word): Effect => act("door.tunnel", { on: word.value ?? word.text }));

export const loginHost = (word: KnownWord | undefined): string | null => {
  const value = word?.value;
  if (value === null || value === undefined) return null;
  return value
    .replace(/^ssh:\/\//, "")
    .replace(/^.*@/, "")
    .replace(/:\d+$/, "")
    .toLowerCase();
};

/** `ssh host words…`: the words are joined and read by a shell over there. */
function ssh(use: Use): ReadAnswer {
  if (use.operands.length === 0 && given(use, "-V -Q")) return understood([]);
  const [host, ...command] = use.operands;
  const code = command.every((word) => word.value !== null) ? command.map((word) => word.value).join(" ") : null;
  const started = command.length > 0 ? line(command) : (use.stdin ?? "a session");
  const effects: readonly Effect[] = [
    network(loginHost(host), true),
    {
      do: "run",
      program: use.program,
      what: "remote",
      wording: `${loginHost(host) ?? "a host"}: ${started}`,
      ...(code === null ? {} : { code }),
    },
    ...sshOptions(use),
    ...(typeof tunnels === "function" ? tunnels(use) : []),
  ];
  const inner = command.length === 0 ? (use.stdin ?? use.stdinOutline ?? null) : codeOfWords(command);
  return understood(
    effects,
    inner === null || inner === "" ? [] : [{ kind: "script", code: inner, via: `ssh ${loginHost(host) ?? "host"}` }],
  );
}

const isRemote = (word: KnownWord): boolean =>
  /^(?:[^/\s@]*@)?(?:\[[^\]]+\]|[^/:\s]+):/.test(word.value ?? word.prefix) ||
  /^(?:rsync|scp|sftp):\/\//.test(word.value ?? word.prefix);

/** scp follows the links in a tree, rsync where it is told to. */
const copied = (use: Use, word: KnownWord): Target =>
  use.program === "rsync" && !given(use, "-L -k --copy-links")
    ? use.target(word)
    : through(use.target(word), use.context.world);

/** With every directory its word names, or those behind `/./`, where rsync is told so. */
const landsAt = (use: Use, to: KnownWord, from: KnownWord): Target =>
  use.program === "rsync" && given(use, "-R --relative") && !isRemote(from)
    ? rebuilt(use, use.target(to), { ...from, value: from.value?.replace(/^.*?\/\.\//s, "") ?? null })
    : use.target(to);

/** `scp from… to`, `rsync from… to`: which side is this machine says whether data leaves. */
const copies =
  (removes: string): EffectMaker =>
  (use) => {
    const to = use.operands.at(-1);
    const from = use.operands.slice(0, -1);
    if (to === undefined) return [network(null, true)];
    const remotes = use.operands.filter(isRemote);
    const contacts = remotes.map((word) => network(hostOf(word) ?? loginHost(word), isRemote(to) || carries(word)));
    const read = from.filter((word) => !isRemote(word)).map((word) => reads(copied(use, word), true));
    const write: readonly Effect[] = isRemote(to)
      ? []
      : from.map((word) =>
          writes(landsAt(use, to, word), {
            recursive: true,
            as: "copy",
            ...(isRemote(word) ? {} : { from: copied(use, word) }),
          }),
        );
    const gone: readonly Effect[] =
      removes !== "" && given(use, removes)
        ? isRemote(to)
          ? [{ do: "run", program: use.program, what: "remote", wording: "deletes over there" }]
          : [{ do: "delete", target: use.target(to), recursive: true }]
        : [];
    const sources: readonly Effect[] = given(use, "--remove-source-files --remove-sent-files")
      ? from
          .filter((word) => !isRemote(word))
          .map((word): Effect => ({ do: "delete", target: use.target(word), recursive: true }))
      : [];
    return [...contacts, ...read, ...write, ...gone, ...sources, ...sshOptions(use)];
  };

const SSH_VALUES = { text: "-B -b -c -D -e -I -J -L -l -m -O -o -p -Q -R -S -W -w -P", read: "-i -F", write: "-E" };

/** rsync takes no shortened names; these are all it has. */
const DELETING =
  "--delete --del --delete-before --delete-during --delete-delay --delete-after --delete-excluded --delete-missing-args";

const effectsOf = (maker: EffectMaker, use: Use): readonly Effect[] =>
  typeof maker === "function" ? maker(use) : [maker];

export const networkSsh: readonly ProgramSpec[] = [
  {
    names: "ssh slogin autossh mosh et sshpass",
    launcher: true,
    style: "posix",
    flags: "-4 -6 -A -a -C -f -G -g -K -k -M -N -n -q -s -T -t -tt -V -v -vv -vvv -X -x -Y -y -e",
    values: SSH_VALUES,
    read: (use) =>
      use.program === "sshpass"
        ? understood([
            { do: "run", program: "ssh", what: "remote", wording: line(use.words) },
            network(null, true),
            shows("secret.command-line"),
          ])
        : ssh(use),
    safe: ["ssh -V"],
    unsafe: [
      ["ssh host.example.com", ["network.send", "run.remote"]],
      ["ssh root@host.example.com 'rm -rf /srv'", ["network.send", "run.remote", "file.delete"]],
      ["ssh -o ProxyCommand='sh -c id' host", ["network.send", "run.remote", "run.helper"]],
      ["ssh -o StrictHostKeyChecking=no host", ["network.send", "run.remote", "tls.host-key-unchecked"]],
      ["ssh -R 80:localhost:80 host", ["network.send", "run.remote", "door.tunnel"]],
      ["ssh host < script.sh", ["network.send", "run.remote", "file.read"]],
    ],
  },
  {
    names: "scp",
    style: "posix",
    flags: "-3 -4 -6 -A -B -C -O -p -q -R -r -s -T -v",
    values: { text: "-c -D -J -l -o -P -S -X", read: "-F -i" },
    runsCode: "-S -D",
    operands: "text",
    always: [copies("")],
    unsafe: [
      ["scp .env host:/tmp", ["network.send", "file.read"]],
      ["scp host:/etc/x .", ["network.contact", "file.copy"]],
      ["scp -S /tmp/x a host:", ["run.helper", "network.send", "file.read"]],
    ],
  },
  {
    names: "rsync",
    flags:
      "-a --archive -v --verbose -q --quiet -c --checksum -r --recursive -R --relative -b --backup -u --update -l --links -L --copy-links -H --hard-links -p --perms -E --executability -A --acls -X --xattrs -o --owner -g --group -D --devices --specials -t --times -O -J -S --sparse -n --dry-run -W --whole-file -x --one-file-system --existing --ignore-existing --remove-source-files --remove-sent-files --delete --del --delete-before --delete-during --delete-delay --delete-after --delete-excluded --delete-missing-args --force --partial -P --progress -h --human-readable -i --itemize-changes -z --compress -C --cvs-exclude --stats -4 -6 --version --help --numeric-ids --size-only --inplace --append -m --prune-empty-dirs -d --dirs -k -K --list-only --mkpath --no-owner --no-group --no-perms",
    values: {
      text: "--exclude --include -f --filter --bwlimit --port --timeout --chmod --chown --max-size --min-size --info --debug --out-format --suffix --modify-window --block-size -B --compress-level -M --remote-option -e --rsh --rsync-path --sockopts --password-file",
      read: "--exclude-from --include-from --files-from --read-batch",
      write: "--log-file --write-batch",
      writeTree: "--backup-dir -T --temp-dir --partial-dir",
      readTree: "--link-dest --compare-dest --copy-dest",
    },
    runsCode: "-e --rsh --rsync-path -M --remote-option --daemon --config",
    operands: "text",
    always: [
      (use) =>
        given(use, "--version --help") && use.operands.length === 0
          ? []
          : given(use, "-n --dry-run --list-only") && !use.operands.some(isRemote)
            ? use.operands.map((word) => reads(copied(use, word), true))
            : effectsOf(copies(DELETING), use),
    ],
    safe: ["rsync --version", "rsync -an src/ dst/"],
    unsafe: [
      ["rsync -a src/ host.example.com:/srv", ["network.send", "file.read"]],
      ["rsync -a --delete src/ dst/", ["file.read", "file.copy", "file.delete"]],
      ["rsync -a --del src/ dst/", ["file.read", "file.copy", "file.delete"]],
      ["rsync -a --delete-delay src/ dst/", ["file.read", "file.copy", "file.delete"]],
      ["rsync -a --remove-sent-files src/ dst/", ["file.read", "file.copy", "file.delete"]],
      ["rsync -e 'sh -c id' a host:b", ["run.helper", "network.send", "file.read"]],
      ["rsync -a src dst", ["file.read", "file.copy"]],
      ["rsync -R a/b dst", ["file.read", "file.copy"]],
    ],
  },
];
