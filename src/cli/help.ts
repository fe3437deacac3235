/** The help of a command, drawn from its declaration to the width of the terminal. */
import type { CommandDeclaration } from "./command.ts";
import type { Options } from "./options.ts";
import { wrap } from "./terminal/style.ts";

const MAX_WIDTH = 110;
/** A left column wider than this share of the line pushes its text to the next line. */
const MAX_LEFT_SHARE = 0.55;
/** On a terminal narrower than this every text stands below what it is about. */
const MIN_WIDTH = 64;

/** What is typed, and what comes of it. */
export type HelpRow = readonly [string, string?];

type Described = Pick<CommandDeclaration<Options>, "usage" | "help" | "options" | "notes">;

export function formatHelp(title: string, { usage, help, options, notes }: Described, columns: number): string {
  const width = Math.min(columns, MAX_WIDTH);
  const sections = [
    formatProse(title, width),
    formatRows(usage, width),
    formatProse(help ?? "", width),
    formatRows(optionRows(options), width),
    formatProse(notes ?? "", width),
  ];
  return sections.filter((section) => section !== "").join("\n");
}

function optionRows(options: Options): readonly HelpRow[] {
  const rows = Object.entries(options).flatMap(([name, option]): readonly HelpRow[] => {
    const value = option.kind === "flag" ? "" : ` ${option.value}`;
    const short = option.short === undefined ? "" : `-${option.short}, `;
    return option.about === null ? [] : [[`${short}--${name}${value}`, option.about]];
  });
  return [...rows, ["-h, --help", "this text"]];
}

/** Two columns where there is room. */
export function formatRows(rows: readonly HelpRow[], width: number): string {
  const lefts = rows.filter(([, about]) => about !== undefined).map(([left]) => left.length);
  const left = Math.max(0, ...lefts.filter((length) => length <= MAX_LEFT_SHARE * width));
  const indent = width < MIN_WIDTH || left === 0 ? 6 : left + 5;
  return rows
    .map(([what, about]) => {
      if (about === undefined) return `  ${what}\n`;
      const [first = "", ...more] = wrap(about, Math.max(width - indent, 20)).map((line) => " ".repeat(indent) + line);
      const beside = what.length + 4 < indent && width >= MIN_WIDTH;
      const head = beside ? `  ${what}`.padEnd(indent) + first.slice(indent) : `  ${what.trimEnd()}\n${first}`;
      return `${[head, ...more].join("\n")}\n`;
    })
    .join("");
}

/** Paragraphs, each begun by a line break. */
function formatProse(text: string, width: number): string {
  const paragraphs = text === "" ? [] : text.split("\n");
  return paragraphs
    .flatMap((paragraph) => wrap(paragraph, width))
    .map((line) => `${line}\n`)
    .join("");
}
