/** One row of the table of protected places. */
export interface PlaceRow {
  readonly kind: "ask" | "judge";
  /** Separated by spaces, with wildcards. */
  readonly names: string;
  /** Who says that it is read, and when. */
  readonly source: string;
}
