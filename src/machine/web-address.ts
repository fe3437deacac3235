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

/**
 * Every host some reader finds in what stands between the slashes of an address and its path: a browser ends at a backslash
 * where others go on, and of several `@` not everybody takes the last.
 */
export function hostsOfAuthority(authority: string): readonly string[] {
  const [beforeBackslash = ""] = authority.split("\\", 1);
  const names = [beforeBackslash, authority].flatMap((way) => {
    const parts = way.slice(-MAX_AUTHORITY).split("@");
    return parts.length === 1 ? parts : parts.slice(1);
  });
  const found = names.map((name) => parseAddress(`http://${name.replace(/\\.*$/s, "")}/`)?.hostname.toLowerCase());
  return [...new Set(found.flatMap((host) => host || []))];
}

const AUTHORITY = /^[\u0000-\u0020]*[a-z][a-z0-9+.-]*:[/\\]*([^/?#]*)/i;

/** The same of a whole address: as a browser reads it first. */
export function hostsOfAddress(text: string): readonly string[] {
  const browser = parseAddress(text)?.hostname.toLowerCase();
  const [, authority = ""] = AUTHORITY.exec(text.replace(/[\t\r\n]/g, "")) ?? [];
  return [...new Set([browser || [], hostsOfAuthority(authority)].flat())];
}
