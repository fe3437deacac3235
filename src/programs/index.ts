/** The room's door: what is known of each program, by its name. A program is one record in its family's file. */

export { bareNames, speaksBare } from "./bare-names.ts";
export {
  isLauncherPrefix,
  isLive,
  isReader,
  launcherStarts,
  leavesWords,
  takesTrees,
} from "./facets.ts";
export { crontabCode } from "./languages/shells.ts";
export { type AccountedWords, accountedWords } from "./leaving/accounted.ts";
export {
  isPythonChecker,
  isSettingsOf,
  loadsSettings,
  onlyTakesIn,
  settingsNames,
  sharesPackage,
} from "./leaving/checker-settings.ts";
export { isCoreReader, matchCore } from "./leaving/core/match.ts";
export type { CoveredCommand, CoveredProgram, CoveredWords } from "./leaving/covered/row.ts";
export { coveredProgram } from "./leaving/covered/table.ts";
export type { EvaluatedFiles } from "./leaving/evaluated/row.ts";
export {
  evaluatedFiles,
  filePatterns,
  filesStarted,
  hasDefinitions,
  onlyTells,
  programNames,
} from "./leaving/evaluated-files.ts";
export { findParts, mayRunFor } from "./leaving/find-reach.ts";
export { filterReaches } from "./leaving/jq.ts";
export { type FileList, listsOf } from "./leaving/listed-files.ts";
export { readSedScript, sedScriptIn } from "./leaving/sed-script.ts";
export { type GivenOption, listOptions, readStrictOption, rolesOf } from "./option-word.ts";
export { type Names, type Sorted, sortWords } from "./options.ts";
export { type PatchedFile, patchFiles } from "./patch-files.ts";
export { through } from "./places.ts";
export { namesOf, sameOptions } from "./same-options.ts";
export { sortUse } from "./sort.ts";
export type {
  CommandSpec,
  EffectMaker,
  Inner,
  OperandSpec,
  ProgramSpec,
  Role,
  RunnerKind,
  Use,
  WrapperSpec,
} from "./spec.ts";
export { allPrograms, programNamed, rowExamples } from "./table.ts";
export { isChecker, isProjectTool } from "./tools.ts";
export { codeOfWords } from "./words.ts";
