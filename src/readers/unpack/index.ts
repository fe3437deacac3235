/** Listings of what commands unpack or apply. */
export { filesInArchive, textsInArchive } from "./archive.ts";
export { filesInDiff } from "./diff.ts";
export { type Listing, UNREAD } from "./listing.ts";
