/** How code recognises what a call does (§9): the calls' effects and where data flows, held against clues. Allows nothing. */

export { type CallView, type EffectOrFlow, lineOf, viewCall } from "./call-view.ts";
export type { CallExample, Recognition } from "./clue.ts";
export {
  addsSecret,
  contactsOther,
  exists,
  holdsAllLogs,
  holdsMachine,
  holdsSecret,
  holdsSystem,
  isForeign,
  isForeignPush,
  isMcpTool,
  isOutside,
  isRebuilt,
  isUnknownPlace,
  losesWork,
  replaces,
  searchedName,
  storeOf,
  sweepsTemp,
  textField,
} from "./conditions.ts";
export { flowsOf, marksOf } from "./data-flow.ts";
export { type CallCommand, type FlowContext, OWN_FILES } from "./flow.ts";
export { handsShellOut, plantsHidden, runsDecoded } from "./hostile-code.ts";
export { isCallback, isChat, isDrop, isMetadata } from "./hosts.ts";
export { findIn, recognise } from "./recognise.ts";
export { urlsOf } from "./sources.ts";
