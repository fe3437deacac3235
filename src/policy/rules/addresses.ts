/** Addresses on a command line under an open allow rule: each is held against the hosts that the rule or the project know. */
import type { SubCommand } from "../../contract/reading.ts";
import { absolutePath, isInside } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { isOpenEnded, type OptionValue } from "./option-values.ts";

const ADDRESS = /^(?:git\+)?(?:https?|ftps?|git|ssh|wss?|grpcs?|tcp|oci):\/\/(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]+)/i;
/** `git@host:path`, `host:path`, to git: a dot is not needed. One letter may be a drive. */
const REMOTE_PLACE = /^(?:[^/\s@:]+@)?(?![A-Za-z]:[/\\])([\w.-]+):(?!\/\/)/;
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\]|0\.0\.0\.0|host\.docker\.internal)$/;
/** Programs whose work it is to contact who they are told to. */
const CLIENTS: ReadonlySet<string> = new Set(
  (
    "curl wget http https httpie xh aria2c axel yt-dlp lynx links w3m ping dig host nslookup whois openssl nc ncat socat telnet ssh scp " +
    "sftp rsync mosh open xdg-open firefox chromium google-chrome lighthouse playwright ab wrk hey k6 vegeta grpcurl websocat psql mysql redis-cli"
  ).split(" "),
);
/** Verbs whose object is an address, for a rule that spells them out. */
const FOR_ADDRESSES: ReadonlySet<string> = new Set("clone open browse visit goto navigate download login".split(" "));
/** Options whose value is words for people. */
const WORDS_FOR_PEOPLE =
  /^(?:-[mbtdn]|--?(?:message|body|title|notes?|subject|description|comment|text|trailer|label|homepage|name|value))$/;
/** Hosts that are a program's own. */
const OWN_HOSTS: Readonly<Record<string, RegExp>> = {
  gh: /(?:^|\.)(?:github\.com|githubusercontent\.com)$/,
  glab: /(?:^|\.)gitlab\.com$/,
};

interface RuleScope {
  readonly fixed: readonly string[];
  readonly call: PolicyCall;
}

/**
 * A rule for a program or its verb says nothing of whom it is done with, unless contacting is what the verb is for. Git's words
 * are looked at for themselves (git-contacts.ts).
 */
export function contactsUnknown(
  command: SubCommand,
  given: readonly OptionValue[],
  { fixed, call }: RuleScope,
): boolean {
  const name = command.name ?? "";
  const known = fixed.slice(1).some((word) => ADDRESS.test(word));
  if (known || name === "git" || CLIENTS.has(name) || FOR_ADDRESSES.has(fixed[1] ?? "")) return false;
  if (!mayContact(command)) return false;
  const own = OWN_HOSTS[name];
  return given.some(
    ({ option, value }) =>
      !WORDS_FOR_PEOPLE.test(option) &&
      !(name === "gh" && GH_DATA.test(option)) &&
      hostsIn(value).some((host) => !LOOPBACK.test(host) && own?.test(host) !== true && !isOwnHost(host, call)),
  );
}

/** Options of gh with what is sent to its own host, or done with the answer. */
const GH_DATA = /^(?:-[fFHqt]|--(?:field|raw-field|header|jq|template)|[^-].*)$/;

/** Every host a word names: `a@https://host/x`, `ref=oci://host/x`, `git+ssh://host/x`. */
const hostsIn = (word: string): readonly string[] =>
  [...word.matchAll(ADDRESSES)].flatMap(([, host]) => (host === undefined ? [] : [host.toLowerCase()]));
const ADDRESSES =
  /(?<=^|[=,@])(?:git\+|hg\+|svn\+|bzr\+)?(?:https?|ftps?|git|ssh|wss?|grpcs?|tcp|oci|docker|file(?=:\/\/[^/]))(?:\+[a-z]+)?:\/\/(?:[^/?#@\s]*@)?(\[[^\]]*\]|[^/?#:\s,]+)/gi;

/** Of the project's own, and not where everybody publishes: there the host says nothing of whose it is. */
const isOwnHost = (host: string, call: PolicyCall): boolean =>
  REGISTRIES.test(host) || (!CODE_HOSTS.has(host) && isRemote(host, call));

/** Where code is published for everybody: what is read from there tells nobody anything. */
export const CODE_HOSTS: ReadonlySet<string> = new Set(
  "github.com gitlab.com bitbucket.org codeberg.org git.sr.ht salsa.debian.org gitee.com".split(" "),
);
/** What package managers ask by themselves. */
const REGISTRIES =
  /^(?:registry\.npmjs\.org|registry\.yarnpkg\.com|pypi\.org|files\.pythonhosted\.org|(?:static\.|index\.)?crates\.io|rubygems\.org|proxy\.golang\.org|repo1?\.maven\.(?:apache\.)?org|packagist\.org|api\.nuget\.org|download\.pytorch\.org)$/;

/** What only runs code of the project may be handed any address. */
const mayContact = (command: SubCommand): boolean =>
  !isOpenEnded(command) || command.effects.some((effect) => effect.do === "network");

/** A host the repository was in contact with when the session began. */
export const isRemote = (host: string, { memory }: PolicyCall): boolean =>
  (memory.start.remotes ?? []).some(({ urls, pushUrls, reached }) =>
    (reached ?? [...urls, ...pushUrls]).some((url) => hostAt(url) === host),
  );

/** The host of an address, `user@host:path` among them; undefined for what is none. */
export const hostAt = (text: string): string | undefined =>
  (ADDRESS.exec(text) ?? REMOTE_PLACE.exec(text))?.[1]?.toLowerCase();

export const isLoopback = (host: string): boolean => LOOPBACK.test(host);

/** `github:a/b`, `git@host:a/b`, and to npm and its kin `a/b` too: what is no name in a registry. */
const OF_A_HOST = /^(?:[\w.@/-]+@)?(?:github|gitlab|bitbucket|gist|git|ssh):|^[\w.-]+@[\w.-]+:/;
const SHORT = /^[\w][\w.-]*\/[\w.-]+(?:#.*)?$/;
const NODE: ReadonlySet<string> = new Set("npm pnpm yarn bun".split(" "));

/** A package from somewhere else than a registry or the project: its scripts run. */
export function installsElsewhere(
  { name, effects, cwd }: SubCommand,
  rest: readonly string[],
  { projectRoot, world }: PolicyCall,
): boolean {
  if (!effects.some((effect) => "act" in effect && effect.act === "package.install")) return false;
  return rest.slice(1).some((word) => {
    if (OF_A_HOST.test(word) || (NODE.has(name ?? "") && SHORT.test(word))) return true;
    const place = /^(?:[\w.@/-]+@)?(?:file:)?((?:~|\/|\.\.).*)$/s.exec(word)?.[1];
    return (
      place !== undefined && (cwd.certainty !== "exact" || !isInside(absolutePath(place, cwd.path, world), projectRoot))
    );
  });
}

/** Where a service keeps what is put there, by a name anybody may take. */
export const BUCKET = /^(?:s3|gs|az|b2|oss|cos|r2|wasbs?|abfss?|swift):\/\//i;

/** Files of this machine are put into a bucket that the rule does not name. */
export function putsInBucket({ effects }: SubCommand, rest: readonly string[]): boolean {
  const sends = effects.some((effect) => effect.do === "network" && effect.sends);
  return sends && effects.some((effect) => effect.do === "read") && rest.slice(1).some((word) => BUCKET.test(word));
}
