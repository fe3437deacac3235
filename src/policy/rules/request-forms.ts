/**
 * What an open allow rule covers of programs that make web requests, in a closed form: listed options, values that are written out,
 * addresses of the web that are written out, answers shown or kept in the project. Nothing that reads a file, leads through another
 * machine or shows who somebody is.
 */
import type { KnownWord } from "../../contract/reading.ts";

/** What a value must be; `place`: one of the project's to write to. */
export type RequestValue =
  | "text"
  | "data"
  | "encoded"
  | "form"
  | "header"
  | "cookie"
  | "method"
  | "number"
  | "place"
  | "told";

export interface RequestForm {
  /** Letters without a value, which may stand together. */
  readonly letters: string;
  /** Longer ones, separated by spaces. */
  readonly flags: string;
  /** Options with a value. */
  readonly values: Readonly<Partial<Record<RequestValue, string>>>;
  /** `--name=value` is one word. */
  readonly equals: boolean;
  /** What stands behind the address belongs to the request (`http POST host a=b`). */
  readonly items?: true;
}

const CURL: RequestForm = {
  letters: "sSfLIiv#gGNOR0146",
  flags:
    "--silent --show-error --fail --fail-with-body --fail-early --location --head --include --verbose --globoff --get --no-buffer --remote-name --remote-time --compressed --no-progress-meter --progress-bar --http1.0 --http1.1 --http2 --http3 --ipv4 --ipv6 --tlsv1.2 --tlsv1.3 --create-dirs --retry-connrefused --retry-all-errors --parallel --no-keepalive --no-clobber --version --help",
  values: {
    method: "-X --request",
    header: "-H --header",
    data: "-d --data --data-ascii --data-binary --json",
    text: "--data-raw --form-string -A --user-agent -e --referer",
    encoded: "--data-urlencode --url-query",
    form: "-F --form",
    cookie: "-b --cookie",
    number:
      "-m --max-time --connect-timeout --retry --retry-delay --retry-max-time --max-redirs --max-filesize --limit-rate -r --range -Y --speed-limit -y --speed-time --keepalive-time --parallel-max",
    place: "-o --output -D --dump-header -c --cookie-jar --output-dir",
    told: "-w --write-out",
  },
  equals: false,
};

const WGET: RequestForm = {
  letters: "qvScN46V",
  flags:
    "-nv -nc -nd --quiet --verbose --no-verbose --server-response --continue --timestamping --no-clobber --no-directories --show-progress --spider --no-cache --no-cookies --inet4-only --inet6-only --https-only --content-on-error --version --help",
  values: {
    number:
      "-t --tries -T --timeout --dns-timeout --connect-timeout --read-timeout -w --wait --waitretry --limit-rate --max-redirect -Q --quota --retry-on-http-error",
    text: "-U --user-agent --referer --post-data --body-data --progress",
    header: "--header",
    method: "--method",
    place: "-O --output-document -o --output-file -a --append-output -P --directory-prefix",
  },
  equals: true,
};

const HTTPIE: RequestForm = {
  letters: "vhbjfFIq",
  flags:
    "--verbose --headers --body --json --form --follow --ignore-stdin --quiet --check-status --offline --stream --version --help",
  values: { number: "--timeout --max-redirects", text: "--pretty --style -s -p --print --raw", place: "-o --output" },
  equals: true,
  items: true,
};

const FORMS: Readonly<Record<string, RequestForm>> = {
  curl: CURL,
  wget: WGET,
  wget2: WGET,
  http: HTTPIE,
  https: HTTPIE,
  xh: HTTPIE,
  xhs: HTTPIE,
};

export const requestForm = (program: string): RequestForm | undefined =>
  Object.hasOwn(FORMS, program) ? FORMS[program] : undefined;

export const kindOfOption = ({ values }: RequestForm, option: string): RequestValue | undefined =>
  KINDS.find((kind) => values[kind]?.split(" ").includes(option));
const KINDS: readonly RequestValue[] = [
  ...(["text", "data", "encoded", "form", "header", "cookie", "method", "number", "place", "told"] as const),
];

/** Values that are written out and name nothing else. A place is looked at where it lies. */
export const FITS: Readonly<Record<RequestValue, (value: string) => boolean>> = {
  text: () => true,
  data: (value) => !value.startsWith("@"),
  encoded: (value) => !/^[^=]*@/.test(value),
  form: (value) => /^[^=]+=(?![\s]*[@<(])/.test(value) && !/headers\s*=/i.test(value),
  header: (value) => /^[\w-]+\s*[:;]/.test(value) && !SHOWS_WHO.test(value),
  cookie: (value) => /^[^@]*=/.test(value),
  method: (value) => /^[A-Z]{3,7}$/.test(value),
  number: (value) => /^[\d.,:kKmMgG-]+$/.test(value),
  place: (value) => !/#\d/.test(value),
  told: (value) => !/^@|%output|%\{stderr\}.*%output/.test(value),
};

/** Who is asking stands in these: covered on this machine only. */
export const SHOWS_WHO = /^(?:(?:proxy-)?authorization|cookie|x-[\w-]*(?:key|token|auth|secret)[\w-]*)\s*[:;]/i;

const ADDRESS = /^(?:https?:\/\/)?([a-z\d](?:[a-z\d.-]*[a-z\d])?|\[::1\])(?::\d{1,5})?(?:[/?#].*)?$/is;

/** The host of an address of the web that is written out, nobody's name in front; undefined: no such address. */
export function hostWritten({ value, glob, splits }: KnownWord, globs: boolean): string | undefined {
  if (value === null || splits) return undefined;
  // The shell could only put one sign in the place of a `?` behind the host.
  if (glob && !/^https?:\/\/[^*?[]+\/[^*[]*$/i.test(value)) return undefined;
  if (globs && /[{}]|\[(?!::1\])|(?<!\[::1)\]/.test(value)) return undefined;
  return ADDRESS.exec(value)?.[1]?.toLowerCase();
}

/** `a=b`, `a:=1`, `a==b`, `Name:value`: none of a file. */
export const isPlainItem = (value: string): boolean =>
  /^[\w.[\]-]+(?:==|:=|=|:)(?!@)/.test(value) && !/^[\w.[\]-]*(?:==|:=|=|:)?@/.test(value) && !SHOWS_WHO.test(value);
