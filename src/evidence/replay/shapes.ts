/** Calls that are the same kind of thing: the tool, or the program with its sub-command. */
import type { CallReport, SessionReport } from "./tally.ts";

export interface Shape extends Pick<CallReport, "behavior" | "by" | "rule" | "reason"> {
  readonly shape: string;
  readonly count: number;
  readonly example: string;
  /** What would settle it for good, as the person was told; null where nobody said. */
  readonly settles: string | null;
}

/** What was not allowed, the most frequent first. */
export function heldShapes(sessions: readonly SessionReport[]): readonly Shape[] {
  const found = new Map<string, Shape>();
  for (const { calls } of sessions) {
    for (const call of calls) {
      if (call.behavior === "allow") continue;
      const { behavior, by, rule, reason } = call;
      const shape = shapeOf(call);
      const settles = settlingSentence(reason);
      const key = [shape, behavior, by, rule].join("\n");
      const known = found.get(key);
      const first = known ?? { shape, behavior, by, rule, reason, settles, example: call.shown };
      const told = first.settles === settles ? settles : SEVERAL;
      found.set(key, { ...first, settles: told, count: (known?.count ?? 0) + 1 });
    }
  }
  return [...found.values()].sort((a, b) => b.count - a.count || (a.shape < b.shape ? -1 : 1));
}

const SEVERAL = "Not one rule for all of them: sallyport suggest.";

/** The last sentence of a held call's reason says it. Only shown: nothing is decided by it. */
function settlingSentence(reason: string | null): string | null {
  const last = reason?.split(/(?<=[.!?…]) (?=[A-Z])/).at(-1) ?? "";
  return /\bsettles? it\b/.test(last) ? last : null;
}

const SHELLS: ReadonlySet<string> = new Set(["Bash", "PowerShell", "BashInput"]);

/** Only a name for a heap: nothing is decided by it. */
export function shapeOf({ tool, shown }: Pick<CallReport, "tool" | "shown">): string {
  if (!SHELLS.has(tool)) return tool;
  const words = shown
    .replace(/^(?:cd \S+ (?:&&|;) )+/, "")
    .replace(/^(?:\w+=\S* )+/, "")
    .split(" ");
  const name = (words[0] ?? "").slice((words[0] ?? "").lastIndexOf("/") + 1);
  const more = words.slice(1, 3).filter((word) => /^[a-z][\w:-]*$/.test(word));
  return [name, ...(more.length > 0 && words[1] === more[0] ? more : [])].join(" ").slice(0, 40);
}
