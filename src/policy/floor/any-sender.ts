/**
 * Senders nobody listed: a program that is not known to stay on this machine, with a word of sending among its verbs or options, sends the
 * files it is given; and code that hands on what it opens by a client of another machine.
 */
import { spellHome } from "../../readers/bash/index.ts";
import { type CallCommand, filesGiven } from "../offline/index.ts";

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

/** The code, with home spelled out, where what it opens may leave by such a client. */
export function codeToAnyone({ effects }: CallCommand): string {
  const codes = effects.flatMap((effect) => (effect.do === "run" && effect.code !== undefined ? [effect.code] : []));
  return codes
    .filter((code) => CLIENTS.test(code) && HANDS_ON.test(code) && !USES_KEY.test(code))
    .map((code) => spellHome(code))
    .join("\n");
}
