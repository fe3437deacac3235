/** Keys that a container is given, by a mount or a copy, and that leave from there. */
import { type CallCommand, type CallView, hostsNamed } from "../offline/index.ts";
import { mountsOf } from "./elsewhere.ts";
import { THIS_MACHINE } from "./relays.ts";

const BOXES = /^(?:docker|podman|nerdctl|finch|container)$/;

/** Another machine on which its containers are, by a variable. */
export function boxHosts({ name }: CallCommand, { commands }: CallView): readonly string[] {
  if (!BOXES.test(name ?? "") && name !== "docker-compose") return [];
  return commands.flatMap(({ effects }) =>
    effects.flatMap((effect) =>
      effect.do === "environment" && /^(?:DOCKER|CONTAINER)_HOST$/.test(effect.name)
        ? (/^(?:tcp|ssh|https?):\/\/(?:[^/@]*@)?([^/:]+)/.exec(effect.value ?? "")?.[1] ?? [])
        : [],
    ),
  );
}

const WORD = /[\w.@%+~/-]+/g;
/** Before a key with which something only logs in. */
const USES_KEY = /^(?:-i|-o|IdentityFile|--(?:private-key|identity|key|cert))$/i;

/** Files of this machine that a container has by a mount, named by what runs in it beside another machine. */
export function filesInBox(command: CallCommand, view: CallView): readonly string[] {
  if (!BOXES.test(command.name ?? "")) return [];
  const mounts = mountsOf(command, view);
  const words = command.words
    .slice(1)
    .flatMap(({ value }) => [...(value ?? "").matchAll(WORD)].map(([word]) => word))
    .slice(0, MAX_WORDS);
  if (mounts.length === 0 || !isAwayIn(command)) return [];
  const places = words.flatMap((word, i) => {
    if (word.startsWith("-") || USES_KEY.test(words[i - 1] ?? "")) return [];
    return mounts.flatMap(({ from, to }) => {
      if (!word.startsWith("/")) return [`${from}/${word}`];
      return word.startsWith(`${to}/`) ? [`${from}${word.slice(to.length)}`] : [];
    });
  });
  return places.filter((path) => view.world.stat(path).kind === "file");
}
const MAX_WORDS = 200;

/** An address in any of its words, or in the code among them. */
const isAwayIn = (command: CallCommand): boolean =>
  [
    ...hostsNamed(command),
    ...[
      ...command.words
        .map(({ value }) => value ?? "")
        .join(" ")
        .matchAll(/\b(?:https?|ftp):\/\/([^\s/:"']+)|\b(?:nc|ncat|netcat|telnet|socat) (?:-\S+ )*([\w.-]+)/g),
    ].map(([, one, other]) => one ?? other ?? ""),
  ].some((host) => host !== "" && !THIS_MACHINE.test(host));
