/** `serve --install` and `serve --uninstall`. */
import { type AppContext, loadPersonSettings, stateDir } from "../../app/index.ts";
import { ok, type Result } from "../../contract/result.ts";
import { missingFolders, noteMade, readMade, removeEmptyFolders } from "../../hosts/install/index.ts";
import { programPlace, settle } from "../change/settle.ts";
import type { ServeGiven } from "../commands/serve.ts";
import { programPlaces } from "../setup/apply.ts";
import type { CliIo } from "../terminal/io.ts";
import { refuse, report, tell } from "../terminal/style.ts";
import { describeMissingKeys, endKeeping, type KeepPlan, planKeeping, startKeeping } from "./keep.ts";

export function installUnit({ options }: ServeGiven, io: CliIo): number {
  const loaded = loadPersonSettings(io);
  if (!loaded.ok) return refuse(io, loaded.error);
  const kept = keepRunning(io);
  if (!kept.ok) return refuse(io, kept.error);
  const { file } = kept.value.change;
  for (const line of describeMissingKeys(loaded.value.settings)) tell(io, line);
  const text = `The service runs, and starts when you log in: ${file} (${kept.value.unit.title}).`;
  return report(options, { value: { file }, text }, io);
}

function keepRunning(io: AppContext): Result<KeepPlan> {
  const place = programPlace(io.env);
  if (!place.ok) return place;
  const plan = planKeeping(place.value.folder, io);
  if (!plan.ok) return plan;
  const folders = [plan.value.change.file, ...programPlaces(place.value, io.env)].flatMap(missingFolders);
  const settled = settle(place.value, io.env);
  if (!settled.ok) return settled;
  const started = startKeeping(plan.value, io.env);
  if (!started.ok) return started;
  noteMade(stateDir(io.env), folders);
  return ok(plan.value);
}

export function uninstallUnit(options: ServeGiven["options"], io: CliIo): number {
  const ended = endKeeping(io.env);
  if (ended === undefined) return report(options, { value: { removed: null }, text: "It was not installed." }, io);
  removeEmptyFolders(readMade(stateDir(io.env)).folders);
  if (ended.problem !== null) tell(io, ended.problem);
  return report(options, { value: { removed: ended.file }, text: `${ended.file} is gone.` }, io);
}
