/** Programs that make, change, move and remove files. */
import type { Effect, Target } from "../../effect.ts";
import { globTarget, unknownTarget } from "../../effect.ts";
import type { KnownWord } from "../reading.ts";
import { inside, isRawDevice, known, opening, places, reads, refused, removes, understood, writes } from "./disk.ts";
import { landings, linkLeads, mayBeTree } from "./landing.ts";
import { fixed, given, texts, valuesOf } from "./makers.ts";
import type { ProgramSpec, ReadAnswer, Use } from "./spec.ts";

const GNU = "--help --version";
const RAW_DEVICE = fixed("system", "delete", "overwrites a raw device");

const overRaw = (targets: readonly Target[]): readonly Effect[] => (targets.some(isRawDevice) ? [RAW_DEVICE] : []);

/** Backups (`-b`, `-S`) are made beside what is overwritten. */
const RECURSIVE_COPY = "-r -R -a --recursive --archive";

function readCopy(use: Use): ReadAnswer {
  const all = landings(use);
  if (all === undefined) return refused("no source or no destination");
  const recursive = given(use, RECURSIVE_COPY);
  const as = given(use, "-l --link") ? "hardlink" : given(use, "-s --symbolic-link") ? "link" : "copy";
  const effects = all.flatMap(({ from, at }) => [
    reads(from, recursive),
    ...at.map((target) => writes(target, { as, from, recursive: recursive && mayBeTree(use, from) })),
    ...overRaw(at),
  ]);
  if (!given(use, "--parents")) return understood(effects);
  const below = use.operands.at(-1);
  return refused(
    "it rebuilds the source path below the destination",
    below ? [...effects, writes(unknownTarget(use.target(below).path), { as: "copy", recursive: true })] : effects,
  );
}

function readMove(use: Use): ReadAnswer {
  const all = landings(use);
  if (all === undefined) return refused("no source or no destination");
  return understood(
    all.flatMap(({ from, at }) => {
      const recursive = mayBeTree(use, from);
      // The first effect says that the source is taken away; it is as much changed as the place it goes to.
      return [
        writes(from, { as: "move", recursive }),
        ...at.map((target) => writes(target, { as: "move", from, recursive })),
      ];
    }),
  );
}

function readLink(use: Use): ReadAnswer {
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
  return understood(
    all.flatMap(({ source, from, at }) =>
      at.map((link) =>
        symbolic
          ? writes(link, { as: "link", from: linkLeads(use, source, link) })
          : writes(link, { as: "hardlink", from }),
      ),
    ),
  );
}

function readInstall(use: Use): ReadAnswer {
  if (given(use, "-d --directory"))
    return understood(places(use, use.operands).map((target) => writes(target, { as: "directory" })));
  const answer = readCopy(use);
  return valuesOf(use, "-m --mode").every((mode) => !setsIdBit(known(mode)))
    ? answer
    : refused("it sets a set-user-id or set-group-id bit", [...(answer.effects ?? []), SETS_ID]);
}

const SETS_ID = fixed("privilege", "change", "sets a set-user-id or set-group-id bit");
/** `4755`, `u+s`, `g+s`, `+s`; an unknown mode may set one. */
const setsIdBit = (mode: string | undefined): boolean =>
  mode === undefined || /^0*[2-7]\d{3}$/.test(mode) || /[+=][rwxXtugo]*s/.test(mode);

/** `chmod MODE FILE…`: with `-x`, `--reference` or the like there is no mode operand. */
function readMode(use: Use): ReadAnswer {
  const modeAsOption = given(use, "-x -w -r -X --reference");
  const mode = modeAsOption ? undefined : use.operands[0];
  const files = modeAsOption ? use.operands : use.operands.slice(1);
  const effects: Effect[] = changes(use, files);
  if (mode === undefined || !setsIdBit(known(mode))) return understood(effects);
  return refused("it may set a set-user-id or set-group-id bit", [...effects, SETS_ID]);
}

const changes = (use: Use, files: readonly KnownWord[]): Effect[] =>
  places(use, files).map((target) => writes(target, { as: "mode", recursive: given(use, "-R --recursive") }));

function readOwner(use: Use): ReadAnswer {
  const files = given(use, "--reference") ? use.operands : use.operands.slice(1);
  return understood(changes(use, files));
}

/** A template ends in X's that become a new name. */
function readMktemp(use: Use): ReadAnswer {
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
function readSplit(use: Use): ReadAnswer {
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

function readDd(use: Use): ReadAnswer {
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

function readShred(use: Use): ReadAnswer {
  const targets = places(use, use.operands);
  const effects = [...targets.map((target) => writes(target)), ...overRaw(targets)];
  return understood(given(use, "-u --remove") ? [...effects, ...targets.map((target) => removes(target))] : effects);
}

export const files: readonly ProgramSpec[] = [
  {
    names: ["mkdir", "gmkdir"],
    flags: `-p -v --parents --verbose ${GNU}`,
    values: texts("-m --mode"),
    operands: "makeDir",
    examples: {
      safe: [],
      unsafe: [
        ["mkdir -p a/b", "write"],
        ["mkdir -m 700 a", "write"],
      ],
    },
  },
  {
    names: ["touch", "gtouch"],
    flags: `-a -c -f -h -m --no-create --no-dereference ${GNU}`,
    values: { ...texts("-A -d -t --date --time"), "-r": "look", "--reference": "look" },
    operands: "write",
    examples: {
      safe: [],
      unsafe: [
        ["touch a b", "write"],
        ["touch -r a b", "write"],
      ],
    },
  },
  {
    names: ["rm", "grm", "unlink", "srm"],
    flags: `-d -f -i -I -P -v -x --dir --force --interactive --one-file-system --preserve-root --verbose -r -R --recursive ${GNU}`,
    attached: texts("--interactive --preserve-root"),
    operands: "delete",
    roleWhen: { "-r": "deleteTree", "-R": "deleteTree", "--recursive": "deleteTree" },
    examples: {
      safe: [],
      unsafe: [
        ["rm a", "delete"],
        ["rm -rf a b", "delete"],
        ["rm -rf --no-preserve-root /", "delete"],
      ],
    },
  },
  {
    names: ["rmdir"],
    flags: `-v --ignore-fail-on-non-empty --verbose ${GNU}`,
    operands: "delete",
    examples: {
      safe: [],
      unsafe: [
        ["rmdir a", "delete"],
        ["rmdir -p a/b", "delete"],
      ],
    },
  },
  {
    names: ["cp", "gcp"],
    flags:
      "-a -c -d -f -H -i -l -L -n -N -p -P -r -R -s -T -u -v -x -X --archive --attributes-only --copy-contents --debug --dereference --force --interactive " +
      "--link --no-clobber --no-dereference --no-target-directory --one-file-system --parents --preserve --recursive --reflink --remove-destination " +
      `--strip-trailing-slashes --symbolic-link --update --verbose ${GNU}`,
    values: { "-t": "text", "--target-directory": "text", "--no-preserve": "text", "--sparse": "text" },
    attached: texts("--preserve --reflink --update"),
    read: readCopy,
    examples: {
      safe: [],
      unsafe: [
        ["cp a b", "write"],
        ["cp -r src dst", "write"],
        ["cp -t d a b", "write"],
        ["cp -l a b", "write"],
        ["cp -s a b", "write"],
        ["cp /dev/zero /dev/sda", "system"],
      ],
    },
  },
  {
    names: ["mv", "gmv"],
    flags: `-f -h -i -n -T -u -v --debug --force --interactive --no-clobber --no-copy --no-target-directory --strip-trailing-slashes --update --verbose ${GNU}`,
    values: { "-t": "text", "--target-directory": "text" },
    attached: texts("--update"),
    read: readMove,
    examples: {
      safe: [],
      unsafe: [
        ["mv a b", "write"],
        ["mv a b dir/", "write"],
        ["mv -b a b", "write"],
      ],
    },
  },
  {
    names: ["ln", "gln", "link"],
    flags: `-f -h -i -L -n -P -r -s -T -v --force --interactive --logical --no-dereference --no-target-directory --physical --relative --symbolic --verbose ${GNU}`,
    values: { "-t": "text", "--target-directory": "text" },
    read: readLink,
    examples: {
      safe: [],
      unsafe: [
        ["ln -s /etc a", "write"],
        ["ln a b", "write"],
        ["ln -sfn ../x d/y", "write"],
        ["ln -s ../a", "write"],
      ],
    },
  },
  {
    names: ["install", "ginstall"],
    // Not here: -s runs strip, --strip-program names it.
    flags: `-c -C -d -D -p -T -v --compare --directory --no-target-directory --preserve-timestamps --verbose ${GNU}`,
    values: { ...texts("-g -m -o -t --group --mode --owner --target-directory") },
    runsCode: "-s --strip --strip-program",
    read: readInstall,
    examples: {
      safe: [],
      unsafe: [
        ["install -m 755 a bin/a", "write"],
        ["install -d x", "write"],
        ["install -m 4755 a b", "privilege"],
      ],
    },
  },
  {
    names: ["chmod", "gchmod"],
    flags: `-c -f -h -H -L -P -r -R -v -w -x -X --changes --quiet --recursive --silent --verbose ${GNU}`,
    values: { "--reference": "look" },
    read: readMode,
    examples: {
      safe: [],
      unsafe: [
        ["chmod +x a", "write"],
        ["chmod -R 777 d", "write"],
        ["chmod u+s a", "privilege"],
        ["chmod 4755 a", "privilege"],
        ["chmod -x a", "write"],
      ],
    },
  },
  {
    names: ["chown", "chgrp", "gchown"],
    flags: `-c -f -h -H -L -n -P -R -v -x --changes --dereference --no-dereference --preserve-root --quiet --recursive --silent --verbose ${GNU}`,
    values: { "--reference": "look", "--from": "text" },
    read: readOwner,
    examples: {
      safe: [],
      unsafe: [
        ["chown root a", "write"],
        ["chown -R me:me /", "write"],
      ],
    },
  },
  {
    names: ["chattr", "chflags", "setfacl", "setfattr", "setcap", "chcon", "restorecon"],
    operands: "write",
    always: [fixed("security", "change", "changes protection attributes of files")],
    values: { "-m": "text", "-x": "text", "-n": "text", "-v": "text", "-t": "text", "-u": "text" },
    flags: "-R -h -f",
    examples: {
      safe: [],
      unsafe: [
        ["chattr -i a", "security"],
        ["chflags hidden a", "security"],
        ["setcap cap_setuid+ep a", "security"],
      ],
    },
  },
  {
    names: ["mktemp", "gmktemp"],
    flags: `-d -q -t -u --directory --dry-run --quiet --tmpdir ${GNU}`,
    values: { "-p": "text", "--suffix": "text" },
    attached: texts("--tmpdir"),
    read: readMktemp,
    examples: {
      safe: ["mktemp -u"],
      unsafe: [
        ["mktemp", "write"],
        ["mktemp -d -t x.XXXX", "write"],
        ["mktemp ./a.XXXXXX", "write"],
      ],
    },
  },
  {
    names: ["truncate", "gtruncate"],
    flags: `-c -o --no-create --io-blocks ${GNU}`,
    values: { ...texts("-s --size"), "-r": "look", "--reference": "look" },
    operands: "write",
    examples: {
      safe: [],
      unsafe: [
        ["truncate -s0 a", "write"],
        ["truncate --size=0 /var/log/syslog", "write"],
      ],
    },
  },
  {
    names: ["split", "csplit", "gsplit"],
    flags: `-d -e -x -k -q -s -u -z --elide-empty-files --keep-files --numeric-suffixes --hex-suffixes --quiet --silent --suppress-matched --unbuffered --verbose ${GNU}`,
    values: texts(
      "-a -b -C -f -l -n -p -t --additional-suffix --bytes --digits --filter --line-bytes --lines --number --prefix --separator --suffix-format --suffix-length",
    ),
    attached: texts("--numeric-suffixes --hex-suffixes"),
    digits: true,
    read: readSplit,
    examples: {
      safe: [],
      unsafe: [
        ["split -l 10 a part-", "write"],
        ["split a", "write"],
        ["split --filter='rm x' a", "run"],
        ["csplit a /x/", "write"],
      ],
    },
  },
  {
    names: ["tee", "gtee"],
    flags: `-a -i -p --append --ignore-interrupts --output-error ${GNU}`,
    attached: texts("--output-error"),
    operands: "write",
    examples: {
      safe: ["ls | tee", "ls | tee /dev/null"],
      unsafe: [
        ["ls | tee a", "write"],
        ["tee -a ~/.bashrc", "write"],
      ],
    },
  },
  {
    names: ["dd", "gdd"],
    style: "words",
    read: readDd,
    examples: {
      safe: ["dd if=a bs=1 count=4", "dd if=/dev/zero of=/dev/null count=1"],
      unsafe: [
        ["dd if=a of=b", "write"],
        ["dd if=/dev/zero of=/dev/sda", "system"],
        ['dd "$X"', ""],
      ],
    },
  },
  {
    names: ["shred", "gshred"],
    flags: `-f -u -v -x -z --exact --force --remove --verbose --zero ${GNU}`,
    values: { ...texts("-n -s --iterations --size"), "--random-source": "read" },
    attached: texts("--remove"),
    read: readShred,
    examples: {
      safe: [],
      unsafe: [
        ["shred a", "write"],
        ["shred -u a", "delete"],
        ["shred /dev/sda", "system"],
      ],
    },
  },
  {
    names: ["mkfifo", "mknod"],
    values: texts("-m --mode"),
    operands: { first: ["write"], rest: "text" },
    examples: {
      safe: [],
      unsafe: [
        ["mkfifo p", "write"],
        ["mknod d c 1 3", "write"],
      ],
    },
  },
  {
    names: ["rename", "prename", "file-rename"],
    // The Perl one takes code; both rename what their operands name.
    operands: { first: ["code"], rest: "write" },
    flags: "-n -v -f",
    always: [{ do: "run", program: "rename", what: "code", language: "perl" }],
    examples: { safe: [], unsafe: [["rename 's/a/b/' *.txt", "run"]] },
  },
  {
    names: ["fallocate"],
    flags: "-c -d -i -n -p -v -x -z --keep-size --punch-hole --zero-range",
    values: texts("-l -o --length --offset"),
    operands: "write",
    examples: { safe: [], unsafe: [["fallocate -l 1G a", "write"]] },
  },
];
