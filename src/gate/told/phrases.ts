/** One effect of a call in a person's words, and how much it weighs beside the others. */
import { describeDoing, placeName } from "../../contract/describe.ts";
import type {
  DeleteEffect,
  Effect,
  NetworkEffect,
  RunEffect,
  Target,
  WorldEffect,
  WriteEffect,
} from "../../contract/effect.ts";
import type { SubCommand } from "../../contract/reading.ts";
import { isInside } from "../../machine/index.ts";
import type { Call } from "../call.ts";
import { shortPlace } from "../short-place.ts";

/** One command of a call; of another tool than a shell, all that it does. */
export interface Part {
  readonly effects: readonly Effect[];
  readonly command: SubCommand | undefined;
}

/** What leaves the machine weighs most, then what is lost or changed for others, then what is changed here. */
export const WEIGHT = { leaves: 0, lost: 1, others: 2, changes: 3, runs: 4, local: 5, contacts: 6, aside: 7 } as const;

export interface Phrase {
  /** From `WEIGHT`: the lowest is said first. */
  readonly weight: number;
  /** Behind a subject: "pushes x to origin". */
  readonly text: string;
}

const CARRIERS: ReadonlySet<Effect["do"]> = new Set([
  ..."vcs package publish cloud cluster container database message secret".split(" "),
] as Effect["do"][]);

/** Said with another effect of the same command: whom a push contacts, what an upload reads, what a package manager runs. */
export function tellsBeside(effect: Effect, beside: readonly Effect[]): boolean {
  const has = (test: (other: Effect) => boolean): boolean => beside.some((other) => other !== effect && test(other));
  switch (effect.do) {
    case "network":
      if (has((other) => CARRIERS.has(other.do) || (other.do === "run" && other.what === "remote"))) return true;
      return !effect.sends && has((other) => other.do === "write");
    case "run":
      if (effect.what === "helper") return has(({ do: family }) => family !== "read" && family !== "network");
      return has(({ do: family }) => CARRIERS.has(family) && family !== "vcs");
    case "read":
      return effect.content && has((other) => other.do === "network" && other.sends);
    case "vcs":
      return effect.op === "merge" && has(({ do: family }) => family === "publish");
    case "delete":
      return has((other) => other.do === "write" && other.from?.path === effect.target.path);
    case "privilege":
      return effect.act === "privilege.as-other" && beside.length > 1;
    case "write":
      return (
        has(({ do: family }) => family === "vcs" || family === "package") ||
        (effect.from !== undefined && isRepeated(effect, beside))
      );
    default:
      return false;
  }
}

/** A copy into a place that may be a directory is two writes of one thing. */
const isRepeated = (effect: WriteEffect, beside: readonly Effect[]): boolean =>
  beside
    .slice(0, beside.indexOf(effect))
    .some((other) => other.do === "write" && other.as === effect.as && other.from?.path === effect.from?.path);

export function phraseOf(effect: Effect, part: Part, call: Call): Phrase {
  switch (effect.do) {
    case "network":
      return networkPhrase(effect, part, call);
    case "write":
      return writePhrase(effect, part, call);
    case "delete":
      return { weight: WEIGHT.lost, text: deletePhrase(effect, call) };
    case "run":
      return runPhrase(effect, part, call);
    case "read":
      return { weight: effect.content ? WEIGHT.lost : WEIGHT.aside, text: inWords(effect, call) };
    case "environment":
      return { weight: WEIGHT.aside, text: inWords(effect, call) };
    case "secret":
      return { weight: WEIGHT.lost, text: inWords(effect, call) };
    case "unknown":
      return { weight: WEIGHT.others, text: unknownPhrase(effect, part, call) };
    case "vcs":
      return { weight: WEIGHT.others, text: inWords(effect, call) };
    default:
      return worldPhrase(effect, part, call);
  }
}

const inWords = (effect: Effect, call: Call): string =>
  describeDoing(effect, { brief: true, quote: (text) => shortPlace(text, call) });

const deletePhrase = (effect: DeleteEffect, call: Call): string => {
  const words = inWords(effect, call);
  return isOutside(effect.target, call) ? words.replace(/^deletes/, "deletes outside the project:") : words;
};

export const shownPlace = (target: Target, call: Call): string => placeName(target, (path) => shortPlace(path, call));

/** Outside of it the person looks for nothing of this work. */
function isOutside({ path, certainty }: Target, { projectRoot, settings }: Call): boolean {
  if (path === "/dev/null" || (certainty === "unknown" && path === "")) return false;
  return ![projectRoot, ...settings.additionalDirectories].some((root) => isInside(path, root));
}

/** Inside the project, and outside of it, where the place stands behind a colon. */
const WRITES: Readonly<Record<NonNullable<WriteEffect["as"]> | "plain", readonly [inside: string, outside: string]>> = {
  plain: ["writes", "writes"],
  append: ["adds to", "adds text"],
  copy: ["copies", "copies"],
  move: ["moves", "moves"],
  link: ["makes the link", "makes a link"],
  hardlink: ["makes the hard link", "makes a hard link"],
  directory: ["makes the directory", "makes a directory"],
  mode: ["changes mode or owner of", "changes mode or owner"],
};

function writePhrase(effect: WriteEffect, { effects }: Part, call: Call): Phrase {
  const { as = "plain", target, from, recursive } = effect;
  const [isOut, [inside, outside]] = [isOutside(target, call), WRITES[as]];
  const place = `${shownPlace(target, call)}${recursive && as !== "directory" ? " and all below" : ""}`;
  const source = effects.find((other) => other.do === "network" && !other.sends);
  const fetched = source?.do === "network" ? ` from ${hostOf(source)}` : "";
  const weight = isOut ? WEIGHT.changes : WEIGHT.local;
  if (from !== undefined && (as === "copy" || as === "move"))
    return { weight, text: `${inside} ${shownPlace(from, call)} ${isOut ? "out of the project, to" : "to"} ${place}` };
  return { weight, text: `${isOut ? `${outside} outside the project:` : inside} ${place}${fetched}` };
}

const hostOf = ({ host, wording }: NetworkEffect): string => host ?? wording ?? "a host that is not known";

const MAX_NAMED = 3;

function networkPhrase(effect: NetworkEffect, { effects }: Part, call: Call): Phrase {
  if (effect.act !== undefined) return { weight: WEIGHT.others, text: inWords(effect, call) };
  if (!effect.sends) return { weight: WEIGHT.contacts, text: `contacts ${hostOf(effect)}` };
  const files = effects.flatMap((other) =>
    other.do === "read" && other.content ? [shownPlace(other.target, call)] : [],
  );
  const what = files.length === 0 || files.length > MAX_NAMED ? "data" : files.join(", ");
  return { weight: WEIGHT.leaves, text: `sends ${what} to ${hostOf(effect)}` };
}

/** Where a program runs that is no program of this machine. */
const elsewhere = ({ effects }: Part): string => {
  const to = effects.find((other) => other.do === "network");
  return to?.do === "network" && to.host !== null ? to.host : "another machine";
};

function runPhrase(effect: RunEffect, part: Part, call: Call): Phrase {
  const { what, program, task, code } = effect;
  if (what === "remote") {
    const run = code ?? task ?? "commands";
    return { weight: WEIGHT.leaves, text: `runs on ${elsewhere(part)}: ${run}` };
  }
  if (what === "helper") return { weight: WEIGHT.aside, text: `runs ${part.command?.text ?? program}` };
  if (what !== "task") return { weight: WEIGHT.runs, text: inWords(effect, call) };
  if (part.command === undefined) return { weight: WEIGHT.runs, text: effect.wording ?? inWords(effect, call) };
  const line = `${program}${task ? ` ${task}` : ""}`;
  const isTyped = task === undefined || task === "" || part.command.text.includes(line);
  return { weight: WEIGHT.runs, text: isTyped ? `runs ${line}` : `runs the ${program} task ${task}` };
}

const PACKAGES: Readonly<Partial<Record<WorldEffect["act"], string>>> = {
  "package.install": "installs",
  "package.install-elsewhere": "installs from elsewhere",
  "package.install-file": "installs from a file or an address",
  "package.fetch-run": "fetches and runs the package",
};

/** Families of which the command itself says most, by what is done to them. */
const BY_COMMAND: Readonly<Partial<Record<WorldEffect["do"], Partial<Record<WorldEffect["op"] | "else", string>>>>> = {
  cloud: { read: "looks into the cloud", else: "changes the cloud" },
  cluster: { read: "looks into the cluster", delete: "deletes in the cluster", else: "changes the cluster" },
  container: {
    ...{ create: "makes a container or an image", run: "starts containers", stop: "stops containers" },
    ...{ delete: "removes containers or images", read: "looks at containers", else: "changes containers" },
  },
  database: { read: "asks a database", delete: "deletes from a database", else: "changes a database" },
};

function worldPhrase(effect: WorldEffect, part: Part, call: Call): Phrase {
  const { do: family, op, act, wording } = effect;
  if (PACKAGES[act] !== undefined) return { weight: WEIGHT.changes, text: packagePhrase(effect, part) };
  if (family === "publish") return { weight: WEIGHT.leaves, text: publishPhrase(effect, part, call) };
  if (family === "message") return { weight: WEIGHT.leaves, text: inWords(effect, call) };
  const weight = op === "read" ? WEIGHT.aside : family === "container" ? WEIGHT.runs : WEIGHT.others;
  const heads = BY_COMMAND[family];
  const line = family === "database" ? wording : part.command?.text;
  if (heads === undefined || line === undefined) return { weight, text: inWords(effect, call) };
  return { weight, text: `${heads[op] ?? heads.else}: ${line}` };
}

function packagePhrase({ act, on }: WorldEffect, { effects, command }: Part): string {
  const from = effects.find((other) => other.do === "network" && other.host !== null);
  const where = from?.do === "network" ? ` from ${from.host}` : "";
  const isForAll = command?.words.some(({ value }) => value === "-g" || value === "--global") === true;
  return `${PACKAGES[act]} ${on || "the project's packages"}${isForAll ? " for every project" : ""}${where}`;
}

/** A tool whose doing nobody told, or a use of a program that no row knows. */
function unknownPhrase(effect: Effect, { command }: Part, call: Call): string {
  const { tool } = call;
  if (effect.do !== "unknown" || effect.act !== "unknown.tool")
    return command === undefined ? inWords(effect, call) : `runs ${command.text}, which is not understood`;
  const [, server, name] = /^mcp__(.+?)__(.+)$/.exec(tool) ?? [];
  return server === undefined ? `calls ${tool}, a tool that nobody declared` : `calls ${name} of the server ${server}`;
}

function publishPhrase(effect: WorldEffect, { effects }: Part, call: Call): string {
  const said = inWords(effect, call).replace(/^adds /, "publishes ");
  const to = effects.find((other) => other.do === "network");
  return to?.do === "network" && to.host !== null ? `${said} at ${to.host}` : said;
}
