/** What one command of a call may have got its input or its words from. */
import type { CallCommand, CallView } from "../offline/index.ts";

/** Those that feed it, and what feeds those of them that `through` lets pass. */
export function feedersOf(
  command: CallCommand,
  { commands }: Pick<CallView, "commands">,
  through: (feeder: CallCommand) => boolean = () => true,
): readonly CallCommand[] {
  const found = new Set<CallCommand>();
  const todo = [command];
  for (let next = todo.pop(); next !== undefined; next = todo.pop())
    for (const one of (next.fedBy ?? []).flatMap(([from, to]) => commands.slice(from, to)))
      if (!found.has(one)) {
        found.add(one);
        if (through(one)) todo.push(one);
      }
  return [...found];
}
