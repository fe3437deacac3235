/** How a secret is known in text. */
export interface SecretPattern {
  readonly name: string;
  /** One of these is in every match, in lower case: what has none is not looked at further. */
  readonly hints: readonly string[];
  /** The secret within the match: all of it (0), or a group. */
  readonly part: number | string;
  readonly pattern: RegExp;
}
