/** The walk through the questions: agents, who judges, live or watching, rules to adopt, a service. Nothing is written here. */
import type { Settings } from "../../app/settings/index.ts";
import { allHosts, type Host } from "../../hosts/index.ts";
import { shortenHome } from "../change/agree.ts";
import { NEVER_FOR } from "../rules/adopt.ts";
import { describeOwnRules, findSavedRules, type SavedRule } from "../rules/saved.ts";
import { restsBecause } from "../rules/without-effect.ts";
import { type SaidOfService, type ServiceWish, wishedService } from "../serve/agreeing.ts";
import { standingOf } from "../serve/keep.ts";
import type { CliIo } from "../terminal/io.ts";
import { visible } from "../terminal/style.ts";
import type { AskedChoice, Asker } from "./ask.ts";
import { askClassifier } from "./ask-model.ts";
import { describeFound, type FoundMachine, proposedHosts } from "./found.ts";
import { obstacleToSetup } from "./obstacle.ts";
import type { SetupWishes } from "./plan.ts";

/** Where questions are put. */
export interface AskingAt {
  readonly asker: Asker;
  readonly io: CliIo;
  /** What was said of the service before any question. */
  readonly said?: SaidOfService;
}

/** Undefined when the person gave up. */
export async function askWishes(
  machine: FoundMachine,
  settings: Settings,
  at: AskingAt,
): Promise<SetupWishes | undefined> {
  const { asker, io } = at;
  const hosts = await askUsableHosts(machine, settings, { asker, io });
  if (hosts === undefined) return undefined;
  const classifier = await askClassifier(machine, asker, io);
  if (classifier === undefined) return undefined;
  const begin = await asker.choose(
    "How to begin?",
    [
      { label: "Live", about: "what is not safe does not run" },
      {
        label: "Watch first",
        about: "everything is judged and recorded, the agent is told nothing; sallyport switch live ends it",
      },
    ],
    { first: [0] },
  );
  if (begin === undefined) return undefined;
  const adopt = hosts.some(({ name }) => name === "claude-code") ? await askRules(settings, asker, io) : [];
  if (adopt === undefined) return undefined;
  const service = await askService(settings, at);
  if (service === undefined) return undefined;
  return { hosts, classifier, shadow: begin[0] === 1, adopt, service };
}

interface OfferedService extends AskedChoice {
  readonly wish: ServiceWish;
}

/** Only where something keeps one running there is a choice; else it is said with the other changes. */
async function askService(settings: Settings, { asker, io, said }: AskingAt): Promise<ServiceWish | undefined> {
  const standing = standingOf(io);
  const wished = wishedService(said ?? { service: false, "no-service": false }, settings, io);
  if (said?.["no-service"] === true || standing.kind !== "offered") return wished;
  const choices: readonly OfferedService[] = [
    {
      wish: "by hooks",
      label: "Yes, while it is needed",
      about: "the first hook that finds none starts it, and it ends by itself; it listens on 127.0.0.1 alone",
    },
    { wish: "kept", label: "Yes, kept running", about: `${standing.title}, started now and when you log in` },
    { wish: "none", label: "No", about: "each hook starts a process of its own" },
  ];
  const picked = await asker.choose(
    "Shall one service answer for all agents? They wait less, and it has a page.",
    choices,
    { first: [settings.service.start ? 0 : 2] },
  );
  return picked === undefined ? undefined : choices[picked[0] ?? 0]?.wish;
}

/** Those whose files can be written: what is in the way is said now, and the person can clear it meanwhile. */
async function askUsableHosts(
  machine: FoundMachine,
  settings: Settings,
  { asker, io }: AskingAt,
): Promise<readonly Host[] | undefined> {
  let hosts = await askHosts(machine, asker);
  for (;;) {
    const obstacle = hosts === undefined ? undefined : obstacleToSetup(hosts, settings, io);
    if (obstacle === undefined) return hosts;
    asker.say(`\n${visible(shortenHome(obstacle, io.env))}.`);
    const choices = [{ label: "Look again, it is corrected" }, { label: "Choose other agents" }, { label: "Leave" }];
    const picked = await asker.choose("This is in the way. What now?", choices, { first: [0] });
    if (picked === undefined || picked[0] === 2) return undefined;
    if (picked[0] === 1) hosts = await askHosts(machine, asker);
  }
}

async function askHosts(machine: FoundMachine, asker: Asker): Promise<readonly Host[] | undefined> {
  const { agents } = machine;
  const there = agents.map(({ host }) => host);
  const offered = [...there, ...allHosts().filter((host) => !there.includes(host))];
  const choices = offered.map((host) => {
    const found = agents.find((one) => one.host === host);
    const guarded = found !== undefined && found.guarded.length > 0;
    const state = found === undefined ? "not found here" : guarded ? "guarded already" : describeFound(found);
    return { label: `${host.title} (${state}${host.failsOpen === null ? "" : "; cannot hold every call"})` };
  });
  const proposed = proposedHosts(machine).map((host) => offered.indexOf(host));
  const first = proposed.length > 0 ? proposed : [0];
  const picked = await asker.choose("Which agents shall it guard?", choices, { first, many: true });
  return picked?.flatMap((at) => offered[at] ?? []);
}

const MAX_SHOWN = 12;

async function askRules(settings: Settings, asker: Asker, io: CliIo): Promise<readonly SavedRule[] | undefined> {
  const { own, waiting, refused } = findSavedRules(io, settings);
  const counts = describeOwnRules(own);
  if (counts !== undefined) asker.say(`\n${counts}.`);
  for (const { file, why } of refused.slice(0, MAX_SHOWN)) asker.say(`${file}: its allow rules do not count: ${why}.`);
  if (waiting.length === 0) return [];
  asker.say('\nClaude Code saved these rules in projects when you said "don\'t ask again":');
  for (const { rule, file, rests } of waiting.slice(0, MAX_SHOWN))
    asker.say(
      `  ${rule}  (${file.replace(/\/\.claude\/[^/]*$/, "")}${rests === null ? "" : `; ${restsBecause(rests)}`})`,
    );
  if (waiting.length > MAX_SHOWN)
    asker.say(`  and ${waiting.length - MAX_SHOWN} more (sallyport rules adopt shows all)`);
  const picked = await asker.choose(
    `Shall they count here too? ${NEVER_FOR}`,
    [
      { label: `Yes, adopt ${waiting.length === 1 ? "it" : `all ${waiting.length}`}` },
      { label: waiting.length === 1 ? "No" : "No (sallyport rules adopt lets me pick)" },
    ],
    { first: [0] },
  );
  if (picked === undefined) return undefined;
  return picked[0] === 0 ? waiting : [];
}
