/** Secrets behind the short options of what lets somebody in, whoever's it is: `x login -p …`, `x auth login h -u u -p …`. */
import { programAt } from "./asked-input.ts";
import { baseName, type Literal, type SimpleCommand } from "./shell-commands.ts";
import type { ShellWord } from "./shell-words.ts";

const LOGIN = /^(?:log-?in|sign-?in|logon|authenticate)$/i;
/** What somebody is let in to. Any other word may be the first of a list of files or tests. */
const SUBJECT =
  /^(?:auth|oauth|registry|remote|acr|ecr|accounts?|users?|cloud|repo|hub|session|container|profile|org|server|admin|rt)$/i;
/** Their words are files, tests, tasks or names of branches. */
export const OTHERWISE =
  /^(?:git|mkdir|cp|mv|rm|ln|ls|touch|install|ssh|scp|sftp|rsync|mosh|find|[efz]?grep|rg|ag|ack|cat|vim?|code|test|make|just|task|npm|pnpm|yarn|npx|bun|bunx|deno|node|ts-node|tsx|python[\d.]*|pytest|jest|vitest|mocha|playwright|cypress|nx|turbo|cargo|go|mvn|gradle|rake|rails|tar|echo|printf|cd|sed|docker-compose|export|alias|unset|tmux|screen|systemctl|journalctl|pgrep|pkill|ps)$/;
/** A protocol, ports, a file. */
const NO_SECRET =
  /^(?:-.*|https?|ssh|\d{1,5}(?::\d{1,5})*|.*\.(?:json|ya?ml|toml|txt|pem|key|env|cfg|conf)|[~.]{0,2}\/.*)$/i;

const looksMade = (text: string): boolean =>
  /^[^\s-][^\s]{7,}$/.test(text) &&
  /\d/.test(text) &&
  /[A-Za-z]/.test(text) &&
  !/^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(text);

export function loginSecrets(command: SimpleCommand): readonly Literal[] {
  const words = command.words.slice(programAt(command));
  if (!letsIn(words)) return [];
  return words.flatMap((word, i) => valueAt(word, words[i - 1]?.text ?? ""));
}

function letsIn(words: readonly ShellWord[]): boolean {
  const [program = "", first = "", second = ""] = words
    .filter(({ text }) => !text.startsWith("-"))
    .map(({ text }) => text);
  if (!/^[\w./@+-]+$/.test(program) || OTHERWISE.test(baseName(program))) return false;
  return LOGIN.test(first) || (SUBJECT.test(first) && (LOGIN.test(second) || /^auth$/i.test(second)));
}

/** `-p value`, `-p=value`, and `-pvalue` where it looks made. What `-t` gives may be a tenant or a time. */
function valueAt(word: ShellWord, before: string): readonly Literal[] {
  const { text } = word;
  if (/^(?:-[pP]|--(?:auth|pat|pass|api-?token))$/.test(before)) return NO_SECRET.test(text) ? [] : [{ word, from: 0 }];
  if (before === "-t") return looksMade(text) ? [{ word, from: 0 }] : [];
  const [lead = "", sign] = /^-[pP](=?)/.exec(text) ?? [];
  const value = text.slice(lead.length);
  return lead !== "" && (sign === "=" ? !NO_SECRET.test(value) : looksMade(value)) ? [{ word, from: lead.length }] : [];
}
