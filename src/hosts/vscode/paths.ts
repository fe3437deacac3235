/**
 * VS Code's own tools, by their sources: a path with a slash in front is opened as it is; any other text with a scheme anywhere in
 * it is parsed as an address, which decodes it, drops `?…` and `#…`, and roots it. A scheme that is not a file's leads to whatever
 * an extension makes of it.
 */
import type { HostPaths } from "../../contract/opening.ts";

const LOOKS_LIKE_ADDRESS = /\w[\w+.-]*:\S/;
const ADDRESS = /^(?:([^:/?#]+?):)?(?:\/\/([^/?#]*))?([^?#]*)/;
const DRIVE = /^(?:[A-Za-z]:|\\)/;

export const vscodePaths: HostPaths = (text, { world }) => {
  if (text.startsWith("/") || !LOOKS_LIKE_ADDRESS.test(text)) return [];
  if (world.platform === "win32" && DRIVE.test(text)) return [text.replace(/\\+/g, "\\")];
  const [, scheme = "file", authority = "", path = ""] = ADDRESS.exec(text) ?? [];
  const rooted = decodeEach(path).replace(/^\/*/, "/");
  const onHost = authority === "" ? [] : [`/${decodeEach(authority)}${rooted}`];
  return [rooted, ...onHost, ...(scheme.toLowerCase() === "file" ? [] : [null])];
};

/** Each run of `%xx` by itself; one that does not decode stays as it is, as far as it does not. */
const decodeEach = (text: string): string => text.replace(/(?:%[0-9a-z]{2})+/gi, decodeGracefully);

function decodeGracefully(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text.length > 3 ? text.slice(0, 3) + decodeGracefully(text.slice(3)) : text;
  }
}
