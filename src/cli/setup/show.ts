/** What setting up found, would change and has changed, in words. */
import { homeOf } from "../../app/index.ts";
import type { Standing } from "../../contain/index.ts";
import { diffLines, type FileChange } from "../../hosts/install/index.ts";
import { recordOf } from "../../judge/providers/index.ts";
import { changesNothing } from "../host-change.ts";
import type { CliIo } from "../io.ts";
import type { KeepPlan } from "../serve/keep.ts";
import { painter, visible } from "../style.ts";
import { describeWalls, heedSettings, tryWallsAside } from "../walls.ts";
import type { Asker } from "./ask.ts";
import type { FoundMachine } from "./found.ts";
import type { SetupPlan } from "./plan.ts";

export function describeMachine({ agents, keys, logins }: FoundMachine): readonly string[] {
  const found = agents.map(({ host, program, guarded }) => {
    const state = [
      ...(program === undefined ? ["its program is not on PATH"] : []),
      guarded.length > 0 ? "guarded" : "not guarded",
    ];
    return `${host.title} (${state.join(", ")})`;
  });
  const access = [
    ...keys.map((name) => `${name} is set`),
    ...logins.map((name) => `logged in to ${recordOf(name).title.replace(/ itself$/, "")}`),
  ];
  return [
    `Agents: ${found.length === 0 ? "none found on PATH or in the home directory" : found.join(", ")}.`,
    `Keys and logins: ${access.length === 0 ? "none found" : access.join(", ")}.`,
  ];
}

/** One line for each file that changes. */
export function describePlan({ settings, hosts, wishes, service, pinned }: SetupPlan): readonly string[] {
  const { classifier, shadow, adopt } = wishes;
  const model = classifier.model === undefined ? "" : ` (${classifier.model})`;
  return [
    ...hosts.map(({ host, change }) =>
      changesNothing(change)
        ? `${host.title}: in place already, in ${change.file}`
        : `${countHooks(change)} in ${change.file}`,
    ),
    changesNothing(settings)
      ? `${settings.file}: says so already`
      : `model: ${recordOf(classifier.provider).title}${model}, ${shadow ? "watching" : "live"}, in ${settings.file}`,
    ...(adopt.length === 0 ? [] : [`${adopt.length === 1 ? "1 rule" : `${adopt.length} rules`} of projects adopted`]),
    ...(service === null ? [] : [describeKeeping(service)]),
    ...(pinned.place.from === null ? [] : [`a copy of this program in ${pinned.place.folder}`]),
  ];
}

const describeKeeping = ({ unit, change }: KeepPlan): string =>
  changesNothing(change)
    ? `the service: kept running already, by ${change.file}`
    : `the service: ${unit.title}, started now and when you log in, in ${change.file}`;

function countHooks({ after, before }: FileChange): string {
  const count = (bytes: Buffer | null): number => bytes?.toString("utf8").split("SALLYPORT_HOOK=").length ?? 1;
  const hooks = Math.max(count(after) - 1, 1);
  return `${hooks} ${hooks === 1 ? "hook" : "hooks"}${count(before) > 1 ? " (in place of older ones)" : ""}`;
}

/** The last question: Enter is yes, `d` shows every line that changes. */
export async function agreeToPlan(plan: SetupPlan, asker: Asker, io: CliIo): Promise<boolean> {
  asker.say("");
  asker.say(describeWalls(heedSettings(await tryWallsAside(io), plan.pinned.settings)));
  asker.say("\nThis will be changed, and nothing else:");
  for (const line of describePlan(plan)) asker.say(`- ${visible(line.replaceAll(`${homeOf(io.env)}/`, "~/"))}`);
  for (;;) {
    const typed = await asker.line("Make these changes? d: diff, n: no", "Y");
    if (typed === undefined || /^no?$/i.test(typed)) return false;
    if (/^y(?:es)?$/i.test(typed)) return true;
    if (/^d(?:iff)?$/i.test(typed)) showDiffs(plan, io);
    else asker.say("Type y, n or d.");
  }
}

function showDiffs({ settings, hosts, service }: SetupPlan, io: CliIo): void {
  const paint = painter(io.stdout, io.env);
  const text = (bytes: Buffer | null): string => bytes?.toString("utf8") ?? "";
  const kept = service === null ? [] : [service.change];
  for (const change of [settings, ...hosts.map((one) => one.change), ...kept]) {
    io.stdout.write(`${paint("bold", visible(change.file))}${change.before === null ? " (new)" : ""}\n`);
    for (const line of diffLines(text(change.before), text(change.after))) {
      const colour = line.startsWith("+") ? "allow" : line.startsWith("-") ? "deny" : "dim";
      io.stdout.write(`${paint(colour, visible(line))}\n`);
    }
  }
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
    `Done: ${hosts.map(({ host }) => host.title).join(", ")} ${wishes.shadow ? "is watched" : "is guarded"} from its next session on.`,
    ...told.map((line) => `- ${line}`),
    `- ${describeWalls(heedSettings(walls, pinned.settings))}`,
    ...advisory.map((line) => `- ${line}`),
    ...hosts.flatMap(({ host }) => host.install.notes.slice(0, 1)).map((line) => `- ${line}`),
    "- See how it goes: sallyport status. Take it out again: sallyport uninstall HOST.",
  ];
}
