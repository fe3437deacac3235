/** An agent that is started by the name of its package does what its own commands do. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BypassingProject, bypassingProject } from "../testing/bypassing.ts";

let here: BypassingProject;
beforeAll(() => {
  here = bypassingProject();
});
afterAll(() => here.remove());

describe("what an agent may do or starts is the person's", () => {
  test.each([
    "npx @anthropic-ai/claude-code mcp add x y",
    "npx -y @anthropic-ai/claude-code@latest mcp add x y",
    "npx claude mcp add x y",
    "bunx @anthropic-ai/claude-code config set x y",
    "pnpm dlx @openai/codex mcp add x",
    "npm exec -- @google/gemini-cli extensions install x",
    "npx @qwen-code/qwen-code mcp add x y",
    "npx @openai/codex exec --yolo 'go on'",
    "yarn dlx opencode-ai mcp add x",
    "npx @github/copilot mcp add x",
    "copilot mcp add x y",
    "HOME=/tmp/h npx @anthropic-ai/claude-code -p hi",
  ])("%s", async (command) => expect(await here.by(command)).toBe("safetyCheck"));
  test.each([
    "npx @anthropic-ai/claude-code --version",
    "npx @anthropic-ai/claude-code mcp list",
    "npx @openai/codex exec 'say hi'",
    "npx prettier --write .",
    "npx eslint config set",
    "npx create-vite x",
    "copilot deploy",
  ])("%s stays as it was", async (command) => expect(await here.by(command)).toBe("bypassMode"));
});
