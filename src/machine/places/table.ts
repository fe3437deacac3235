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

/** Where these variables point, as far as the environment that is handed in knows them. */
export const movedPlaces = (env: Readonly<Record<string, string | undefined>>): readonly string[] =>
  MOVED_BY.flatMap(({ variable }) => {
    const path = env[variable];
    return path?.startsWith("/") === true && path !== "/" ? [path] : [];
  });
