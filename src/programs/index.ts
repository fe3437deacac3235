/** The room's door: what is known of each program, by its name. A program is one record in its family's file. */

export { type AccountedWords, accountedWords } from "./accounted.ts";
export { crontabCode } from "./acting.ts";
export { bareNames, speaksBare } from "./bare-names.ts";
export {
  isPythonChecker,
  isSettingsOf,
  loadsSettings,
  onlyTakesIn,
  settingsNames,
  sharesPackage,
} from "./checker-settings.ts";
export { isCoreReader, matchCore } from "./core/match.ts";
export type { CoveredCommand, CoveredProgram, CoveredWords } from "./covered/row.ts";
export { coveredProgram } from "./covered/table.ts";
export { through } from "./disk-makers.ts";
export type { EvaluatedFiles } from "./evaluated/row.ts";
export {
  evaluatedFiles,
  filePatterns,
  filesStarted,
  hasDefinitions,
  onlyTells,
  programNames,
} from "./evaluated-files.ts";
export {
  isChecker,
  isLauncherPrefix,
  isLive,
  isProjectTool,
  isReader,
  launcherStarts,
  leavesWords,
  takesTrees,
} from "./facets.ts";
export { filterReaches } from "./families/jq.ts";
export { readSedScript, sedScriptIn } from "./families/sed-script.ts";
export { findParts, mayRunFor } from "./find-reach.ts";
export { type FileList, listsOf } from "./listed-files.ts";
export { codeOfWords } from "./makers.ts";
export { type GivenOption, listOptions, readStrictOption, rolesOf } from "./option-word.ts";
export { type Names, type Sorted, sortWords } from "./options.ts";
export { type PatchedFile, patchFiles } from "./patch-files.ts";
export { namesOf, sameOptions } from "./same-options.ts";
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
export { allPrograms, programNamed } from "./table.ts";
