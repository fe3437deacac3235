/** Where marked data can end up in one command: the network, a message, something public, or something that runs it. */
import type { Effect, NetworkEffect, RunEffect, WriteEffect } from "../../contract/effect.ts";
import type { CallCommand, DataMark, Destination, FlowContext } from "./flow.ts";
import { belongsTo, isLocalHost } from "./hosts.ts";
import { isAt } from "./known-places.ts";

const DATA: readonly DataMark["of"][] = ["secret", "private"];
const CODE: readonly DataMark["of"][] = ["fetched", "unpacked", "decoded"];

export function destinationsOf(command: CallCommand, context: FlowContext): readonly Destination[] {
  return command.effects.flatMap((effect) => ofEffect(effect, command, context));
}

function ofEffect(effect: Effect, command: CallCommand, context: FlowContext): readonly Destination[] {
  switch (effect.do) {
    case "network":
      return effect.sends ? [ofNetwork(effect)] : [];
    case "message":
      return effect.act === "message.person"
        ? []
        : [{ to: "message", at: effect.on ?? null, takes: DATA, input: true }];
    case "publish":
      return effect.op === "delete" ? [] : [{ to: "public", at: effect.on ?? null, takes: DATA, input: true }];
    case "run":
      return ofRun(effect, command);
    case "cluster":
    case "database":
      return effect.op === "read" ? [] : [{ to: "apply", at: command.name, takes: CODE, input: true }];
    case "write":
      return installs(effect, context)
        ? [{ to: "system", at: effect.target.path, takes: ["fetched", "decoded"], input: true }]
        : [];
    default:
      return [];
  }
}

/** Puts something among the system's files. */
function installs({ as, target }: WriteEffect, { look, world }: FlowContext): boolean {
  if (as === "mode" || as === "directory" || target.path.startsWith("/dev/")) return false;
  return isAt("system", target, look, world.home) && !isAt("temp", target, look, world.home);
}

function ofNetwork({ act, host }: NetworkEffect): Destination {
  const to = act === "network.look-up" ? "name" : host !== null && isLocalHost(host) ? "local" : "outside";
  return { to, at: host, takes: DATA, input: true };
}

/** Code on standard input or in a word that is not known; a script by its file. Data for known code is no destination. */
function ofRun(effect: RunEffect, command: CallCommand): readonly Destination[] {
  const byPipe = /^\/(?:dev\/(?:fd\/|stdin)|proc\/self\/fd\/)/.test(effect.script?.path ?? "");
  if (effect.script !== undefined && effect.script.path !== "" && !byPipe)
    return [{ to: "run", at: effect.script.path, takes: CODE, files: [effect.script], input: false }];
  const unread =
    (effect.what === "code" && effect.code === undefined && effect.act !== "run.module") ||
    (effect.what === "script" && (byPipe || effect.script?.path === "")) ||
    effect.act === "run.unnamed";
  return unread && effect.language !== "sql" && !isPartlyKnown(command)
    ? [{ to: "run", at: command.name, takes: CODE, input: true }]
    : [];
}

/** `bash -c "for x in $(…)"`: the code is there, and only something in it is not. */
const isPartlyKnown = ({ words }: CallCommand): boolean => {
  const unknown = words.slice(1).filter(({ value }) => value === null);
  return unknown.length > 0 && unknown.every(({ prefix }) => prefix.trim().length > 1);
};

/** A secret that goes to the service it belongs to is used, not leaked. */
export const belongsAt = (from: string, host: string | null): boolean | undefined =>
  host === null ? undefined : belongsTo(from.replace(/^\$/, ""), host);
