/**
 * Senders nobody listed: a program that is not known to stay on this machine, with a word of sending among its verbs or options, sends the
 * files it is given; and code that hands on what it opens by a client of another machine.
 */
import { spellHome } from "../../readers/bash/index.ts";
import { type CallCommand, filesGiven } from "../offline/index.ts";
import { logsIn } from "./scripts.ts";

/** `upload`, `files:upload`, `--attach`, `put-object`, `cp`. */
const SENDS =
  /^(?:--?)?(?:[a-z\d]+[-:_.])*(?:up-?load|push|put|publish|send|attach(?:ment)?|post|deploy|share|sync|transfer|back-?up|snapshot|cp|copy|paste|mail)(?:[-:_.][a-z\d]+)*$/i;
/** They log in with the key, or what they take in stays on this machine. */
const OWN_WAYS =
  /^(?:git\S*|ssh\S*|scp|sftp|rsync|mosh|autossh|docker|podman|nerdctl|multipass|vagrant|limactl|lxc|incus|gpg\d?|age|openssl|g?cp|g?mv|g?install|ln|tar|zip|make|cmake|ninja|npm|pnpm|yarn|bun|cargo|go|fab|cap|kamal|mina|echo|printf|test|\[)$/;
/** Its verbs stand before what it is given. */
const MAX_VERBS = 6;

/** The files such a program is given, those of its key options apart. */
export function filesToAnyone(command: CallCommand): readonly string[] {
  const { name, effects, words } = command;
  if (name === null || OWN_WAYS.test(name) || !effects.some(isOpen)) return [];
  const values = words.slice(1).map(({ value, prefix }) => value ?? prefix);
  const options = values.flatMap((value) => (value.startsWith("-") ? [value.split("=", 1)[0] ?? ""] : []));
  const verbs = values.filter((value) => !value.startsWith("-")).slice(0, MAX_VERBS);
  if (![...options, ...verbs].some((word) => SENDS.test(word)) || verbs.some(isHere)) return [];
  return filesGiven(command);
}

const isHere = (word: string): boolean => /^(?:localhost|127\.\d+\.\d+\.\d+|local)$/.test(word);
const isOpen = (effect: CallCommand["effects"][number]): boolean =>
  effect.do === "unknown" || effect.do === "network" || (effect.do === "run" && effect.what === "unknown-program");

/** Names of clients, and addresses they are told. */
const CLIENTS =
  /\b(?:boto3|aioboto3|redis|ioredis|paho|mqtt|WebSocket|websockets?|pymongo|mongodb|psycopg\d?|asyncpg|pymysql|kafka|pika|amqp\w*|nats|zmq|ftplib|smtplib|minio|azure|firebase\w*|slack_sdk|discord|telegram|octokit|nodemailer|socketio|grpc|huggingface_hub|dropbox)\b|\b(?:wss?|https?|ftps?|mqtts?|amqps?|rediss?|mongodb|postgres\w*|mysql|nats):\/\/(?!(?:localhost|127\.|\[::1\]))/i;
const HANDS_ON =
  /\.(?:upload\w*|put\w*|send\w*|publish\w*|post\w*|set|hset|lpush|rpush|insert\w*|execute|query|emit|single|produce|write|stor\w+)\s*\(|\b(?:file_get_contents|fopen|readfile)\s*\(\s*["'][a-z]+:\/\//i;
/** The key signs or logs in. */
const USES_KEY = /\bsign\w*\b|jwt|private_?key|createSign|key_?file|pkey|\bcert\b|load_pem/i;

/** A foreign address, and the words of languages for speaking with one. */
const FOREIGN =
  /\b(?!file:|data:|jdbc:|node:)[a-z][a-z\d+.-]*:\/\/(?!(?:[^/@\s"'`]*@)?(?:localhost|127\.|0\.0\.0\.0|\[::1\])|["'`])/i;
const REQUESTS =
  /\b(?:urlopen|urlretrieve|HTTPS?Connection|requests|httpx|aiohttp|urllib3|pycurl|axios|got|undici|superagent|XMLHttpRequest|sendBeacon|WebClient|HttpClient|Net::HTTP|Net::FTP|Net::SMTP|open-uri|URI\.open|HTTParty|Faraday|RestClient|Excon|HTTP::Tiny|LWP|WWW::Mechanize|Mojo::UserAgent|curl_init|curl_exec)\b|\bfetch\s*\(|\bhttp[2s]?["')]*\.(?:get|request|connect)\b|\bfile_get_contents\s*\(\s*["'][a-z]+:\/\//;
const SOCKETS =
  /\b(?:create_connection|open_connection|gethostby\w+|getaddrinfo|sendto|TCPSocket|UDPSocket|IO::Socket\w*|fsockopen|stream_socket_client|resolveDns|dns_get_record)\b|\bsocket\.socket\b|\bnet["')]*\.(?:connect|createConnection|Socket)\b|\bdns["')]*\.(?:lookup|resolve\w*|promises)\b|\b(?:Deno|Bun)\.connect\b|\bsocket\s*\.\s*tcp\b/;
const THIS_ADDRESS = /["'`/@](?:localhost|127\.\d+\.\d+\.\d+|::1)["'`:/]/;
/** Opens a file, or starts a program whose output it takes. */
const TAKES =
  /`|%x|\bqx\b|\b(?:\w*open\w*|\w*read\w*|File|IO|\w*exec\w*|spawn\w*|system|getoutput|getstatusoutput|check_output|run|call|capture\w*|slurp|file_get_contents|file|passthru|load\w*)\b\s*[.(<["'{]|\$`|<\s*\$?\w*>/i;
/** A key behind one of these is shown to nobody: `ssh -i KEY`, `["ssh", "-i", KEY]`. */
const LOGIN_KEY = /(?:-i|IdentityFile)(?:\s|["',=])+[^\s"',;)\]]+/g;

/** One piece of code that takes something in and speaks with another machine hands it on. Of files only named requests count. */
function asksOthers(code: string, isInline: boolean): boolean {
  if (!TAKES.test(code) || logsIn(code)) return false;
  if (FOREIGN.test(code)) return isInline || REQUESTS.test(code) || SOCKETS.test(code);
  return SOCKETS.test(code) && !THIS_ADDRESS.test(code);
}

/** The code, with home spelled out, where what it opens may leave by such a client, or by a request of its own. */
export function codeToAnyone({ effects }: CallCommand): string {
  const codes = effects.flatMap((effect) => {
    if (effect.do !== "run" || effect.code === undefined || USES_KEY.test(effect.code)) return [];
    const { code, script } = effect;
    if (CLIENTS.test(code) && HANDS_ON.test(code)) return [code];
    return asksOthers(code, script === undefined) ? [code.replace(LOGIN_KEY, "")] : [];
  });
  return codes.map((code) => spellHome(code)).join("\n");
}
