/** `sallyport rules`: what is in force and from where. */
import { openGate, rulesOfAllHosts } from "../../app/index.ts";
import { LISTS } from "../../rules/index.ts";
import { command, type GivenArguments } from "../command.ts";
import { flag, text } from "../options.ts";
import { restsBecause } from "../rules/without-effect.ts";
import type { CliIo } from "../terminal/io.ts";
import { realTerminal } from "../terminal/person.ts";
import { painter, refuse, visible } from "../terminal/style.ts";

const OPTIONS = { settings: text("X", "a settings file, or JSON"), json: flag("for programs") };

export type RulesFlags = GivenArguments<typeof OPTIONS>["options"];

export const rules = command({
  name: "rules",
  about: "rules in force, the rulebook, a critique of yours",
  usage: [
    ["sallyport rules effective", "every permission rule and rulebook entry in force, and where each comes from"],
    ["sallyport rules defaults", "the default rulebook the classifier is given"],
    ["sallyport rules critique", "a review of your own autoMode entries"],
    ["sallyport rules adopt [DIRECTORY…]", "rules that Claude Code saved in projects become yours, on one yes"],
  ],
  options: OPTIONS,
  positionals: Number.POSITIVE_INFINITY,
  run: async ({ options, words: [what, ...more], misuse }, io) => {
    if (what !== "adopt" && more.length > 0) return misuse(`one word too many: ${more.join(" ")}`);
    switch (what) {
      case "effective":
        return showEffective(options, io);
      case "defaults":
        return (await import("../rules/rulebook.ts")).showDefaults(options, io);
      case "critique":
        return (await import("../rules/rulebook.ts")).showCritique(options, io);
      case "adopt":
        return (await import("../rules/adopt.ts")).adoptSaved(
          { directories: more, json: options.json },
          realTerminal,
          io,
        );
      default:
        return misuse(
          what === undefined ? "say which: effective, defaults, critique or adopt" : `there is no "rules ${what}"`,
        );
    }
  },
});

async function showEffective({ settings, json }: RulesFlags, io: CliIo): Promise<number> {
  const theirs = rulesOfAllHosts(io, io.cwd);
  const opened = openGate(io, { settings, projectRoot: io.cwd, rules: theirs.own.rules });
  if (!opened.ok) return refuse(io, opened.error);
  const { gate, warnings } = opened.value;
  const inForce = gate
    .rules()
    .map(({ rule, suspended }) => ({ list: rule.list, rule: rule.text, source: rule.source, suspended }));
  const { rulebookInForce, formatRulebook } = await import("../rules/rulebook.ts");
  const rulebook = await rulebookInForce(opened.value);
  if (!rulebook.ok) return refuse(io, rulebook.error);
  if (json) {
    const shown = { mode: gate.mode, shadow: gate.shadow, rules: inForce, rulebook: rulebook.value, warnings };
    io.stdout.write(`${JSON.stringify(shown)}\n`);
    return 0;
  }
  const paint = painter(io.stdout, io.env);
  io.stdout.write(`mode ${gate.mode}${gate.shadow ? " (shadow: hosts are told nothing)" : ""}\n`);
  for (const list of [...LISTS].reverse()) {
    const own = inForce.filter((rule) => rule.list === list);
    io.stdout.write(`\n${paint("bold", list)}${own.length === 0 ? "  (none)" : ""}\n`);
    for (const { rule, source, suspended } of own) {
      io.stdout.write(`  ${visible(rule)}  ${paint("dim", visible(source))}\n`);
      if (suspended !== null) io.stdout.write(`    ${paint("ask", restsBecause(suspended))}\n`);
    }
  }
  io.stdout.write(formatRulebook(rulebook.value, io));
  for (const warning of warnings) io.stdout.write(`\n${paint("ask", "ignored")} ${visible(warning)}\n`);
  return 0;
}
