/** A program of the project that a task starts, where its source under the same name is of this session: make builds it by itself. */
import type { SubCommand } from "../../contract/reading.ts";
import { absolutePath } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { changedPaths } from "./changed-paths.ts";

/** What make's own rules make a program of, by any number of steps. */
const SOURCES = ".c .cc .cpp .C .p .f .F .r .s .S .y .l .ym .lm .m .mod .def .sh .o .w .cw .web".split(" ");

/** The first such file, absolute. */
export function startsBuilt(command: SubCommand, call: PolicyCall): string | undefined {
  const { words, cwd, under, via } = command;
  const [first] = words;
  const name = first?.value ?? "";
  if (under === undefined || !/^g?make\b/.test(via ?? "") || !name.includes("/") || cwd.certainty !== "exact")
    return undefined;
  const program = absolutePath(name, cwd.path, call.world);
  const changed = changedPaths(call, command);
  return SOURCES.map((ending) => program + ending).find((path) => changed.has(path));
}
