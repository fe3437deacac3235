/** Options that write or enter what they are told, and what of that is kept where a rule may let it: inside the project, no secret. */
import type { SimpleCommand, Word } from "../contract/simple.ts";
import { isInside } from "../core/places/index.ts";
import type { Covering } from "./covers.ts";
import { type MarkedOptions, operandsOf, valuesOf } from "./options.ts";
import { join, matchedPaths, realPath, waysOf } from "./places.ts";

interface Given {
  readonly command: SimpleCommand;
  readonly covering: Covering;
}

/** All that the option leads to is known, and may be written or entered. */
export function isKept(option: string, row: MarkedOptions, { command, covering: { call, scene } }: Given): boolean {
  if (row.does === "runs") return false;
  const named =
    row.does === "enters" ? valuesOf(option, command) : writtenBy(option, row, { command, covering: { call, scene } });
  return (
    named !== undefined &&
    named.length > 0 &&
    named.every((text) => {
      if (row.does === "writes" && (text === "-" || text === "/dev/null")) return true;
      const [path, other] = waysOf(text, command.cwd, call.disk);
      // curl puts names together: `{a,b}`, and `#1` for what it put there.
      if (path === undefined || other !== undefined || /[#{[]/.test(text)) return false;
      return row.does === "writes"
        ? scene.mayWrite(path)
        : [path, realPath(path, call.disk)].every((way) => isInside(way, call.projectRoot));
    })
  );
}

/** Undefined: nobody knows. */
function writtenBy(
  option: string,
  { into }: MarkedOptions,
  { command, covering: { call } }: Given,
): readonly string[] | undefined {
  if (into === undefined) return valuesOf(option, command);
  if (into === "operands")
    return literals(
      filesOf(command).flatMap((word) =>
        word.glob && word.value !== null ? matchedPaths(word.value, command.cwd, call.disk).map(literal) : [word],
      ),
    );
  const names = literals(operandsOf(command).filter(({ value }) => /^[a-z]+:\/\//.test(value ?? "")))?.map(nameOf);
  const directories = DIRECTORY.flatMap((one) => valuesOf(one, command));
  return names?.flatMap((name) => (directories.length === 0 ? [name] : directories.map((dir) => join(dir, name))));
}
const DIRECTORY = ["--output-dir", "-P", "--directory-prefix"];

const literal = (value: string): Word => ({ value, text: value, prefix: value });

const nameOf = (address: string): string =>
  /^[a-z]+:\/\/[^/]+\/(?:[^?#]*\/)?([^/?#]+)/.exec(address)?.[1] ?? "index.html";

/** Of `sed`: the first word is the script where no option gives one. */
function filesOf(command: SimpleCommand): readonly Word[] {
  const { use } = command;
  if (use !== undefined) return use.operands.flatMap(({ word, role }) => (role === "write" ? [word] : []));
  return operandsOf(command).slice(1);
}

const literals = (words: readonly Word[]): readonly string[] | undefined =>
  words.some(({ value, glob }) => value === null || glob) ? undefined : words.flatMap(({ value }) => value ?? []);
