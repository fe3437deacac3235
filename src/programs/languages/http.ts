/** curl, wget and httpie: which host, which method, whether data leaves, which files are touched. */
import { act, type Effect, exact, type Target, unknownTarget } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import { below, network, reads, writes } from "../places.ts";
import type { Use } from "../spec.ts";
import type { Filled } from "../template.ts";
import { bareHost, carries, given, hostOf, partOf, valuesOf } from "../words.ts";

const DATA =
  "-d --data --data-ascii --data-binary --data-raw --data-urlencode --json -F --form --form-string -T --upload-file";
const CARRIES = `${DATA} -H --header -b --cookie -A --user-agent -e --referer -u --user --oauth2-bearer --url-query`;

/** Files that an option's value names: `@file`, `name=@file`, `name=<file`, `name@file`, or the whole value. */
const FILES: readonly (readonly [options: string, file: RegExp])[] = [
  ["-d --data --data-ascii --data-binary --json -H --header --proxy-header -w --write-out", /^@(.+)$/s],
  ["--data-urlencode --url-query --variable", /^[^=@]*@(.+)$/s],
  ["-F --form", /^[^=]*=[@<]"?([^";,]+)/s],
  ["-T --upload-file", /^(?!\.$)(.+)$/s],
  ["-b --cookie", /^([^=]+)$/s],
];

function filesSent(use: Use): readonly Effect[] {
  const named = FILES.flatMap(([options, file]) =>
    valuesOf(use, options).flatMap((word) => {
      const path = file.exec(word.value ?? word.prefix)?.[1];
      return path === undefined || path === "-" ? [] : [reads(use.target(partOf(word, path)))];
    }),
  );
  const unknown = valuesOf(use, "-T --upload-file").filter(carries);
  const login = given(use, "-n --netrc --netrc-optional") ? [reads(exact(`${use.context.world.home}/.netrc`))] : [];
  return [...named, ...unknown.map((word) => reads(use.target(word))), ...login];
}

export function curl(use: Use): Partial<Filled> {
  const config = given(use, "-K --config");
  const urls = [...use.operands, ...valuesOf(use, "--url")];
  if (urls.length === 0 && !config && given(use, "-V --version -M --manual")) return {};
  const files = filesSent(use);
  const sends = given(use, DATA) || files.length > 0 || valuesOf(use, CARRIES).some(carries);
  const contacts = urls.flatMap((url) => contacted(use, url, methodOf(use), sends));
  const effects = [
    ...(contacts.length > 0 || config ? contacts : [network(null, sends)]),
    ...files,
    ...saved(use, urls),
    ...valuesOf(use, "-x --proxy --preproxy --socks4 --socks4a --socks5 --socks5-hostname --connect-to --doh-url").map(
      (word) => network(hostOf(word) ?? bareHost(word), true),
    ),
    ...(config ? [OPTIONS_FROM_FILE, network(null, true)] : []),
  ];
  return { effects };
}

const OPTIONS_FROM_FILE: Effect = { do: "run", program: "curl", what: "helper", wording: "options from a file" };

function methodOf(use: Use): string {
  const [said] = valuesOf(use, "-X --request");
  if (said !== undefined) return said.value?.toUpperCase() ?? "unknown";
  if (given(use, "-I --head")) return "HEAD";
  if (given(use, "-T --upload-file")) return "PUT";
  return given(use, DATA) && !given(use, "-G --get") ? "POST" : "GET";
}

function contacted(use: Use, url: KnownWord, method: string, sends: boolean): readonly Effect[] {
  const start = url.value ?? url.prefix;
  if (/^file:/i.test(start)) {
    const path = url.value === null ? "" : start.replace(/^file:(?:\/\/(?:localhost)?(?=\/))?/i, "");
    return [reads(path === "" ? unknownTarget() : use.target(partOf(url, decoded(path))))];
  }
  const host = hostOf(url) ?? bareHost(url);
  return [{ do: "network", host: /[{}[\]]/.test(host ?? "") ? null : host, method, sends: sends || carries(url) }];
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** `-O` names the file after the last part of the address, `-J` as the server says; `%output{…}` writes too. */
function saved(use: Use, urls: readonly KnownWord[]): readonly Effect[] {
  const unsaid = valuesOf(use, "-w --write-out").some(({ value }) => value?.includes("%output{") !== false);
  const written = unsaid ? [writes(unknownTarget())] : [];
  if (!given(use, "-O --remote-name --remote-name-all -J --remote-header-name")) return written;
  const [directory] = valuesOf(use, "--output-dir");
  const place = directory === undefined ? use.cwd : use.target(directory);
  return [...written, ...urls.map((url) => writes(nameIn(place, url.value ?? "")))];
}

/** The last part of an address, as a name in a directory. */
function nameIn(place: Target, url: string): Target {
  const path = url.replace(/^[a-z]+:\/\/[^/]*/i, "").replace(/[?#].*$/s, "");
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (name === "" || /[%*[\]{}]/.test(name) || place.certainty !== "exact") return below(place);
  return exact(`${place.path}/${name}`);
}

/** The server, a list or a page says what is written, and where below the directory. */
const NAMED_ELSEWHERE =
  "-r --recursive -m --mirror -p --page-requisites -i --input-file --content-disposition --trust-server-names -x --force-directories --default-page -E --adjust-extension";

export function wget(use: Use): Partial<Filled> {
  if (use.operands.length === 0 && given(use, "-V --version -h --help")) return {};
  const files = valuesOf(use, "--post-file --body-file").map((word) => reads(use.target(word)));
  const data = given(use, "--post-data --post-file --body-data --body-file");
  const unsure = valuesOf(use, "--header --post-data --body-data --user --password -U --user-agent --referer");
  const [said] = valuesOf(use, "--method");
  const usual = data ? "POST" : given(use, "--spider") ? "HEAD" : "GET";
  const method = said === undefined ? usual : (said.value?.toUpperCase() ?? "unknown");
  const contacts = use.operands.flatMap((url) => contacted(use, url, method, data || unsure.some(carries)));
  return { effects: [...(contacts.length > 0 ? contacts : [network(null, data)]), ...files, ...kept(use)] };
}

/** Without `-O` a file named by the address, or a tree, lands in the directory. */
function kept(use: Use): readonly Effect[] {
  if (given(use, "-O --output-document --spider")) return [];
  const [directory] = valuesOf(use, "-P --directory-prefix");
  const place = directory === undefined ? use.cwd : use.target(directory);
  if (given(use, NAMED_ELSEWHERE)) return [writes(below(place), { recursive: true })];
  return use.operands.map(({ value }) => writes(nameIn(place, value ?? "")));
}

export function httpie(use: Use): Partial<Filled> {
  const [first, ...others] = use.operands;
  if (first === undefined) return given(use, "--version --help") ? {} : { effects: [network(null, true)] };
  const verb = /^[A-Z]+$/.test(first.value ?? "") ? first.value : null;
  const [url, ...items] = verb === null ? use.operands : others;
  const fields = items.filter(({ value }) => !/^[^=:]+==|^[^=:@]+:[^=]/.test(value ?? "="));
  const files = items.flatMap((word) => {
    const path = /(?:=@|:=@|@)(.+)$/s.exec(word.value ?? "")?.[1];
    return path === undefined ? [] : [reads(use.target(partOf(word, path)))];
  });
  const method = verb ?? (fields.length > 0 || use.stdin !== null ? "POST" : "GET");
  const sends = fields.length > 0 || items.some(carries);
  const asked = url === undefined ? [network(null, true)] : contacted(use, url, method, sends);
  return { effects: [...asked, ...files] };
}

const WRITTEN: readonly (readonly [RegExp, Effect])[] = [
  [/\/merges?(?:$|\?)/, { do: "vcs", op: "merge", act: "git.merge-by-api", remote: "origin", branch: null }],
  [/\/(?:comments|replies|reviews|notes|discussions)(?:\/|$|\?)/, act("message.comment")],
  [/\/secrets(?:\/|$)|\/variables(?:\/|$)/, act("stored-secret.change")],
  [/\/protection|\/rulesets/, act("guard.branch-protection")],
  [/\/collaborators|\/memberships|\/teams|\/keys/, act("account.host-access")],
  [/\/hooks(?:\/|$)/, act("webhook.create")],
  [/\/dispatches$/, act("cloud.workflow")],
  [/\/git\/refs/, { do: "vcs", op: "push", act: "git.push-by-api", remote: "origin", branch: null, forced: true }],
];

const API_HOSTS: Readonly<Record<string, string>> = { gh: "api.github.com", hub: "api.github.com", glab: "gitlab.com" };

/** The host is the usual one unless the repository or an option names another. */
function hostUsed(use: Use): string | null {
  const [repo] = valuesOf(use, "-R --repo --hostname");
  const usual = API_HOSTS[use.program] ?? null;
  if (repo === undefined) return usual;
  if (repo.value === null) return null;
  const parts = repo.value.split("/");
  return use.options.has("--hostname") || parts.length > 2 ? (parts[0]?.toLowerCase() ?? null) : usual;
}

/** `gh api`: the method is said, or follows from there being fields; a field from a file or an unknown word carries data. */
export function hostApi(use: Use): Partial<Filled> {
  const [endpoint] = use.operands;
  const isGraph = /^\/?graphql$/.test(endpoint?.value ?? "");
  const fields = valuesOf(use, "-f --raw-field -F --field --input");
  const [said] = valuesOf(use, "-X --method");
  const method = said ? (said.value?.toUpperCase() ?? null) : fields.length > 0 || isGraph ? "POST" : "GET";
  const files = valuesOf(use, "-F --field").flatMap((word) => {
    const file = /^[^=]*=@(.*)$/s.exec(word.value ?? "")?.[1];
    return file === undefined || file === "-" ? [] : [reads(use.target(partOf(word, file)))];
  });
  const isQuery =
    isGraph && !use.options.has("--input") && fields.every(({ value }) => !/mutation|^[^=]*=@/i.test(value ?? "=@"));
  const isReading = isQuery || method === "GET" || method === "HEAD";
  const unsure = [...use.operands.slice(0, 1), ...fields].some(carries);
  const contact: Effect = {
    do: "network",
    host: endpoint === undefined ? null : (hostOf(endpoint) ?? hostUsed(use)),
    sends: !isReading || files.length > 0 || unsure,
    ...(method === null ? {} : { method }),
  };
  return { effects: [contact, ...files, ...(isReading ? [] : [written(endpoint?.value ?? "", method)])] };
}

function written(path: string, method: string | null): Effect {
  const row = method === "DELETE" ? undefined : WRITTEN.find(([pattern]) => pattern.test(path));
  if (row !== undefined) return row[1];
  const wording = `${method ?? "a request"} to the host's API`;
  const id = method === "DELETE" || method === null ? "publish.api-delete" : "publish.api-change";
  return act(id, { wording, on: path === "" ? null : path });
}

/** Whoever hosts the code is asked, or told something. */
const hosting =
  (method: string, sends: boolean) =>
  (use: Use): Partial<Filled> => ({ effects: [{ do: "network", host: hostUsed(use), method, sends }] });

export const asksHost = hosting("GET", false);
export const tellsHost = hosting("POST", true);
