/** How programs that change files read their own words: what each use writes, moves or removes. */
import { act, type Effect, globTarget, type Target, unknownTarget } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import {
  inside,
  isRawDevice,
  known,
  opening,
  places,
  reads,
  refused,
  removes,
  through,
  understood,
  withSuffix,
  writes,
} from "../disk-makers.ts";
import { given, valuesOf } from "../makers.ts";
import type { ReadAnswer, Use } from "../spec.ts";
import { landings, linkLeads, mayBeTree } from "./landing.ts";

const RAW_DEVICE = act("disk.raw-write");

const overRaw = (targets: readonly Target[]): readonly Effect[] => (targets.some(isRawDevice) ? [RAW_DEVICE] : []);

const BACKUPS = "-b --backup -S --suffix";

/** With a backup kept beside each place that is overwritten, under a name that may be anything's. */
function landed(use: Use, effects: readonly Effect[], at: readonly Target[]): ReadAnswer {
  if (!given(use, BACKUPS)) return understood(effects);
  const suffixes = valuesOf(use, "-S --suffix").map((word) => known(word) ?? "*");
  const kept = at.flatMap((target) => ["~", ".~*~", ...suffixes].map((suffix) => backupOf(target, suffix)));
  return refused("it keeps a backup beside what it overwrites", [...effects, ...kept]);
}

const backupOf = (target: Target, suffix: string): Effect => {
  const place = withSuffix(target, suffix);
  return writes(suffix.includes("*") && place.certainty === "exact" ? globTarget(place.path) : place, { as: "copy" });
};

const RECURSIVE_COPY = "-r -R -a --recursive --archive";

export function readCopy(use: Use): ReadAnswer {
  const all = landings(use);
  if (all === undefined) return refused("no source or no destination");
  const recursive = given(use, RECURSIVE_COPY);
  const as = given(use, "-l --link") ? "hardlink" : given(use, "-s --symbolic-link") ? "link" : "copy";
  const follows = recursive && given(use, "-L --dereference");
  const effects = all.flatMap(({ from: named, at }) => {
    const from = follows ? through(named, use.context.world) : named;
    return [
      reads(from, recursive),
      ...at.map((target) => writes(target, { as, from, recursive: recursive && mayBeTree(use, from) })),
      ...overRaw(at),
    ];
  });
  return landed(
    use,
    effects,
    all.flatMap(({ at }) => at),
  );
}

export function readMove(use: Use): ReadAnswer {
  const all = landings(use);
  if (all === undefined) return refused("no source or no destination");
  const effects = all.flatMap(({ from, at }) => {
    const recursive = mayBeTree(use, from);
    // The source is gone afterwards, whatever becomes of it.
    return [removes(from, recursive), ...at.map((target) => writes(target, { as: "move", from, recursive }))];
  });
  return landed(
    use,
    effects,
    all.flatMap(({ at }) => at),
  );
}

export function readLink(use: Use): ReadAnswer {
  const symbolic = given(use, "-s --symbolic");
  const only = use.operands.length === 1 && !given(use, "-t --target-directory") ? use.operands[0] : undefined;
  const all =
    only === undefined
      ? landings(use)
      : [
          {
            source: only,
            from: use.target(only),
            at: [inside(use.cwd, known(only)?.split("/").filter(Boolean).at(-1) ?? null)],
          },
        ];
  if (all === undefined) return refused("no source or no destination");
  const effects = all.flatMap(({ source, from, at }) =>
    at.map((link) =>
      symbolic
        ? writes(link, { as: "link", from: linkLeads(use, source, link) })
        : writes(link, { as: "hardlink", from }),
    ),
  );
  return landed(
    use,
    effects,
    all.flatMap(({ at }) => at),
  );
}

export function readInstall(use: Use): ReadAnswer {
  if (given(use, "-d --directory"))
    return understood(places(use, use.operands).map((target) => writes(target, { as: "directory" })));
  const answer = readCopy(use);
  return valuesOf(use, "-m --mode").every((mode) => !setsIdBit(known(mode)))
    ? answer
    : refused("it sets a set-user-id or set-group-id bit", [...(answer.effects ?? []), SETS_ID]);
}

const SETS_ID = act("privilege.set-id");
/** `4755`, `u+s`, `g+s`, `+s`; an unknown mode may set one. */
const setsIdBit = (mode: string | undefined): boolean =>
  mode === undefined || /^0*[2-7]\d{3}$/.test(mode) || /[+=][rwxXtugo]*s/.test(mode);

/** `chmod MODE FILE…`: with `-x`, `--reference` or the like there is no mode operand. */
export function readMode(use: Use): ReadAnswer {
  const modeAsOption = given(use, "-x -w -r -X --reference");
  const mode = modeAsOption ? undefined : use.operands[0];
  const files = modeAsOption ? use.operands : use.operands.slice(1);
  const effects: Effect[] = changes(use, files);
  if (mode === undefined || !setsIdBit(known(mode))) return understood(effects);
  return refused("it may set a set-user-id or set-group-id bit", [...effects, SETS_ID]);
}

const changes = (use: Use, files: readonly KnownWord[]): Effect[] =>
  places(use, files).map((target) => writes(target, { as: "mode", recursive: given(use, "-R --recursive") }));

export function readOwner(use: Use): ReadAnswer {
  const files = given(use, "--reference") ? use.operands : use.operands.slice(1);
  return understood(changes(use, files));
}

/** A template ends in X's that become a new name. */
export function readMktemp(use: Use): ReadAnswer {
  if (given(use, "-u --dry-run")) return understood([]);
  const template = use.operands[0];
  const as = given(use, "-d --directory") ? ({ as: "directory" } as const) : {};
  const inTemporary = template === undefined || given(use, "-t -p --tmpdir");
  const directory = valuesOf(use, "-p --tmpdir")[0];
  const name = template === undefined ? "tmp.*" : known(template)?.replace(/X{3,}/, "*");
  if (!inTemporary) return understood([writes(globbed(use.target(template)), as)]);
  const home: Target = directory === undefined ? { path: "/tmp", certainty: "exact" } : use.target(directory);
  return name === undefined || name.includes("/")
    ? refused("an unknown template", [writes(unknownTarget(home.path), as)])
    : understood([writes(globbed(inside(home, name)), as)]);
}

const globbed = (target: Target): Target =>
  target.certainty === "exact" ? globTarget(target.path.replace(/X{3,}/, "*")) : target;

/** `split in prefix`: prefixaa, prefixab, …; `--filter` runs a command for each piece. */
export function readSplit(use: Use): ReadAnswer {
  const [input, prefix] = use.program === "csplit" ? [use.operands[0], valuesOf(use, "-f --prefix")[0]] : use.operands;
  const base = prefix === undefined ? inside(use.cwd, use.program === "csplit" ? "xx" : "x") : use.target(prefix);
  const pieces = base.certainty === "exact" ? globTarget(`${base.path}*`) : base;
  const effects: Effect[] = [
    writes(pieces),
    ...(input === undefined || known(input) === "-" ? [] : [reads(use.target(input))]),
  ];
  const filter = valuesOf(use, "--filter")[0];
  if (filter === undefined) return understood(effects);
  return refused("--filter runs a command for each piece", [
    ...effects,
    {
      do: "run",
      program: "sh",
      what: "code",
      ...(filter.value === null ? {} : { code: filter.value }),
      language: "sh",
    },
  ]);
}

const DD_TEXT = /^(?:bs|cbs|conv|count|ibs|iflag|iseek|obs|oflag|oseek|seek|skip|status|speed)=/;

export function readDd(use: Use): ReadAnswer {
  const effects: Effect[] = [];
  let odd = false;
  for (const word of use.operands) {
    const start = opening(word);
    if (start.startsWith("if=")) effects.push(reads(use.target(valueAfter(word, 3))));
    else if (start.startsWith("of=")) {
      const target = use.target(valueAfter(word, 3));
      effects.push(writes(target), ...overRaw([target]));
    } else odd ||= !DD_TEXT.test(start);
  }
  return odd ? refused("an operand that is not known", effects) : understood(effects);
}

const valueAfter = (word: KnownWord, length: number): KnownWord => ({
  ...word,
  value: word.value === null ? null : word.value.slice(length),
  prefix: word.prefix.slice(length),
});

export function readShred(use: Use): ReadAnswer {
  const targets = places(use, use.operands);
  const effects = [...targets.map((target) => writes(target)), ...overRaw(targets)];
  return understood(given(use, "-u --remove") ? [...effects, ...targets.map((target) => removes(target))] : effects);
}

/** Each file gets what comes in; what that is, is said where it is known. */
export const readTee = (use: Use): ReadAnswer =>
  understood(
    use.operands
      .filter((word) => word.value !== "-")
      .map(
        (word): Effect => ({
          do: "write",
          target: use.target(word),
          recursive: false,
          ...(given(use, "-a --append") ? { as: "append" } : {}),
          ...(use.stdin === null ? {} : { contents: use.stdin }),
        }),
      ),
  );
