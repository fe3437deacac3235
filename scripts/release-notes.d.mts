export function releaseNotes(tag: string, version: string, changelog: string): string;
export function checkAddresses(
  manifest: { readonly [name in "author" | "homepage" | "repository" | "bugs"]?: unknown },
): void;
