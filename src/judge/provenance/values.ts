/** The values of an action whose origin matters: who or what it is about, never how it is done. */
import { domainToASCII, domainToUnicode } from "node:url";
import { hostNeedle, LETTERS, lowerAscii, type Needle, nameNeedle, pathNeedle, patternNeedle } from "./text.ts";

/** In the order in which they are listed. */
export const VALUE_KINDS = [
  "address",
  "e-mail address",
  "account number",
  "host",
  "remote",
  "branch",
  "package",
  "name",
  "path",
  "number",
] as const;
export type ValueKind = (typeof VALUE_KINDS)[number];

export interface ActionValue {
  readonly kind: ValueKind;
  /** As it is shown, in lower case; a host name in its ASCII form. */
  readonly text: string;
  /** Its spellings. */
  readonly needles: readonly Needle[];
  /** An ordinary word: that it was not seen before says nothing, and is not said. */
  readonly ordinary?: true;
  /** A path may also be known from its directory: there, by its last name. */
  readonly listed?: { readonly directory: Needle; readonly name: Needle };
  /** The host of an address: said only where its origin is another. */
  readonly of?: string;
}

/** A last name by which a dotted word is a file or a field rather than a host. */
const NOT_HOSTS: ReadonlySet<string> = new Set(
  `ts js mjs cjs jsx tsx json jsonl json5 md mdx txt csv tsv xml html htm css scss yml yaml toml ini cfg conf lock log py pyc
   rb rs go java kt c h cc cpp hpp cs php pl sh bash zsh fish ps1 bat cmd exe dll so dylib o a jar war zip tar gz tgz bz2 xz
   zst 7z png jpg jpeg gif svg webp ico pdf doc docx xls xlsx ppt pptx odt sql db sqlite env bak old orig tmp
   swp diff patch snap spec d service timer socket tf tfvars tfstate hcl ipynb parquet bin img iso deb rpm apk whl
   gem pem key crt cer p12 pub asc sig vue svelte astro proto graphql gql ejs hbs erb ics eml mbox rtf tex bib mp3 mp4 mov
   wav name id length push pop map filter get set run call apply bind join split
   format string value values keys path environ args exports default data state props items text type index info error
   warn debug stdout stderr connect close open read write load dump print main self this`.split(/\s+/),
);

const L = LETTERS;
const HOST = `(?:[${L}](?:[${L}-]*[${L}])?\\.)+(?:xn--[a-z0-9-]+|[\\p{L}\\p{M}\\p{Cf}]{2,})`;
const pattern = (text: string): RegExp => new RegExp(text, "giu");
const PATTERNS = {
  address: pattern(`(?<![${L}])[a-z][a-z0-9+.-]*:\\/\\/[^\\s"'\`<>\\\\|]+`),
  remoteAddress: pattern(`[${L}_.-]+@(?:${HOST}|[\\d.]{7,15}):[${L}._~/-]+`),
  email: pattern(`[${L}_.%+'-]+@${HOST}`),
  account: pattern(
    `(?<![${L}_-])(?:[a-z]{2}\\d{2}(?:[ -]?[a-z0-9]{4}){2,7}(?:[ -]?[a-z0-9]{1,4})?|\\d{4}(?:[ -]\\d{4}){2,5})(?![${L}_-])`,
  ),
  path: pattern(`(?<![${L}_.\\-/:~@%)\\]}])(?:~?\\/|[a-z]:\\\\)[${L}._\\-+@%:~/\\\\=#]+`),
  phone: pattern(`(?<![${L}_+-])\\+\\d{1,3}(?:[ /-]?\\(?\\d{2,6}\\)?){2,5}(?![${L}_-])`),
  ip: pattern(`(?<![${L}_.-])\\d{1,3}(?:\\.\\d{1,3}){3}(?![${L}_-]|\\.\\d)`),
  host: pattern(`(?<![${L}_./@$-])${HOST}(?![${L}_(\\[-]|\\.[${L}])`),
  date: pattern(`(?<![${L}_-])\\d{4}-\\d{2}(?:-\\d{2})?(?:t[\\d:.]+(?:z|[+-][\\d:]+)?)?(?![${L}_-])`),
  file: pattern(`(?:[${L}._-]+\\/)*[${L}._-]+\\.[a-z][a-z0-9]{0,7}(?![${L}._/-])`),
  name: pattern(`(?<![${L}_.$@-])[${L}]+(?:[-_.:][${L}]+)*(?![${L}_=(-]|[.:][${L}])`),
  number: pattern(`(?<![${L}_.,'-])(?:\\d{1,3}(?:[,']\\d{3})+|\\d{4,})(?:\\.\\d+)?(?![${L}_-])`),
} as const;

/** Where the action is, for telling what lies outside. */
export interface ValuePlace {
  readonly projectRoot: string;
  readonly home: string;
}

/** In place of what was read: neither a path nor a name goes on behind it. */
const TAKEN = " %";

/** All values of a text. `strong`: only those that are addresses wherever they stand, as in what a file is to hold. */
export function valuesIn(
  text: string,
  place: ValuePlace,
  { strong }: { readonly strong: boolean },
): readonly ActionValue[] {
  const found: ActionValue[] = [];
  let rest = text;
  /** What was read as one thing is not read again as another. */
  const take = (pattern: RegExp, read: (token: string) => readonly ActionValue[]): void => {
    rest = rest.replace(pattern, (token) => {
      const values = read(token);
      found.push(...values);
      return values.length === 0 ? token : TAKEN;
    });
  };
  take(PATTERNS.address, addressValues);
  take(PATTERNS.remoteAddress, remoteAddressValues);
  take(PATTERNS.email, (token) => [emailValue(token)]);
  take(PATTERNS.account, accountValues);
  take(PATTERNS.phone, phoneValues);
  take(PATTERNS.ip, (token) => (LOCAL.has(token) ? [] : [hostValue(token)]));
  take(PATTERNS.host, (token) => (isHost(token) ? [hostValue(token)] : []));
  if (strong) return found;
  take(PATTERNS.path, (token) => pathValues(token, place));
  rest = rest.replace(PATTERNS.date, " ");
  take(PATTERNS.number, numberValues);
  rest = rest.replace(PATTERNS.file, (token) => (isFileName(token) ? " " : token));
  take(PATTERNS.name, nameValues);
  return found;
}

const LOCAL: ReadonlySet<string> = new Set(["127.0.0.1", "0.0.0.0", "localhost", "::1", "[::1]"]);
/** Stores whose "host" is a name in them. */
const STORES = /^(?:s3a?|gs|az|wasbs?|abfss?|oci|r2):/i;

const trimEnd = (token: string): string => token.replace(/[.,;:!?)\]}*]+$/u, "").replace(/\/+$/, "");

function addressValues(token: string): readonly ActionValue[] {
  const text = lowerAscii(trimEnd(token));
  const bare = text.replace(/^[a-z][a-z0-9+.-]*:\/\//, "");
  const host = hostOf(text);
  const address: ActionValue = { kind: "address", text, needles: [text, bare].map(pathNeedle) };
  if (host === "" || LOCAL.has(host)) return LOCAL.has(host) ? [] : [address];
  const inside = STORES.test(text) ? plainName(host) : hostValue(host);
  return /^[^/?#@]*$/.test(bare) ? [inside] : [address, { ...inside, of: text }];
}

/** As a program that fetches it would read it: behind user and password. One that is written in disguise stays as it is. */
function hostOf(address: string): string {
  const written = /^[a-z][a-z0-9+.-]*:\/*(?:[^/?#\\]*@)?([^/?#\\]*?)(?::\d*)?(?:[/?#\\]|$)/.exec(address)?.[1] ?? "";
  return spellHost(written).text;
}

function remoteAddressValues(token: string): readonly ActionValue[] {
  const text = lowerAscii(trimEnd(token));
  const host = /@([^:]+):/.exec(text)?.[1] ?? "";
  return [
    { kind: "address", text, needles: [pathNeedle(text)] },
    { ...hostValue(host), of: text },
  ];
}

const emailValue = (token: string): ActionValue => {
  const [local = "", domain = ""] = lowerAscii(token).split("@");
  const { text, spellings } = spellHost(domain);
  return {
    kind: "e-mail address",
    text: `${local}@${text}`,
    needles: spellings.map((one) => hostNeedle(`${local}@${one}`)),
  };
};

export const hostValue = (written: string): ActionValue => {
  const { text, spellings } = spellHost(lowerAscii(written));
  return { kind: "host", text, needles: spellings.map(hostNeedle) };
};

/** Its ASCII form and its own letters. One in disguise (invisible characters, foreign forms, escapes) stays as it is written. */
function spellHost(written: string): { readonly text: string; readonly spellings: readonly string[] } {
  const ascii = lowerAscii(domainToASCII(written) || written);
  const spellings = [...new Set([ascii, lowerAscii(domainToUnicode(ascii) || ascii)])];
  return spellings.includes(written) ? { text: ascii, spellings } : { text: written, spellings: [written] };
}

const isHost = (token: string): boolean => {
  const last = lowerAscii(token.slice(token.lastIndexOf(".") + 1));
  return !NOT_HOSTS.has(last) && (last.length <= 12 || last.startsWith("xn--")) && !LOCAL.has(lowerAscii(token));
};

function accountValues(token: string): readonly ActionValue[] {
  const text = lowerAscii(token).replace(/[ -]/g, "");
  const digits = text.replace(/\D/g, "").length;
  if (text.length < 12 || text.length > 34 || digits < 8) return [];
  const pattern = `${[...text].join("[ -]?")}(?![\\p{L}\\p{N}_])`;
  return [{ kind: "account number", text, needles: [patternNeedle(text.slice(0, 4), pattern)] }];
}

/** Spaces, dashes and brackets of a number to call are a matter of taste. */
function phoneValues(token: string): readonly ActionValue[] {
  const text = token.replace(/[^\d+]/g, "");
  if (text.length < 8) return [];
  const spelled = [...text].map((one) => (one === "+" ? "\\+" : one)).join("[ /()-]{0,2}");
  return [{ kind: "number", text, needles: [patternNeedle("+", `${spelled}(?![ /()-]?\\d)`)] }];
}

const DEVICES = /^\/dev\/(?:null|zero|tty|std(?:in|out|err)|fd\/\d+)$/;

function pathValues(token: string, { projectRoot, home }: ValuePlace): readonly ActionValue[] {
  const path = trimEnd(token);
  if (path.length < 3 || DEVICES.test(path) || /(?:^|\/)\.\.(?:\/|$)/.test(path)) return [];
  const full = path.startsWith("~/") ? `${home}${path.slice(1)}` : path;
  if (full === projectRoot || full.startsWith(`${projectRoot}/`)) return [];
  const homely = full.startsWith(`${home}/`) ? `~${full.slice(home.length)}` : full;
  const spellings = [...new Set([path, full, homely].map(lowerAscii))];
  const cut = full.lastIndexOf("/");
  const [directory, name] = [lowerAscii(full.slice(0, cut)), lowerAscii(full.slice(cut + 1))];
  const listed = directory.length > 1 && name.length > 2;
  return [
    {
      kind: "path",
      text: lowerAscii(path),
      needles: spellings.map(pathNeedle),
      ...(listed ? { listed: { directory: pathNeedle(directory), name: nameNeedle(name) } } : {}),
    },
  ];
}

/** Amounts are written with and without groups and cents. */
function numberValues(token: string): readonly ActionValue[] {
  const text = token.replace(/[,']/g, "").replace(/\.0+$/, "");
  const [whole = "", cents = ""] = text.split(".");
  if (whole.length < 4) return [];
  const lead = whole.length % 3 === 0 ? 3 : whole.length % 3;
  const groups = [whole.slice(0, lead), ...(whole.slice(lead).match(/\d{3}/g) ?? [])].join("[,'. _\\u00a0\\u202f]?");
  const behind = cents === "" ? "(?:[.,]0{1,2})?" : `[.,]${cents}0?`;
  const needle = patternNeedle(whole.slice(0, lead), `${groups}${behind}(?![\\p{L}\\p{N}_-]|[.,']\\d)`);
  return [{ kind: "number", text, needles: [needle] }];
}

export const plainName = (text: string, kind: ValueKind = "name"): ActionValue => ({
  kind,
  text: lowerAscii(text),
  needles: [nameNeedle(lowerAscii(text))],
});

const VERSION = /^v?\d+(?:\.\d+)+(?:[-+].*)?$/i;
/** Words joined by dashes are names too, but also programs and ordinary words. */
const JOINED = /^\p{L}[\p{L}\p{N}]*(?:-[\p{L}\p{N}]+)+$/u;

/** A name says which one: by digits among its letters. */
function nameValues(token: string): readonly ActionValue[] {
  if (VERSION.test(token) || isFileName(token)) return [];
  const digits = token.replace(/\D/g, "").length;
  const letters = /\p{L}/u.test(token);
  const parts = /[-_]/.test(token);
  if (letters && digits > 0 && (parts || (digits > 1 && token.length >= 6))) return [plainName(token)];
  return JOINED.test(token) ? [{ ...plainName(token), ordinary: true }] : [];
}

export const isFileName = (token: string): boolean =>
  /\.[a-z][a-z0-9]{0,7}$/i.test(token) && NOT_HOSTS.has(lowerAscii(token.slice(token.lastIndexOf(".") + 1)));
