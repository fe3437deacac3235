/**
 * What an open allow rule says nothing of, whichever program it is for: an address at a host nobody knows, a definition that is
 * code, a file outside the project to be loaded, a directory that is emptied, results that are sent somewhere, another goal.
 */
import type { SubCommand } from "../../contract/reading.ts";
import { absolutePath, isInside } from "../../machine/index.ts";
import { isChecker } from "../../programs/index.ts";
import type { PolicyCall } from "../call.ts";
import { isOpenEnded, type OptionValue, optionValues } from "./option-values.ts";

/** `rest`: the words behind those the rule spells out, and the last of these. `fixed`: the words it spells out. */
export function reachesFurther(
  command: SubCommand,
  { rest, fixed }: { readonly rest: readonly string[]; readonly fixed: readonly string[] },
  call: PolicyCall,
): boolean {
  const given = optionValues(rest);
  if (contactsUnknown(command, given, { fixed, call })) return true;
  if (!isOpenEnded(command)) return false;
  return (
    rest.slice(1).some((word) => definesCode(command, word) || SENDS.test(word)) ||
    given.some((value) => loadsOutside(command, value, call) || empties(command, value, call)) ||
    (MANY_GOALS.has(baseName(command)) && rest.slice(1).some((word) => OUTWARD_GOALS.has(word)))
  );
}

/** `./gradlew` is gradle's own wrapper wherever it lies. */
export const baseName = ({ name }: SubCommand): string => (name ?? "").slice((name ?? "").lastIndexOf("/") + 1);

const ADDRESS = /^(?:git\+)?(?:https?|ftps?|git|ssh|wss?|grpcs?|tcp|oci):\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]+)/i;
/** `git@host:path`, to git. */
const REMOTE_PLACE = /^(?:[\w.-]+@)?([\w-]+(?:\.[\w-]+)+|[\w.-]+(?<=@[\w.-]*)):(?!\/\/)./;
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\]|0\.0\.0\.0|host\.docker\.internal)$/;
/** Programs whose work it is to contact who they are told to. */
const CLIENTS: ReadonlySet<string> = new Set(
  (
    "curl wget http https httpie xh aria2c axel yt-dlp lynx links w3m ping dig host nslookup whois openssl nc ncat socat telnet ssh scp " +
    "sftp rsync mosh open xdg-open firefox chromium google-chrome lighthouse playwright ab wrk hey k6 vegeta grpcurl websocat psql mysql redis-cli"
  ).split(" "),
);
/** Verbs whose object is an address. */
const FOR_ADDRESSES: ReadonlySet<string> = new Set(
  "clone ls-remote open browse visit goto navigate download add set-url login import install i".split(" "),
);
/** Options whose value is words for people. */
const WORDS_FOR_PEOPLE =
  /^(?:-[mbtdn]|--?(?:message|body|title|notes?|subject|description|comment|text|trailer|label|homepage|name|value))$/;
/** Hosts that are a program's own. */
const OWN_HOSTS: Readonly<Record<string, RegExp>> = {
  gh: /(?:^|\.)(?:github\.com|githubusercontent\.com)$/,
  glab: /(?:^|\.)gitlab\.com$/,
};
const GIT_CONTACTS: ReadonlySet<string> = new Set("fetch pull push".split(" "));

interface RuleScope {
  readonly fixed: readonly string[];
  readonly call: PolicyCall;
}

/** A rule for a program's verb says nothing of whom it is done with, unless contacting is what the verb is for. */
function contactsUnknown(command: SubCommand, given: readonly OptionValue[], { fixed, call }: RuleScope): boolean {
  const name = command.name ?? "";
  const verb = fixed[1] ?? command.words[1]?.value ?? "";
  const git = name === "git" && command.words.some(({ value }) => GIT_CONTACTS.has(value ?? ""));
  const known = fixed.slice(1).some((word) => ADDRESS.test(word));
  if (known || CLIENTS.has(name) || FOR_ADDRESSES.has(verb)) return false;
  if (!git && (fixed.length < 2 || !mayContact(command))) return false;
  return given.some(({ option, value }) => {
    if (WORDS_FOR_PEOPLE.test(option)) return false;
    const host = (ADDRESS.exec(value) ?? (git ? REMOTE_PLACE.exec(value) : null))?.[1]?.toLowerCase();
    return host !== undefined && !LOOPBACK.test(host) && !OWN_HOSTS[name]?.test(host) && !isRemote(host, call);
  });
}

/** What only runs code of the project may be handed any address. */
const mayContact = (command: SubCommand): boolean =>
  !isOpenEnded(command) || command.effects.some((effect) => effect.do === "network");

/** A host the repository was in contact with when the session began. */
const isRemote = (host: string, { memory }: PolicyCall): boolean =>
  (memory.start.remotes ?? []).some(({ urls, pushUrls }) =>
    [...urls, ...pushUrls].some((url) => (ADDRESS.exec(url) ?? REMOTE_PLACE.exec(url))?.[1]?.toLowerCase() === host),
  );

/** `NAME=value`, `-DNAME=value`, `-PNAME=value`, `-p:NAME=value`, `/p:NAME=value`, `--property:NAME=value`. */
const DEFINITION = /^(?:-[DP]|[-/]p:|(?:--|\/)(?:property|define)[:=])?([A-Za-z_][\w.-]*)=(.*)$/s;
/** What is defined under such a name is code, or where code is loaded from. */
const CODE_NAMES =
  /class\.?path|java-?agent|arg-?line|jvm-?args|addopts|bootstrap|executable|event$|command$|targets$|plugins?$|^ext\.|\.ext\./i;
/** Programs that hand definitions to a shell. */
const SHELL_RUNNERS: ReadonlySet<string> = new Set("make gmake bmake mingw32-make nmake just ninja".split(" "));
/** A plain value, or options: nothing that begins or ends a command. */
const PLAIN_DEFINITION = /^(?:[\w.,:@%+/=~^-]*|-[\w.,:@%+/=~^ -]*)$/;

function definesCode(command: SubCommand, word: string): boolean {
  const [, defined, value = ""] = DEFINITION.exec(word) ?? [];
  if (defined === undefined) return false;
  return CODE_NAMES.test(defined) || (SHELL_RUNNERS.has(baseName(command)) && !PLAIN_DEFINITION.test(value));
}

/** Options with which what a run showed or built is sent to others. */
const SENDS = /^--?(?:pastebin|upload[\w-]*|publish[\w-]*|scan)(?:=|$)/;

/** Options that name a file or a directory whose code or orders are loaded. */
const LOADED =
  /^(?:-[cfrbp]|--?(?:rootdir|root|confcutdir|config[\w-]*|manifest-path|noxfile|bootstrap|require|import|project[\w-]*|settings[\w-]*|build-?file|makefile|justfile|taskfile|file|include-build|override-ini))$/;

function loadsOutside({ name, cwd }: SubCommand, { option, value }: OptionValue, call: PolicyCall): boolean {
  if (!LOADED.test(option) || isChecker(name ?? "") || !/^(?:~|\/|\.\.)/.test(value)) return false;
  if (cwd.certainty !== "exact") return true;
  const path = absolutePath(value, cwd.path, call.world);
  return (
    path !== "/dev/null" &&
    ![call.projectRoot, ...call.settings.additionalDirectories].some((root) =>
      isInside(path, absolutePath(root, call.projectRoot, call.world)),
    )
  );
}

/** Options that name a directory which is emptied first. */
const EMPTIED = /^--?(?:[\w-]*-)?(?:base-?temp|te?mp(?:-?dir)?|scratch[\w-]*|clean[\w-]*|empty[\w-]*|wipe[\w-]*)$/i;
/** Directories by whose names nothing is lost. */
const THROWN_AWAY = /(?:^|\/)[.\w-]*(?:te?mp|cache|scratch|build|dist|target|out|output|coverage)[\w-]*(?:\/|$)/i;

function empties({ cwd }: SubCommand, { option, value }: OptionValue, call: PolicyCall): boolean {
  if (!EMPTIED.test(option)) return false;
  if (cwd.certainty !== "exact") return true;
  const path = absolutePath(value, cwd.path, call.world);
  const inProject = isInside(path, call.projectRoot) ? path.slice(call.projectRoot.length) : path;
  return !THROWN_AWAY.test(inProject) && call.world.lstat(path).kind !== "absent";
}

/** Programs that take any number of goals in one call. */
const MANY_GOALS: ReadonlySet<string> = new Set(
  "make gmake mvn mvnw gradle gradlew ant rake sbt task just ninja".split(" "),
);
const OUTWARD_GOALS: ReadonlySet<string> = new Set("deploy publish release upload site-deploy".split(" "));
