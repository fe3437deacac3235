/**
 * What a person sees of the gate on the real Claude Code's screen: a call that is left to its prompt comes with "don't ask
 * again", the yes is on record, a rule saved there counts from then on, and a package that is gone says so without stopping anybody
 * from typing. `npm run first-hour -- screens`.
 */
import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { ScriptedModel, Step } from "../hosts/scripted-model.ts";
import { furnishHome, type Home } from "./home.ts";
import { clientLine, openTerminal, type Terminal, wait } from "./terminal.ts";

const LIMIT_MS = 60_000;
const POLL_MS = 250;
/** Long enough for a question to come up that should not. */
const SETTLE_MS = 1_000;

export interface Seen {
  readonly what: string;
  readonly held: boolean;
  readonly screen: string;
}

interface On {
  readonly program: string;
  readonly model: ScriptedModel;
}

export const watchScreens = async (on: On): Promise<readonly Seen[]> => [
  ...(await watchLeftCalls(on)),
  ...(await watchMissingPackage(on)),
];

const bash = (command: string) => ({ tool: "Bash", input: { command, description: "x" } });

/** The screen once `there` holds; the last one where it never does. */
async function screenWhere(terminal: Terminal, there: (screen: string) => boolean): Promise<string> {
  const until = Date.now() + LIMIT_MS;
  while (Date.now() < until && !there(terminal.screen())) await wait(POLL_MS);
  await wait(SETTLE_MS);
  return terminal.screen();
}

const asksFor =
  (command: string) =>
  (screen: string): boolean =>
    screen.includes(command) && /Do you want to proceed/.test(screen);

async function watchLeftCalls({ program, model }: On): Promise<readonly Seen[]> {
  const at = furnishHome({ gate: { walls: false } });
  const steps: readonly Step[] = [bash("npm run lint"), { ...bash("make all"), also: [bash("make all -s")] }];
  model.script([...steps, bash("make all -k"), { text: "all done" }]);
  const terminal = openTerminal(clientLine(program), { cwd: at.project, env: at.env(model.port) });
  const first = await screenWhere(terminal, asksFor("npm run lint"));
  terminal.press("1");
  const second = await screenWhere(terminal, asksFor("make all"));
  terminal.press(/(\d)\. Yes, and don.t ask again/.exec(second)?.[1] ?? "1");
  const last = await screenWhere(terminal, (screen) => /all done/.test(screen));
  await terminal.end();
  const kinds = storyOf(at, "npm run lint");
  const seen = [
    { what: "a left call comes in Claude Code's own prompt, with don't ask again", screen: first },
    { what: "and so does the next: the host was not taken to be silent", screen: second },
  ].map(({ what, screen }) => ({ what, screen, held: /Yes, and don.t ask again/.test(screen) }));
  const own = [
    { what: "the record: asked and left, prompted, ran", held: kinds === "ask left, joined, ran", screen: kinds },
    ...[
      { what: "a rule saved at the prompt counts at once", story: storyOf(at, "make all -k") },
      { what: "and for the next call of the same message", story: storyOf(at, "make all -s") },
    ].map(({ what, story }) => ({
      what,
      held: /all done/.test(last) && story.startsWith("allow"),
      screen: `${last}\n${story}\n${JSON.stringify(at.saved())}`,
    })),
  ];
  at.remove();
  return [...seen, ...own];
}

/** What the record tells of one call. */
function storyOf(at: Home, command: string): string {
  const entries = at.records().map((one) => one as unknown as Record<string, unknown>);
  const decided = entries.find(
    ({ kind, action }) => kind === "decision" && (action as { input: { command?: string } }).input.command === command,
  );
  if (decided === undefined) return "nothing";
  const { id, behavior } = decided.decision as { id: string; behavior: string };
  const after = entries.filter(
    (entry) => entry !== decided && (entry.decisionId === id || (entry.kind === "ran" && entry.call === decided.call)),
  );
  const began = decided.left === undefined ? behavior : `${behavior} left`;
  return [began, ...after.map(({ kind }) => String(kind))].join(", ");
}

async function watchMissingPackage({ program, model }: On): Promise<readonly Seen[]> {
  const folder = mkdtempSync(join(tmpdir(), "sallyport-first-hour-package-"));
  const dist = join(folder, "dist");
  cpSync(resolve("dist"), dist, { recursive: true });
  const at = furnishHome({ gate: { walls: false }, dist });
  rmSync(folder, { recursive: true, force: true });
  model.script([bash("touch ran.txt"), { text: "first done" }]);
  const terminal = openTerminal(clientLine(program), { cwd: at.project, env: at.env(model.port) });
  const first = await screenWhere(terminal, (screen) => /first done/.test(screen));
  const told = model.results().join("\n");
  model.script([bash("touch ran.txt"), { text: "second done" }]);
  terminal.type("and now this");
  terminal.press("Enter");
  const second = await screenWhere(terminal, (screen) => /second done/.test(screen));
  await terminal.end();
  const ran = existsSync(join(at.project, "ran.txt"));
  at.remove();
  return [
    { what: "a package that is gone: the line stands on the screen", held: GONE.test(first), screen: first },
    { what: "no call runs", held: GONE.test(told) && !ran, screen: told },
    { what: "typing goes on", held: /second done/.test(second) && /and now this/.test(second), screen: second },
  ];
}

const GONE = /Sallyport is no longer in/;
