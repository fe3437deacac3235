/** `sallyport uninstall`: agents' files as they were before; with the last one the service, and what the person wants gone. */
import { fail, ok, type Result } from "../../contract/result.ts";
import { HOST_NAMES, hostNamed } from "../../hosts/index.ts";
import { agreeTo, changesNothing, NOT_CHANGED, shortenHome } from "../change/agree.ts";
import { changeJson, HOST_OPTIONS, parseHow, parseScope } from "../change/host.ts";
import { command, type GivenArguments } from "../command.ts";
import { askWhatGoes } from "../leaving/ask.ts";
import { describeLeft, leave } from "../leaving/leave.ts";
import {
  describeLeavingPlan,
  type GuardedPlace,
  guardedPlaces,
  type LeavingPlan,
  planLeaving,
} from "../leaving/plan.ts";
import { unknownHost } from "../nearest.ts";
import { flag } from "../options.ts";
import type { CliIo } from "../terminal/io.ts";
import { notAgents } from "../terminal/person.ts";
import { refuse, report, wordWhole } from "../terminal/style.ts";

const OPTIONS = {
  ...HOST_OPTIONS,
  state: flag("with the last agent: the record and everything else in the state directory, too"),
  everything: flag("with the last agent: the record and your settings too, so that nothing is left"),
};
type UninstallGiven = GivenArguments<typeof OPTIONS>;

export const uninstall = command({
  name: "uninstall",
  about: "take the gate out of an agent's settings again",
  usage: [
    ["sallyport uninstall", "out of every agent that is guarded; asks what else shall go"],
    ["sallyport uninstall HOST", `HOST is one of ${HOST_NAMES.join(", ")}`],
    ["sallyport uninstall --everything", "and nothing stays: no record, no settings"],
  ],
  help: "With HOST use --project, --managed or --plugin if it was installed there and not in your own settings. With the last agent goes the service, and what keeps it running.",
  options: OPTIONS,
  positionals: 1,
  run: async (given, io) => {
    const how = parseHow(given.options);
    if (!how.ok) return given.misuse(how.error);
    const places = placesFrom(given, io);
    if (!places.ok) return given.misuse(places.error);
    const plan = planLeaving(places.value, io);
    if (!plan.ok) return refuse(io, `${plan.error}; ${NOT_CHANGED}`);
    const person = how.value.dryRun ? ok([]) : notAgents(io);
    if (!person.ok) return refuse(io, `${person.error}; ${NOT_CHANGED}`);
    const { state, everything } = given.options;
    const wishes = await askWhatGoes(
      plan.value,
      { ...how.value, state: state || everything, settings: everything },
      io,
    );
    if (wishes === undefined) return refuse(io, NOT_CHANGED);
    const shown = describeLeavingPlan(plan.value, wishes, io);
    const say = (line: string): string => wordWhole(io.stdout, shortenHome(line, io.env));
    if (!how.value.json) io.stdout.write(describeUntouched(plan.value).map(say).join(""));
    const agreed = shown.lines.length === 0 ? ok(!how.value.dryRun) : await agreeTo(shown, how.value, io);
    if (!agreed.ok) return refuse(io, agreed.error);
    const value = formatValue(plan.value, given, how.value);
    if (!agreed.value) return report(how.value, { value, text: "" }, io);
    const left = await leave(plan.value, wishes, io);
    if (!left.ok) return refuse(io, `${left.error}; ${NOT_CHANGED}`);
    const text = describeLeft(plan.value, left.value, io).map(say).join("").trimEnd();
    return report(how.value, { value: { ...value, ...left.value }, text }, io);
  },
});

/** The one that is named, or all that are guarded. */
function placesFrom({ options, words: [name] }: UninstallGiven, io: CliIo): Result<readonly GuardedPlace[]> {
  const scope = parseScope(options);
  if (!scope.ok) return scope;
  if (name === undefined)
    return scope.value === undefined ? ok(guardedPlaces(io)) : fail(`say which host has it with --${scope.value}`);
  const host = hostNamed(name);
  return host === undefined ? fail(unknownHost(name)) : ok([{ host, scope: scope.value ?? "user" }]);
}

function describeUntouched({ hosts }: LeavingPlan): readonly string[] {
  if (hosts.length === 0) return ["No agent is guarded."];
  return hosts.flatMap(({ host, change }) =>
    changesNothing(change) ? [`${host.title}: there is no hook of ours in ${change.file}`] : [],
  );
}

const formatValue = ({ hosts }: LeavingPlan, { words }: UninstallGiven, how: { readonly dryRun: boolean }) => {
  const changes = hosts.map(({ host, scope, change }) => changeJson({ host, scope, dryRun: how.dryRun }, change));
  return words.length === 0 ? { hosts: changes } : { ...changes[0] };
};
