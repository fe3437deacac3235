/** A private key, or a whole credential store, on its way out as content. Shown to its own service it is a topic, not this. */
import type { Effect } from "../../contract/effect.ts";
import type { FileMark } from "../../contract/session.ts";
import { isInside, toTarget } from "../../machine/index.ts";
import {
  belongsAt,
  type CallCommand,
  type CallView,
  type DataFlow,
  filesGiven,
  flowsOf,
  hostsNamed,
  isMcpTool,
  lineOf,
  marksOfSources,
  PRIVATE_KEY_FILE,
} from "../offline/index.ts";
import { codeToAnyone, filesToAnyone } from "./any-sender.ts";
import { boxHosts, filesInBox } from "./boxes.ts";
import { flowsThroughBuffers } from "./buffers.ts";
import { copiesNamed, copiesPublished, keyCopies } from "./copies.ts";
import { feedersOf } from "./feeders.ts";
import { flowsThroughHistory } from "./history.ts";
import { isKeyMark, isKeyOrStore, KEY_BLOCK } from "./keys.ts";
import { putByOrders } from "./orders.ts";
import { isRelayed, THIS_MACHINE } from "./relays.ts";

const OUT: ReadonlySet<DataFlow["to"]> = new Set(["outside", "name", "message", "public"]);
/** Programs that send the files they are given, as operands, attachments or in what they are told to do. */
const SENDERS =
  /^(?:mail|mailx|s-nail|nail|mutt|neomutt|swaks|sendmail|mpack|sftp|lftp|ftp|tftp|ncftpput|http|https|xh|xhs|curlie|croc|wormhole|ffsend|telegram-send|slackcat|onionshare\S*|s3cmd|mc|b2|s5cmd|gdrive|ipfs|transfer(?:\.sh)?|surge|vercel|now|ngrok|dropbox_uploader\S*|restic|borg|duplicity|kdeconnect-cli|pastebinit|wgetpaste|smbclient|vault|aws)$/;

/** Uses of other programs that send, serve or publish the files they name. */
const SENDING_USES =
  /^(?:wget2? (?:.* )?(?:-\w*i|--input-file).*|(?:kubectl|oc) cp|gh (?:release (?:upload|create)|gist create)|glab (?:release upload|snippet create)|(?:npm|pnpm|yarn|bun) publish|python\S* -m http\.server|twistd? .*web|(?:npx )?(?:http-server|serve)|caddy file-server|darkhttpd|miniserve|dufs|webfsd|php -S|ruby -run|busybox httpd|socat|swift (?:.* )?upload|g?split .*--filter.*\b(?:nc|ncat|netcat|socat|curl|wget|ssh|telnet|openssl)\b.*|(?:n?vim?|ex|ed|view|vimdiff) .*!.*\b(?:nc|ncat|netcat|socat|curl|wget|ssh|telnet|openssl)\b.*|curl .*(?:telnet|gopher|mqtt|dict):\/\/.*) /;

/** A tool of a server speaks with whomever its server speaks with; of these names one can believe that they write a file here. */
const SPEAKS = /^(?!.*__(?:write|edit|append|replace|insert)(?:_to|_in|_into)?_(?:text_)?files?$)/;

/** What is sent, in words; undefined where nothing of the sort is. */
export function sentKey(view: CallView, marked: readonly FileMark[]): string | undefined {
  const flows = [
    ...(view.commands.some(leadsOut) ? [...view.flows, ...flowsThroughBuffers(view, marked)] : []),
    ...flowsThroughHistory(view, marked),
  ];
  const flow = flows.find((one) => (leaves(one) || (one.to === "local" && isRelayed(view))) && isKeyOrStore(one));
  if (flow !== undefined) return flow.from;
  const mounted = keyMounted(view, marked);
  if (mounted !== undefined) return mounted;
  const copies = view.commands.some(isSender) ? keyCopies(view, marked) : new Map<string, string>();
  const given = view.commands.flatMap((command) => [
    ...(isSender(command) ? [...copiesNamed(command, view, copies), ...copiesPublished(command, view, copies)] : []),
    ...keysGiven(command, view),
    ...keysForCurl(command, view),
    ...keysNamed(command, view),
    ...keysBeside(command, view),
    ...marksIn({ ...command, effects: [] }, filesToAnyone(command), view),
    ...marksIn({ ...command, effects: [] }, filesInBox(command, view), view),
  ])[0];
  if (given !== undefined) return given;
  const outward = view.commands.some(({ effects }) =>
    effects.some((effect) => effect.do === "network" && effect.sends),
  );
  return (outward && KEY_BLOCK.test(view.text)) || view.commands.some(sendsKeyText)
    ? PRIVATE_KEY_FILE
    : spokenKey(view);
}

/** A key in what a tool is told that sends by its nature, whatever it was found to do. */
export const spokenKey = (view: Pick<CallView, "tool" | "text">): string | undefined =>
  (isMcpTool(SPEAKS)(undefined, view) || view.tool === "WebFetch") && KEY_BLOCK.test(view.text)
    ? PRIVATE_KEY_FILE
    : undefined;

/** The key itself in its words or its input, whichever way it came there. */
const sendsKeyText = ({ words, effects, input = "" }: CallCommand): boolean =>
  effects.some((effect) => effect.do === "network" && effect.sends && !THIS_MACHINE.test(effect.host ?? "")) &&
  [...words.map(({ value }) => value ?? ""), input].some((value) => KEY_BLOCK.test(value));

/** Without one of these nothing that flows leaves. */
const leadsOut = ({ effects }: CallCommand): boolean =>
  effects.some((effect) => effect.do === "network" || effect.do === "message" || effect.do === "publish");

const leaves = ({ to, at }: DataFlow): boolean => OUT.has(to) || (to === "local" && !THIS_MACHINE.test(at ?? ""));

const isSender = (command: CallCommand): boolean =>
  (SENDERS.test(command.name ?? "") || SENDING_USES.test(`${lineOf(command)} `)) &&
  !/(?:^|\s)(?:ls|list|get|fetch|info)(?:\s|$)/.test(command.words[1]?.value ?? "");

/** What such a program is given by name, its key options apart. */
function keysGiven(command: CallCommand, view: CallView): readonly string[] {
  if (!isSender(command)) return [];
  const told = putByOrders(command, view);
  return [...marksIn(command, [...filesGiven(command), ...told], view), ...servedHere(command, view)];
}

/** Programs that show everybody the directory they stand in, unless they are told of another. */
const SERVES =
  /^(?:python\S* -m http\.server|twistd? .*web|(?:npx )?(?:http-server|serve)|caddy file-server|darkhttpd|miniserve|dufs|webfsd|php -S|ruby -run|busybox httpd) /;

function servedHere(command: CallCommand, view: CallView): readonly string[] {
  const { cwd } = command;
  if (cwd?.certainty !== "exact" || isInside(cwd.path, view.projectRoot) || !SERVES.test(`${lineOf(command)} `))
    return [];
  const told = [...filesGiven(command), ...command.words.map(({ value }) => value ?? "")];
  if (told.some((word) => /^(?:~|\/(?!dev\/))/.test(word) || THIS_MACHINE.test(word.replace(/^--?\w+=|:\d+$/g, ""))))
    return [];
  return marksIn({ ...command, effects: [{ do: "read", target: cwd, recursive: true, content: true }] }, [], view);
}

/**
 * A key that is named, or handed on, to a command that also names a stranger's machine. What is known to stay on this
 * machine sends nothing, whatever it is told (`ssh-keygen -f KEY -C me@example.com`).
 */
function keysBeside(command: CallCommand, view: CallView): readonly string[] {
  if (command.effects.every(staysHere)) return [];
  const hosts = command.effects.flatMap((effect) => (effect.do === "network" ? [effect.host ?? ""] : []));
  const away = [...hosts, ...hostsNamed(command), ...boxHosts(command, view)].filter(
    (host) => host !== "" && (!THIS_MACHINE.test(host) || isRelayed(view)),
  );
  if (away.length === 0) return [];
  const fed = feedersOf(command, view, (one) => passesOn(one) || evaluates(one));
  const feeders = fed.filter(passesOn);
  return [
    ...marksIn({ ...command, effects: command.redirections ?? [] }, filesGiven(command), view),
    ...feeders.flatMap((feeder) => marksIn(feeder, EDITS.test(feeder.name ?? "") ? filesGiven(feeder) : [], view)),
    ...(fed.some(evaluates) ? fed.flatMap((feeder) => marksIn(feeder, filesTold(feeder), view)) : []),
  ].filter((from) => !away.every((host) => belongsAt(from, host) === true));
}

/** Gives on all that it gets, as it was or in other letters. */
const passesOn = ({ name }: CallCommand): boolean =>
  /^(?:cat|tac|rev|tee|base64|base32|basenc|xxd|od|hexdump|gzip|xz|bzip2|zstd|tr|openssl|gpg|age|jq|printf|echo|zip|tar|cpio|7z|[gmn]?awk|sed|perl|ruby|python\d?|node|n?vim?|ex|ed|view|cut|head|tail|sort|dd|fold|paste)$/.test(
    name ?? "",
  );

/** Answers what it is told, with what is in the files that are named there: `terraform console <<< 'file("KEY")'`. */
const evaluates = ({ name }: CallCommand): boolean =>
  /^(?:terraform|tofu|terragrunt|packer|nix\S*|dhall\S*|jsonnet|cue|pkl|sqlite3|duckdb|m4|cpp|gomplate|guile|emacs|julia|Rscript|R|jshell|ghci|elixir|erl|swipl|octave\S*|gnuplot)$/.test(
    name ?? "",
  );
const filesTold = (command: CallCommand): readonly string[] => [
  ...filesGiven(command),
  ...[...`${command.input ?? ""}\n${command.words.map(({ value }) => value ?? "").join("\n")}`.matchAll(TOLD)].map(
    ([, path = ""]) => path,
  ),
];
const TOLD = /[("'\s]((?:~|\/)[^\s"'();,]+)/g;

/** What an editor opens it can print. */
const EDITS = /^(?:n?vim?|ex|ed|view)$/;

const staysHere = (effect: Effect): boolean =>
  (effect.do === "run" && effect.what !== "unknown-program") || STAYS.has(effect.do);
const STAYS: ReadonlySet<Effect["do"]> = new Set(["read", "write", "delete", "environment", "secret", "vcs"]);

/** A copy in a directory of another machine that the call itself mounts. */
function keyMounted(view: CallView, marked: readonly FileMark[]): string | undefined {
  const places = view.commands.flatMap((command) => mountedFrom(command, view));
  if (places.length === 0) return undefined;
  const { cwd, projectRoot, world, look, text } = view;
  const { files } = flowsOf(view.commands, { cwd, projectRoot, world, look, text, marked });
  return [...files].find(([path, mark]) => isKeyMark(mark) && places.some((place) => isInside(path, place)))?.[1].from;
}

const MOUNTS =
  /^(?:mount(?:[._]\w+)?|sshfs|curlftpfs|davfs2?|s3fs|gcsfuse|goofys|blobfuse2?|rclone (?:cmd)?mount)(?: |$)/;
const ELSEWHERE = /^(?!(?:[\w+.-]+:)?(?:\/\/)?(?:\w+@)?(?:localhost|127\.[\d.]+)[:/])(?:[\w.@+-]+:|\/\/\w)/;
const BUCKET = /^(?:s3fs|gcsfuse|goofys|blobfuse2?) /;

/** Directories that may be another machine's from now on: of its operands, whichever is the mount point. */
function mountedFrom(command: CallCommand, { cwd, world }: CallView): readonly string[] {
  const line = lineOf(command);
  if (!MOUNTS.test(line)) return [];
  const operands = command.words
    .slice(1)
    .flatMap(({ value }) => (value === null || value.startsWith("-") ? [] : value));
  const here = operands.filter((value) => !ELSEWHERE.test(value));
  if (!BUCKET.test(line) && here.length === operands.length) return [];
  const dir = command.cwd?.certainty === "exact" ? command.cwd.path : cwd;
  return here.map((value) => toTarget(value, dir, world).path);
}

/** curl: files in its variables, and in the orders it reads from its input. */
function keysForCurl(command: CallCommand, view: CallView): readonly string[] {
  if (command.name !== "curl") return [];
  const { words, input = "" } = command;
  const variables = words.flatMap(({ value }, i) =>
    /^--variable(?:=|$)/.test(value ?? "") || words[i - 1]?.value === "--variable"
      ? (/^(?:--variable=)?%?\w+@(.+)$/.exec(value ?? "")?.[1] ?? [])
      : [],
  );
  const onInput = words.some(
    ({ value }, i) =>
      /^(?:-\w*K-|--config=-)$/.test(value ?? "") ||
      (value === "-" && /^(?:-\w*K|--config)$/.test(words[i - 1]?.value ?? "")),
  );
  const ordered = onInput
    ? [...input.matchAll(/[@<=]\s*["']?@?((?:~|\/)[^\s"';]+)/g)].map(([, path = ""]) => path)
    : [];
  const given = [...variables, ...ordered];
  return given.length === 0 ? [] : marksIn({ ...command, effects: [] }, given, view);
}

/** The keys and stores among the files a command reads or names. */
function marksIn(command: CallCommand, named: readonly string[], view: CallView): readonly string[] {
  const effects: readonly Effect[] = [
    ...command.effects.filter(({ do: family }) => family === "read"),
    ...named
      .filter((path) => /^~?\//.test(path))
      .map(
        (path): Effect => ({
          do: "read",
          target: toTarget(path, view.cwd, view.world),
          recursive: false,
          content: true,
        }),
      ),
  ];
  const { cwd, projectRoot, world, look } = view;
  return marksOfSources({ ...command, effects }, { cwd, projectRoot, world, look })
    .filter(({ of, from, whole }) => isKeyOrStore({ of, from, whole, sure: true }))
    .map(({ from }) => from);
}

/** By their words: a key that is named where something is sent, in a shell that is not read or in code of another language. */
function keysNamed(command: CallCommand, view: CallView): readonly string[] {
  const text =
    view.tool === "PowerShell" ? sentText(command, view) : `${sendingCode(command)}\n${codeToAnyone(command)}`;
  const named = [...text.matchAll(NAMED)].map(([path]) => path.replace(HOME, "~").replaceAll("\\", "/"));
  return named.length === 0 ? [] : marksIn(command, named, view);
}

const sentText = ({ effects }: CallCommand, { text }: CallView): string =>
  effects.some((effect) => effect.do === "network" && effect.sends) ? text : "";

const HOME = /^(?:\$(?:env:)?(?:home|userprofile)|\$[({](?:env[.:{])?home[)}]+|\$env\{["']?home["']?\})/i;
const NAMED =
  /(?:~|\$(?:env:)?(?:home|userprofile)|\$[({](?:env[.:{])?home[)}]+|\$env\{["']?home["']?\})?[\\/][^\s"'`,;|()<>{}]+/gi;

/** Programs whose words are another language, and a program in them that sends what it is given. */
const OTHER_WORDS = /^(?:perl|ruby|python[\d.]*|node|php|lua\w*|g?make|tmux|[gmn]?awk|tclsh|expect)$/;
const SENDING =
  /\b(?:curl|wget|https?|xh)\b.*(?:\s-\w*[dTF]|--(?:data|upload|form|post|body)|@)|\b(?:nc|ncat|netcat|socat|scp|rsync|sftp)\b/s;

function sendingCode({ name, words, input = "" }: CallCommand): string {
  if (!OTHER_WORDS.test(name ?? "")) return "";
  const text = [...words.map(({ value, text: spelled }) => value ?? spelled), input].join("\n");
  return SENDING.test(text) ? text : "";
}
