/** What policy looks at, and how it is made from an action. Rules, tools, topics, proofs and settings have their own doors. */
export { unnamedPlaces } from "./brought.ts";
export { broughtGuarded } from "./brought-over.ts";
export { isOnlyLook, type PolicyCall, type ShellReader } from "./call.ts";
export { endsGate } from "./ends-gate.ts";
export { contextOf, directoryOf, examine } from "./examine.ts";
export { foundGuarded } from "./found-guarded.ts";
export { overwrittenByGit } from "./git-overwrites.ts";
export { archiveMarks } from "./marked-secrets.ts";
export { mixedNames } from "./mixed-names.ts";
export { movesHooks } from "./moved-hooks.ts";
export { loosensAgent } from "./own-commands.ts";
export { ownPlaceReached } from "./own-places.ts";
export { isLost, protectionOf } from "./protection.ts";
export { runsGate } from "./runs-gate.ts";
export { searchedPlaces } from "./searched-places.ts";
export { UNKNOWN } from "./started/word.ts";
export { commandsIn as cutCommands } from "./started/words.ts";
export { isStarted, startedWith } from "./started-files.ts";
