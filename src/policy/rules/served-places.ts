/** Files that a server of this very call hands out over the machine's own address: for rules that forbid reading. */
import { exact, type Target } from "../../contract/effect.ts";
import type { SubCommand } from "../../contract/reading.ts";
import { absolutePath } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";

const SERVERS =
  /^(?:python\S* (?:.* )?-m (?:http\.server|SimpleHTTPServer|twisted)|twistd? .*web|(?:npx |bunx )?(?:-\S+ )*(?:http-server|serve|live-server|vite|light-server|local-web-server|ws)|caddy file-server|darkhttpd|miniserve|dufs|webfsd|php (?:.* )?-S|ruby (?:.* )?-run|busybox httpd|deno .*file_server)(?: |$)/;
const OWN_ADDRESS =
  /(?:https?:\/\/)?(?:localhost|127(?:\.\d+){1,3}|0\.0\.0\.0|0|\[::1?\])(?::[^/\s"'`]*)?\/([^\s"'`?#]+)/gi;

export function servedPlaces(call: PolicyCall): readonly Target[] {
  const commands = call.reading?.commands ?? [];
  const roots = commands.filter((one) => SERVERS.test(spelled(one))).flatMap((one) => rootsOf(one, call));
  if (roots.length === 0) return [];
  const paths = commands.flatMap((one) =>
    [...spelled(one).matchAll(OWN_ADDRESS)].map(([, path = ""]) => decoded(path)),
  );
  return roots.flatMap((root) => paths.map((path) => exact(absolutePath(`./${path}`, root, call.world))));
}

const spelled = ({ words }: SubCommand): string => words.map(({ value, prefix }) => value ?? prefix).join(" ");

/** Where it stands, and each directory it names. */
function rootsOf({ words, cwd }: SubCommand, { projectRoot, world }: PolicyCall): readonly string[] {
  const from = cwd.certainty === "exact" ? cwd.path : projectRoot;
  const named = words.slice(1).flatMap(({ value }) => (value ?? "").split("=").at(-1) ?? []);
  const places = named.filter((text) => text !== "").map((text) => absolutePath(text, from, world));
  return [from, ...places.filter((place) => world.stat(place).kind === "directory")];
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
