/** Packing and unpacking. Names in an archive are not known before it is unpacked. */
import { posix } from "node:path";
import { act, type Effect, type Target, unknownTarget } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import { known, opening, places, reads, refused, removes, through, understood, writes } from "../disk-makers.ts";
import { given, valuesOf, word } from "../makers.ts";
import type { Examples, ProgramFamily, ProgramSpec, ReadAnswer, Use } from "../spec.ts";

const below = (target: Target): Target => unknownTarget(target.certainty === "exact" ? target.path : "");
const unpacksInto = (use: Use, target: Target | undefined): Effect =>
  writes(below(target ?? use.cwd), { recursive: true });

/** gzip and the like replace each file with its packed or unpacked form, unless it goes to standard output. */
const replaces =
  (unpacker: RegExp) =>
  (use: Use): ReadAnswer => {
    const targets = places(
      use,
      use.operands.filter((word) => known(word) !== "-"),
    );
    const recursive = given(use, "-r --recursive");
    const read = targets.map((target) => reads(target, recursive));
    if (
      unpacker.test(use.program) ||
      given(use, "-c --stdout --to-stdout -l --list -t --test") ||
      use.operands.length === 0
    )
      return understood(read);
    return understood([
      ...read,
      ...targets.map((target) =>
        writes(target.certainty === "exact" ? { path: `${posix.join(target.path)}*`, certainty: "glob" } : target, {
          recursive,
        }),
      ),
      ...(given(use, "-k --keep") ? [] : targets.map((target) => removes(target, recursive))),
    ]);
  };

interface Packer extends Examples, Pick<ProgramSpec, "values" | "attached"> {
  readonly names: string;
  /** Names that always print. */
  readonly prints: RegExp;
  readonly flags: string;
}

const packer = ({ names, prints, flags, ...entry }: Packer): ProgramSpec => ({
  ...entry,
  names,
  flags: `-c -d -f -h -k -l -q -r -t -v -V --stdout --to-stdout --decompress --uncompress --compress --force --keep --list --quiet --recursive --test --verbose --fast --best --help --version ${flags}`,
  digits: true,
  read: replaces(prints),
});

/** `unzip -l`, `-p`, `-t`, `-v`, `-z`, `-Z` list or print; anything else unpacks below `-d` or here. */
function readUnzip(use: Use): ReadAnswer {
  const [archive] = use.operands;
  if (archive === undefined) return refused("no archive");
  const read = reads(use.target(archive));
  if (given(use, "-l -p -c -t -v -z -Z")) return understood([read]);
  const into = valuesOf(use, "-d")[0];
  return understood([read, unpacksInto(use, into === undefined ? undefined : use.target(into))]);
}

function readZip(use: Use): ReadAnswer {
  const [archive, ...members] = use.operands;
  const runs: Effect[] = given(use, "-TT --unzip-command")
    ? [{ do: "run", program: "zip", what: "helper", wording: "-TT" }]
    : [];
  if (archive === undefined) return refused("no archive", runs);
  const recursive = given(use, "-r --recurse-paths");
  const follows = recursive && !given(use, "-y --symlinks");
  const sources = places(use, members).map((target) =>
    reads(follows ? through(target, use.context.world) : target, recursive),
  );
  const moved = given(use, "-m --move") ? places(use, members).map((target) => removes(target, true)) : [];
  const effects = [...sources, ...(known(archive) === "-" ? [] : [writes(use.target(archive))]), ...moved, ...runs];
  return runs.length > 0 ? refused("zip starts a program", effects) : understood(effects);
}

/** 7z: a command letter first; `l` and `t` read. */
function readSevenZip(use: Use): ReadAnswer {
  const [command, archive, ...members] = use.operands.filter((word) => !(known(word) ?? "").startsWith("-"));
  if (archive === undefined) return refused("no archive");
  const target = use.target(archive);
  if (/^(?:l|t|h)$/.test(known(command) ?? ""))
    return use.operands.length > 2 ? refused("options of 7z", [reads(target)]) : understood([reads(target)]);
  if (/^(?:x|e)$/.test(known(command) ?? ""))
    return refused("7z unpacks", [reads(target), unpacksInto(use, unpackedBelow(use))]);
  return refused("7z packs", [
    writes(target),
    ...places(use, members).map((each) => reads(through(each, use.context.world), true)),
  ]);
}

/** `jar xf a.jar`: every word may be the archive. It never asks, and unpacks where it stands or below a directory it is told. */
function readJar(use: Use): ReadAnswer {
  const files = use.words.slice(1).filter((each) => !(known(each) ?? "").startsWith("-"));
  const named = places(use, files);
  const [first = ""] = use.words.map((each) => known(each) ?? "");
  if (/^-?[cmefvM0]*t|^--list\b/.test(first))
    return refused(
      "jar lists",
      named.map((target) => reads(target)),
    );
  if (/^-?\w*x|^--extract\b/.test(first))
    return refused("jar unpacks", [
      ...named.map((target) => reads(target)),
      unpacksInto(use, undefined),
      ...named.map((target) => unpacksInto(use, target)),
    ]);
  return refused("jar packs", [
    ...named.map((target) => writes(target)),
    ...named.map((target) => reads(through(target, use.context.world), true)),
  ]);
}

/** `-oDIR`; undefined: where it stands. */
const unpackedBelow = (use: Use): Target | undefined =>
  use.operands.flatMap((each) => {
    const dir = /^-o(.+)$/s.exec(known(each) ?? "")?.[1];
    return dir === undefined ? [] : [use.target(word(dir))];
  })[0];

/** `@list` names further arguments. */
const mayBeList = (word: KnownWord): boolean => /^(?:@|$)/.test(opening(word));

/** ar's first word is its command; `t` and `p` read. `@list` names further arguments. */
function readAr(use: Use): ReadAnswer {
  const [command, archive] = use.operands;
  if (archive === undefined || command === undefined) return refused("no archive");
  const target = use.target(archive);
  const lists = use.operands.some(mayBeList);
  if (!lists && /^-?[tp][vO]*$/.test(known(command) ?? "")) return understood([reads(target)]);
  return refused("ar changes an archive or unpacks it", [reads(target), writes(target), unpacksInto(use, undefined)]);
}

/** cpio: `-t` lists; `-i` unpacks here, `-o` packs what standard input names, `-p` copies it. */
function readCpio(use: Use): ReadAnswer {
  if (given(use, "-t --list") && use.operands.length === 0) return understood([]);
  return refused("cpio copies files that are not known", [unpacksInto(use, undefined), reads(unknownTarget())]);
}

export const archive: ProgramFamily = () => [
  packer({
    names: "gzip gunzip zcat gzcat pigz unpigz",
    prints: /^g?zcat$/,
    flags: "-a -n -N --ascii --name --no-name --rsyncable --synchronous",
    values: { text: "-S --suffix" },
    safe: ["gzip -l a.gz", "gzip -dc a.gz", "gunzip -c a.gz", "zcat a.gz", "gzip -t a.gz"],
    unsafe: [
      ["gzip a", ["file.read", "file.write", "file.delete"]],
      ["gunzip a.gz", ["file.read", "file.write", "file.delete"]],
      ["gzip -k a", ["file.read", "file.write"]],
    ],
  }),
  packer({
    names: "bzip2 bunzip2 bzcat",
    prints: /^bzcat$/,
    flags: "-s -z --small",
    safe: ["bzcat a.bz2", "bzip2 -dc a.bz2"],
    unsafe: [["bzip2 a", ["file.read", "file.write", "file.delete"]]],
  }),
  packer({
    names: "xz unxz xzcat lzma unlzma lzcat",
    prints: /^(?:xz|lz)cat$/,
    flags: "-e -z -Q --extreme --robot --single-stream --no-sparse",
    values: { text: "-S -T -M -F -C --suffix --threads --memlimit --format --check" },
    safe: ["xzcat a.xz", "xz -l a.xz", "xz -dc -T 2 a.xz"],
    unsafe: [
      ["xz a", ["file.read", "file.write", "file.delete"]],
      ["unxz a.xz", ["file.read", "file.write", "file.delete"]],
      ["xz --files=list", ["unknown.use"]],
    ],
  }),
  packer({
    names: "zstd unzstd zstdcat",
    prints: /^zstdcat$/,
    flags: "-z --no-progress --ultra",
    values: { write: "-o" },
    attached: { text: "-T -M --threads --memory" },
    safe: ["zstdcat a.zst", "zstd -dc -T0 a.zst", "zstd -l a.zst"],
    unsafe: [
      ["zstd a", ["file.read", "file.write", "file.delete"]],
      ["zstd -d a.zst -o b", ["file.write", "file.read", "file.write", "file.delete"]],
      ["zstd -dc a.zst -o b", ["file.write", "file.read"]],
      ["zstd --filelist=l", ["file.read", "file.read", "unknown.use"]],
    ],
  }),
  {
    names: "zipinfo",
    flags: "-1 -2 -h -l -m -M -s -t -T -v -z",
    operands: { first: ["read"], rest: "text" },
    safe: ["zipinfo -1 a.zip"],
    unsafe: [["zipinfo a.zip > b", ["file.read", "file.write"]]],
  },
  {
    names: "unzip",
    flags: "-1 -2 -a -b -B -C -c -D -f -j -l -L -n -o -p -q -t -u -v -V -X -z -Z -qq -^",
    values: { text: "-d -P -x -O -I" },
    read: readUnzip,
    safe: ["unzip -l a.zip", "unzip -p a.zip x", "unzip -t a.zip", "unzip -Z1 a.zip"],
    unsafe: [
      ["unzip a.zip", ["file.read", "file.write"]],
      ["unzip -o a.zip -d d", ["file.read", "file.write"]],
      ["unzip -qq a.zip", ["file.read", "file.write"]],
    ],
  },
  {
    names: "zip",
    flags:
      "-q -v -r -j -m -u -f -y -9 -0 -1 -6 -o -D -T -X -@ -e -g -d -FS --quiet --recurse-paths --junk-paths --move --symlinks --encrypt",
    values: { text: "-P -x -i -n -b -s -t -TT --password --exclude --include --unzip-command" },
    read: readZip,
    unsafe: [
      ["zip -r a.zip src", ["file.read", "file.write"]],
      ["zip a.zip f -T -TT 'sh x'", ["file.read", "file.write", "run.helper", "unknown.use"]],
      ["zip -m a.zip f", ["file.read", "file.write", "file.delete"]],
    ],
  },
  {
    names: "7z 7za 7zr 7zz rar unrar",
    style: "words",
    read: readSevenZip,
    safe: ["7z l a.7z"],
    unsafe: [
      ["7z x a.7z", ["file.read", "file.write", "unknown.use"]],
      ["7z a a.7z src", ["file.write", "file.read", "unknown.use"]],
      ["7z l a.7z -i@list", ["file.read", "file.read", "file.read", "unknown.use"]],
    ],
  },
  {
    names: "jar ptar gpgtar",
    style: "words",
    read: readJar,
    unsafe: [
      ["jar tf a.jar", ["file.read", "unknown.use"]],
      ["jar xf a.jar", ["file.read", "file.write", "file.write", "unknown.use"]],
      ["jar cf a.jar src", ["file.write", "file.write", "file.read", "file.read", "unknown.use"]],
    ],
  },
  {
    names: "ar",
    style: "words",
    read: readAr,
    safe: ["ar t lib.a", "ar -tv lib.a"],
    unsafe: [
      ["ar x lib.a", ["file.read", "file.write", "file.write", "unknown.use"]],
      ["ar rcs lib.a a.o", ["file.read", "file.write", "file.write", "unknown.use"]],
      ["ar @list lib.a", ["file.read", "file.write", "file.write", "file.read", "file.read", "unknown.use"]],
    ],
  },
  {
    names: "nm size objdump readelf otool ldd dwarfdump c++filt addr2line lipo",
    // ldd may run the program it is given; the others take `@list` as further arguments.
    flags:
      "-a -A -B -C -D -g -n -p -r -u -d -h -H -s -t -x -T -f -L -v -V -e --help --version --demangle --sections --dynamic --headers --file-headers --syms --all",
    read: (use) => {
      const effects = places(use, use.operands).map((target) => reads(target));
      if (use.program === "ldd")
        return refused("ldd may run its operand", [...effects, { do: "run", program: "ldd", what: "unknown-program" }]);
      const lists = use.operands.some(mayBeList);
      return lists || use.program === "lipo"
        ? refused("an operand may be a list of further arguments", effects)
        : understood(effects);
    },
    safe: ["nm a.o", "readelf -h a", "objdump -d a.o"],
    unsafe: [
      ["nm @list", ["file.read", "file.read", "file.read", "unknown.use"]],
      ["ldd ./a", ["file.read", "run.unknown-program", "unknown.use"]],
      ["lipo -create a -output b", ["file.read", "file.read", "unknown.use", "unknown.use", "unknown.use"]],
    ],
  },
  {
    names: "cpio",
    flags:
      "-i -o -p -t -v -d -m -u -0 -c -a -b -B -f -k -l -L -n -r -s -S -V --extract --create --list --pass-through --quiet --make-directories --preserve-modification-time --unconditional --null --verbose",
    values: { text: "-H --format", read: "-F -I -E", write: "-O", cwd: "-D", program: "--rsh-command" },
    read: readCpio,
    safe: ["cpio -t < a", "cpio -itv < a"],
    unsafe: [
      ["cpio -id < a", ["file.write", "file.read", "file.read", "unknown.use"]],
      ["cpio -pdm d", ["file.write", "file.read", "file.read", "unknown.use"]],
      ["cpio -t -O x", ["file.write"]],
    ],
  },
  {
    names: "ccrypt mcrypt",
    operands: "write",
    always: [act("encrypt.in-place")],
    unsafe: [["ccrypt -e a", ["encrypt.in-place", "file.write", "unknown.use"]]],
  },
];
