/**
 * Services that read, in closed forms: fixed words, listed options, operands that are numbers or names. Never secrets,
 * never templates, never a host or an address of the call's own. No program that is code of a language with a search path (pip): an
 * editable install puts the project on it.
 */

import { isPlainLoopback } from "./loopback.ts";

/** What a word may be: the whole of it. */
export const KINDS = {
  number: /^\d{1,12}$/,
  name: /^[A-Za-z0-9][A-Za-z0-9_.-]*$/,
  /** `title,body,files`. */
  fields: /^[A-Za-z]+(?:,[A-Za-z]+)*$/,
  /** `owner/name`: on the service's own host. */
  repository: /^[A-Za-z0-9_.-]+\/[A-Za-z0-9_.-]+$/,
  branch: /^[A-Za-z0-9_][A-Za-z0-9_./-]*$/,
  /** `name`, `@scope/name`, `name@1.2.3`: never an address, never a place on disk. */
  package: /^(?:@[A-Za-z0-9_.-]+\/)?[A-Za-z0-9_-][A-Za-z0-9_.-]*(?:@[A-Za-z0-9_.^~-]+)?$/,
  state: /^(?:open|closed|merged|all|queued|in_progress|completed|success|failure|cancelled)$/,
  /** What a cluster may be asked for; secrets, and whatever may hold one, are not among them. */
  resource:
    /^(?:pods?|po|svc|services?|deploy(?:ments?)?|nodes?|no|ns|namespaces?|events?|ev|ing|ingress(?:es)?|jobs?|cronjobs?|cj|rs|replicasets?|sts|statefulsets?|ds|daemonsets?|pvc?|hpa)$/,
  table: /^(?:wide|name)$/,
  loopback: { test: isPlainLoopback },
  duration: /^\d{1,4}[smh]$/,
} as const satisfies Readonly<Record<string, Pick<RegExp, "test">>>;
type Kind = keyof typeof KINDS;

export interface ServiceForm {
  /** The program and its fixed words. */
  readonly words: string;
  readonly flags?: string;
  readonly values?: Readonly<Record<string, Kind>>;
  /** Kinds of the operands, in order; the last one holds for all that follow. */
  readonly operands?: readonly Kind[];
  readonly least?: number;
  readonly most?: number;
}

const REPO = { "-R": "repository", "--repo": "repository" } as const;
const LIST = {
  ...REPO,
  "-L": "number",
  "--limit": "number",
  "--json": "fields",
  "-s": "state",
  "--state": "state",
} as const;
const VIEW = { ...REPO, "--json": "fields" } as const;
const version = (program: string, words: string): readonly ServiceForm[] =>
  words.split(" ").map((word) => ({ words: `${program} ${word}`, most: 0 }));

export const FORMS: readonly ServiceForm[] = [
  { words: "gh pr view", flags: "-c --comments", values: VIEW, operands: ["branch"], most: 1 },
  {
    words: "gh pr list",
    flags: "-d --draft",
    values: {
      ...LIST,
      "-B": "branch",
      "--base": "branch",
      "-H": "branch",
      "--head": "branch",
      "-A": "name",
      "--author": "name",
      "-l": "name",
      "--label": "name",
    },
    most: 0,
  },
  { words: "gh pr diff", flags: "--name-only --patch", values: REPO, operands: ["branch"], most: 1 },
  { words: "gh pr checks", flags: "--required", values: VIEW, operands: ["branch"], most: 1 },
  { words: "gh pr status", values: VIEW, most: 0 },
  { words: "gh issue view", flags: "-c --comments", values: VIEW, operands: ["number"], least: 1, most: 1 },
  {
    words: "gh issue list",
    values: { ...LIST, "-l": "name", "--label": "name", "-A": "name", "--author": "name" },
    most: 0,
  },
  { words: "gh issue status", values: VIEW, most: 0 },
  {
    words: "gh run list",
    values: { ...LIST, "-b": "branch", "--branch": "branch", "-w": "name", "--workflow": "name", "--status": "state" },
    most: 0,
  },
  {
    words: "gh run view",
    flags: "-v --verbose --log --log-failed --exit-status",
    values: { ...VIEW, "-j": "number", "--job": "number" },
    operands: ["number"],
    most: 1,
  },
  { words: "gh repo view", values: { "--json": "fields" }, operands: ["repository"], most: 1 },
  { words: "gh release list", values: { ...REPO, "-L": "number", "--limit": "number" }, most: 0 },
  { words: "gh release view", values: VIEW, operands: ["branch"], most: 1 },
  { words: "gh workflow list", values: { ...REPO, "-L": "number" }, most: 0 },
  { words: "gh label list", values: { ...REPO, "-L": "number", "--limit": "number" }, most: 0 },

  {
    words: "docker ps",
    flags: "-a --all -q --quiet -l --latest --no-trunc -s --size",
    values: { "-n": "number" },
    most: 0,
  },
  { words: "docker images", flags: "-a --all -q --quiet --no-trunc", operands: ["name"], most: 1 },
  {
    words: "docker logs",
    flags: "-t --timestamps",
    values: { "--tail": "number", "-n": "number", "--since": "duration" },
    operands: ["name"],
    least: 1,
    most: 1,
  },
  { words: "docker top", operands: ["name"], least: 1, most: 1 },
  { words: "docker port", operands: ["name"], least: 1, most: 1 },
  { words: "docker volume ls", flags: "-q --quiet", most: 0 },
  { words: "docker network ls", flags: "-q --quiet --no-trunc", most: 0 },

  { words: "npm view", flags: "--json", operands: ["package", "name"], least: 1 },
  { words: "npm info", flags: "--json", operands: ["package", "name"], least: 1 },
  { words: "npm outdated", flags: "--json -l --long", operands: ["package"] },
  {
    words: "npm ls",
    flags: "-a --all -l --long --json -p --parseable -g --global",
    values: { "--depth": "number" },
    operands: ["package"],
  },
  {
    words: "npm list",
    flags: "-a --all -l --long --json -p --parseable -g --global",
    values: { "--depth": "number" },
    operands: ["package"],
  },

  {
    words: "curl",
    flags: "-s -S -f -i -I --silent --show-error --fail --include --head",
    operands: ["loopback"],
    least: 1,
    most: 1,
  },

  // None that chooses among versions by itself: what it chooses may lie anywhere.
  ...["node", "npm", "python", "python3", "gh", "docker", "make", "gcc", "jq", "rg", "git"].flatMap((program) =>
    version(program, "--version"),
  ),
  ...version("node", "-v"),
  ...version("npm", "-v"),
];

/** Configuration of each program under home: once this session wrote there, nothing of it is proven. */
export const CONFIGURED: Readonly<Record<string, string>> = {
  gh: ".config/gh",
  docker: ".docker",
  npm: ".npmrc",
  curl: ".curlrc",
};
