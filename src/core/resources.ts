/** What is opened for a text that a server may take for a path or an address: nothing is proven but what every reading leaves harmless. */
import { isSecretName, mayRead, maySearch, placeOf } from "./places/index.ts";
import type { Scene } from "./types.ts";

/** Schemes under which servers keep documents; what a server makes of them is the host's, and nothing of the network. */
const READING: ReadonlySet<string> = new Set(
  (
    "note notes memo memos doc docs document documents documentation guide guides help info about readme manual wiki page pages " +
    "schema schemas table tables template templates prompt prompts skill skills resource resources static test demo example examples " +
    "greeting ui widget component components design figma sketch storybook screenshot console github gitlab linear jira confluence " +
    "notion asana trello issue issues ticket tickets pr repo project projects task tasks todo calendar event events weather time " +
    "recipe article articles paper papers arxiv book books graph diagram diagrams image images tool tools mcp context7 spec specs rule rules " +
    "changelog license"
  ).split(" "),
);

/** Letters and signs that no address parser takes for anything else. */
const PLAIN = /^[\w@+./ -]+$/;

/** A path, or the address of a file, as a server opens it: the file, or all that lies in the directory. */
export function mayOpen(text: string, scene: Scene): boolean {
  const path = text.replace(/^file:\/\/(?=\/)/i, "");
  const place = PLAIN.test(path) ? placeOf(path, scene.call.cwd, scene.disk) : undefined;
  return place !== undefined && mayOpenPlace(place, scene);
}

const mayOpenPlace = (place: string, scene: Scene): boolean =>
  scene.disk.stat(place).kind === "directory" ? maySearch(place, scene, { follow: true }) : mayRead(place, scene);

/** The address of a resource: a file, or a document under a scheme that only keeps documents, named like no secret. */
export function mayAsk(uri: string, scene: Scene): boolean {
  const [, scheme = "", rest = ""] = /^([a-z][a-z\d+.-]*):\/\/(.*)$/i.exec(uri) ?? [];
  if (scheme === "" || /^file$/i.test(scheme)) return mayOpen(uri, scene);
  const names = rest.split("/");
  if (!READING.has(scheme.toLowerCase()) || !PLAIN.test(rest)) return false;
  if (/[.@]/.test(names[0] ?? "") || names.some(isSecretName)) return false;
  const read = [`/${rest}`, `${scene.call.cwd}/${rest}`, `${scene.disk.home}/${rest}`];
  return read.every((path) => mayOpenPlace(path, scene));
}
