/**
 * What an open allow rule covers of sed: a script that its reader follows to the end and that neither reads, writes nor runs anything
 * by itself, copies beside the file, and files of the project.
 */
import type { KnownWord, SubCommand } from "../../contract/reading.ts";
import { absolutePath } from "../../machine/index.ts";
import { readSedScript } from "../../programs/index.ts";
import type { PolicyCall } from "../call.ts";
import { isOwnReach } from "./own-reach.ts";

const FLAGS =
  /^(?:-[nErsuz]*(?:i[\w.~-]*)?|--(?:quiet|silent|debug|posix|regexp-extended|sandbox|separate|unbuffered|null-data|zero-terminated|help|version|in-place(?:=[\w.~-]+)?|line-length=\d+))$/;
/** `-e SCRIPT`, `--expression SCRIPT`; the script in the same word. */
const EXPRESSION = /^(?:-[nErsuz]*e|--expression)$/;
const ATTACHED = /^(?:-[nErsuz]*e|--expression=)(.+)$/s;

/** `fixed`: the words the rule spells out. */
export function isOpenSed(command: SubCommand, fixed: readonly string[], call: PolicyCall): boolean {
  if (!/^g?sed$/.test(command.name ?? "")) return false;
  const { scripts, files, odd } = sorted(command.words, fixed);
  if (odd || !command.understood) return true;
  const { ok, reads, writes, runs } = readSedScript(scripts.join("\n"));
  return !ok || runs || reads.length + writes.length > 0 || files.some((file) => !isOwnFile(file, command, call));
}

interface SedWords {
  readonly scripts: readonly string[];
  readonly files: readonly KnownWord[];
  /** A word that is none of these. */
  readonly odd: boolean;
}

function sorted(words: readonly KnownWord[], fixed: readonly string[]): SedWords {
  const end = words.findIndex(({ value }) => value === "--");
  const front = end < 0 ? words : words.slice(0, end);
  const scripts = front.flatMap((word, i) => scriptIn(word, words[i - 1]));
  const odd = front.some((word, i) => isOption(word) && !isAccounted(word, words[i + 1]) && fixed[i] !== word.value);
  const operands = [
    ...front.slice(1).filter((word, i) => !isOption(word) && !takesNext(front[i])),
    ...(end < 0 ? [] : words.slice(end + 1)),
  ];
  if (scripts.length > 0) return { scripts, files: operands, odd };
  // BSD's -i has the suffix of its copies behind it.
  const [first, ...files] = operands[0]?.value === "" ? operands.slice(1) : operands;
  return { scripts: [first?.value ?? ""], files, odd: odd || !isWhole(first) };
}

const isWhole = (word: KnownWord | undefined): boolean =>
  word !== undefined && word.value !== null && !word.glob && !word.splits;
const isOption = ({ value, prefix }: KnownWord): boolean => /^-./s.test(value ?? prefix);
const takesNext = (word: KnownWord | undefined): boolean => EXPRESSION.test(word?.value ?? "");

function scriptIn(word: KnownWord, before: KnownWord | undefined): readonly string[] {
  if (takesNext(before)) return [word.value ?? ""];
  const [, script] = takesNext(word) ? [] : (ATTACHED.exec(word.value ?? "") ?? []);
  return script === undefined ? [] : [script];
}

/** An option of the closed form, known as a whole, and its script with it. */
function isAccounted(word: KnownWord, next: KnownWord | undefined): boolean {
  if (!isWhole(word)) return false;
  if (takesNext(word)) return isWhole(next) && !/^-/.test(next?.value ?? "-");
  return FLAGS.test(word.value ?? "") || ATTACHED.test(word.value ?? "");
}

/** Of a pattern, where it begins. */
function isOwnFile({ value, under, splits, glob }: KnownWord, { cwd }: SubCommand, call: PolicyCall): boolean {
  const named = value ?? under;
  if (named === undefined || cwd.certainty !== "exact" || (value !== null && splits)) return false;
  if (named === "-") return true;
  const place = glob ? (/^(?:[^*?[{]*\/)?/.exec(named)?.[0] ?? "") : named;
  return isOwnReach(absolutePath(place === "" ? "." : place, cwd.path, call.world), call);
}
