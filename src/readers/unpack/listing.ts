/** The names in something that is unpacked or applied. */
export interface Listing {
  readonly names: readonly string[];
  /** These are all, and nothing in it leads elsewhere. */
  readonly whole: boolean;
}

export const UNREAD: Listing = { names: [], whole: false };
