/** What a reading says, as a tree for people and programs. */
import type { ActId } from "../../contract/acts.ts";
import { describeEffect, describeUnknown, placeName } from "../../contract/describe.ts";
import { actOf, isReading } from "../../contract/effect.ts";
import type { ShellReading, SubCommand } from "../../contract/reading.ts";

export interface ExplainedEffect {
  /** One short phrase: "reads src/a.ts", "runs unknown code". */
  readonly says: string;
  /** What it is, as code knows it. */
  readonly act: ActId;
  /** Nothing but looking; everything else wants attention. */
  readonly harmless: boolean;
}

export interface ExplainedCommand {
  readonly text: string;
  readonly program: string | null;
  readonly wrappers: readonly string[];
  /** What brought it here: "bash -c", a function's name; null as typed. */
  readonly via: string | null;
  readonly cwd: string;
  readonly understood: boolean;
  readonly effects: readonly ExplainedEffect[];
  readonly unknowns: readonly string[];
  /** Commands this one runs in turn. */
  readonly runs: readonly ExplainedCommand[];
}

export interface Explanation {
  readonly command: string;
  /** Why it may not all have been seen; empty when it was. */
  readonly opaque: readonly string[];
  readonly commands: readonly ExplainedCommand[];
}

export function explain(reading: ShellReading): Explanation {
  const roots: Open[] = [];
  const path: Open[] = [];
  for (const command of reading.commands) {
    const open: Open = { command, runs: [] };
    while (path.length > 0 && (path.at(-1)?.command.depth ?? 0) >= command.depth) path.pop();
    const parent = path.at(-1);
    if (parent === undefined) roots.push(open);
    else parent.runs.push(open);
    path.push(open);
  }
  return {
    command: reading.command,
    opaque: reading.opaque.map((entry) => (entry.at === null ? entry.why : `${entry.why} (at ${entry.at})`)),
    commands: roots.map(explainCommand),
  };
}

interface Open {
  readonly command: SubCommand;
  readonly runs: Open[];
}

function explainCommand({ command, runs }: Open): ExplainedCommand {
  const effects = command.effects.filter((effect) => effect.do !== "unknown");
  return {
    text: command.text,
    program: command.name,
    wrappers: command.wrappers,
    via: command.via,
    cwd: placeName(command.cwd),
    understood: command.understood,
    effects: effects.map((effect) => ({
      says: describeEffect(effect),
      act: actOf(effect),
      harmless: isReading(effect),
    })),
    unknowns: command.effects.flatMap((effect) => (effect.do === "unknown" ? [describeUnknown(effect)] : [])),
    runs: runs.map(explainCommand),
  };
}

/** A plain tree, no line wider than `width`. */
export function renderExplanation(explanation: Explanation, width = 80): string {
  const lines: string[] = [];
  for (const why of explanation.opaque) lines.push(...wrap(`opaque: ${why}`, { first: "! ", next: "  ", width }));
  if (explanation.commands.length === 0 && explanation.opaque.length === 0) lines.push("(nothing to run)");
  explanation.commands.forEach((command, index) => {
    const branch = index === explanation.commands.length - 1 ? LAST : INNER;
    lines.push(...renderCommand(command, { indent: "", branch, width }));
  });
  return lines.join("\n");
}

/** How a branch of the tree begins, and what stands below it. */
const LAST = { mark: "└─ ", below: "   " } as const;
const INNER = { mark: "├─ ", below: "│  " } as const;

interface Branch {
  readonly indent: string;
  readonly branch: typeof LAST | typeof INNER;
  readonly width: number;
}

function renderCommand(command: ExplainedCommand, { indent, branch, width }: Branch): readonly string[] {
  const below = `${indent}${branch.below}`;
  const text = command.text.replace(/\s*\n\s*/g, "⏎ ");
  const lines = [...wrap(text, { first: `${indent}${branch.mark}`, next: below, width, most: 2 })];
  const items: { readonly mark: string; readonly says: string }[] = [];
  if (command.wrappers.length > 0) items.push({ mark: "·", says: `by way of ${command.wrappers.join(", ")}` });
  for (const effect of command.effects) items.push({ mark: effect.harmless ? "·" : "●", says: effect.says });
  for (const unknown of command.unknowns) items.push({ mark: "?", says: unknown });
  const bar = command.runs.length > 0 ? "│ " : "  ";
  for (const { mark, says } of items)
    lines.push(...wrap(says, { first: `${below}${bar}${mark} `, next: `${below}${bar}  `, width }));
  command.runs.forEach((inner, index) => {
    const branch = index === command.runs.length - 1 ? LAST : INNER;
    lines.push(...renderCommand(inner, { indent: below, branch, width }));
  });
  return lines;
}

interface Wrapping {
  /** What stands before the first line, and before the others. */
  readonly first: string;
  readonly next: string;
  readonly width: number;
  /** Further lines are left out. */
  readonly most?: number;
}

/** Breaks at spaces; a word wider than the line is cut into pieces. */
function wrap(text: string, { first, next, width, most = 6 }: Wrapping): readonly string[] {
  const lines: string[] = [];
  let line = "";
  const room = (): number => Math.max(width - (lines.length === 0 ? first : next).length, 16);
  const flush = (): void => {
    lines.push((lines.length === 0 ? first : next) + line);
    line = "";
  };
  for (const word of text.split(" ")) {
    let rest = word;
    if (line !== "" && line.length + 1 + rest.length > room()) flush();
    while (rest.length > room()) {
      line = rest.slice(0, room());
      rest = rest.slice(room());
      flush();
    }
    line = line === "" ? rest : `${line} ${rest}`;
  }
  if (line !== "" || lines.length === 0) flush();
  if (lines.length <= most) return lines;
  const kept = lines.slice(0, most);
  const end = kept[most - 1] ?? "";
  kept[most - 1] = `${end.slice(0, Math.max(width - 2, 0))} …`;
  return kept;
}
