/** The version of each agent that was last tried for real, by `npm run e2e`, and where it comes from. */
export interface TriedVersion {
  readonly package: string;
  readonly version: string;
}

const tried = (name: string, version: string): TriedVersion => ({ package: name, version });

export const LAST_TRIED = {
  "claude-code": tried("@anthropic-ai/claude-code", "2.1.328"),
  codex: tried("@openai/codex", "0.166.0"),
  gemini: tried("@google/gemini-cli", "0.61.0"),
  opencode: tried("opencode-ai", "1.18.33"),
  copilot: tried("@github/copilot", "1.0.102"),
  qwen: tried("@qwen-code/qwen-code", "0.24.4"),
  kilo: tried("@kilocode/cli", "7.7.7"),
  // On Node 22; the newest whose packages are all there.
  pi: tried("@earendil-works/pi-coding-agent", "0.87.1"),
  cline: tried("cline", "3.0.65"),
} as const;
