/** What a reading says, as a tree for people and programs. */
import { type Effect, isReading, type Target } from "../../contract/effect.ts";
import type { ShellReading, SubCommand } from "../../contract/reading.ts";
import { assertNever } from "../../contract/result.ts";

export interface ExplainedEffect {
  /** One short phrase: "reads src/a.ts", "runs unknown code". */
  readonly says: string;
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
    effects: effects.map((effect) => ({ says: effectPhrase(effect), harmless: isReading(effect) })),
    unknowns: command.effects.flatMap((effect) => (effect.do === "unknown" ? [effect.detail] : [])),
    runs: runs.map(explainCommand),
  };
}

const placeName = (target: Target): string => {
  if (target.certainty === "unknown")
    return target.path === "" ? "a place that is not known" : `somewhere below ${target.path}`;
  return target.path;
};

const LONGEST_QUOTE = 48;

const short = (text: string): string => {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > LONGEST_QUOTE ? `${line.slice(0, LONGEST_QUOTE - 1)}…` : line;
};

const more = (detail: string | null | undefined): string =>
  detail === null || detail === undefined || detail === "" ? "" : `: ${short(detail)}`;

/** One phrase for one effect. */
export function effectPhrase(effect: Effect): string {
  switch (effect.do) {
    case "read":
      return `${effect.content ? "reads" : "looks at"} ${placeName(effect.target)}${effect.recursive ? " and all below" : ""}`;
    case "write":
      return `${WRITES[effect.as ?? "write"]} ${placeName(effect.target)}${effect.recursive ? " and all below" : ""}${
        effect.from === undefined ? "" : ` from ${placeName(effect.from)}`
      }`;
    case "delete":
      return `deletes ${placeName(effect.target)}${effect.recursive ? " and all below" : ""}`;
    case "run":
      return `runs ${RUNS[effect.what]} ${effect.script === undefined ? short(effect.program) : placeName(effect.script)}${more(
        effect.code ?? effect.task ?? effect.detail,
      )}`;
    case "network":
      return `${effect.sends ? "sends data to" : "contacts"} ${effect.host ?? "a host that is not known"}${
        effect.method === undefined ? "" : ` (${effect.method})`
      }`;
    case "vcs":
      return `git ${effect.op}${effect.forced === true ? ", forced" : ""}${effect.deletes === true ? ", deleting" : ""}${more(
        [effect.remote, effect.branch, effect.detail].filter((part) => part !== undefined && part !== null).join(" "),
      )}`;
    case "environment":
      return `sets ${effect.name}${effect.value === null ? "" : ` to ${short(effect.value)}`}`;
    case "secret":
      return `shows secrets: ${effect.source}`;
    case "unknown":
      return `not understood: ${effect.detail}`;
    case "process":
    case "privilege":
    case "persist":
    case "package":
    case "container":
    case "cluster":
    case "cloud":
    case "database":
    case "account":
    case "security":
    case "message":
    case "system":
    case "publish":
      return `${effect.do}, ${effect.op}: ${short(effect.detail)}${effect.on === undefined || effect.on === null ? "" : ` (${short(effect.on)})`}`;
    default:
      return assertNever(effect);
  }
}

const WRITES = {
  write: "writes",
  link: "makes a link",
  hardlink: "makes a hard link",
  copy: "copies to",
  move: "moves to",
  mode: "changes the mode of",
  directory: "makes directory",
  append: "appends to",
} as const;

const RUNS = {
  "unknown-program": "a program that is not known,",
  script: "the script",
  code: "code with",
  task: "a task of",
  helper: "another program by way of",
  remote: "code on another machine by way of",
} as const;

/** A plain tree, no line wider than `width`. */
export function renderExplanation(explanation: Explanation, width = 80): string {
  const lines: string[] = [];
  for (const why of explanation.opaque) lines.push(...wrap(`opaque: ${why}`, "! ", "  ", width));
  if (explanation.commands.length === 0 && explanation.opaque.length === 0) lines.push("(nothing to run)");
  explanation.commands.forEach((command, index) => {
    renderCommand(command, "", index === explanation.commands.length - 1, width, lines);
  });
  return lines.join("\n");
}

function renderCommand(command: ExplainedCommand, indent: string, last: boolean, width: number, lines: string[]): void {
  const below = `${indent}${last ? "   " : "│  "}`;
  const text = command.text.replace(/\s*\n\s*/g, "⏎ ");
  lines.push(...wrap(text, `${indent}${last ? "└─ " : "├─ "}`, below, width, 2));
  const items: { readonly mark: string; readonly says: string }[] = [];
  if (command.wrappers.length > 0) items.push({ mark: "·", says: `by way of ${command.wrappers.join(", ")}` });
  for (const effect of command.effects) items.push({ mark: effect.harmless ? "·" : "●", says: effect.says });
  for (const unknown of command.unknowns) items.push({ mark: "?", says: unknown });
  const bar = command.runs.length > 0 ? "│ " : "  ";
  for (const item of items) lines.push(...wrap(item.says, `${below}${bar}${item.mark} `, `${below}${bar}  `, width));
  command.runs.forEach((inner, index) => {
    renderCommand(inner, below, index === command.runs.length - 1, width, lines);
  });
}

/** Breaks at spaces; a word wider than the line is cut into pieces. `most`: further lines are left out. */
function wrap(text: string, first: string, next: string, width: number, most = 6): readonly string[] {
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
