/** `sallyport serve`: the service of this machine with its page. */
import { stateDir } from "../../app/index.ts";
import { startingAt, stopStarting } from "../../service/running/index.ts";
import { type Command, command, type GivenArguments } from "../command.ts";
import { flag, text } from "../options.ts";
import { BY_HAND } from "../serve/keep.ts";
import type { CliIo } from "../terminal/io.ts";
import { realTerminal, type TerminalFacts } from "../terminal/person.ts";
import { refuse, report } from "../terminal/style.ts";

const OPTIONS = {
  port: text("N", "listen here instead of 7717 or the next free one"),
  host: text("ADDRESS", "another address of this machine; needs TLS, or --insecure-http"),
  "tls-cert": text("FILE", "a certificate, in PEM"),
  "tls-key": text("FILE", "its key, in PEM"),
  "insecure-http": flag(
    "on another address without TLS: whoever is on the network in between sees and can change everything",
  ),
  background: flag("start it, print the link, and leave it running"),
  stop: flag("end the one that runs"),
  install: flag("keep it running: a user unit of systemd, or a launch agent of macOS (the latter is untested)"),
  uninstall: flag("take that away again"),
  // What a hook starts that found no service, and what that starts.
  "from-hook": flag(null),
  "until-idle": flag(null),
  scope: text("SCOPE", "of a new token: agent (only checks), viewer, approver or admin"),
  root: text("DIR", "of a new token for an agent: where it works, and whose rules count (default: here)"),
  json: flag("for programs"),
};
export type ServeGiven = GivenArguments<typeof OPTIONS>;

/** The facts of the terminal are handed in, so that a test can have another. */
export const serveAt = (terminal: TerminalFacts): Command =>
  command({
    name: "serve",
    about: "the service of this machine: one gate for all agents, and a page",
    usage: [
      ["sallyport serve", "starts it and prints a link to its page; Ctrl-C ends it"],
      ["sallyport serve link", "another link to sign in with, good for one use within ten minutes"],
      ["sallyport serve token add NAME --scope agent", "a token for a program, shown once; bound to this directory"],
      ["sallyport serve token list"],
      ["sallyport serve token remove NAME"],
      ["sallyport serve --install", "keeps it running"],
    ],
    help: "Agents whose hook is installed reach it by themselves and answer faster; without it each hook decides alone, and both write the same record. The page shows every decision and why, what waits for you, rules, restore points and statistics. It listens on 127.0.0.1 and nowhere else unless you say so.",
    options: OPTIONS,
    positionals: 3,
    notes: "Exit: 0 done, 1 could not be done.",
    run: (given, io) => runServe(given, terminal, io),
  });

export const serve = serveAt(realTerminal);

/** What each way of calling it needs is loaded when it is called so. */
async function runServe(given: ServeGiven, terminal: TerminalFacts, io: CliIo): Promise<number> {
  const { options, words, misuse } = given;
  const [what, ...more] = words;
  if (what === "token") return (await import("../serve/tokens.ts")).changeTokens(more, given, { terminal, io });
  if (more.length > 0) return misuse(`one word too many: ${more.join(" ")}`);
  if (what === "link") return (await import("../serve/link.ts")).showLink(options, { terminal, io });
  if (what !== undefined)
    return misuse(`there is no "serve ${what}"${what in OPTIONS ? `: did you mean sallyport serve --${what}?` : ""}`);
  if (options["from-hook"]) return (await import("../serve/from-hook.ts")).startForHooks(io);
  if (options.stop) return stopServing(options, io);
  if (options.install) return (await import("../serve/install.ts")).installUnit(given, io);
  if (options.uninstall) return (await import("../serve/install.ts")).uninstallUnit(options, io);
  const { serveHere, serveBehind } = await import("../serve/run.ts");
  return options.background ? serveBehind(given, { terminal, io }) : serveHere(given, { terminal, io });
}

async function stopServing({ json }: ServeGiven["options"], io: CliIo): Promise<number> {
  const { endService } = await import("../serve/stop.ts");
  const state = stateDir(io.env);
  // First: a hook would start it again.
  stopStarting(state);
  const again = startingAt(state).kind === "stopped" ? ` Hooks start none until you do: ${BY_HAND}.` : "";
  const end = await endService(state);
  switch (end.kind) {
    case "none":
      return report({ json }, { value: { stopped: false }, text: `No service runs.${again}` }, io);
    case "ended":
      return report({ json }, { value: { stopped: true }, text: `The service has ended.${again}` }, io);
    case "goes on":
      return refuse(io, `process ${end.pid} does not end: kill it, or wait`);
  }
}
