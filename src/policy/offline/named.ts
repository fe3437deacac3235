/** Conditions that rows of topics ask for by name: what no single field of an effect tells. */
import { isSecretName } from "../../core/places/index.ts";
import { isInside } from "../../machine/index.ts";
import { type CallView, type EffectOrFlow, lineOf } from "./call-view.ts";
import * as known from "./conditions.ts";
import { type CallCommand, OWN_FILES } from "./flow.ts";
import { handsShellOut, plantsHidden, runsDecoded } from "./hostile-code.ts";
import { isCallback, isChat, isDrop, isMetadata } from "./hosts.ts";
import { urlsOf } from "./sources.ts";
import { textOf } from "./subject.ts";

type Condition = (subject: EffectOrFlow, view: CallView, command: CallCommand | undefined) => boolean;

/** `!` before the name: it does not hold. A name nobody knows never does. */
export function holds(name: string, ...at: Parameters<Condition>): boolean {
  const isWanted = !name.startsWith("!");
  return NAMED[isWanted ? name : name.slice(1)]?.(...at) === isWanted;
}

export const isCondition = (name: string): boolean => Object.hasOwn(NAMED, name.replace(/^!/, ""));

const has = (command: CallCommand | undefined, is: (effect: CallCommand["effects"][number]) => boolean): boolean =>
  command?.effects.some(is) === true;
const textField = ({ input }: CallView, name: string): string =>
  typeof input[name] === "string" ? String(input[name]) : "";
const hostIs =
  (is: (host: string) => boolean): Condition =>
  (subject) =>
    subject.do === "network" && subject.host !== null && is(subject.host);
const feeders = (command: CallCommand | undefined, view: CallView): readonly CallCommand[] =>
  (command?.fedBy ?? []).flatMap(([from, to]) => view.commands.slice(from, to));

const READABLE = /\.pub$|\/known_hosts(?:\.old)?$|\/\.ssh\/config$/;
/** What runs there runs in a container or a cluster, not in a shell of another machine. */
const HOSTED: ReadonlySet<string> = new Set(["container", "cluster"]);

const NAMED: Readonly<Record<string, Condition>> = {
  isForeign: known.isForeign,
  isUnknownPlace: known.isUnknownPlace,
  sweepsTemp: known.sweepsTemp,
  losesWork: known.losesWork,
  exists: known.exists,
  replaces: known.replaces,
  holdsAllLogs: known.holdsAllLogs,
  holdsSystem: known.holdsSystem,
  holdsMachine: known.holdsMachine,
  isOutside: known.isOutside,
  isForeignPush: known.isForeignPush,
  namesDefault: known.namesDefault,
  addsSecret: (_, view) => known.addsSecret(view),
  contactsOther: (_, __, command) => known.contactsOther(command),
  isNeighbour: (subject) => subject.do === "network" && !known.isOutside(subject),
  contactsNoNeighbour: (_, __, command) =>
    command !== undefined && !has(command, (one) => one.do === "network" && !known.isOutside(one)),
  isMetadata: hostIs(isMetadata),
  isDrop: hostIs(isDrop),
  isCallback: hostIs(isCallback),
  isChat: hostIs(isChat),
  namesHost: hostIs(() => true),
  asksForCredentials: (_, __, command) =>
    /security-credentials|token|identity|user-data|service-accounts|v2\/credentials/i.test(
      command === undefined ? "" : `${urlsOf(command).join(" ")} ${command.text}`,
    ),
  textHoldsSecret: (_, view) => known.holdsSecret(view.text),
  addressHoldsSecret: (_, view) => known.holdsSecret(textField(view, "url")),
  readsContent: (subject) => subject.do === "read" && subject.content,
  readsElsewhere: (subject, view) => subject.do === "read" && !isInside(subject.target.path, view.projectRoot),
  readsSecretFile,
  isForbiddenStore,
  looksIntoStore: (subject, view) => {
    const store = known.storeOf(subject, view);
    if (store === undefined || store === "mail and messages" || subject.do !== "read") return false;
    return (subject.content || subject.recursive) && !READABLE.test(subject.target.path);
  },
  showsSecret: (_, __, command) => has(command, (one) => one.do === "secret"),
  sends: (_, __, command) => has(command, (one) => one.do === "network" && one.sends),
  runsDecoded: (subject) => subject.do === "run" && runsDecoded(textOf(subject)),
  handsShellOut: (_, view, command) => isWired(command, view) || handsShellOut(command?.text ?? ""),
  holdsWayIn: (subject) => handsShellOut(textOf(subject)),
  followsClone: (_, { commands }, command) => {
    const clone = commands.findIndex((one) => has(one, (effect) => effect.do === "vcs" && effect.op === "clone"));
    return clone >= 0 && command !== undefined && commands.indexOf(command) > clone;
  },
  isFedYes: (_, view, command) => feeders(command, view).some(({ name }) => name === "yes"),
  bringsOwnKey: (subject, view) => !(subject.do === "write" && subject.contents !== undefined) && isOwnKey(view),
  plantsHidden: (subject, view, command) =>
    subject.do === "write" && plantsHidden(subject.contents ?? `${command?.text ?? ""}\n${view.text}`, view),
  startsHidden: (_, view) => plantsHidden(view.text.replaceAll(/["']/g, "\n"), view),
  writesStartCode: (subject, _, command) =>
    subject.do === "write" &&
    /\/(?:sitecustomize|usercustomize)\.py\b|\.pth\b/.test(`${subject.target.path} ${command?.text ?? ""}`) &&
    /import\s|exec|os\.|subprocess/.test(`${subject.contents ?? ""} ${command?.text ?? ""}`),
  movesSystem: (subject, view) =>
    subject.do === "write" &&
    subject.from !== undefined &&
    known.holdsSystem({ do: "delete", target: subject.from, recursive: true }, view),
  // A name that few files have.
  isNarrowSearch: (_, __, command) =>
    command?.name === "find" && known.searchedName(command).replace(/[*?.[\]]/g, "").length >= 3,
  searchesRebuilt: (_, __, command) => known.isRebuilt(known.searchedName(command)),
  isFoundAndRebuilt,
  isPattern: (subject) => subject.do === "delete" && subject.target.certainty !== "exact",
  holdsHistory: (subject, view) =>
    subject.do === "delete" && (subject.target.path === view.projectRoot || /\/\.git$/.test(subject.target.path)),
  changesDatabase: (_, __, command) => has(command, (one) => one.do === "database" && one.op !== "read"),
  // A session that gets its commands from words, a file or a pipe.
  runsElsewhere: (subject, _, command) =>
    subject.do === "run" &&
    (subject.code !== "" || /<(?!\()/.test(command?.text ?? "") || (command?.fedBy ?? []).length > 0) &&
    !has(command, (one) => HOSTED.has(one.do)) &&
    command?.effects.some((one) => one.do === "network" && known.isOutside(one)) !== false &&
    !/localhost|127\.0\.0\.1/.test(command === undefined ? "" : lineOf(command)),
  tellsOfProject: (subject) => subject.do === "flow" && subject.to === "message" && subject.from === OWN_FILES,
  leavesSystem: (subject, view) =>
    subject.do === "flow" &&
    (subject.of === "secret" || (subject.from.startsWith("/") && !subject.from.startsWith(view.projectRoot))),
  // The same call pushes to the remote it changes: that is what it is for.
  isPushedTo: (subject, { commands }) =>
    subject.do === "vcs" &&
    commands.some((one) => has(one, (it) => it.do === "vcs" && it.op === "push" && it.remote === subject.remote)),
};

function readsSecretFile(subject: EffectOrFlow, view: CallView): boolean {
  if (subject.do !== "read" || !subject.content || subject.target.path === "") return false;
  return view.look(subject.target).some((way) => isSecretName(way.at(-1) ?? ""));
}

/** Stores nobody gives an agent. `/proc/self` is its own. */
function isForbiddenStore(subject: EffectOrFlow, view: CallView): boolean {
  if (subject.do !== "read" || !subject.content) return false;
  const { path } = subject.target;
  switch (known.storeOf(subject, view)) {
    case "another process's memory or environment":
      return /^\/proc\/(?!self\/|\$\$|thread-self)[^/]+\/(?:environ|mem)|^\/dev\/(?:k?mem|input)|^\/proc\/kcore/.test(
        path,
      );
    case "system secrets":
      return /(?:shadow|master\.passwd|opasswd|krb5\.keytab|dslocal|sss\/db)/.test(path);
    case "browser profiles":
    case "wallets":
    case "password stores and key rings":
      return (
        !(subject.recursive && /^\/(?:$|home$|Users$|root$)/.test(path)) && !/\.gnupg\/(?:pubring|trustdb)/.test(path)
      );
    default:
      return false;
  }
}

/** A shell that reads its input from one peer and prints to it. */
function isWired(command: CallCommand | undefined, view: CallView): boolean {
  if (command === undefined) return false;
  const isShell = (one: CallCommand): boolean =>
    has(one, (it) => it.do === "run" && it.what === "code" && it.language === "shell" && it.code === undefined);
  if (isShell(command) && has(command, (one) => one.do === "network" && one.act === "network.raw")) return true;
  const isPeer =
    /^(?:nc|ncat|netcat|socat|telnet|openssl)$/.test(command.name ?? "") &&
    has(command, (one) => one.do === "network" || one.do === "system");
  return isPeer && feeders(command, view).some(isShell);
}

/** The only key named is a public one in the person's home, outside the project. */
function isOwnKey({ commands, home, projectRoot }: CallView): boolean {
  const reads = commands.flatMap(({ effects }) =>
    effects.flatMap((effect) => (effect.do === "read" && effect.content ? [effect.target.path] : [])),
  );
  const keys = reads.filter((path) => !/authorized_keys/.test(path));
  return (
    keys.length > 0 && keys.every((path) => /\.pub$/.test(path) && isInside(path, home) && !isInside(path, projectRoot))
  );
}

/** `find -exec rm {}`: what is deleted is what the search before it looks for, and that is made anew. */
function isFoundAndRebuilt(subject: EffectOrFlow, { commands }: CallView, command: CallCommand | undefined): boolean {
  if (subject.do !== "delete" || subject.target.certainty !== "unknown" || command?.via !== "find -exec") return false;
  const search = commands.slice(0, commands.indexOf(command)).findLast(({ name }) => name === "find");
  return known.isRebuilt(known.searchedName(search));
}
