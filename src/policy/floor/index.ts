/**
 * The floor: catastrophes that no mode, rule, model or approval lets through (step 3f). Found by reading a call, never by
 * its being opaque.
 */

import { describeOrigin } from "../../contract/describe.ts";
import { actOf } from "../../contract/effect.ts";
import type { FileMark } from "../../contract/session.ts";
import { programNamed } from "../../programs/index.ts";
import { helperCode } from "../../readers/bash/index.ts";
import { isOnlyLook, type PolicyCall } from "../call.ts";
import { type CallCommand, type CallView, flowsOf, viewsOf } from "../offline/index.ts";
import type { TopicLabel } from "../topics/index.ts";
import { endedVolume, writtenDevice } from "./device.ts";
import { forksWithoutEnd, loopsWithoutEnd } from "./forks.ts";
import { textsGiven } from "./given-texts.ts";
import { commandsHanded } from "./handed-commands.ts";
import { logsIn, scriptViews } from "./scripts.ts";
import { sweptPlace } from "./sweep.ts";
import { sentKey, spokenKey } from "./upload.ts";

export { onThisMachine } from "./elsewhere.ts";
export { feedersOf } from "./feeders.ts";
export { lostPlaces, saidToLose, searchesBehind, takesList } from "./sweep.ts";

export interface FloorFinding {
  readonly label: TopicLabel;
  /** One sentence: what the call would do. */
  readonly reason: string;
}

/** What of the floor the call would do; undefined where nothing of it was read in it. */
export function floorOf(call: PolicyCall): FloorFinding | undefined {
  if (isOnlyLook(call) && spokenKey({ tool: call.tool, text: call.encoding }) === undefined) return undefined;
  const [first, ...likely] = viewsOf(call);
  for (const view of [first, ...likely]) {
    const besides = view === first ? [effectsBesides(call, view)] : [];
    const found = floorIn(view, besides, call);
    if (found !== undefined) return found;
  }
  return undefined;
}

function floorIn(view: CallView, besides: readonly CallCommand[], call: PolicyCall): FloorFinding | undefined {
  const { marks: marked = [] } = call.memory;
  const later = view.commands
    .flatMap((command) => laterCodes(command, view))
    .map((code) => viewOfCode(code, view, marked));
  const scripts = view.commands.flatMap((command) => scriptViews(command, view, call));
  for (const command of [...[view, ...later, ...scripts].flatMap(({ commands }) => commands), ...besides]) {
    const found = inCommand(command, view);
    if (found !== undefined) return { label: "System Destruction", reason: `It would ${found}.` };
  }
  if ([view, ...later].some(loopsWithoutEnd))
    return { label: "System Destruction", reason: "It would start processes without end." };
  const [sent] = [view, ...later, ...scripts.filter(({ text }) => !logsIn(text))].flatMap(
    (one) => sentKey(one, marked) ?? [],
  );
  return sent === undefined
    ? undefined
    : { label: "Secret Exfiltration", reason: `It would send ${quote(describeOrigin(sent))} out of this machine.` };
}

/** What the tool itself does, where it also has a command to read. */
function effectsBesides({ effects }: PolicyCall, { commands }: CallView): CallCommand {
  const seen = new Set(commands.flatMap((command) => command.effects));
  const others = effects.filter((effect) => !seen.has(effect));
  return { name: null, words: [], text: "", effects: others, wrappers: [], depth: 0, via: null };
}

/** Code kept for later, for another shell, or handed on by code. */
const laterCodes = (command: CallCommand, view: CallView): readonly string[] => {
  const code = laterCode(command);
  return [
    ...(code === undefined ? [] : [code]),
    ...givenCode(command),
    ...textsGiven(command),
    ...commandsHanded(command, view),
  ];
};

/** Nothing is known of the shell by then; read as if it ran now, the code says what it is for. */
function viewOfCode(text: string, view: CallView, marked: readonly FileMark[]): CallView {
  const { cwd, projectRoot, world, look } = view;
  const { commands } = view.read(text);
  return { ...view, text, commands, flows: flowsOf(commands, { cwd, projectRoot, world, look, text, marked }).flows };
}

/** `trap 'rm -rf ~' EXIT`, what a shell runs at its prompt, and the helper a variable names. */
function laterCode({ name, words, effects }: CallCommand): string | undefined {
  if (name === "trap") return words[1]?.value ?? undefined;
  const helpers = effects.flatMap((effect) =>
    effect.do === "environment" ? (helperCode(effect.name, effect.value ?? "") ?? []) : [],
  );
  return helpers.length === 0 ? undefined : helpers.join("\n");
}

/** What another shell, or a program nobody knows, is given by an option that says so is a command for a shell: `prog -c 'rm -rf ~'`. */
function givenCode({ name, effects, words, input }: CallCommand): readonly string[] {
  const isUnknown =
    programNamed(name ?? "") === undefined &&
    effects.some((effect) => effect.do === "run" && effect.what === "unknown-program");
  const isHere = name === "ansible" && words.some(({ value }) => /^local(?:host)?\b/.test(value ?? ""));
  const isShell = FOREIGN_SHELL.test(name ?? "");
  if (!isUnknown && !isHere && !isShell) return [];
  const values = words.map(({ value }) => value ?? "");
  const typed = isShell && input !== undefined ? [input] : [];
  const given = values.flatMap((value, i) => {
    const [, option, attached = ""] = /^(--[\w-]+)=(.*)$/s.exec(value) ?? [];
    if (option !== undefined) return TAKES_CODE.test(option) ? [attached] : [];
    return TAKES_CODE.test(values[i - 1] ?? "") ? [value] : [];
  });
  return [...typed, ...given].slice(0, MAX_GIVEN);
}
/** Of another language, in which the words of a command are nearly the same. */
const FOREIGN_SHELL = /^(?:t?csh|nu|xonsh|elvish|pwsh|powershell|rc|es|ion)$/;
const TAKES_CODE = /^(?:-[cexa]|--(?:exec|execute|commands?|cmd|eval|run|shell|script|code))$/;
const MAX_GIVEN = 8;

function inCommand(command: CallCommand, view: CallView): string | undefined {
  const place = sweptPlace(command, view);
  if (place !== undefined) return `delete, move away or empty ${quote(place)} with everything in it`;
  const device = writtenDevice(command, view);
  if (device !== undefined) return `write over the disk ${quote(device)}`;
  const volume = endedVolume(command);
  if (volume !== undefined) return `destroy ${quote(volume)}, a pool or a volume of disks, with everything on it`;
  const acts = command.effects.map(actOf);
  if (acts.includes("process.multiply") || forksWithoutEnd(command)) return "start processes without end";
  return acts.includes("disk.destroy-here") ? "destroy what is on a disk of this machine" : undefined;
}

const quote = (text: string): string => JSON.stringify(text.slice(0, 120));
