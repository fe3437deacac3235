/** Processes without end that no function starts: a loop handed on as text, and code of other languages that forks in one. */
import { spawnsWithoutEnd } from "../../readers/bash/index.ts";
import type { CallCommand, CallView } from "../offline/index.ts";

const NO_TEST = String.raw`\b(?:while\s*\(?\s*(?:1|true|:)?\s*\)?|until\s*\(?\s*(?:0|false)\s*\)?|loop|for\s*\(\s*;\s*;\s*\))\s*(?:[:{;]\s*)?(?:do\b\s*)?`;
const OF_A_MODULE = String.raw`(?:require\([^()]*\)\.|\w{1,40}(?:\.|::))*`;
const ENDLESS_FORK = new RegExp(
  [
    // At once: what forks to serve what it waited for is none.
    String.raw`${NO_TEST}${OF_A_MODULE}(?:pcntl_)?v?fork\b`,
    String.raw`${NO_TEST}(?:require\([^()]*\)|child_process|cp)\.(?:spawn|exec|execFile)\(`,
    String.raw`\bfork\b[ \t]*(?:\(\s*\))?[ \t]*(?:while|until)\s*\(?\s*(?:1|true|0|false|fork)\b`,
    String.raw`\{\s*fork\b\s*(?:\(\s*\))?\s*;?\s*redo\b`,
    String.raw`\bfork\(\)\s*for\s+\w+\s+in\s+(?:iter\(|(?:\w+\.)?(?:count|repeat|cycle)\()`,
  ].join("|"),
  "i",
);

export const forksWithoutEnd = ({ name, effects, words }: CallCommand): boolean =>
  effects.some((effect) => effect.do === "run" && effect.code !== undefined && ENDLESS_FORK.test(effect.code)) ||
  (TAKES_CODE.test(name ?? "") && words.slice(1).some(({ value }) => value !== null && spawnsWithoutEnd(value)));

const TAKES_CODE = /^(?:eval|(?:ba|da|z|k|a|fi)?sh|su|script|tmux|screen|at)$/;

/** The same as typed; the text of a tool that has no commands is no code. */
export const loopsWithoutEnd = ({ text, commands }: CallView): boolean =>
  commands.some(({ name }) => name !== null) && spawnsWithoutEnd(text);
