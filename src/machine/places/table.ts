/**
 * The one table of protected places (§5): where a harmless-looking write runs later or changes what an agent may do.
 *
 * The line: what starts by itself is here, that is, when a directory is entered or opened, a shell, a session, an agent or
 * an interpreter begins, a hook manager or a service sees a commit, or a package manager or wrapper is only asked for its
 * version; and what says what an agent may do or is told. A project's own code, tests, build files and linter settings
 * (`conftest.py`, `build.gradle`, `package.json`, `vite.config.ts`) are not: they run when the project is run, and that
 * call is judged.
 *
 * `ask` (3c): it starts programs in an agent or changes the gate; only the person may approve. `judge`: never proven by the
 * edit fast path, so the classifier sees it. A name means itself and everything below, at any depth of any directory;
 * `a/b` one below the other; `~/` counts from home, `~config/` from the person's configuration, `/` from the root. The
 * hosts' own names come with their descriptors.
 */
import { once } from "../../contract/once.ts";
import { AGENTS, GATE } from "./agents.ts";
import { DIRECTORIES, EDITORS } from "./editors.ts";
import { PACKAGES } from "./packages.ts";
import { SESSIONS, SHELLS } from "./person.ts";
import type { PlaceRow } from "./row.ts";
import { CI, GIT } from "./services.ts";

export type { PlaceRow };

export const PROTECTED_PLACES: readonly PlaceRow[] = [
  ...GIT,
  ...GATE,
  ...AGENTS,
  ...CI,
  ...DIRECTORIES,
  ...EDITORS,
  ...PACKAGES,
  ...SHELLS,
  ...SESSIONS,
];

/**
 * Whether a place of this name holds texts that start programs on this machine: one file, or a tree of them. Services run
 * elsewhere what was sent there, and trees of packages are not settings.
 */
export const startsFrom = (name: string): "file" | "tree" | undefined =>
  ELSEWHERE().has(name) ? undefined : OF_PACKAGES().has(name) ? "file" : "tree";
const namesOf = (rows: readonly PlaceRow[]): ReadonlySet<string> =>
  new Set(rows.flatMap(({ names }) => names.split(" ")));
const ELSEWHERE = once(() => namesOf(CI));
const OF_PACKAGES = once(() => namesOf([...PACKAGES, ...GIT.filter(({ names }) => names === ".git")]));

/** Variables that move an agent's own directory, or a file of its, elsewhere; what they name is of the kind `ask`. */
const MOVED_BY: readonly { readonly variable: string; readonly usual: string; readonly source: string }[] = [
  { variable: "CLAUDE_CONFIG_DIR", usual: ".claude", source: "https://docs.claude.com/en/docs/claude-code/settings" },
  { variable: "CODEX_HOME", usual: ".codex", source: "https://developers.openai.com/codex/config" },
  {
    variable: "GEMINI_CLI_SYSTEM_SETTINGS_PATH",
    usual: ".gemini/settings.json",
    source: "https://geminicli.com/docs/get-started/configuration",
  },
  { variable: "OPENCODE_CONFIG", usual: ".config/opencode/opencode.json", source: "https://opencode.ai/docs/config" },
  { variable: "OPENCODE_CONFIG_DIR", usual: ".config/opencode", source: "https://opencode.ai/docs/config" },
  { variable: "KILO_CONFIG", usual: ".config/kilo/kilo.json", source: "https://kilo.ai/docs: as OPENCODE_CONFIG" },
  { variable: "KILO_CONFIG_DIR", usual: ".config/kilo", source: "https://kilo.ai/docs: as OPENCODE_CONFIG_DIR" },
  { variable: "CLINE_DATA_DIR", usual: ".cline", source: "https://docs.cline.bot/cline-cli" },
  {
    variable: "COPILOT_HOME",
    usual: ".copilot",
    source: "https://docs.github.com/copilot/concepts/agents/about-copilot-cli",
  },
  { variable: "CURSOR_CONFIG_DIR", usual: ".cursor", source: "https://docs.cursor.com/cli/reference/configuration" },
];

/** Of the same and of the gate's own: what they name below home where nobody moved it. */
const USUAL: ReadonlyMap<string, string> = new Map([
  ...MOVED_BY.map(({ variable, usual }) => [variable, usual] as const),
  ["SALLYPORT_STATE_DIR", ".local/state/sallyport"],
  ["XDG_CONFIG_HOME", ".config"],
  ["XDG_STATE_HOME", ".local/state"],
  ["XDG_DATA_HOME", ".local/share"],
]);
export const usualPlace = (variable: string): string | undefined => USUAL.get(variable);

/** Where these variables point, as far as the environment that is handed in knows them. */
export const movedPlaces = (env: Readonly<Record<string, string | undefined>>): readonly string[] =>
  MOVED_BY.flatMap(({ variable }) => {
    const path = env[variable];
    return path?.startsWith("/") === true && path !== "/" ? [path] : [];
  });
