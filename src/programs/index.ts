/** The room's door: what is known of each program, by its name. A program is one record in its family's file. */

export { pushTarget } from "./languages/push-target.ts";
export { type GivenOption, readStrictOption, rolesOf } from "./option-word.ts";
export { type Names, type Sorted, sortWords } from "./options.ts";
export { through } from "./places.ts";
export { sameOptions } from "./same-options.ts";
export type {
  CommandSpec,
  EffectMaker,
  Inner,
  OperandSpec,
  ProgramSpec,
  Role,
  Use,
  WrapperSpec,
} from "./spec.ts";
export { allPrograms, programNamed, rowExamples } from "./table.ts";
export { codeOfWords } from "./words.ts";
