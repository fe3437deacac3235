/** A few lines between the gate and an agent SDK. Nothing of those SDKs is imported. */
export { type CanUseToolOptions, canUseTool, claudeHook } from "./claude-agent.ts";
export { type AgentsOptions, type ApprovalGate, approvalGate } from "./openai-agents.ts";
export { type AiOptions, guarded, needsApproval, toolApproval } from "./vercel-ai.ts";
