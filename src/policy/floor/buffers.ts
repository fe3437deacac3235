/** Places outside the file system that data flows into and out of within one call: buffers of terminals, clipboards, key rings. */
import { type Effect, exact } from "../../contract/effect.ts";
import type { FileMark } from "../../contract/session.ts";
import { toTarget } from "../../machine/index.ts";
import { type CallCommand, type CallView, type DataFlow, flowsOf, lineOf } from "../offline/index.ts";

const PUTS: readonly RegExp[] = [
  /^tmux (?:.* )?(?:load-buffer|loadb|set-buffer|setb)(?: |$)/,
  /^screen (?:.* )?(?:readbuf|readreg|register)(?: |$)/,
  /^xclip(?!.* (?:-o|-out)(?: |$))(?: |$)/,
  /^xsel(?!.* (?:-\w*o\w*|--output)(?: |$))(?: |$)/,
  /^(?:pbcopy|wl-copy|clip(?:\.exe)?|termux-clipboard-set|win32yank(?:\.exe)? -i|copyq (?:add|copy|write)|gpaste-client (?:add|file)|lemonade copy|osc copy|clipcopy)(?: |$)/,
  /^redis-cli (?:.* )?(?:set|setex|append|[lr]push|hset|sadd|mset)(?: |$)/i,
  /^(?:keyctl (?:padd|add|pupdate|update)|secret-tool store|skate set|pass insert|kv put)(?: |$)/,
];
const TAKES: readonly RegExp[] = [
  /^tmux (?:.* )?(?:show-buffer|showb|save-buffer|saveb|paste-buffer|pasteb)(?: |$)/,
  /^screen (?:.* )?(?:writebuf|paste)(?: |$)/,
  /^xclip (?:.* )?(?:-o|-out)(?: |$)/,
  /^xsel (?:.* )?(?:-\w*o\w*|--output)(?: |$)/,
  /^(?:pbpaste|wl-paste|termux-clipboard-get|win32yank(?:\.exe)? -o|copyq (?:read|clipboard)|gpaste-client get|lemonade paste|clippaste)(?: |$)/,
  /^redis-cli (?:.* )?(?:get|getrange|getdel|[lr]pop|lrange|lindex|hget|hgetall|smembers|mget|dump)(?: |$)/i,
  /^(?:keyctl (?:pipe|print|read)|secret-tool lookup|skate get|pass show|kv get)(?: |$)/,
];

/** Stands for all of them: no file, and none that data is looked for in. */
const BUFFER = exact("/dev/buffer");

/** What flows where in the call, through such a place; nothing where none is both filled and emptied. */
export function flowsThroughBuffers(view: CallView, marked: readonly FileMark[]): readonly DataFlow[] {
  const fits = (uses: readonly RegExp[]) => (command: CallCommand) => uses.some((use) => use.test(lineOf(command)));
  const [puts, takes] = [fits(PUTS), fits(TAKES)];
  if (!view.commands.some(puts) || !view.commands.some(takes)) return [];
  const commands = view.commands.map((command): CallCommand => {
    const more: readonly Effect[] = [
      ...(puts(command)
        ? [...filesNamed(command, view), { do: "write", target: BUFFER, recursive: false } as const]
        : []),
      ...(takes(command) ? [OUT_OF, ...filesWritten(command, view)] : []),
    ];
    return more.length === 0 ? command : { ...command, effects: [...command.effects, ...more] };
  });
  const { cwd, projectRoot, world, look, text } = view;
  return flowsOf(commands, { cwd, projectRoot, world, look, text, marked }).flows;
}

const OUT_OF: Effect = { do: "read", target: BUFFER, recursive: false, content: true };

const pathsOf = ({ words, cwd }: CallCommand, view: CallView): readonly string[] =>
  words
    .slice(1)
    .flatMap(({ value }) => (value === null || /^-|\s/.test(value) ? [] : [value]))
    .map((value) => toTarget(value, cwd?.certainty === "exact" ? cwd.path : view.cwd, view.world).path);

/** Files among its words that are there. */
const filesNamed = (command: CallCommand, view: CallView): readonly Effect[] =>
  pathsOf(command, view)
    .filter((path) => view.world.stat(path).kind === "file")
    .map((path) => ({ do: "read", target: exact(path), recursive: false, content: true }));

/** A file it may be told to put it in. */
const filesWritten = (command: CallCommand, view: CallView): readonly Effect[] =>
  /\b(?:save-buffer|saveb|writebuf)\b/.test(lineOf(command))
    ? pathsOf(command, view)
        .slice(-1)
        .map((path) => ({ do: "write", target: exact(path), recursive: false }))
    : [];
