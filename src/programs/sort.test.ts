/** What words of a command are for, as rows say it: names of options, roles of operands, sub-commands. */
import { expect, test } from "vitest";
import type { Word } from "../contract/simple.ts";
import { sortUse } from "./index.ts";

const wordOf = (text: string): Word =>
  text === "$X" ? { value: null, text, prefix: "" } : { value: text, text, prefix: text };

/** `path | option names=value:role … | operand:role …` */
function told(line: string): string | undefined {
  const [program = "", ...words] = line.split(" ");
  const use = sortUse(program, words.map(wordOf));
  if (use === undefined) return undefined;
  const options = use.options.map(({ names, value, role }) => `${names.join(",")}=${value?.text ?? ""}:${role}`);
  const operands = use.operands.map(({ word, role }) => `${word.text}:${role}`);
  return [use.path.join(" "), options.join(" "), operands.join(" ")].join(" | ");
}

// A letter and a name that a row lists apart are paired by their first letter, at times wrongly (`-C`, `-n`): who denies by it denies more.
test.each([
  ["rm -rf a b", " | -r,--recursive,-R=:unknown -f,--force=:unknown | a:delete b:delete"],
  [
    "git -C x push origin +main -f",
    "push | -C,--config-env=x:directory -f,--force=:unknown | origin:host +main:revision",
  ],
  ["git branch -D a", "branch | -D,--delete,--force=:unknown | a:revision"],
  ["cp -r a b c", " | -r,--recursive,-R=:unknown | a:read b:read c:write"],
  ["grep -rn foo src", " | -r,--recursive,-R=:unknown -n,--no-filename=:unknown | foo:pattern src:search"],
  ["curl -o f https://x.example", " | -o,--output=f:write | https://x.example:host"],
  ["ls --frobnicate a", " | --frobnicate=:unknown | a:list"],
  ["ssh host $X", " |  | host:host $X:code"],
  ["docker compose exec web rm x", "compose exec |  | web:text rm:program x:program"],
  ["nobody-knows a", undefined],
])("%s", (line, expected) => expect(told(line)).toBe(expected));
