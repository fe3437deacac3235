/** `sallyport rules defaults` and `rules critique`: the rulebook as a person reads it. */
import { loadPersonSettings, type OpenedGate, stateDir } from "../../app/index.ts";
import type { Settings } from "../../app/settings/index.ts";
import { ok, type Result } from "../../contract/result.ts";
import { critique, loadRulebook, openClassifier, type SideQuery } from "../../judge/index.ts";
import { ALLOW, ENVIRONMENT, TOPICS } from "../../policy/topics/index.ts";
import type { RulesFlags } from "../commands/rules.ts";
import type { CliIo } from "../terminal/io.ts";
import { painter, refuse, visible, wrap } from "../terminal/style.ts";

const NOTE =
  "The rulebook is advice to a model, not a security boundary. A limit that must hold belongs in permissions.deny.";
const EXIT_FOUND = 2;
const MAX_COLUMNS = 110;

export function showDefaults({ json }: RulesFlags, io: CliIo): number {
  if (json) {
    const topics = TOPICS.map(({ label, hard, text, clearsWhen }) => ({ label, hard, text, clearsWhen }));
    const allow = ALLOW.map(({ label, text }) => ({ label, text }));
    const environment = ENVIRONMENT.map(({ name, text }) => ({ name, text }));
    io.stdout.write(`${JSON.stringify({ topics, allow, environment })}\n`);
    return 0;
  }
  const paint = painter(io.stdout, io.env);
  const write = (text: string): void => io.stdout.write(text);
  const entry = (name: string, text: string, more?: string | null): void => {
    write(`  ${paint("bold", name)}\n${indent(text, io)}`);
    if (more != null) write(indent(`passes when ${more}`, io));
  };
  write(
    "The default rulebook. It is advice to a model, not a security boundary: hard limits belong in permissions.deny.\n",
  );
  for (const hard of [true, false]) {
    write(`\n${hard ? "hard_deny: nothing clears these" : "soft_deny: what the person plainly asks for passes"}\n`);
    for (const { label, text, clearsWhen } of TOPICS.filter((one) => one.hard === hard)) entry(label, text, clearsWhen);
  }
  write("\nallow: settles doubt at the edge of a topic\n");
  for (const { label, text } of ALLOW) entry(label, text);
  write("\nenvironment: what the model is told about this place\n");
  for (const { name, text } of ENVIRONMENT) entry(name, text);
  return 0;
}

export interface ShownEntry {
  readonly section: string;
  readonly label: string;
  readonly text: string;
  readonly source: string;
}

const OWN_SOURCE = "sallyport's default";

/** What the classifier is given now, entry by entry, and the file each comes from. */
export async function rulebookInForce({
  settings,
  rulebook: sources,
}: Pick<OpenedGate, "settings" | "rulebook">): Promise<Result<readonly ShownEntry[]>> {
  const rulebook = await loadRulebook(settings.autoMode);
  if (!rulebook.ok) return rulebook;
  return ok(
    rulebook.value.entries.map(({ section, label, text, origin }) => ({
      section,
      label,
      text,
      source:
        origin === "default"
          ? OWN_SOURCE
          : (sources.find((one) => one.section === section && one.text.trim().endsWith(text.trim()))?.source ??
            "settings"),
    })),
  );
}

/** A default by its label, an entry of the person's in full. */
export function formatRulebook(entries: readonly ShownEntry[], { stdout, env }: CliIo): string {
  const paint = painter(stdout, env);
  const section = (name: string): string => {
    const own = entries.filter((entry) => entry.section === name);
    const lines = own.map(({ label, text, source }) => {
      const shown = source === OWN_SOURCE ? label : text.replace(/\s+/g, " ");
      return `  ${visible(shown)}  ${paint("dim", visible(source))}\n`;
    });
    return `\n${paint("bold", `rulebook ${name}`)}${own.length === 0 ? "  (none)" : ""}\n${lines.join("")}`;
  };
  return ["hard_deny", "soft_deny", "allow", "environment"].map(section).join("");
}

/** Exit 0 when nothing was found, 2 when something was, 1 when the settings cannot be read. */
export async function showCritique({ settings: run, json }: RulesFlags, io: CliIo): Promise<number> {
  const loaded = loadPersonSettings(io, run);
  if (!loaded.ok) return refuse(io, loaded.error);
  const { settings } = loaded.value;
  const rulebook = await loadRulebook(settings.autoMode);
  if (!rulebook.ok) return refuse(io, rulebook.error);
  const ask = sideQuery(settings, io);
  const { findings, incomplete } = await critique({ rulebook: rulebook.value, settings: settings.autoMode, ask });
  const exit = findings.length === 0 ? 0 : EXIT_FOUND;
  if (json) {
    io.stdout.write(`${JSON.stringify({ findings, incomplete })}\n`);
    return exit;
  }
  const paint = painter(io.stdout, io.env);
  if (findings.length === 0) io.stdout.write("Nothing to say about your entries.\n");
  for (const { entry, problem, why, better, by } of findings) {
    const about = entry === null ? "" : `${entry.section}: ${visible(entry.text)}`;
    io.stdout.write(`${paint("ask", problem)} ${about} ${paint("dim", `(${by})`)}\n${indent(visible(why), io)}`);
    if (better !== null) io.stdout.write(indent(`better: ${visible(better)}`, io));
  }
  if (incomplete !== null) io.stdout.write(`\nNot complete: ${incomplete}.\n`);
  io.stdout.write(`\n${NOTE}\n`);
  return exit;
}

/** The model of the settings as a function that answers a prompt; undefined when there is none. */
const sideQuery = (settings: Settings, { env, now }: CliIo): SideQuery["ask"] | undefined =>
  settings.classifier.provider === "offline"
    ? undefined
    : openClassifier({ settings, env, now, stateDir: stateDir(env) })?.ask;

const indent = (text: string, { stdout }: CliIo): string =>
  wrap(text.replace(/\s+/g, " "), Math.max(Math.min(stdout.columns, MAX_COLUMNS) - 4, 30))
    .map((line) => `    ${line}\n`)
    .join("");
