/** A few lines between the gate and an agent SDK. Nothing of those SDKs is imported. */
export { type CanUseToolOptions, canUseTool, claudeHook } from "./claude-agent.ts";
export { type LangChainOptions, type ReviewRequest, wrapToolCall } from "./langchain.ts";
export { type AgentsOptions, type ApprovalGate, approvalGate, type GuardedTool } from "./openai-agents.ts";
export { type AiOptions, guarded, needsApproval, recordRefusals, toolApproval } from "./vercel-ai.ts";
