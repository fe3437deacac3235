/** One thing the gate's own code established about the action. */
export interface Fact {
  /** Short and fixed: "effects", "uncommitted work", "default branch", "link target", "script contents". */
  readonly about: string;
  readonly says: string;
  /** Text taken from files of the project: shown, but marked as untrusted. */
  readonly quoted?: string;
}
