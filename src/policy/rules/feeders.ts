/** What makes the input or the words of a command, and what makes theirs. */
import type { SubCommand } from "../../contract/reading.ts";
import type { PolicyCall } from "../call.ts";

export function feedersOf({ fedBy = [] }: SubCommand, call: PolicyCall): readonly SubCommand[] {
  const commands = call.reading?.commands ?? [];
  const found = new Set<SubCommand>();
  const todo = [...fedBy];
  for (let range = todo.pop(); range !== undefined; range = todo.pop())
    for (const one of commands.slice(...range)) {
      if (found.has(one)) continue;
      found.add(one);
      todo.push(...(one.fedBy ?? []));
    }
  return [...found];
}
