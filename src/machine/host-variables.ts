/**
 * Variables of the environment an agent runs commands in, which a repository can set (an agent's project settings, direnv), and
 * with which a program that only reads runs code, follows another configuration or works somewhere else. Only names are told of
 * them; a few are told with their value, because everybody has them and only elsewhere are they odd.
 */
import ROWS from "./host-variables.json" with { type: "json" };

const words = (text: string): readonly string[] => text.split(/\s+/);

/**
 * Told with their values, in this order: places of the shell and of programs, which are the person's where they lie in home, and the
 * options every bash sets for itself.
 */
export const PLACED_VARIABLES = ["HOME", "XDG_CONFIG_HOME", "ZDOTDIR", "BASH_ENV", "SHELLOPTS"] as const;
const PLACED: ReadonlySet<string> = new Set(PLACED_VARIABLES);

/** Of each program; `*`: the shell itself, and so every command. Those for shells that somebody types into are left out. */
const NAMED: ReadonlySet<string> = new Set(
  ROWS.flatMap(({ names }) => words(names)).filter((name) => !PLACED.has(name)),
);
/** Of these programs, and of the loader, every one there is. */
const FAMILIES = /^(?:GIT|GH|GITHUB|DOCKER|RTK|CURL|LD|DYLD)_/;

/** An exported function is a variable too; a shell cannot ask for one by name. */
const FUNCTION = /^BASH_FUNC_(.+)(?:%%|\(\))$/;
/** Told by name alone, where they are not empty. */
export const isTold = (name: string): boolean => NAMED.has(name) || FAMILIES.test(name) || FUNCTION.test(name);

/** With these the shell that starts a call, also one inside walls, has run code before it comes to it. */
const STARTING: ReadonlySet<string> = new Set(
  words(
    `BASH_ENV ZDOTDIR SHELLOPTS LD_PRELOAD LD_AUDIT DYLD_INSERT_LIBRARIES
     CLAUDE_CODE_SHELL_PREFIX CLAUDE_CODE_SHELL CLAUDE_ENV_FILE`,
  ),
);

const SHELL_WORDS: ReadonlySet<string> = new Set(
  words("exec command builtin eval source . cd test [ echo printf read set unset export trap exit return shift umask"),
);

/** What of an environment counts; `home` is the person's, as it was pinned. */
export const variablesIn = (env: Readonly<Record<string, unknown>>, home: string): readonly string[] => [
  ...Object.keys(env).filter((name) => env[name] !== undefined && env[name] !== "" && isTold(name)),
  ...PLACED_VARIABLES.filter((name) => isElsewhere(name, env[name] ?? "", home)),
];

/** What an installed line tells: names with blanks between them, and the values of the placed ones with bars. */
export function variablesTold(names: string, places: string | undefined, home: string): readonly string[] {
  const given = names.split(" ").filter(isTold);
  const values = places?.split("|") ?? [];
  // A bar in one of them, and nobody knows where the next begins.
  if (places !== undefined && values.length !== PLACED_VARIABLES.length) return [...given, ...PLACED_VARIABLES];
  return [...given, ...PLACED_VARIABLES.filter((name, i) => isElsewhere(name, values[i] ?? "", home))];
}

/** Where git looks for the person's configuration is read there and nowhere else. */
function isElsewhere(name: string, value: unknown, home: string): boolean {
  if (typeof value !== "string") return true;
  if (name === "SHELLOPTS") return value.split(":").some((option) => !USUAL_OPTIONS.has(option));
  const place = value.length > 1 ? value.replace(/\/+$/, "") : value;
  if (place === "" || place === OWN_PLACE[name]?.(home)) return false;
  if (name in OWN_PLACE || place.split("/").includes("..")) return true;
  return place !== home && ![`${home}/.`, "/etc/", "/usr/"].some((start) => place.startsWith(start));
}

const USUAL_OPTIONS: ReadonlySet<string> = new Set(["", ...words("braceexpand hashall interactive-comments posix")]);
const OWN_PLACE: Readonly<Record<string, (home: string) => string>> = {
  HOME: (home) => home,
  XDG_CONFIG_HOME: (home) => `${home}/.config`,
};

/** One with which code runs before any walls stand; undefined: none. */
export const startsCode = (variables: readonly string[]): string | undefined =>
  variables.find((name) => STARTING.has(name) || SHELL_WORDS.has(FUNCTION.exec(name)?.[1] ?? ""));
