/** What setting up would change, worked out before anything is touched. */
import { applyEdits, modify, type ParseError, parse } from "jsonc-parser";
import { type AppContext, hostEnvironment, stateDir } from "../../app/index.ts";
import { loadSettings, type Settings, userSettingsPath } from "../../app/settings/index.ts";
import { all, fail, ok, type Result } from "../../contract/result.ts";
import { blankComments } from "../../contract/strict-json.ts";
import type { Host } from "../../hosts/index.ts";
import { describeJsonError, type FileChange, planInstall, readOwn } from "../../hosts/install/index.ts";
import type { EndpointSettings } from "../../policy/settings/index.ts";
import { type Pinned, pinsWith } from "../change/pins.ts";
import type { SavedRule } from "../rules/saved.ts";
import type { ServiceWish } from "../serve/agreeing.ts";
import { type KeepPlan, planKeeping } from "../serve/keep.ts";
import { obstacleToSetup } from "./obstacle.ts";

export interface SetupWishes {
  readonly hosts: readonly Host[];
  readonly classifier: EndpointSettings;
  readonly shadow: boolean;
  readonly adopt: readonly SavedRule[];
  /** One service for all agents. */
  readonly service: ServiceWish;
}

export interface SetupPlan {
  readonly wishes: SetupWishes;
  readonly settings: FileChange;
  readonly hosts: readonly { readonly host: Host; readonly change: FileChange }[];
  /** Null where none is to be kept running. */
  readonly service: KeepPlan | null;
  readonly pinned: Pinned;
  readonly stateDir: string;
}

export function planSetup(wishes: SetupWishes, io: AppContext): Result<SetupPlan> {
  const file = userSettingsPath(io.env);
  if (file === null) return fail("there is no home directory to keep settings in");
  const before = readOwn(file);
  if (!before.ok) return before;
  const text = settingsText(before.value?.toString("utf8") ?? "", wishes);
  if (!text.ok) return fail(`${file}: ${text.error}`);
  const settings = readSettings(text.value, io);
  if (!settings.ok) return fail(`${file}: ${settings.error}`);
  const pinned = pinsWith(io, settings.value);
  if (!pinned.ok) return pinned;
  const obstacle = obstacleToSetup(wishes.hosts, settings.value, io);
  if (obstacle !== undefined) return fail(obstacle);
  const at = hostEnvironment(io);
  const changes = wishes.hosts.map((host) => planInstall(host, { scope: "user", at, pins: pinned.value.pins }));
  const hosts = all(Object.fromEntries(changes.map((change, i) => [String(i), change])));
  if (!hosts.ok) return hosts;
  const service = wishes.service === "kept" ? planKeeping(pinned.value.pins.program, io) : ok(null);
  if (!service.ok) return service;
  return ok({
    wishes,
    service: service.value,
    settings: { file, before: before.value, after: Buffer.from(text.value) },
    hosts: wishes.hosts.flatMap((host, i) => {
      const change = hosts.value[String(i)];
      return change === undefined ? [] : [{ host, change }];
    }),
    pinned: pinned.value,
    stateDir: stateDir(io.env),
  });
}

/** Of an endpoint: what another choice must not leave behind. */
const ENDPOINT_KEYS = [
  "provider",
  "model",
  "baseUrl",
  "apiKeyEnv",
  "apiKeyFile",
  "command",
  "region",
  "project",
] as const;

/** The file with these wishes in it; every other byte, comments too, as it was. */
export function settingsText(
  before: string,
  { classifier, shadow, service }: Pick<SetupWishes, "classifier" | "shadow" | "service">,
): Result<string> {
  let text = before.trim() === "" ? "{}\n" : before;
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: false });
  if (errors.length > 0) return fail(describeJsonError(text, errors));
  if (typeof value !== "object" || value === null || Array.isArray(value)) return fail("it holds no JSON object");
  const there = "classifier" in value && typeof value.classifier === "object" ? value.classifier : {};
  const set = (path: string[], to: unknown): void => {
    text = applyEdits(text, modify(text, path, to, { formattingOptions: { insertSpaces: true, tabSize: 2 } }));
  };
  set(["shadow"], shadow);
  for (const key of ENDPOINT_KEYS)
    if (classifier[key] !== undefined || Object.hasOwn(there ?? {}, key)) set(["classifier", key], classifier[key]);
  const starts = wishedStart(service, value);
  if (starts !== undefined) set(["service", "start"], starts);
  return ok(text.endsWith("\n") ? text : `${text}\n`);
}

/** Undefined: the file says so already. */
function wishedStart(wish: ServiceWish, file: object): boolean | undefined {
  const service = "service" in file ? file.service : undefined;
  const now = typeof service === "object" && service !== null && "start" in service ? service.start : undefined;
  if (wish === "none") return now === false ? undefined : false;
  return wish === "by hooks" && now === false ? true : undefined;
}

/** As they will be in force: the file does not stand there yet. */
function readSettings(text: string, { env }: AppContext): Result<Settings> {
  const loaded = loadSettings({ run: blankComments(text).trim(), userPath: null, projectRoot: null, env });
  return loaded.ok ? ok(loaded.value.settings) : fail(loaded.error.replace(/^--settings: /, ""));
}
