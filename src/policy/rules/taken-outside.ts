/**
 * A rule for a whole server says nothing of whom its tools may be told to give something to. Where an input names an address, such a
 * rule covers looking there; what takes a file or contents along, or is called after sending, needs a rule for that very tool.
 */
import type { PolicyCall } from "../call.ts";
import { contactedBy, placesOf, readingsOf } from "../tools/index.ts";
import { actsByRequest } from "./acting-requests.ts";
import { isLoopback } from "./addresses.ts";
import { couldBePath, type LooseString, stringsOf } from "./loose-values.ts";
import type { Rule } from "./rule.ts";

/** In characters: an address stands at the front of its word. */
const MAX_ADDRESS = 4_096;

export function takesOutside(rules: readonly Rule[], call: PolicyCall): boolean {
  if (rules.some(({ tool }) => tool === call.tool)) return false;
  const strings = stringsOf(call);
  const others = strings.filter((one) => !isAddress(one, call));
  if (others.length === strings.length) return false;
  const words = wordsOf(call.tool);
  if (words.some((word) => SENDS.has(word)) || actsByRequest(call.input, words)) return true;
  const looks = LOOKS.has(words[0] ?? "") || words.some((word) => GOES.has(word));
  return !looks && others.some((one) => one.isContent === true || namesFile(one, call));
}

/** The words of the tool's own name. */
const wordsOf = (tool: string): readonly string[] =>
  tool
    .slice(tool.lastIndexOf("__") + 2)
    .replace(/([a-z\d])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== "");

const SENDS: ReadonlySet<string> = new Set(
  (
    "upload uploads send sends sendmail post posts publish share export sync mail email forward reply notify webhook push " +
    "transfer transmit submit deliver dispatch broadcast invite ship backup mirror put deploy replicate"
  ).split(" "),
);
/** What such a tool is called after gets something from there; a file it is told is where that is put. */
const LOOKS: ReadonlySet<string> = new Set(
  "get fetch download read list search find view show open load clone check lookup resolve".split(" "),
);
const GOES: ReadonlySet<string> = new Set("navigate goto screenshot snapshot crawl scrape browse pdf".split(" "));

/** One word that says with whom: a scheme with a host, an e-mail address, `user@host:path`, a host with its port. This machine is nobody. */
function isAddress({ text, isContent }: LooseString, { world }: PolicyCall): boolean {
  const word = text.trim();
  if (isContent === true || word === "" || /\s/.test(word)) return false;
  return readingsOf(word.slice(0, MAX_ADDRESS), world).some(
    (reading) =>
      contactedBy(reading).some(({ host }) => host === null || !isLoopback(host)) ||
      MAIL.test(reading) ||
      HOST_AND_PORT.test(reading),
  );
}
const MAIL = /^(?:mailto:|[^\s@]*<)?[^\s@:/]+@(?:[\w-]+\.)+[\w-]+(?:[>:,;?].*)?$/i;
const HOST_AND_PORT = /^(?!localhost)(?!127\.)(?:[\w-]+\.)+[\w-]+:\d{1,5}(?:\/.*)?$/;

/** What it names is there. */
const namesFile = (one: LooseString, call: PolicyCall): boolean =>
  couldBePath(one) &&
  !/\s/.test(one.text.trim()) &&
  (one.isPlace || /[./\\]/.test(one.text)) &&
  placesOf(one.text, call).some(
    ({ path, certainty }) => certainty !== "exact" || !["absent", "unknown"].includes(call.world.stat(path).kind),
  );
