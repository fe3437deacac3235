/**
 * Hosts that a call names without an effect saying so, for rules about domains: any word, value of an option or variable that
 * is an address counts, where the command speaks with others, runs what it is given, or nobody knows what it does with it.
 * Words that people are told are none.
 */
import { beside } from "../../contract/beside.ts";
import type { SubCommand } from "../../contract/reading.ts";
import { programNamed } from "../../programs/index.ts";
import type { PolicyCall } from "../call.ts";
import { contactedBy } from "../tools/index.ts";
import { hostAt } from "./addresses.ts";
import { ANY, expandedWords } from "./curl-expansions.ts";
import { bindsHost } from "./domains.ts";
import { fedAddresses } from "./fed-addresses.ts";
import { addressesReached } from "./git-contacts.ts";
import { hiddenCode } from "./hidden-code.ts";
import { isOpenEnded, type OptionValue, optionValues } from "./option-values.ts";
import { SENDS_BUILT } from "./outward.ts";
import { addressesInVariables, addressesSet } from "./set-up.ts";
import { wildcardMatches } from "./wildcard.ts";

interface NamedHost {
  readonly host: string;
  /** No scheme stands before it: a name with a dot may be a file just as well. */
  readonly bare: boolean;
}

/** How much of a text, and of one word of it, is looked at, in characters: a host stands at the front. */
const MAX_TEXT = 65_536;
const MAX_WORD = 4_096;

const found = beside<PolicyCall, readonly NamedHost[]>();

/** The host that is named by the call and meant by the rule. */
export function hostNamed(host: string, call: PolicyCall): string | undefined {
  const named = found.get(call) ?? hostsOf(call);
  found.set(call, named);
  // A rule for every host does not mean every file name with a dot in it.
  const spelled = /^(?:\*\.)?[^*]+\.[^*]+$/.test(host) || !host.includes("*");
  return named.find((one) => (spelled || !one.bare) && (bindsHost(host, one.host) || mayBe(one.host, host)))?.host;
}

/** A host of which the program itself fills in a part: it may be the one that is meant. */
const mayBe = (named: string, host: string): boolean =>
  named.includes(ANY) && wildcardMatches(named, host.replace(/^\*\./, ""));

function hostsOf(call: PolicyCall): readonly NamedHost[] {
  const hidden = hiddenCode(call).commands.filter(({ name }) => programNamed(name ?? "") !== undefined);
  const commands = [...(call.reading?.commands ?? []), ...hidden].filter(speaks);
  const told = addressesInVariables(call).flatMap(hostsIn);
  if (commands.length === 0) return told;
  const set = [...call.effects, ...hiddenCode(call).effects].flatMap((effect) =>
    effect.do === "environment" ? [effect.value ?? ""] : [],
  );
  return [
    ...told,
    ...[...set, ...addressesSet(call)].flatMap(hostsIn),
    ...commands.flatMap((command) => hostsNamedBy(command, call)),
  ];
}

/** Whoever changes more than files and the repository may be saying whom to ask from now on. */
const speaks = (command: SubCommand): boolean =>
  isOpenEnded(command) ||
  command.effects.some(
    (effect) => effect.do === "network" || ("op" in effect && effect.do !== "vcs" && effect.op !== "read"),
  );

function hostsNamedBy(command: SubCommand, call: PolicyCall): readonly NamedHost[] {
  const values = expandedWords(command.words.map(({ value, outline, prefix }) => value ?? outline ?? prefix));
  const code = command.effects.flatMap((effect) =>
    effect.do === "run" && effect.code !== undefined ? [effect.code] : [],
  );
  // Of code, the strings count; a shell's words need no quotes.
  const quoted = /^(?:pwsh|powershell|cmd)/i.test(command.name ?? "") ? [] : code;
  return [
    ...givenTo(command, values).flatMap((value) => (quoted.includes(value) ? [] : hostsIn(value))),
    ...[...code, command.input ?? ""].flatMap(stringsIn).flatMap(hostsIn),
    ...command.assignments.flatMap(({ value }) => hostsIn(value ?? "")),
    ...fedAddresses(command, call).flatMap(hostsIn),
    ...(code.some((text) => CONTACTS.test(text)) ? hostsIn(command.input ?? "") : []),
    ...addressesReached(command, call).flatMap((address) => {
      const host = hostAt(address);
      return host === undefined ? [] : [{ host, bare: false }];
    }),
  ];
}

/** Words of code that contacts whom it is told of: its input may tell. */
const CONTACTS = /\b(?:url\w*|requests?|fetch|https?|httpx|socket|net|curl|LWP|Faraday|open-uri)\b/i;

/** Every word and every value of an option, but for what people are told. */
const givenTo = (command: SubCommand, values: readonly string[]): readonly string[] =>
  values.slice(1).flatMap((word, i) => {
    const ways = optionValues([values[i] ?? "", word]);
    return ways.some((way) => isForPeople(way, command)) ? [] : ways.map(({ value }) => value);
  });

/** Options whose value is read by people. */
const TEXTS = /^--?(?:message|body|title|notes?|subject|description|comment|text|trailer|label|homepage)$/;
/** Programs that keep what people say about code: there the short options are such texts too. */
const TELLING = /^(?:git|gh|glab|hub|tea|jj|hg|svn)$/;
const SHORT_TEXTS = /^-[mbtn]$/;
/** What is sent to a host that stands elsewhere on the line, or says where the person came from. */
const SENT: Readonly<Record<string, RegExp>> = {
  curl: /^(?:-[deFHAbu]|--(?:data[\w-]*|json|form[\w-]*|header|referer|user-agent|cookie|url-query|user))$/,
  wget: /^--(?:(?:post|body)-data|header|referer|user-agent|user)$/,
  npm: /^-m$/,
  gh: /^(?:-[fFHqtS]|--(?:field|raw-field|header|jq|template|search))$/,
};
const ACCOUNT = /^(?:-u|--?(?:user(?:name)?|e?mail|author|committer|owner|login))$/;
const MAIL = /^[^\s@/:]+@[^\s@/:]+$/;

function isForPeople({ option, value }: OptionValue, { words, effects }: SubCommand): boolean {
  const values = words.map((word) => word.value ?? "");
  const [program = "", verb] = values;
  const name = program.slice(program.lastIndexOf("/") + 1);
  // A package manager takes the word behind an option it does not know for a package.
  const tells = !effects.some((effect) => "act" in effect && FETCHES.test(effect.act ?? ""));
  if (tells && TEXTS.test(option)) return true;
  if (TELLING.test(name) && (SHORT_TEXTS.test(option) || (verb === "search" && option === ""))) return true;
  if (SENT[name]?.test(option) === true || (ACCOUNT.test(option) && MAIL.test(value))) return true;
  return IMAGES.test(name) && namesImage(option, values);
}

const FETCHES = /^(?:package\.|run\.(?:fetched|remote|code)$)/;
const IMAGES = /^(?:docker|podman|nerdctl|buildah)$/;

/** What is built or tagged is given a name, and stays here unless it is sent on. */
const namesImage = (option: string, values: readonly string[]): boolean =>
  !values.some((word) => SENDS_BUILT.test(word)) &&
  (option === ""
    ? values.slice(1, 3).includes("tag")
    : /^(?:-t|--tag)$/.test(option) && values.some((word) => /^(?:build|buildx|bud)$/.test(word)));

/** A word is an address, or holds one behind a sign; of several words only what has a scheme counts. */
function hostsIn(text: string): readonly NamedHost[] {
  const words = text
    .slice(0, MAX_TEXT)
    .split(/\s+/)
    .flatMap((word) => (word === "" ? [] : [word.slice(0, MAX_WORD)]));
  const written = words.flatMap((word) =>
    contactedBy(word).flatMap(({ host }) => (host === null ? [] : [{ host, bare: false }])),
  );
  const [only = ""] = words;
  const bare = words.length > 1 ? [] : only.split(/[=,]/).flatMap(bareHosts);
  return [...written, ...bare];
}

/** `host/path`, `user@host:path`, `KIND:host:80`, `//host/share`; a name without a dot only where a port or a user stands with it. */
const BARE = /(?:^(?:\/\/)?|[@:]|^[\w-]+:)((?:[\w-]+\.)+[\w-]+|[\w-]+(?=:\d)|(?<=@)[\w-]+(?=:))(?=$|[:/@?#])/g;

const bareHosts = (text: string): readonly NamedHost[] =>
  [...text.matchAll(BARE)].flatMap(([, host]) => (host === undefined ? [] : [{ host, bare: true }]));

/** Strings in code that are one word. */
const stringsIn = (code: string): readonly string[] =>
  [...code.slice(0, MAX_TEXT).matchAll(/["'`]([^"'`\s]{1,1024})["'`]/g)].map(([, text = ""]) => text);
