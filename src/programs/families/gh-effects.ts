/** What uses of a code host have in common, and its raw API. */
import { act, type Effect } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import { reads, shows } from "../disk-makers.ts";
import { carries, hostOf, valuesOf } from "../makers.ts";
import type { CommandSpec, EffectMaker, Use } from "../spec.ts";
import { vcs } from "./git-effects.ts";

const HOSTS: Readonly<Record<string, string>> = { gh: "api.github.com", hub: "api.github.com", glab: "gitlab.com" };

/** The host is the usual one unless the repository or an option names another. */
export function hostUsed(use: Use): string | null {
  const repo = valuesOf(use, "-R --repo --hostname")[0];
  if (repo === undefined) return HOSTS[use.program] ?? null;
  if (repo.value === null) return null;
  const parts = repo.value.split("/");
  return use.options.has("--hostname") || parts.length > 2
    ? (parts[0]?.toLowerCase() ?? null)
    : (HOSTS[use.program] ?? null);
}

export const contacts =
  (sends: boolean, method: string): EffectMaker =>
  (use) => [{ do: "network", host: hostUsed(use), method, sends }];

/** The built-in jq can print the environment. */
export const printsEnvironment: EffectMaker = (use) =>
  valuesOf(use, "-q --jq").some((word) => word.value === null || /\benv\b|\$ENV/.test(word.value))
    ? [shows("secret.environment")]
    : [];

/** `api`: the method is said, or follows from there being fields; a field from a file or an unknown word carries data. */
function api(use: Use): readonly Effect[] {
  const endpoint = use.operands[0];
  const fields = valuesOf(use, "-f --raw-field -F --field --input");
  const said = valuesOf(use, "-X --method")[0];
  const method = said ? (said.value?.toUpperCase() ?? null) : fields.length > 0 || isGraphql(endpoint) ? "POST" : "GET";
  const host = endpoint === undefined ? null : (hostOf(endpoint) ?? hostUsed(use));
  const files = valuesOf(use, "-F --field").flatMap((word): readonly Effect[] => {
    const file = /^[^=]*=@(.*)$/s.exec(word.value ?? "")?.[1];
    return file === undefined || file === "-" ? [] : [reads(use.target({ ...word, value: file, prefix: file }))];
  });
  const query =
    isGraphql(endpoint) &&
    fields.every((word) => word.value !== null && !/mutation/i.test(word.value) && !/^[^=]*=@/.test(word.value)) &&
    !use.options.has("--input");
  const reading = query || method === "GET" || method === "HEAD";
  const sends = !reading || files.length > 0 || (endpoint !== undefined && carries(endpoint)) || fields.some(carries);
  const contact: Effect = { do: "network", host, sends, ...(method === null ? {} : { method }) };
  return [
    contact,
    ...files,
    ...(reading ? [] : [written(endpoint, method)]),
    ...(typeof printsEnvironment === "function" ? printsEnvironment(use) : []),
  ];
}

const isGraphql = (endpoint: KnownWord | undefined): boolean =>
  endpoint?.value === "graphql" || endpoint?.value === "/graphql";

const WRITTEN: readonly (readonly [RegExp, Effect])[] = [
  [/\/merge(?:$|\?)|\/merges(?:$|\?)/, vcs("merge", { act: "git.merge-by-api", remote: "origin", branch: null })],
  [/\/(?:comments|replies|reviews|notes|discussions)(?:\/|$|\?)/, act("message.comment")],
  [/\/secrets(?:\/|$)|\/variables(?:\/|$)/, act("stored-secret.change")],
  [/\/protection|\/rulesets/, act("guard.branch-protection")],
  [/\/collaborators|\/memberships|\/teams|\/keys/, act("account.host-access")],
  [/\/hooks(?:\/|$)/, act("webhook.create")],
  [/\/dispatches$/, act("cloud.workflow")],
  [/\/git\/refs/, vcs("push", { act: "git.push-by-api", remote: "origin", branch: null, forced: true })],
];

function written(endpoint: KnownWord | undefined, method: string | null): Effect {
  const path = endpoint?.value ?? "";
  const row = method === "DELETE" ? undefined : WRITTEN.find(([pattern]) => pattern.test(path));
  return (
    row?.[1] ??
    act(method === "DELETE" || method === null ? "publish.api-delete" : "publish.api-change", {
      wording: `${method ?? "a request"} to the host's API`,
      on: path === "" ? null : path,
    })
  );
}

export const apiSpec: CommandSpec = {
  flags: "-i --include --paginate --slurp --silent --verbose --help",
  values: {
    text: "-X --method -f --raw-field -F --field -H --header -q --jq -t --template --cache --hostname -p --preview",
    read: "--input",
  },
  operands: "text",
  always: [api],
};
