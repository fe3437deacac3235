/** ssh and what copies files over it. */
import { act, type Effect, type Target } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import { network, reads, removes, through, writes } from "../places.ts";
import type { Use } from "../spec.ts";
import type { Filled } from "../template.ts";
import { carries, codeOfWords, given, hostOf, line, valuesOf } from "../words.ts";

/** Settings of ssh that start a program here, or load one. */
const RUNS =
  /^(?:proxycommand|localcommand|permitlocalcommand|knownhostscommand|match|include|pkcs11provider|securitykeyprovider|xauthlocation|proxyusefdpass)\b/i;
const WEAKENS =
  /^(?:stricthostkeychecking\s*[= ]\s*(?:no|off)|userknownhostsfile|hostkeyalgorithms|globalknownhostsfile)/i;

const settings = (use: Use): readonly Effect[] =>
  valuesOf(use, "-o").flatMap(({ value, text }): readonly Effect[] => {
    if (value === null || RUNS.test(value))
      return [{ do: "run", program: use.program, what: "helper", wording: `the option ${text} may name a program` }];
    return WEAKENS.test(value) ? [act("tls.host-key-unchecked")] : [];
  });

const loginHost = (login: KnownWord | undefined): string | null =>
  login?.value
    ?.replace(/^ssh:\/\//, "")
    .replace(/^.*@/, "")
    .replace(/:\d+$/, "")
    .toLowerCase() ?? null;

/** `ssh host words…`: the words are joined and read by a shell over there. */
export function ssh(use: Use): Partial<Filled> {
  const [login, ...command] = use.operands;
  if (login === undefined && given(use, "-V -Q")) return {};
  const host = loginHost(login);
  const code = command.every(({ value }) => value !== null) ? line(command) : null;
  const started = command.length > 0 ? line(command) : (use.stdin ?? "a session");
  const effects: Effect[] = [
    network(host, true),
    {
      do: "run",
      program: use.program,
      what: "remote",
      wording: `${host ?? "a host"}: ${started}`,
      ...(code === null ? {} : { code }),
    },
    ...settings(use),
    ...valuesOf(use, "-R -L -D -w").map(({ value, text }) => act("door.tunnel", { on: value ?? text })),
  ];
  const inner = command.length === 0 ? (use.stdin ?? use.stdinOutline ?? null) : codeOfWords(command);
  return inner === null || inner === ""
    ? { effects }
    : { effects, inner: [{ kind: "script", code: inner, via: `ssh ${host ?? "host"}` }] };
}

const isRemote = ({ value, prefix }: KnownWord): boolean =>
  /^(?:[^/\s@]*@)?(?:\[[^\]]+\]|[^/:\s]+):|^(?:rsync|scp|sftp):\/\//.test(value ?? prefix);

/** scp follows the links in a tree, rsync where it is told to. */
const copied = (use: Use, from: KnownWord): Target =>
  use.program === "rsync" && !given(use, "-L -k --copy-links")
    ? use.target(from)
    : through(use.target(from), use.context.world);

/** rsync takes no shortened names; these are all it has. */
const DELETING =
  "--delete --del --delete-before --delete-during --delete-delay --delete-after --delete-excluded --delete-missing-args";

/** `scp from… to`, `rsync from… to`: which side is this machine says whether data leaves. */
export function copiesAway(use: Use): Partial<Filled> {
  const to = use.operands.at(-1);
  const from = use.operands.slice(0, -1);
  if (to === undefined) return { effects: given(use, "--version --help") ? [] : [network(null, true)] };
  const here = from.filter((each) => !isRemote(each));
  if (given(use, "--dry-run --list-only") && !use.operands.some(isRemote))
    return { effects: use.operands.map((each) => reads(copied(use, each), true)) };
  const contacts = use.operands
    .filter(isRemote)
    .map((each) => network(hostOf(each) ?? loginHost(each), isRemote(to) || carries(each)));
  const read = here.map((each) => reads(copied(use, each), true));
  const written = from.map((each) => {
    const source = isRemote(each) ? {} : { from: copied(use, each) };
    return writes(use.target(to), { recursive: true, as: "copy", ...source });
  });
  const effects = [
    ...contacts,
    ...read,
    ...(isRemote(to) ? [] : written),
    ...(use.program === "rsync" && given(use, DELETING) ? [deletesIn(use, to)] : []),
    ...(given(use, "--remove-source-files --remove-sent-files")
      ? here.map((each) => removes(use.target(each), true))
      : []),
    ...settings(use),
  ];
  return { effects };
}

const deletesIn = (use: Use, to: KnownWord): Effect =>
  isRemote(to)
    ? { do: "run", program: use.program, what: "remote", wording: "deletes over there" }
    : removes(use.target(to), true);
