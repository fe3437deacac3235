/** The files of the page: a closed list, made when the service starts. No path of a request is ever looked up on the disk. */
import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { sendBytes } from "./http/reply.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".webmanifest": "application/manifest+json",
};

const NO_PAGE = `<!doctype html><meta charset="utf-8"><title>Sallyport</title><p>The page was not built: npm run build.`;

/** Undefined: there is nothing at this path. */
export function pageFiles(directory: string): (path: string) => Response | undefined {
  const files = new Map(listFiles(directory, "").map((path) => [path, readFileSync(join(directory, path))]));
  const index = files.get("/index.html") ?? Buffer.from(NO_PAGE);
  const sendIndex = (): Response =>
    sendBytes(index, { "content-type": TYPES[".html"] ?? "", "cache-control": "no-cache" });
  return (path) => {
    if (path === "/" || path === "/index.html") return sendIndex();
    const found = files.get(path);
    const type = TYPES[extname(path)];
    if (found === undefined || type === undefined) return undefined;
    const lasting = path.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache";
    return sendBytes(found, { "content-type": type, "cache-control": lasting });
  };
}

function listFiles(directory: string, under: string): readonly string[] {
  try {
    return readdirSync(join(directory, under), { withFileTypes: true }).flatMap((entry) => {
      const path = `${under}/${entry.name}`;
      return entry.isDirectory() ? listFiles(directory, path) : entry.isFile() ? [path] : [];
    });
  } catch {
    return [];
  }
}
