/** Scripts of other languages in files that a command runs: read as the same code on the command line is. */
import type { RunEffect } from "../../contract/effect.ts";
import { absolutePath } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { textLeft } from "../files-left.ts";
import { type CallCommand, type CallView, commandsHinted, flowsOf } from "../offline/index.ts";

/** Of one script; what stands behind is not looked at. */
const MAX_SCRIPT_CHARACTERS = 20_000;
const MAX_SCRIPTS = 4;

/** What each of them says that it would do. */
export function scriptViews(command: CallCommand, view: CallView, call: PolicyCall): readonly CallView[] {
  const scripts = command.effects.filter(isScript).slice(0, MAX_SCRIPTS);
  return scripts.flatMap((effect) => {
    const text = textOf(effect.script?.path ?? "", call);
    if (text === undefined) return [];
    const inline = asInline(command, { ...effect, code: text }, view);
    // In its own place: what stands before it may be its input.
    const commands = [...view.commands.map((one) => (one === command ? inline : one)), ...commandsHinted(inline, call)];
    const { cwd, projectRoot, world, look } = view;
    const { flows } = flowsOf(commands, { cwd, projectRoot, world, look, text, marked: call.memory.marks ?? [] });
    return [{ ...view, text, commands, flows }];
  });
}

const isScript = (effect: CallCommand["effects"][number]): effect is RunEffect =>
  effect.do === "run" &&
  effect.what === "script" &&
  effect.code === undefined &&
  effect.script?.certainty === "exact" &&
  !/^(?:shell|bash)$/.test(effect.language ?? "");

/** As the call leaves it. */
function textOf(path: string, { world, reading, likely }: PolicyCall): string | undefined {
  return textLeft(path, likely()[0] ?? reading, world)?.slice(0, MAX_SCRIPT_CHARACTERS);
}

/** The text in the place of the file's name: what stands behind it is what the code is given. */
function asInline(command: CallCommand, run: RunEffect, { cwd, world }: CallView): CallCommand {
  const from = command.cwd?.certainty === "exact" ? command.cwd.path : cwd;
  const { code = "", script } = run;
  const words = command.words.map((word) =>
    word.value !== null && absolutePath(word.value, from, world) === script?.path
      ? { ...word, value: code, text: code, prefix: code }
      : word,
  );
  return { ...command, words, effects: [run] };
}

/** With a key a script may also log in: whoever has a library for that, or an option, sends none. */
const LOGS_IN =
  /\b(?:paramiko|asyncssh|fabric|ssh2\S*|node-ssh|Net::SSH|Net::SCP|pexpect|sshtunnel|x\/crypto\/ssh|key_?filename|identity_?file|from_private_key_file)\b/i;
export const logsIn = (text: string): boolean => LOGS_IN.test(text);
