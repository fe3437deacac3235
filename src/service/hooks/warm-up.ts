/**
 * Everyday calls, judged before anybody asks: what has run often runs in half the time. All parts are the real ones but the
 * record and the model: nothing of this is kept or told to anybody, and nothing but reading is asked about.
 */
import { type AppContext, answerHook, homeOf } from "../../app/index.ts";
import { type Host, hostNamed } from "../../hosts/index.ts";
import { memoryStore } from "../../memory/index.ts";

const ROUNDS = 40;
const COMMANDS = [
  "git status && ls src | head -5",
  "git diff --stat HEAD~1",
  "cat package.json | grep version",
  "rg -n 'export function' src | head -20",
  "sed -n '1,40p' src/index.ts",
  "find . -name '*.ts' -not -path './node_modules/*' | wc -l",
];

/** Ends early when the signal says so. Never rejects. */
export async function warmUp(context: AppContext, ended: AbortSignal): Promise<void> {
  const host = withoutSaved(hostNamed("claude-code"));
  const store = memoryStore();
  for (let round = 0; round < ROUNDS && host !== undefined; round++)
    for (const command of COMMANDS) {
      // Whoever asks meanwhile comes first.
      await new Promise(setImmediate);
      if (ended.aborted) return;
      const asked = { stdin: eventOf(command, context), agent: () => undefined, offline: true } as const;
      await answerHook({ host, context, store, ...asked });
    }
}

/** What is noted of its saved rules when a person is asked would be kept. */
function withoutSaved(host: Host | undefined): Host | undefined {
  if (host === undefined) return undefined;
  const { saved, ...rest } = host;
  return rest;
}

async function* eventOf(command: string, { env }: AppContext): AsyncGenerator<string> {
  const at = { session_id: "warm-up", cwd: homeOf(env), hook_event_name: "PreToolUse", permission_mode: "default" };
  yield JSON.stringify({ ...at, tool_name: "Bash", tool_input: { command } });
}
