/** Whom an open allow rule does not name: a repository that is none of the session's remotes, a registry that images are sent to. */
import type { SubCommand } from "../../contract/reading.ts";
import type { PolicyCall } from "../call.ts";
import { type OptionValue, optionValues } from "./option-values.ts";

/** `rest`: the words behind those the rule spells out, and the last of these. `fixed`: the words it spells out. */
export interface BeyondRule {
  readonly rest: readonly string[];
  readonly fixed: readonly string[];
}

/** It sends to a repository or a registry that the rule leaves open. */
export function sendsElsewhere(command: SubCommand, { rest, fixed }: BeyondRule, call: PolicyCall): boolean {
  const name = command.name ?? "";
  const given = optionValues(rest);
  if (CODE_HOSTS.has(name)) return sends(command) && given.some((value) => namesOtherRepository(value, call));
  return IMAGE_TOOLS.has(name) && sendsImage(command, { rest, fixed });
}

const CODE_HOSTS: ReadonlySet<string> = new Set(["gh", "hub", "glab", "tea"]);
const sends = ({ effects, understood }: SubCommand): boolean =>
  !understood || effects.some((effect) => effect.do === "network" && effect.sends);

/** `-R a/b`, `--repo host/a/b`, an address on the host, `repos/a/b/…` of the API. */
function namesOtherRepository({ option, value }: OptionValue, call: PolicyCall): boolean {
  const named = REPOSITORY_OPTION.test(option)
    ? value
    : option === "" || option === "-X" || option === "--method"
      ? (/^(?:https?:\/\/[^/]+\/|\/?repos\/|\/?projects\/)(.+)$/i.exec(value)?.[1] ?? "")
      : "";
  // A repository that is not known is none of the session's.
  if (REPOSITORY_OPTION.test(option) && value === "") return true;
  const repository = repositoryIn(named);
  return repository !== undefined && !isOwn(repository, call);
}

const REPOSITORY_OPTION = /^(?:-R|--repo|--target-repo|--head-repo)$/;

/** `owner/name`, small letters; undefined where the text names none. */
function repositoryIn(text: string): string | undefined {
  if (text === "") return undefined;
  const path = text
    .replace(/^[a-z+]+:\/\/(?:[^/@]*@)?[^/]*\//i, "")
    .replace(/^(?:[\w.-]+@)?[\w.-]+\.[a-z]+[:/](?=[^/]+\/[^/])/i, "")
    .replaceAll(/%2f/gi, "/")
    .replace(/^\/?(?:api\/v\d\/)?(?:repos|projects)\//, "");
  const [owner, name] = path.split(/[/?#]/).filter((part) => part !== "");
  // The API puts the repository of the directory itself in their place.
  if (owner === undefined || /^[{:]/.test(owner)) return undefined;
  return `${owner}/${(name ?? "").replace(/\.git$/, "")}`.toLowerCase();
}

/** Where the repository's remotes led when the session began. */
const isOwn = (repository: string, { memory }: PolicyCall): boolean =>
  (memory.start.remotes ?? []).some(({ urls, pushUrls }) =>
    [...urls, ...pushUrls].some((url) => {
      const own = url.toLowerCase().replace(/\.git\/?$|\/$/, "");
      return own.endsWith(`/${repository}`) || own.endsWith(`:${repository}`);
    }),
  );

const IMAGE_TOOLS: ReadonlySet<string> = new Set(
  "docker podman nerdctl buildah docker-compose podman-compose skopeo crane oras helm regctl".split(" "),
);
/** Options and values with which what was built is sent on. */
export const SENDS_BUILT = /^--push(?:=|$)|(?:^|[=,])(?:type=registry|push=true)(?:,|$)/;
const SENDING_VERBS: ReadonlySet<string> = new Set([
  "push",
  "copy",
  "sync",
  "publish",
  "cp",
  "append",
  "mutate",
  "attach",
]);
/** `registry.example/x`, `host:5000/x`, `docker://host/x`: the host of an image that says one. */
const IMAGE_HOST = /^(?:[a-z+-]+:\/\/)?((?:[\w-]+(?:\.[\w-]+)+|localhost)(?::\d+)?|[\w-]+:\d+)\/./i;

function sendsImage({ words }: SubCommand, { rest, fixed }: BeyondRule): boolean {
  const open = rest.slice(1);
  if (open.some((word) => SENDS_BUILT.test(word))) return true;
  const values = words.map(({ value }) => value ?? "");
  if (!values.some((word) => SENDING_VERBS.has(word))) return false;
  return open.some((word) => {
    const host = IMAGE_HOST.exec(word)?.[1]?.toLowerCase();
    return host !== undefined && !/^(?:localhost|127\.)/.test(host) && !fixed.some((one) => one.includes(host));
  });
}
