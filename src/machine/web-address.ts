/** Addresses of the web, parsed as a browser would; the work grows with their length and no faster. */

/** UTF-16 units. A host name has at most 253; what is far longer costs a parser the square of its length. */
const MAX_AUTHORITY = 2048;
const HEAD = /^([^/\\?#]*)[/\\]*([^/\\?#]*)/;

/** Undefined for what is no address, and for one whose host nobody could have. */
export function parseAddress(text: string): URL | undefined {
  const [, scheme = "", authority = ""] = HEAD.exec(text) ?? [];
  if (scheme.length > MAX_AUTHORITY || authority.length > MAX_AUTHORITY) return undefined;
  return URL.canParse(text) ? new URL(text) : undefined;
}
