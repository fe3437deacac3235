/** `sallyport rules`: what is in force and from where. */

import { openGate } from "../../app/open.ts";
import { LISTS } from "../../policy/rules/index.ts";
import type { CliIo } from "../io.ts";
import { commandOptions, wrongUse } from "../options.ts";
import { painter, visible } from "../style.ts";

export const HELP = `sallyport rules: the rules and the rulebook

  sallyport rules effective    every permission rule, its file, and whether it rests in auto mode
  sallyport rules defaults     the default rulebook the classifier is given
  sallyport rules critique     a review of your own autoMode entries

  --settings X    a settings file, or JSON
  --json          for programs
`;

const OPTIONS = {
  settings: { type: "string" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

export async function run(args: readonly string[], io: CliIo): Promise<number> {
  const parsed = commandOptions({ name: "rules", help: HELP, options: OPTIONS }, args, io);
  if (typeof parsed === "number") return parsed;
  const [what, ...more] = parsed.positionals;
  if (more.length > 0) return usage(io, `one word too many: ${more.join(" ")}`);
  switch (what) {
    case "effective":
      return effective(parsed.values, io);
    case "defaults":
      return (await import("../rules-text.ts")).defaults(parsed.values, io);
    case "critique":
      return (await import("../rules-text.ts")).critique(parsed.values, io);
    default:
      return usage(
        io,
        what === undefined ? "say which: effective, defaults or critique" : `there is no "rules ${what}"`,
      );
  }
}

export interface RulesFlags {
  readonly settings?: string | undefined;
  readonly json?: boolean | undefined;
}

function effective(flags: RulesFlags, io: CliIo): number {
  const opened = openGate(io, { settings: flags.settings, projectRoot: io.cwd });
  if (!opened.ok) return usage(io, opened.error);
  const { gate, warnings } = opened.value;
  const rules = gate
    .rules()
    .map(({ rule, suspended }) => ({ list: rule.list, rule: rule.text, source: rule.source, suspended }));
  if (flags.json === true) {
    io.stdout.write(`${JSON.stringify({ mode: gate.mode, shadow: gate.shadow, rules, warnings })}\n`);
    return 0;
  }
  const paint = painter(io.stdout, io.env);
  io.stdout.write(`mode ${gate.mode}${gate.shadow ? " (shadow: hosts are told nothing)" : ""}\n`);
  for (const list of [...LISTS].reverse()) {
    const own = rules.filter((rule) => rule.list === list);
    io.stdout.write(`\n${paint("bold", list)}${own.length === 0 ? "  (none)" : ""}\n`);
    for (const { rule, source, suspended } of own) {
      io.stdout.write(`  ${visible(rule)}  ${paint("dim", visible(source))}\n`);
      if (suspended !== null) io.stdout.write(`    ${paint("ask", `rests in auto mode: ${suspended}`)}\n`);
    }
  }
  for (const warning of warnings) io.stdout.write(`\n${paint("ask", "ignored")} ${visible(warning)}\n`);
  return 0;
}

const usage = (io: CliIo, why: string): number => wrongUse("rules", why, io);
