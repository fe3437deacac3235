/** Looking at this machine's network, and changing it. */
import { act } from "../../contract/effect.ts";
import { acting } from "../acting.ts";
import { known, refused, understood } from "../disk-makers.ts";
import { network } from "../makers.ts";
import type { ProgramFamily, ReadAnswer, Use } from "../spec.ts";

const CHANGES = act("machine.network");
const IP_OPTION =
  /^-(?:4|6|0|B|M|N|br|brief|j|json|p|pretty|s|stats|statistics|d|details|h|human|o|oneline|c|color(?:=\w+)?|r|resolve|t|timestamp|V|Version)$/;
const IP_OBJECT =
  /^(?:a|ad|addr|address|l|li|link|r|ro|route|ru|rule|n|neigh|neighbor|neighbour|netns|maddr|maddress|mroute|tunnel|tunnel|token|netconf|ntable|stats|vrf)$/;

/** `ip OBJECT` and `ip OBJECT show …` look; every other verb changes, and `netns exec` runs. */
function readIp(use: Use): ReadAnswer {
  const words = use.operands.map((word) => known(word) ?? "?");
  const rest = words.slice(words.findIndex((word) => !IP_OPTION.test(word)));
  const [object = "", verb, ...more] = rest;
  const looking = verb === undefined || /^(?:s|sh|show|list|ls|lst|get|help)$/.test(verb);
  const plain = more.every((word) => /^[\w.:/*@-]+$/.test(word));
  if (IP_OBJECT.test(object) && looking && plain) return understood([]);
  if (object === "-V" || (rest.length === 0 && words.length > 0) || object === "help") return understood([]);
  if (verb === "exec") {
    return refused(
      "it runs a program elsewhere",
      [CHANGES],
      [{ kind: "words", words: use.operands.slice(words.indexOf("exec") + 2), via: "ip netns exec", moreWords: false }],
    );
  }
  return understood([CHANGES]);
}

export const netadmin: ProgramFamily = () => [
  {
    names: "ip",
    live: true,
    style: "words",
    read: readIp,
    safe: ["ip a", "ip -br addr show eth0", "ip route", "ip -j link show dev eth0", "ip route get 1.1.1.1"],
    unsafe: [
      ["ip link set eth0 down", ["machine.network"]],
      ["ip route add default via 1.1.1.1", ["machine.network"]],
      ["ip netns exec x rm a", ["machine.network", "unknown.use", "file.delete"]],
      ["ip -b file", ["machine.network"]],
    ],
  },
  acting({
    names: "ifconfig",
    live: true,
    shows: /^(?:-[alsv]+|[\w.:-]+)?$/,
    otherwise: "machine.network",
    safe: ["ifconfig", "ifconfig eth0", "ifconfig -a"],
    unsafe: [["ifconfig eth0 down", ["machine.network"]]],
  }),
  {
    names: "ss",
    live: true,
    // Not here: -K ends connections, -D writes.
    flags:
      "-0 -4 -6 -a -b -e -E -H -h -i -l -m -n -o -O -p -r -s -S -t -u -V -w -x -Z -z --all --extended --info --ipv4 --ipv6 --listening --memory --numeric --oneline --options --processes --raw --resolve --summary --tcp --udp --unix --no-header --help --version",
    values: { text: "-f -A --family --query" },
    runsCode: "-K --kill",
    read: (use) =>
      // A name in a filter is looked up: the name itself leaves.
      use.operands.every((word) =>
        /^[^A-Za-z]*$|^[\w-]+$|^\( (?:[sd]port [<=>!]+ :\w+ ?|and |or )+\)$/.test(known(word) ?? ""),
      )
        ? understood([])
        : refused("a filter that may look up a name", [network(null, true)]),
    safe: ["ss -tulpn", "ss -tn state established '( dport = :22 )'"],
    unsafe: [
      ["ss -K dst 1.1.1.1", ["run.helper"]],
      ["ss -D x", ["unknown.use"]],
    ],
  },
  {
    names: "netstat",
    live: true,
    flags:
      "-4 -6 -a -A -b -c -C -d -e -E -F -g -h -i -l -L -m -n -N -o -p -P -r -R -s -S -t -T -u -v -w -W -x -X -Z --all --listening --numeric --programs --tcp --udp --route --interfaces --statistics --wide --extend --help --version",
    values: { text: "-f -I" },
    operands: "text",
    safe: ["netstat -tulpn", "netstat -an -p tcp"],
    unsafe: [["netstat -an > x", ["file.write"]]],
  },
  acting({
    names:
      "route arp ethtool iw iwconfig iwlist tc bridge brctl wg rfkill nmcli networkctl resolvectl networksetup scutil systemsetup airport",
    shows:
      /^(?:-n|-an?|-e|-en|get (?:\d+(?:\.\d+){3}|[\da-fA-F]*:[\da-fA-F:]*)|show|list|status|--dns|--proxy|--get \w+|(?:device|connection|general|radio|con|dev|g|d|c)(?: (?:status|show|s))?|-list\w+|-get\w+(?: [\w.-]+)?|dev|\w+ (?:info|link)|link show|[a-z]+\d+)?$/,
    acts: [
      [/^-set\w*proxy\w*/i, "route.proxy"],
      [/^-setremote(?:login|appleevents) on/, "door.remote-login"],
      [/^-setdns/i, "route.name-servers"],
    ],
    otherwise: "machine.network",
    safe: ["route -n", "arp -an", "nmcli device status", "scutil --dns", "networksetup -listallnetworkservices"],
    unsafe: [
      ["route add default 1.1.1.1", ["machine.network"]],
      ["networksetup -setwebproxy Wi-Fi 1.1.1.1 8080", ["route.proxy"]],
      ["networksetup -setdnsservers Wi-Fi 1.1.1.1", ["route.name-servers"]],
      ["nmcli con up x", ["machine.network"]],
      ["systemsetup -setremotelogin on", ["door.remote-login"]],
      ["wg showconf wg0", ["machine.network"]],
    ],
  }),
  acting({
    names:
      "dhclient dhcpcd ifup ifdown wpa_supplicant hostapd dnsmasq openvpn wg-quick macchanger netplan vconfig ipconfig",
    otherwise: "machine.network",
    unsafe: [
      ["ifdown eth0", ["machine.network"]],
      ["wg-quick up x", ["machine.network"]],
    ],
  }),
];
