/**
 * Whom a call tried to reach, in the words programs use when they could not. Nothing inside walls hears the names a call
 * looks up, so this is what its output says; where it says nothing, only the attempts are counted.
 */

const HOST_PATTERN = "[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)+((:| port )[0-9]+)?";

/** What stands before a host that could not be reached: of node, curl and git, wget, python, go, cargo and npm. */
const BEFORE: readonly string[] = [
  "getaddrinfo E[A-Z_]+ ",
  "connect E[A-Z]+ ",
  "[Rr]esolve host(name)?( address)?:? ['\"`]?",
  "([Cc]ould not|[Cc]ouldn't|[Ff]ailed to|[Uu]nable to) connect to (server )?['\"`]?",
  "ConnectionPool\\(host='",
  "dial (tcp|udp):? (lookup )?",
  "(unable to access|request to|download (of )?(config|from|file)?|fetch(ing)?|GET|PUT|POST|from) ['\"`]?https?://",
];

/** Extended expressions, for `grep` and for JavaScript alike; a match of the first ends in one of the second. */
export const TRIED = { line: `(${BEFORE.join("|")})${HOST_PATTERN}`, host: HOST_PATTERN } as const;

/** `packages.example:443`; undefined where the output names nobody. */
export function triedIn(output: string): string | undefined {
  const line = new RegExp(TRIED.line).exec(output.slice(-MAX_OUTPUT))?.[0];
  const host = line === undefined ? undefined : new RegExp(`${TRIED.host}$`).exec(line)?.[0];
  return host?.replace(" port ", ":");
}
const MAX_OUTPUT = 65_536;
