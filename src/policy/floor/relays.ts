/** What is meant for this machine and reaches another: a proxy, an address given otherwise, a forwarder that the call starts. */
import { type CallCommand, type CallView, lineOf } from "../offline/index.ts";

/** Nobody but this machine: a neighbour's is another one. */
export const THIS_MACHINE =
  /^(?:localhost|.*\.localhost|ip6-localhost|host\.docker\.internal|127(?:\.\d+){3}|0\.0\.0\.0|\[?::1?\]?)$/;

/** While the call holds one of these, nothing stays on this machine. */
export const isRelayed = (view: CallView): boolean =>
  view.commands.some(
    (command) =>
      command.effects.some(
        (effect) =>
          (effect.do === "environment" && PROXY.test(effect.name) && isAway(proxyHost(effect.value ?? "?"))) ||
          (effect.do === "write" && /^\/etc\/(?:hosts|resolv\.conf)$/.test(effect.target.path)),
      ) ||
      FORWARDS.some((use) => use.test(lineOf(command))) ||
      addressesGiven(command).some(isAway),
  );

const PROXY = /^(?:https?|all|ftp)_proxy$/i;
const isAway = (host: string): boolean => !THIS_MACHINE.test(host);
const proxyHost = (value: string): string =>
  /^(?:\w+:\/\/)?(?:[^/@]*@)?(\[[^\]]*\]|[^/:]*)/.exec(value)?.[1]?.toLowerCase() || "localhost";

/** Programs that take what comes in at a port of this machine elsewhere. */
const FORWARDS: readonly RegExp[] = [
  /^socat (?=.*(?:listen|\b(?:tcp|udp|openssl|unix|sctp)[46]?-l)\b)/i,
  /^(?:auto|plink|dbclient|mosh)?ssh (?:.* )?(?:-(?:[46AaCfGgKkMNnqsTtVvXxYy]*)[LDRW]|(?:-o ?)?(?:Local|Dynamic|Remote)Forward[= ])/i,
  /^(?:plink|dbclient) (?:.* )?-\w*[LDR]/,
  /^(?:nc|ncat|netcat) (?=(?:.* )?(?:-\w*l|--listen))(?=(?:.* )?(?:-\w*[ce](?: |$)|--(?:sh-)?exec|--lua-exec|--proxy))/,
  /^(?:kubectl|oc) (?:.* )?(?:port-forward|proxy)(?: |$)/,
  /^(?:ip6?tables|nft) .*(?:DNAT|REDIRECT|dnat to|redirect to)/,
  /^(?:rinetd|redir|chisel|ngrok|cloudflared|frpc|bore|lt|localtunnel|gost|haproxy|stunnel\d?|sshuttle|goproxy|pagekite|inlets|wstunnel|iodine|ptunnel|simpleproxy|tcptunnel|proxychains\d?|torsocks|torify|tsocks|mitmproxy|mitmdump)(?: |$)/,
  /^(?:tailscale (?:serve|funnel)|fly proxy|flyctl proxy|cloud_sql_proxy|gcloud .*start-iap-tunnel|aws ssm start-session|netsh interface portproxy)/,
];

/** Options that say to which machine an address leads. */
const PROXY_OPTION = /^(?:-x|--proxy\d?(?:\.\d)?|--preproxy|--socks\w*|--doh-url|--dns-servers|--proxy=?https?)$/;
const RENAMES = /^--(?:resolve|connect-to)$/;

function addressesGiven({ name, words }: CallCommand): readonly string[] {
  if (!/^(?:curl|wget2?|https?|xhs?|curlie|aria2c|rclone|git)$/.test(name ?? "")) return [];
  const values = words.slice(1).map(({ value }) => value ?? "?");
  return values.flatMap((value, i) => {
    const [, option = values[i - 1] ?? "", given = value] =
      /^(--[\w.-]+)=(.*)$/s.exec(value) ?? /^(-)\w*x(.+)$/s.exec(value) ?? [];
    if (RENAMES.test(option)) return renamedTo(given);
    if (PROXY_OPTION.test(option)) return [proxyHost(given.replace(/^https?:(?=\w+:\/\/)/, ""))];
    if (option === "-" && name === "curl") return [proxyHost(given)];
    return [...value.matchAll(/(?:^|\s)(?:https?|ftp)_proxy\s*=\s*(\S+)/g)].map(([, host = ""]) => proxyHost(host));
  });
}

/** `HOST:PORT:ADDRESS`, `HOST:PORT:HOST:PORT`: what stands behind the first two. */
const renamedTo = (value: string): readonly string[] =>
  value
    .replace(/\[::1?\]/g, "localhost")
    .split(":")
    .slice(2)
    .flatMap((part) => part.split(","))
    .filter((part) => part !== "" && !/^\d+$/.test(part))
    .map((part) => part.toLowerCase());
