/** How a secret is known in text. */
export interface SecretPattern {
  readonly name: string;
  /** One of these is in every match, in lower case: what has none is not looked at further. Null where there is no such word. */
  readonly hints: readonly string[] | null;
  /** The secret within the match: all of it (0), a group, or whichever group matched. */
  readonly part: number | string;
  readonly pattern: RegExp;
}

/** A pattern of our own brings its examples. */
export interface OwnPattern extends SecretPattern {
  readonly match: readonly string[];
  readonly notMatch: readonly string[];
}
