/** What setting up found, would change and has changed, in words. */
import type { Env } from "../../app/index.ts";
import type { Standing } from "../../contain/index.ts";
import { stateLayout } from "../../contract/state-dir.ts";
import { recordOf } from "../../judge/providers/index.ts";
import {
  askToChange,
  changesNothing,
  describeHookFile,
  describeHooks,
  describeKept,
  hookFileChanges,
  type PlannedChange,
} from "../change/agree.ts";
import { describeStarting } from "../serve/agreeing.ts";
import type { KeepPlan } from "../serve/keep.ts";
import type { CliIo } from "../terminal/io.ts";
import { describeWalls, heedSettings, tryWallsAside } from "../walls.ts";
import type { Asker } from "./ask.ts";
import { describeFound, type FoundMachine } from "./found.ts";
import type { SetupPlan } from "./plan.ts";

export function describeMachine({ agents, projects, keys, logins }: FoundMachine): readonly string[] {
  const found = agents.map((agent) => {
    const { host, program, guarded, unread } = agent;
    const state = [
      ...(program === undefined ? [describeFound(agent)] : []),
      guarded.length > 0 && unread === undefined ? "guarded" : "not guarded",
    ];
    return `${host.title} (${state.join("; ")})`;
  });
  const access = [
    ...keys.map((name) => `${name} is set`),
    ...logins.map((name) => `logged in to ${recordOf(name).title.replace(/ itself$/, "")}`),
  ];
  return [
    `Agents: ${found.length === 0 ? "none found on PATH or in the home directory" : found.join(", ")}.`,
    ...agents.flatMap(({ unread }) => (unread === undefined ? [] : [`${unread}.`])),
    ...projects.map(
      ({ host, program }) =>
        `${host.title} does not count: ${program} is a project's own program, which a repository can bring. Put it on PATH for yourself, with npm install -g or a link.`,
    ),
    `Keys and logins: ${access.length === 0 ? "none found" : access.join(", ")}.`,
  ];
}

/** One line for each thing that changes. */
export function describePlan(
  { settings, hosts, wishes, service, pinned, stateDir }: SetupPlan,
  env: Env,
): PlannedChange {
  const { classifier, shadow, adopt } = wishes;
  const model = classifier.model === undefined ? "" : ` (${classifier.model})`;
  const rules = adopt.length === 1 ? "1 rule" : `${adopt.length} rules`;
  const started = hookFileChanges(
    hosts.map(({ change }) => change),
    pinned.pins,
  );
  return {
    lines: [
      ...hosts.map(({ host, change }) => describeHooks(host, change)),
      ...started.map(describeHookFile),
      changesNothing(settings)
        ? `${settings.file}: says so already`
        : `model: ${recordOf(classifier.provider).title}${model}, ${shadow ? "watching" : "live"}, in ${settings.file}`,
      ...(adopt.length === 0 ? [] : [`${rules} of projects adopted, in ${stateLayout(stateDir).adopted}`]),
      ...(service === null ? [] : [describeKeeping(service)]),
      ...describeStarting(
        wishes.service,
        hosts.map(({ change }) => change),
        { pins: pinned.pins, env },
      ),
      ...describeKept(stateDir, pinned.place, env),
    ],
    files: [settings, ...hosts.map(({ change }) => change), ...started, ...(service === null ? [] : [service.change])],
  };
}

const describeKeeping = ({ unit, change }: KeepPlan): string =>
  changesNothing(change)
    ? `the service: kept running already, by ${change.file}`
    : `the service: ${unit.title}, started now and when you log in, in ${change.file}`;

/** The last question, with what is known of walls before it. */
export async function agreeToPlan(plan: SetupPlan, asker: Asker, io: CliIo): Promise<boolean> {
  asker.say("\nTrying whether walls stand here …");
  asker.say(describeWalls(heedSettings(await tryWallsAside(io), plan.pinned.settings), plan.pinned.settings));
  asker.say("");
  return askToChange(describePlan(plan, io.env), asker, io);
}

export function sayDone(
  { hosts, wishes, pinned }: SetupPlan,
  told: readonly string[],
  walls: Standing,
): readonly string[] {
  const advisory = hosts.flatMap(({ host }) =>
    host.failsOpen === null ? [] : [`ADVISORY, ${host.title}: ${host.failsOpen}`],
  );
  return [
    `Done: ${hosts.map(({ host }) => host.title).join(" and ")} ${hosts.length === 1 ? "is" : "are"} ${wishes.shadow ? "watched" : "guarded"} from the next session on.`,
    ...told.map((line) => `- ${line}`),
    `- ${describeWalls(heedSettings(walls, pinned.settings), pinned.settings)}`,
    ...advisory.map((line) => `- ${line}`),
    ...hosts.flatMap(({ host }) =>
      host.install.notes.map((line) => (hosts.length === 1 ? `- ${line}` : `- ${host.title}: ${line}`)),
    ),
    "- See how it goes: sallyport status. Take it out again: sallyport uninstall.",
  ];
}
