/** The providers' door. Importing it loads no SDK; asking a model does. */
export { claudeLogin } from "./agents/login.ts";
export { COST_BASIS, costOfChoice, describeCost, money } from "./costs.ts";
export { CLOCK, type Clock } from "./deadline.ts";
export type { Environment } from "./keys.ts";
export {
  abilitiesOf,
  defaultModel,
  defaultProvider,
  keyVariable,
  rankOf,
  serves,
  THINKING_ROOM_TOKENS,
} from "./lookup.ts";
export { addUsage, costUsd, NO_USAGE } from "./models.ts";
export { createProvider, examineAgentProvider, networkFetch, type ProviderParts } from "./open.ts";
export {
  type Completed,
  type CompleteOptions,
  type Completion,
  type Failed,
  failed,
  joinParts,
  type ModelRequest,
  notSetUp,
  type Stop,
  type TextPart,
  type ToolSpec,
} from "./provider.ts";
export { recordOf } from "./table.ts";
export { type Exchange, type Fetch, transport } from "./transport.ts";
