/** Where a key comes from: a named variable or a named file, never a guess. */
import { readFileSync, statSync } from "node:fs";

const MAX_KEY_BYTES = 16 * 1024;

export type Environment = Readonly<Record<string, string | undefined>>;

interface KeySource {
  readonly apiKeyEnv?: string | undefined;
  readonly apiKeyFile?: string | undefined;
}

type FoundKey = { readonly ok: true; readonly key: string | null } | { readonly ok: false; readonly why: string };

/** The file wins over the variable. `key: null` when neither is named; a named one that gives nothing is a failure. */
export const findKey = (source: KeySource, env: Environment): FoundKey => {
  if (source.apiKeyFile !== undefined) return fromFile(source.apiKeyFile);
  if (source.apiKeyEnv === undefined) return { ok: true, key: null };
  const key = env[source.apiKeyEnv]?.trim();
  return key ? { ok: true, key } : { ok: false, why: `${source.apiKeyEnv} is not set` };
};

const fromFile = (path: string): FoundKey => {
  try {
    const info = statSync(path);
    if (!info.isFile() || info.size > MAX_KEY_BYTES) return { ok: false, why: `${path} is not a key file` };
    const key = readFileSync(path, "utf8").trim();
    return key === "" ? { ok: false, why: `${path} is empty` } : { ok: true, key };
  } catch {
    return { ok: false, why: `${path} cannot be read` };
  }
};
