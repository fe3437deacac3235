/** Secrets by the file they are written into: by a redirection, by a program that writes what it is fed, or on another machine. */
import { behindName, madeIn } from "./fed-values.ts";
import { scriptOf, type Variable } from "./handed-words.ts";
import { holdsSecrets } from "./secret-files.ts";
import { baseName, commandsIn, fedTo, type Literal, printedBy, type SimpleCommand, saidBy } from "./shell-commands.ts";
import type { ShellWord } from "./shell-words.ts";

/** Writes what it is fed into files among its words. */
const WRITES = /^(?:tee|sponge|dd|Out-File|Set-Content|Add-Content)$/i;
/** Copies, and its input where that is named as a file. */
const COPIES = /^(?:cp|install)$/;
const CONTENT = /^(?:Set|Add)-Content$/i;
const CARRIES = /^(?:cat|tee|sponge|dd|sudo)$/;

/** Whether a word, as it stands or as its variables were set, is a file that holds secrets. */
type Holds = (word: ShellWord) => boolean;

const holdsBy = (variables: readonly Variable[]): Holds => {
  const held = new Set(
    variables
      .filter(({ values }) => values.some(({ word, from, to }) => holdsSecrets(word.text.slice(from, to))))
      .map(({ name }) => name),
  );
  return ({ text, refs }) =>
    holdsSecrets(text.replace(/^(?:of=)?(?=[^/]*$)/, "./").replace(/^of=/, "")) ||
    (/^\$\{?\w+\}?$/.test(text) && refs.some((name) => held.has(name)));
};

/** `NAME=value` keeps its name: there the value alone is one. */
export function writtenSecrets(commands: readonly SimpleCommand[], variables: readonly Variable[]): readonly Literal[] {
  const holds = holdsBy(variables);
  return commands.flatMap((command) =>
    [...writtenBy(command, holds), ...writtenThere(command, holds), ...contentOf(command, holds)]
      .map(behindName)
      .flatMap(madeIn),
  );
}

function writtenBy(command: SimpleCommand, holds: Holds): readonly Literal[] {
  const writer = writerIn(command);
  if (!command.into.some(holds) && !writer.some(holds)) return [];
  return writer.length > 0 ? [...fedTo(command), ...namedIn(command)] : printedBy(command);
}

/** The words of a command that writes what it is fed. */
function writerIn({ words }: SimpleCommand): readonly ShellWord[] {
  const at = words.slice(0, 4).findIndex(({ text }) => WRITES.test(baseName(text)) || COPIES.test(baseName(text)));
  if (at < 0) return [];
  const rest = words.slice(at + 1);
  const copies = COPIES.test(baseName(words[at]?.text ?? ""));
  return copies && !rest.some(({ text }) => /^(?:-|\/dev\/stdin|\/dev\/fd\/0)$/.test(text)) ? [] : rest;
}

/** `'…' | Out-File x`: a text alone is what is printed. */
const namedIn = ({ words, sources }: SimpleCommand): readonly Literal[] =>
  /-/.test(words[0]?.text ?? "")
    ? sources.flatMap((source) => (source.words.length === 1 ? source.words.map((word) => ({ word, from: 0 })) : []))
    : [];

/** What is handed to a command that another machine or shell writes down: `ssh h 'cat > x' <<< …`. */
function writtenThere(command: SimpleCommand, holds: Holds): readonly Literal[] {
  if (command.input.length === 0 && command.sources.length === 0) return [];
  const there = commandsIn(scriptOf(command)).filter(
    ({ words, input, sources }) => CARRIES.test(baseName(words[0]?.text ?? "")) && input.length + sources.length === 0,
  );
  return there.some((one) => one.into.some(holds) || writerIn(one).some(holds)) ? fedTo(command) : [];
}

/** `Set-Content -Path x -Value …`, `Set-Content x …`. */
function contentOf({ words }: SimpleCommand, holds: Holds): readonly Literal[] {
  if (!CONTENT.test(words[0]?.text ?? "") || !words.some(holds)) return [];
  const value = words.findIndex(({ text }) => /^-Value$/i.test(text));
  const placed = words.slice(1).filter(({ text }, i) => !text.startsWith("-") && !/^-/.test(words[i]?.text ?? ""));
  return (value > 0 ? words.slice(value + 1, value + 2) : placed.slice(1, 2)).flatMap((word) => saidBy(word, 0));
}
