/** What else shall go with the last agent: the record, and apart from it the settings, which the person may have written. */
import { type AskedHow, isAnswered, shortenHome } from "../change/agree.ts";
import { type Asker, askerOn } from "../setup/ask.ts";
import type { CliIo } from "../terminal/io.ts";
import type { LeavingPlan, LeavingWishes } from "./plan.ts";

/** Undefined when the person gave up. `--yes` agrees to what was asked for, and to nothing else. */
export async function askWhatGoes(
  plan: LeavingPlan,
  { yes, dryRun, ...given }: LeavingWishes & AskedHow,
  io: CliIo,
): Promise<LeavingWishes | undefined> {
  const { state, settings } = given;
  if (plan.others.length > 0) return { state: false, settings: false };
  if (yes || dryRun || !isAnswered(io)) return { state, settings };
  const asker = askerOn(io);
  try {
    const record = state || plan.state === null ? state : await askRecord(shortenHome(plan.state, io.env), asker);
    if (record === undefined) return undefined;
    const own = settings || plan.settings === null ? settings : await askSettings(plan.settings, asker, io);
    asker.say("");
    return own === undefined ? undefined : { state: record, settings: own };
  } finally {
    asker.close();
  }
}

const askRecord = (directory: string, asker: Asker): Promise<boolean | undefined> =>
  ask(`Shall the record go too? It is in ${directory}.`, "Remove", asker);

const askSettings = (
  { file, after }: NonNullable<LeavingPlan["settings"]>,
  asker: Asker,
  { env }: CliIo,
): Promise<boolean | undefined> =>
  ask(
    `Shall your settings go too? You may have written to them yourself: ${shortenHome(file, env)}.`,
    after === null ? "Remove" : "Put back as they were before Sallyport",
    asker,
  );

async function ask(question: string, gone: string, asker: Asker): Promise<boolean | undefined> {
  const choices = [{ label: "Keep, for the next time" }, { label: gone }];
  const picked = await asker.choose(question, choices, { first: [0] });
  return picked === undefined ? undefined : picked[0] === 1;
}
