/** `sallyport replay`: recorded sessions down the road, and what would have come of them. */
import { formatProblem, type ReplayDocument } from "../../evidence/index.ts";
import { command, type GivenArguments } from "../command.ts";
import { flag, text } from "../options.ts";
import { formatReplay } from "../replay/format.ts";
import { replaySessions } from "../replay/run.ts";
import { writePrivate } from "../spending.ts";
import type { CliIo } from "../terminal/io.ts";
import { refuse, tell } from "../terminal/style.ts";

const OPTIONS = {
  html: text("FILE", "writes the page; it needs nothing but itself"),
  json: flag("prints the whole result as JSON"),
  ledger: flag("replays Sallyport's own ledger"),
  "with-model": flag(
    "asks the classifier of your settings where nothing is proven; says first how many calls and about what they cost, and asks",
  ),
  yes: flag("do not ask"),
  "max-cost": text("USD", "do not begin above this estimate, and stop at it"),
  jobs: text("N", "sessions at once (default 4)"),
  resume: text("FILE", "keeps what is done in FILE, and goes on from there"),
  mode: text("MODE", "instead of the settings' (auto)"),
  settings: text("X", "a settings file, or JSON"),
};

export type ReplayFlags = GivenArguments<typeof OPTIONS>["options"];

export const replay = command({
  name: "replay",
  about: "what the gate would have done in sessions you have had",
  usage: [
    ["sallyport replay", "every session of Claude Code, Codex and Gemini found on this machine"],
    [
      "sallyport replay FILE…",
      "session files or folders: Claude Code, Codex, Gemini, an OpenCode export, our own ledger, or sessions.jsonl",
    ],
    ["sallyport replay --html report.html", "one page with everything, to look through"],
  ],
  options: OPTIONS,
  positionals: Number.POSITIVE_INFINITY,
  notes: `Nothing is run and, without --with-model, nothing leaves the machine. Files are seen as they are now, not as they were.
Exit: 0 done, 1 could not be done or not to its end.`,
  run: async ({ options, words }, io) => {
    const document = await replaySessions(options, words, io);
    return document.ok ? report(document.value, options, io) : refuse(io, document.error);
  },
});

async function report(document: ReplayDocument, { html, json }: ReplayFlags, io: CliIo): Promise<number> {
  for (const problem of document.problems) tell(io, formatProblem(problem));
  if (document.problemsLeft > 0) tell(io, `and ${document.problemsLeft} more of other kinds`);
  if (html !== undefined) {
    const { replayPage } = await import("../../evidence/pages/index.ts");
    const written = writePrivate(html, replayPage(document), io);
    if (!written.ok) return refuse(io, written.error);
  }
  io.stdout.write(json ? `${JSON.stringify(document)}\n` : formatReplay(document, io, html));
  return document.stopped === null ? 0 : refuse(io, `stopped before the end: ${document.stopped}`);
}
