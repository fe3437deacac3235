/** `sallyport rules defaults` and `rules critique`: the rulebook as a person reads it. */

import { loadSettings } from "../app/settings/index.ts";
import { loadRulebook, critique as review } from "../judge/index.ts";
import { ALLOW, ENVIRONMENT, TOPICS } from "../policy/topics/index.ts";
import type { RulesFlags } from "./commands/rules.ts";
import type { CliIo } from "./io.ts";
import { sideQueryFor } from "./side-query.ts";
import { painter, visible } from "./style.ts";

const NOTE =
  "The rulebook is advice to a model, not a security boundary. A limit that must hold belongs in permissions.deny.";

export function defaults(flags: RulesFlags, io: CliIo): number {
  if (flags.json === true) {
    const topics = TOPICS.map(({ label, hard, text, clearsWhen }) => ({ label, hard, text, clearsWhen }));
    const allow = ALLOW.map(({ label, text }) => ({ label, text }));
    const environment = ENVIRONMENT.map(({ name, text }) => ({ name, text }));
    io.stdout.write(`${JSON.stringify({ topics, allow, environment })}\n`);
    return 0;
  }
  const paint = painter(io.stdout, io.env);
  const write = (text: string): void => io.stdout.write(text);
  const entry = (name: string, text: string, more?: string): void =>
    write(
      `  ${paint("bold", name)}\n${wrapped(text, io.stdout.columns)}${more === undefined ? "" : wrapped(`passes when ${more}`, io.stdout.columns)}`,
    );
  write(
    "The default rulebook. It is advice to a model, not a security boundary: hard limits belong in permissions.deny.\n",
  );
  for (const hard of [true, false]) {
    write(`\n${hard ? "hard_deny: nothing clears these" : "soft_deny: what the person plainly asks for passes"}\n`);
    for (const topic of TOPICS.filter((one) => one.hard === hard))
      entry(topic.label, topic.text, topic.clearsWhen ?? undefined);
  }
  write("\nallow: settles doubt at the edge of a topic\n");
  for (const { label, text } of ALLOW) entry(label, text);
  write("\nenvironment: what the model is told about this place\n");
  for (const { name, text } of ENVIRONMENT) entry(name, text);
  return 0;
}

/** Exit 0 when nothing was found, 2 when something was, 1 when the settings cannot be read. */
export async function critique(flags: RulesFlags, io: CliIo): Promise<number> {
  const loaded = loadSettings({ run: flags.settings, projectRoot: null, env: io.env });
  const rulebook = loaded.ok ? await loadRulebook(loaded.value.settings.autoMode) : loaded;
  if (!loaded.ok || !rulebook.ok) {
    io.stderr.write(`sallyport: ${loaded.ok ? (rulebook.ok ? "" : rulebook.error) : loaded.error}\n`);
    return 1;
  }
  const { settings } = loaded.value;
  const ask = sideQueryFor(settings, io);
  const { findings, incomplete } = await review({ rulebook: rulebook.value, settings: settings.autoMode, ask });
  if (flags.json === true) io.stdout.write(`${JSON.stringify({ findings, incomplete })}\n`);
  else {
    const paint = painter(io.stdout, io.env);
    if (findings.length === 0) io.stdout.write("Nothing to say about your entries.\n");
    for (const { entry, problem, why, better, by } of findings) {
      io.stdout.write(
        `${paint("ask", problem)} ${entry === null ? "" : `${entry.section}: ${visible(entry.text)}`} ${paint("dim", `(${by})`)}\n`,
      );
      io.stdout.write(wrapped(visible(why), io.stdout.columns));
      if (better !== null) io.stdout.write(wrapped(`better: ${visible(better)}`, io.stdout.columns));
    }
    if (incomplete !== null) io.stdout.write(`\nNot complete: ${incomplete}.\n`);
    io.stdout.write(`\n${NOTE}\n`);
  }
  return findings.length === 0 ? 0 : 2;
}

function wrapped(text: string, columns: number): string {
  const width = Math.max(Math.min(columns, 110) - 4, 30);
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/)) {
    if (line !== "" && line.length + word.length + 1 > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return `${[...lines, line].map((one) => `    ${one}`).join("\n")}\n`;
}
