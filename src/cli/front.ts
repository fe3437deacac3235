/** `sallyport` alone on a terminal: what is here, what the past says in numbers, and the way to set it up. */
import { loadPersonSettings } from "../app/index.ts";
import { VERSION } from "../contract/version.ts";
import { formatCount, formatQuantity } from "../evidence/index.ts";
import { costOfChoice, money, recordOf } from "../judge/providers/index.ts";
import { programPlace } from "./change/settle.ts";
import { setUpAsking } from "./commands/init.ts";
import { type Asker, askerOn } from "./setup/ask.ts";
import { proposedProvider } from "./setup/ask-model.ts";
import { type FoundMachine, findMachine } from "./setup/found.ts";
import { lookBack, type PastSessions } from "./setup/past.ts";
import { describeMachine } from "./setup/show.ts";
import type { CliIo } from "./terminal/io.ts";
import { painter, refuse, visible, wrap } from "./terminal/style.ts";
import { tryWallsAside } from "./walls.ts";

export async function showFront(io: CliIo): Promise<number> {
  const paint = painter(io.stdout, io.env);
  const say = (text: string): void => {
    for (const line of wrap(visible(text), Math.max(io.stdout.columns - 1, 30))) io.stdout.write(`${line}\n`);
  };
  io.stdout.write(`${paint("bold", `Sallyport ${VERSION}`)}\n`);
  say("Lets an AI agent work without permission prompts, safely.");
  io.stdout.write("\n");
  const loaded = loadPersonSettings(io);
  if (!loaded.ok) return refuse(io, `${loaded.error}; correct that first: until then every hook denies`);
  const machine = findMachine(io);
  for (const line of describeMachine(machine)) say(line);
  const { stand } = await tryWallsAside(io);
  for (const line of describePast(await lookBack(io, { withWalls: stand }), machine, stand)) say(line);
  io.stdout.write("\n");
  const asker = askerOn(io);
  try {
    if (await wantsSetup(machine, asker)) return await setUpAsking(machine, loaded.value.settings, { io, asker });
  } finally {
    asker.close();
  }
  say(describeLater(io.env));
  return 0;
}

/** How it is set up later: whoever tries it with npx has no command yet. */
function describeLater(env: CliIo["env"]): string {
  const place = programPlace(env);
  return place.ok && place.value.from !== null
    ? "Nothing was written. To set it up later, start it the same way again."
    : "sallyport init sets it up; sallyport help lists every command.";
}

/** Only what was counted. */
export function describePast(past: PastSessions | undefined, machine: FoundMachine, walls: boolean): readonly string[] {
  if (past === undefined) return ["Past sessions: none recorded here, so nothing can be said of what would change."];
  const { recorded, looked, calls, prompts } = past;
  const all = `Past sessions: ${formatCount(recorded)} recorded`;
  if (looked === 0 || calls === 0) return [`${all}; no tool call in ${recorded === 1 ? "it" : "them"}.`];
  const part = looked >= recorded ? "all of them" : `the newest ${formatCount(looked)} of them`;
  const gone = prompts.before - prompts.after;
  return [
    `${all}. Looked at: ${part}, ${formatQuantity(calls, "call")}.`,
    `${formatQuantity(prompts.before, "prompt")} in an agent that asks about everything but reading. ${formatCount(gone)} would go now${walls ? ", with walls" : " (walls do not stand here)"}, up to ${formatCount(prompts.forModel)} more with a model (${describeModelCost(machine, walls)}).`,
  ];
}

function describeModelCost(machine: FoundMachine, walls: boolean): string {
  const proposed = proposedProvider(machine);
  const provider = proposed === "offline" ? "anthropic" : proposed;
  const cost = costOfChoice({ provider });
  const { title } = recordOf(provider);
  if (cost === "plan") return `${title}: counts against your plan's limits`;
  if (cost === "unknown" || cost === "nothing") return title;
  return `${title}: about ${money(walls ? cost.day.walls : cost.day.alone)} a day`;
}

async function wantsSetup({ agents }: FoundMachine, asker: Asker): Promise<boolean> {
  const guarded = agents.some((one) => one.guarded.length > 0);
  const question = guarded
    ? "Set up again? (sallyport status tells how it stands, sallyport uninstall takes it out.)"
    : "Set it up now? Nothing is written before the last yes.";
  return (await asker.yesNo(question, guarded ? "n" : "y")) === true;
}
