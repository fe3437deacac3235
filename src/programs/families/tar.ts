/** tar: what it does is in its first word or its options; what it unpacks is not known before. */
import { posix } from "node:path";
import type { Effect, Target } from "../../contract/effect.ts";
import { exact, unknownTarget } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import { known, mayBeMore, opening, reads, refused, removes, through, understood, writes } from "../disk-makers.ts";
import { word } from "../makers.ts";
import type { ProgramFamily, ReadAnswer, Use } from "../spec.ts";

/** Letters without a value that change neither what is run nor where it goes. */
const PLAIN_LETTERS = "vzjJpokmlSUBna";
const LETTERS_WITH_VALUE = "fCbTXN";
const PLAIN: ReadonlySet<string> = new Set(
  (
    "--verbose --gzip --gunzip --ungzip --bzip2 --xz --lzma --lzip --lzop --zstd --compress --auto-compress --no-auto-compress --totals --numeric-owner --same-owner " +
    "--no-same-owner --same-permissions --preserve-permissions --no-same-permissions --keep-old-files --keep-newer-files --skip-old-files --overwrite " +
    "--no-overwrite-dir --unlink-first --touch --hard-dereference --one-file-system --no-recursion --recursion --wildcards --no-wildcards " +
    "--anchored --no-anchored --ignore-case --no-ignore-case --exclude-vcs --exclude-vcs-ignores --exclude-caches --exclude-backups --sparse --utc --full-time --quiet --fast-read --xattrs --no-xattrs --acls --no-acls --selinux --no-selinux " +
    "--ignore-failed-read --block-number --check-links --no-check-device --check-device --null --no-null --show-defaults --show-omitted-dirs --show-transformed-names --posix --help --version --usage --no-mac-metadata --mac-metadata"
  ).split(" "),
);
const WITH_TEXT: ReadonlySet<string> = new Set(
  "--exclude --strip-components --transform --xform --owner --group --mode --mtime --format --sort --newer --after-date --newer-mtime --blocking-factor --record-size --level --warning --quoting-style --label --occurrence --starting-file --hole-detection --exclude-tag --exclude-tag-all --exclude-tag-under --include --options".split(
    " ",
  ),
);
const WITH_READ: ReadonlySet<string> = new Set(["--exclude-from", "--newer-than"]);
/** However shortened. */
const WITH_WRITE = /^--(?:ind|vol|lis)/;
const MODES: ReadonlyMap<string, Mode> = new Map([
  ["--list", "list"],
  ["--diff", "list"],
  ["--compare", "list"],
  ["--extract", "extract"],
  ["--get", "extract"],
  ["--create", "create"],
  ["--append", "create"],
  ["--update", "create"],
  ["--concatenate", "create"],
  ["--catenate", "create"],
  ["--delete", "create"],
  ["t", "list"],
  ["d", "list"],
  ["x", "extract"],
  ["c", "create"],
  ["r", "create"],
  ["u", "create"],
  ["A", "create"],
]);
/** A program tar starts, with a value attached or behind it. */
const STARTS: readonly string[] =
  "--use-compress-program --to-command --info-script --new-volume-script --rsh-command --rmt-command --checkpoint-action".split(
    " ",
  );
const RUNS = new RegExp(`^(?:-I|-F|${STARTS.join("|")})(?:=|$)`);
/** With these the members have other names than a reader of the archive finds, or there are more of them. */
const OTHER_MEMBERS: readonly string[] = ["--absolute-names", "--ignore-zeros", "--pax-option"];
const LONG: readonly string[] = [
  ...PLAIN,
  ...[...MODES.keys()].filter((name) => name.startsWith("--")),
  ...WITH_TEXT,
  ...WITH_READ,
  ...STARTS,
  ...OTHER_MEMBERS,
  ..."--to-stdout --remove-files --dereference --file --directory --files-from --index-file --volno-file --listed-incremental --checkpoint --backup --suffix --multi-volume --tape-length --verify --delay-directory-restore --one-top-level --recursive-unlink --force-local --incremental --seek --no-seek --atime-preserve --clamp-mtime --add-file --strip --no-quote-chars --quote-chars --no-delay-directory-restore --no-overwrite-dir --no-unquote --unquote --verbatim-files-from --no-verbatim-files-from --no-ignore-command-error --ignore-command-error --no-verbose --restrict --owner-map --group-map --set-mtime-command --set-mtime-format --sort --wildcards-match-slash --no-wildcards-match-slash --zstd".split(
    " ",
  ),
];

type Mode = "list" | "extract" | "create";

interface Reading {
  readonly use: Use;
  mode: Mode | undefined;
  archive: KnownWord | undefined;
  directory: Target;
  toStdout: boolean;
  removesFiles: boolean;
  /** Links among the members are followed. */
  follows: boolean;
  odd: string | undefined;
  readonly effects: Effect[];
  readonly members: { readonly word: KnownWord; readonly directory: Target }[];
}

function readTar(use: Use): ReadAnswer {
  const reading: Reading = {
    use,
    mode: undefined,
    archive: undefined,
    directory: use.cwd,
    toStdout: false,
    removesFiles: false,
    follows: false,
    odd: undefined,
    effects: [],
    members: [],
  };
  const words = [...use.operands];
  const first = known(words[0]);
  // The old style: `tar xzf a.tgz`, where the first word is a cluster whose values follow in turn.
  if (first !== undefined && /^[A-Za-z0]+$/.test(first) && words.shift() !== undefined)
    letters(reading, first, words, "in turn");
  for (let word = words.shift(); word !== undefined; word = words.shift()) oneWord(reading, word, words);
  return answer(reading);
}

/** Cut short, an option is the one that it alone can be. */
function spelledOut(text: string): string {
  const [, name = "", rest = ""] = /^(--[^=]+)(.*)$/s.exec(text) ?? [];
  if (name === "" || LONG.includes(name)) return text;
  const [full, ...others] = LONG.filter((one) => one.startsWith(name));
  return full === undefined || others.length > 0 ? text : full + rest;
}

function oneWord(reading: Reading, given: KnownWord, rest: KnownWord[]): void {
  const text = spelledOut(opening(given));
  const isWhole = text === opening(given);
  const word = isWhole ? given : { ...given, value: given.value === null ? null : text, prefix: text };
  if (!isWhole) reading.odd = `tar ${opening(given)}`;
  const name = text.split("=", 1)[0] ?? text;
  if (text === "" && known(word) !== "") reading.odd = `${word.text} is not known`;
  else if (!text.startsWith("-") || text === "-") reading.members.push({ word, directory: reading.directory });
  else if (RUNS.test(text)) runs(reading, word);
  else if (!text.startsWith("--")) letters(reading, text.slice(1), rest, "attached");
  else if (PLAIN.has(text)) return;
  else if (OTHER_MEMBERS.includes(name)) otherMembers(reading, text, rest);
  else if (text === "--to-stdout") reading.toStdout = true;
  else if (text === "--remove-files") reading.removesFiles = true;
  else if (text === "--dereference") reading.follows = true;
  else if (MODES.has(text)) reading.mode = MODES.get(text);
  else if (
    name === "--file" ||
    name === "--directory" ||
    name === "--files-from" ||
    WITH_TEXT.has(name) ||
    WITH_READ.has(name) ||
    WITH_WRITE.test(name)
  )
    longValue(reading, name, word, rest);
  else reading.odd = `tar ${text}`;
}

function otherMembers(reading: Reading, text: string, rest: KnownWord[]): void {
  reading.directory = unknownTarget();
  if (text === "--pax-option") rest.shift();
}

function longValue(reading: Reading, name: string, word: KnownWord, rest: KnownWord[]): void {
  const value = opening(word).includes("=") ? behind(word, name.length + 1) : rest.shift();
  if (value === undefined || mayBeMore(reading.use, value)) reading.odd = `${name} without a value`;
  else if (name === "--file") reading.archive = value;
  else if (name === "--directory") enter(reading, value);
  else if (name === "--files-from") list(reading, value);
  else if (WITH_WRITE.test(name)) reading.effects.push(writes(reading.use.target(value)));
  else if (WITH_READ.has(name)) reading.effects.push(reads(reading.use.target(value)));
}

function letters(reading: Reading, cluster: string, rest: KnownWord[], style: "in turn" | "attached"): void {
  for (let i = 0; i < cluster.length; i++) {
    const letter = cluster.charAt(i);
    const after = style === "attached" ? cluster.slice(i + 1) : "";
    if (LETTERS_WITH_VALUE.includes(letter)) {
      letterValue(reading, letter, after === "" ? rest.shift() : word(after));
      if (after !== "") return;
    } else if (letter === "I" || letter === "F") {
      runs(reading, undefined);
      return;
    } else plainLetter(reading, letter);
  }
}

function plainLetter(reading: Reading, letter: string): void {
  if (MODES.has(letter)) reading.mode = MODES.get(letter);
  else if (letter === "O") reading.toStdout = true;
  else if (letter === "P" || letter === "i") reading.directory = unknownTarget();
  else if (letter === "h") reading.follows = true;
  else if (!PLAIN_LETTERS.includes(letter)) reading.odd = `tar -${letter}`;
}

function letterValue(reading: Reading, letter: string, value: KnownWord | undefined): void {
  if (value === undefined || mayBeMore(reading.use, value)) reading.odd = `-${letter} without a value`;
  else if (letter === "f") reading.archive = value;
  else if (letter === "C") enter(reading, value);
  else if (letter === "T") list(reading, value);
  else if (letter === "X") reading.effects.push(reads(reading.use.target(value)));
}

function runs(reading: Reading, word: KnownWord | undefined): void {
  reading.odd = "tar starts a program";
  const wording = word === undefined ? "tar -I" : word.text;
  reading.effects.push({ do: "run", program: "tar", what: "helper", wording });
}

/** Each `-C` is seen from the one before it. */
function enter(reading: Reading, value: KnownWord): void {
  const path = known(value);
  const nested = path !== undefined && !path.startsWith("/") && reading.directory.certainty === "exact";
  reading.directory = nested ? exact(posix.join(reading.directory.path, path)) : reading.use.target(value);
}

/** Names in a list may be anything, options among them. */
function list(reading: Reading, value: KnownWord): void {
  reading.effects.push(reads(reading.use.target(value)));
  reading.odd = "the names come from a list";
}

const behind = (word: KnownWord, cut: number): KnownWord => ({
  ...word,
  value: word.value?.slice(cut) ?? null,
  prefix: word.prefix.slice(cut),
});

function answer(reading: Reading): ReadAnswer {
  const { use, archive, mode, directory, effects } = reading;
  const file = archive === undefined || known(archive) === "-" ? undefined : archive;
  // `host:file` is another machine, reached by rsh.
  if (file !== undefined && /^[^/]*:/.test(file.value ?? file.prefix)) {
    effects.push({ do: "network", host: null, sends: mode === "create" });
    reading.odd = "the archive is on another machine";
  }
  if (mode === "create") {
    effects.push(...reading.members.flatMap(({ word, directory: from }) => memberReads(reading, word, from)));
    if (file !== undefined) effects.push(writes(use.target(file)));
  } else if (file !== undefined) effects.push(reads(use.target(file)));
  if (mode === "extract" && !reading.toStdout)
    effects.push(writes(unknownTarget(directory.certainty === "exact" ? directory.path : ""), { recursive: true }));
  if (mode === undefined) reading.odd ??= "neither list nor extract nor create";
  return reading.odd === undefined ? understood(effects) : refused(reading.odd, effects);
}

function memberReads(reading: Reading, word: KnownWord, from: Target): readonly Effect[] {
  const target = from === reading.use.cwd ? reading.use.target(word) : memberOf(word, from, reading.use);
  // bsdtar takes `@archive` as members of another archive.
  const read = reading.follows ? through(target, reading.use.context.world) : target;
  return [reads(read, true), ...(reading.removesFiles ? [removes(target, true)] : [])];
}

/** A member seen from the directory it was named in. */
function memberOf(word: KnownWord, from: Target, use: Use): Target {
  const name = known(word);
  if (name === undefined || word.glob || /^[@/]/.test(name) || from.certainty !== "exact")
    return name?.startsWith("/") === true
      ? use.target(word)
      : unknownTarget(from.certainty === "exact" ? from.path : "");
  return exact(posix.join(from.path, name));
}

export const tar: ProgramFamily = () => [
  {
    names: "tar gtar bsdtar",
    style: "words",
    read: readTar,
    safe: [
      "tar -tzf a.tgz",
      "tar tvf a.tar",
      "tar --list --file=a.tar",
      "tar -xzOf a.tgz x",
      "tar -xf a.tar --to-stdout x",
    ],
    unsafe: [
      ["tar -xzf a.tgz", ["file.read", "file.write"]],
      ["tar xzf a.tgz -C d", ["file.read", "file.write"]],
      ["tar -czf a.tgz src", ["file.read", "file.write"]],
      ["tar --create --file a.tar src", ["file.read", "file.write"]],
      ["tar -tf a --to-command=./x", ["run.helper", "file.read", "unknown.use"]],
      ["tar -tf a -I ./x", ["run.helper", "file.read", "unknown.use"]],
      ["tar -tIf ./x a", ["run.helper", "unknown.use"]],
      ["tar -tf a --checkpoint=1 --checkpoint-action=exec=id", ["run.helper", "file.read", "unknown.use"]],
      ["tar -tf a --use-compress-program ./x", ["run.helper", "file.read", "unknown.use"]],
      ["tar -tf a -F ./x", ["run.helper", "file.read", "unknown.use"]],
      ["tar -tf host:a", ["network.contact", "file.read", "unknown.use"]],
      ["tar -cf a.tar --remove-files src", ["file.read", "file.delete", "file.write"]],
      ["tar -tf a $X", ["file.read", "unknown.use"]],
      ["tar -xPf a", ["file.read", "file.write"]],
      ["tar czf - src | cat > x", ["file.read", "file.write"]],
    ],
  },
];
