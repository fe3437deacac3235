/**
 * Remote flags: the last values, kept with their time. A decision reads what is kept; fetching happens elsewhere. An
 * unreachable server leaves the last known values, and where there are none the iron gate is closed.
 */

import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { once } from "../contract/kept.ts";
import { stateLayout } from "../contract/state-dir.ts";
import type { FlagChoice } from "../judge/index.ts";
import { type Fetch, transport } from "../judge/providers/index.ts";
import type { Settings } from "../policy/settings/index.ts";
import { type AppContext, stateDir } from "./paths.ts";

export const FLAGS_MAX_AGE_MS = 30 * 60_000;
const FLAGS_TIMEOUT_MS = 5000;

const configSchema = once(() =>
  z.object({
    model: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
    twoStageClassifier: z.optional(z.enum(["both", "fast", "thinking"])),
  }),
);
const valuesSchema = once(() =>
  z.object({ auto_mode_config: z.optional(configSchema()), iron_gate_closed: z.optional(z.boolean()) }),
);
const keptSchema = once(() => z.object({ at: z.number(), values: valuesSchema() }));

export interface FlagValues {
  readonly auto_mode_config?:
    | { readonly model?: string | undefined; readonly twoStageClassifier?: "both" | "fast" | "thinking" | undefined }
    | undefined;
  readonly iron_gate_closed?: boolean | undefined;
}

interface FlagsOptions {
  /** `settings.flags`; null when there is no flag server. */
  readonly server: { readonly url: string; readonly clientKey?: string | undefined } | null;
  readonly stateDir: string;
  readonly now: () => number;
  readonly fetch?: Fetch;
}

export interface RemoteFlags {
  /** What is kept; nothing where nothing is. Reads one small file. */
  current(): FlagValues;
  /** True when what is kept is older than half an hour, or nothing is. */
  isOld(): boolean;
  /** Fetches and keeps. Never rejects: false when the server did not answer, and what was kept stays. */
  refresh(signal?: AbortSignal): Promise<boolean>;
}

export const createFlags = (options: FlagsOptions): RemoteFlags => {
  const file = stateLayout(options.stateDir).flags;
  const kept = (): z.infer<ReturnType<typeof keptSchema>> | undefined => {
    if (options.server === null) return undefined;
    try {
      return keptSchema().safeParse(JSON.parse(readFileSync(file, "utf8"))).data;
    } catch {
      return undefined;
    }
  };
  return {
    current: () => kept()?.values ?? {},
    isOld: () => {
      const age = options.now() - (kept()?.at ?? Number.NEGATIVE_INFINITY);
      return options.server !== null && !(age >= 0 && age <= FLAGS_MAX_AGE_MS);
    },
    refresh: async (signal) => {
      try {
        const payload = await fetchPayload(options, signal);
        if (payload === undefined) return false;
        keep(file, { at: options.now(), values: await evaluate(payload) });
        return true;
      } catch {
        return false;
      }
    },
  };
};

/** After a try that failed, the next one waits. */
const RETRY_AFTER_MS = 60_000;

/** The same flags for a process that stays: whoever reads old values starts a refresh beside the decision, one at a time. */
export function keepFresh(flags: RemoteFlags, now: () => number): RemoteFlags {
  let tried = Number.NEGATIVE_INFINITY;
  const refreshIfOld = (): void => {
    if (now() - tried < RETRY_AFTER_MS || !flags.isOld()) return;
    tried = now();
    void flags.refresh();
  };
  refreshIfOld();
  return {
    ...flags,
    current: () => {
      refreshIfOld();
      return flags.current();
    },
  };
}

/** The flags of the settings; null where there is no server. */
export const openFlags = ({ flags }: Pick<Settings, "flags">, { env, now }: AppContext): RemoteFlags | null =>
  flags === null ? null : createFlags({ server: flags, stateDir: stateDir(env), now });

/** A managed value is never changed by a flag, except that the iron gate may be closed. */
export const flagChoice = (values: FlagValues, managed: ReadonlySet<string>): FlagChoice => ({
  model: managed.has("classifier.model") ? null : (values.auto_mode_config?.model ?? null),
  stages: managed.has("classifier.stages") ? null : (values.auto_mode_config?.twoStageClassifier ?? null),
});

/** Whether an outage denies. A flag may close what settings leave open, and open only what no manager closed. */
export const ironGateClosed = (
  values: FlagValues,
  settings: { readonly ironGate: boolean; readonly managed: ReadonlySet<string> },
): boolean => {
  const flag = values.iron_gate_closed;
  if (flag === undefined) return settings.ironGate;
  return settings.managed.has("ironGate") ? settings.ironGate || flag : flag;
};

/** `https://host/api/features/KEY`, or a host with the key apart. */
const featuresUrl = ({ url, clientKey }: NonNullable<FlagsOptions["server"]>): string =>
  clientKey === undefined ? url : `${url.replace(/\/+$/, "")}/api/features/${encodeURIComponent(clientKey)}`;

const payloadSchema = once(() => z.looseObject({ features: z.record(z.string(), z.looseObject({})) }));

/** Our own fetch rather than GrowthBook's: bounded, no redirects, and an outage is known as one. */
const fetchPayload = async (
  options: FlagsOptions,
  signal?: AbortSignal,
): Promise<z.infer<ReturnType<typeof payloadSchema>> | undefined> => {
  if (options.server === null) return undefined;
  const url = featuresUrl(options.server);
  const wire = transport(options.fetch ?? globalThis.fetch, { baseUrl: url });
  const limit = AbortSignal.timeout(FLAGS_TIMEOUT_MS);
  const response = await wire.fetch(url, { signal: signal === undefined ? limit : AbortSignal.any([signal, limit]) });
  return response.ok ? payloadSchema().safeParse(await response.json()).data : undefined;
};

/** GrowthBook's rules evaluated through OpenFeature. A flag of a wrong type or shape is no flag. */
const evaluate = async (payload: z.infer<ReturnType<typeof payloadSchema>>): Promise<FlagValues> => {
  const [{ OpenFeature }, { GrowthbookProvider }] = await Promise.all([
    import("@openfeature/server-sdk"),
    import("@openfeature/growthbook-provider"),
  ]);
  await OpenFeature.setProviderAndWait(DOMAIN, new GrowthbookProvider({}, { payload, streaming: false }));
  const client = OpenFeature.getClient(DOMAIN);
  const gate = await client.getBooleanDetails("iron_gate_closed", true);
  const config = await client.getObjectDetails("auto_mode_config", {});
  const parsed = configSchema().safeParse(config.value);
  return {
    ...(gate.errorCode === undefined ? { iron_gate_closed: gate.value } : {}),
    ...(config.errorCode === undefined && parsed.success ? { auto_mode_config: parsed.data } : {}),
  };
};
const DOMAIN = "sallyport";

const keep = (file: string, content: z.infer<ReturnType<typeof keptSchema>>): void => {
  mkdirSync(join(file, ".."), { recursive: true, mode: 0o700 });
  const next = `${file}.${process.pid}.${content.at}`;
  writeFileSync(next, JSON.stringify(content), { mode: 0o600 });
  renameSync(next, file);
};
