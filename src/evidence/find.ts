/** Where agents keep their records on this machine. */
import { type Dirent, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

export interface RecordPlace {
  readonly title: string;
  readonly directory: string;
  readonly name: RegExp;
}

/** More files than this are not listed; the newest are replayed. */
export const MAX_FILES = 20_000;
const MAX_DEPTH = 6;

export interface Homes {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stateDir: string;
}

export const recordPlaces = ({ home, env, stateDir }: Homes): readonly RecordPlace[] => [
  {
    title: "Claude Code",
    directory: join(env.CLAUDE_CONFIG_DIR || join(home, ".claude"), "projects"),
    name: /\.jsonl$/,
  },
  { title: "Codex", directory: join(env.CODEX_HOME || join(home, ".codex"), "sessions"), name: /^rollout-.*\.jsonl$/ },
  { title: "Gemini", directory: join(home, ".gemini", "tmp"), name: /^session-.*\.jsonl?$/ },
  { title: "Sallyport's ledger", directory: join(stateDir, "ledger"), name: /\.jsonl$/ },
];

/** Files below a directory, oldest first, so that a session's history comes before what resumed it. Links are not followed. */
export function recordsBelow({ directory, name }: Pick<RecordPlace, "directory" | "name">): readonly string[] {
  const found: { readonly path: string; readonly at: number }[] = [];
  const todo: { readonly path: string; readonly depth: number }[] = [{ path: directory, depth: 0 }];
  for (let dir = todo.pop(); dir !== undefined; dir = todo.pop()) {
    for (const entry of entriesOf(dir.path)) {
      const path = join(dir.path, entry.name);
      if (entry.isDirectory() && dir.depth < MAX_DEPTH) todo.push({ path, depth: dir.depth + 1 });
      else if (entry.isFile() && name.test(entry.name)) found.push({ path, at: changedAt(path) });
    }
  }
  return found
    .sort((a, b) => a.at - b.at || (a.path < b.path ? -1 : 1))
    .slice(-MAX_FILES)
    .map(({ path }) => path);
}

/** Gemini keeps the project's directory beside the folder of its chats. */
export function geminiProject(chat: string): string | null {
  try {
    const text = readFileSync(join(dirname(dirname(chat)), ".project_root"), "utf8").trim();
    return text.startsWith("/") && text.length < 4096 ? text : null;
  } catch {
    return null;
  }
}

function entriesOf(directory: string): readonly Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    return [];
  }
}

function changedAt(path: string): number {
  try {
    return statSync(path).mtimeMs;
  } catch {
    return 0;
  }
}
