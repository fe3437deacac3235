/**
 * A request that makes a server of this machine run what the session wrote. Some code is run by each request, whatever its path: then
 * none is proven. Other code is found by its name, as routes are; a page that is put together from it is asked for all day.
 */
import { basename, dirname } from "node:path/posix";
import { foldSegment } from "../../../machine/index.ts";
import type { PolicyCall } from "../../call.ts";

const LOOPBACK = /^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?(\/.*)?$/;
/** Run for a request, by whatever serves the directory, and behind any path where a server hands all of them on. */
const BY_REQUEST =
  /\.(?:php\d?|phtml|phar|cgi|fcgi|pl|jsp[xf]?|aspx?|ashx|asmx|cshtml|cfm|cfc|shtml?|htaccess)$|^\.(?:htaccess|user\.ini)$|\/cgi-bin\//;
/** Found by their names. */
const BY_NAME = /\.(?:[cm]?[jt]sx?|py|rb|lua|go|sh|bash|ex|exs|clj|erl|groovy|kt|java|rs|cs)$/;
/** Names that stand for the directory they lie in. */
const OF_DIRECTORY = /^(?:index|route|handler|main|mod|__init__|\+server|\+page\.server)$/;

/** `address`: any word of the command. */
export function runsWritten(address: string, call: PolicyCall): boolean {
  const path = LOOPBACK.exec(address)?.[1];
  if (path === undefined && !LOOPBACK.test(address)) return false;
  const asked = (path ?? "/").split("/").filter(Boolean).map(foldSegment);
  const writes = call.effects.flatMap((effect) => (effect.do === "write" ? [effect.target.path] : []));
  return [...call.memory.written, ...writes].some(
    (file) => BY_REQUEST.test(file.toLowerCase()) || isNamed(file, asked),
  );
}

/** A file that is asked for with its ending is handed out; without it, or in a language that no browser has, it is run. */
function isNamed(file: string, asked: readonly string[]): boolean {
  const name = foldSegment(basename(file));
  if (!BY_NAME.test(name)) return false;
  const stem = name.replace(BY_NAME, "");
  const names = [stem, ...(OF_DIRECTORY.test(stem) ? [foldSegment(basename(dirname(file)))] : [])];
  return asked.some((segment) => names.includes(segment) || (segment === name && !OF_BROWSERS.test(name)));
}
const OF_BROWSERS = /\.[cm]?[jt]sx?$/;
