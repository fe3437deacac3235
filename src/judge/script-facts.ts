/** Files that would run, quoted: their contents are somebody's text, and leave this machine. */
import type { Effect } from "../contract/effect.ts";
import { oneLine } from "../contract/escape.ts";
import type { World } from "../contract/world.ts";
import { isCredentialPlace, isSecretName } from "../core/places/index.ts";
import { realPath } from "../machine/index.ts";
import type { Fact } from "./types.ts";

export const MAX_SCRIPTS = 3;
/** What is shown of it is less, and says by how much. */
const MAX_SCRIPT_BYTES = 1024 * 1024;
const MAX_NAME_CHARACTERS = 160;

export interface QuoteSource {
  readonly world: World;
  /** Takes secrets out of what is quoted. */
  readonly redact: (text: string) => string;
}

export const quoteName = (text: string): string => JSON.stringify(oneLine(text, MAX_NAME_CHARACTERS));

export const scriptsOf = (effects: readonly Effect[]): readonly string[] =>
  effects.flatMap((effect) =>
    effect.do === "run" && effect.script?.certainty === "exact" ? [effect.script.path] : [],
  );

/** Scripts that would run, as far as they can be read. */
export const scriptFacts = ({
  effects,
  world,
  redact,
}: QuoteSource & { readonly effects: readonly Effect[] }): readonly Fact[] => {
  const all = [...new Set(scriptsOf(effects))];
  const about = "script contents";
  const left = all.length - MAX_SCRIPTS;
  const more = left > 0 ? [{ about, says: `${left} more scripts would run; what they hold is not shown` }] : [];
  const shown = all.slice(0, MAX_SCRIPTS).map((path) => {
    if (holdsSecrets(path, world))
      return { about, says: `${quoteName(path)} is where credentials are kept: not shown` };
    const text = textAt(path, world);
    return text === undefined
      ? { about, says: `${quoteName(path)} is not there, cannot be read, is no text or is too long` }
      : { about, says: `${quoteName(path)} holds`, quoted: redact(text) };
  });
  return [...shown, ...more];
};

/** Named as a file of secrets is, or in a credential store, or nobody knows where it leads. */
export function holdsSecrets(path: string, world: World): boolean {
  const real = realPath(path, world);
  return real.problem !== null || [path, real.path].some((way) => keepsSecrets(way, world));
}

export const keepsSecrets = (path: string, { home }: World): boolean =>
  isSecretName(path.slice(path.lastIndexOf("/") + 1)) || isCredentialPlace(path, home);

/** Undefined: not there, no text, or too long. */
export const textAt = (path: string, world: World): string | undefined => {
  try {
    const bytes = world.readFile(path, MAX_SCRIPT_BYTES);
    const text = bytes === undefined ? undefined : new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text?.includes("\0") ? undefined : text;
  } catch {
    return undefined;
  }
};
