// The gate in front of an agent made with the Claude Agent SDK: every call comes to the hook, what it asks about to canUseTool.
// usage: node examples/claude-agent-sdk.mjs "what to do"

import { query } from "@anthropic-ai/claude-agent-sdk";
import { createGate } from "sallyport";
import { canUseTool, claudeHook } from "sallyport/sdk";

const gate = createGate({ settings: { permissions: { deny: ["Bash(git push:*)"] } } });
const hook = claudeHook(gate);

for await (const message of query({
  prompt: process.argv[2] ?? "say hello",
  options: {
    canUseTool: canUseTool(gate),
    hooks: { PreToolUse: [{ hooks: [hook] }], UserPromptSubmit: [{ hooks: [hook] }] },
    settingSources: [],
  },
})) {
  if (message.type === "result") console.log(JSON.stringify(message));
}
