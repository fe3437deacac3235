/**
 * Whether a package manager would put another package in the gate's place (3c): under its name, or with a command of its name. What a
 * folder or an archive of this disk is called is read; of what comes from an address nobody knows it, and of what a call makes by itself.
 */
import { basename } from "node:path/posix";
import type { SubCommand } from "../contract/reading.ts";
import { absolutePath, isInside } from "../machine/index.ts";
import { textsInArchive } from "../readers/unpack/index.ts";
import type { PolicyCall } from "./call.ts";

const GATE = "sallyport";
const MAX_PACKAGE_BYTES = 1 << 20;
const MAX_ARCHIVE_BYTES = 32 << 20;

const MANAGERS = /^(?:npm|pnpm|yarn|yarnpkg|bun|cnpm)(?:@.*)?$/;
/** npm takes verbs that are cut short or mistyped. */
const INSTALLS = /^(?:i|in|ins\w*|isnt\w*|a|add)$/;
const LINKS = /^(?:ln|link)$/;
const GLOBAL = /^(?:-[a-zA-Z]*g|--global(?:=(?!false).*)?|--location=global)$/;
/** Options whose value is the word behind them. */
const TAKES_VALUE =
  /^(?:-C|-w|--(?:prefix|dir|cwd|registry|location|loglevel|cache|tag|userconfig|globalconfig|workspace|omit|include|modules-dir|store-dir|global-dir|global-bin-dir|filter|install-strategy|script-shell|node-options|before|cpu|os|libc))$/;

export const replacesGate = (command: SubCommand, call: PolicyCall): boolean => {
  const installed = installedBy(command);
  if (installed === undefined) return false;
  const reachesGate = installed.global || gateLiesAt(command, call);
  return installed.specs.some((spec) => {
    const found = packageOf(spec, command, call);
    return found === "gate" || (found === "untold" && reachesGate);
  });
};

interface Installed {
  /** As written; undefined: not known. */
  readonly specs: readonly (string | undefined)[];
  /** For everybody, or by a link. */
  readonly global: boolean;
}

function installedBy({ words, assignments }: SubCommand): Installed | undefined {
  const values = words.map(({ value, prefix }) => value ?? (NAME_FIRST.test(prefix) ? prefix : undefined));
  const first = basename(values[0] ?? "") === "corepack" ? 1 : 0;
  if (!MANAGERS.test(basename(values[first] ?? ""))) return undefined;
  const verb = values.findIndex((word, i) => i > first && isVerb(word, values[i - 1]));
  if (!(INSTALLS.test(values[verb] ?? "") || LINKS.test(values[verb] ?? ""))) return undefined;
  const specs = values
    .slice(verb + 1)
    .filter((word, i) => !/^-/.test(word ?? "") && !TAKES_VALUE.test(values[verb + i] ?? ""));
  const links = LINKS.test(values[verb] ?? "");
  const said = values.some(
    (word, i) => GLOBAL.test(word ?? "") || (word === "global" && (i < verb || values[i - 1] === "--location")),
  );
  const bySetting = assignments.some(
    ({ name, value }) => /^npm_config_(?:global|location)$/i.test(name) && value !== "false",
  );
  const global = links || said || bySetting;
  // Without a word it is the package of the directory that is put there.
  return { specs: specs.length === 0 && global ? ["."] : specs, global };
}
const isVerb = (word = "-", before = ""): boolean =>
  !word.startsWith("-") && word !== "global" && !TAKES_VALUE.test(before);
/** `typescript@$VERSION`: which package it is stands there. */
const NAME_FIRST = /^(?:@[\w.-]+\/)?[a-z][\w.-]*@/;

/** The gate is installed where the command works. */
const gateLiesAt = ({ cwd }: SubCommand, { places, projectRoot, world }: PolicyCall): boolean =>
  places.gatePrograms.some((place) => {
    const home = /^(.*)\/node_modules\/sallyport(?:\/|$)/.exec(place)?.[1];
    return home !== undefined && isInside(cwd.path, home);
  }) || [projectRoot, cwd.path].some((dir) => world.lstat(`${dir}/node_modules/${GATE}`).kind !== "absent");

type Found = "gate" | "other" | "untold";

const NAMED_PLACE = /^(?:(?:@[\w.-]+\/)?[\w.-]+@)?(?:file|link|portal):(?:\/\/(?=\/))?/i;
const IS_PLACE = /^(?:\.{1,2}$|\.{0,2}\/|~\/?)|\.(?:tgz|tar|tar\.gz)$/i;
const IS_ADDRESS = /:\/\/|^(?:[\w.-]+@)?(?:git@|github:|gitlab:|bitbucket:|gist:)|^[\w.-]+\/[\w.-]+(?:#.*)?$/;

function packageOf(spec: string | undefined, command: SubCommand, call: PolicyCall): Found {
  // Found, never guessed: a word that nobody knows counts where the call packs something itself.
  if (spec === undefined) return (call.reading?.commands ?? []).some(packs) ? "untold" : "other";
  const text = spec.replace(NAMED_PLACE, "");
  const isPlace = text !== spec || (IS_PLACE.test(text) && !text.includes("://"));
  if (!isPlace) return IS_ADDRESS.test(text) ? "untold" : "other";
  const bases = [...new Set([command.cwd.path, call.cwd, call.projectRoot])];
  const found = bases.map((base) => packageAt(absolutePath(text, base, call.world), command, call));
  return found.includes("gate") ? "gate" : (found.find((one) => one === "other") ?? "untold");
}

const packs = ({ words }: SubCommand): boolean =>
  MANAGERS.test(basename(words[0]?.value ?? "")) && words.some(({ value }) => value === "pack");

function packageAt(path: string, command: SubCommand, call: PolicyCall): Found {
  const { world } = call;
  const { kind } = world.stat(path);
  const file = kind === "directory" ? `${path}/package.json` : path;
  if (isMadeFirst(file, command, call)) return "untold";
  const bytes = world.readFile(file, kind === "directory" ? MAX_PACKAGE_BYTES : MAX_ARCHIVE_BYTES);
  if (bytes === undefined) return "untold";
  const texts =
    kind === "directory" ? [new TextDecoder().decode(bytes)] : textsInArchive(bytes, /^(?:\.\/)*[^/]+\/package\.json$/);
  if (texts === undefined || texts.length === 0) return "untold";
  const all = texts.map(told);
  return all.find((one) => one === "gate") ?? all.find((one) => one === "untold") ?? "other";
}

/** Another command of the call writes it, or what it lies in. */
const isMadeFirst = (file: string, { effects }: SubCommand, call: PolicyCall): boolean =>
  call.effects.some(
    (effect) =>
      effect.do === "write" &&
      !effects.includes(effect) &&
      effect.target.path !== "" &&
      (effect.target.path === file || (effect.recursive && isInside(file, effect.target.path))),
  );

/** By its name, or by the name of a command it brings. */
function told(text: string): Found {
  try {
    const { name, bin, directories } = JSON.parse(text.replace(/^\uFEFF/, ""));
    const names = typeof bin === "object" && bin !== null ? [name, ...Object.keys(bin)] : [name];
    if (names.some((one) => bare(one) === GATE)) return "gate";
    return directories?.bin === undefined ? "other" : "untold";
  } catch {
    return "untold";
  }
}

/** `@me/x` has a command called x. */
const bare = (name: unknown): string => (typeof name === "string" ? basename(name.trim()).toLowerCase() : "");
