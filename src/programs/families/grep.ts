/** grep and its relatives: the first operand is the pattern unless an option brings one; the rest is searched. */
import { type Effect, exact, type FileSearch, type Target } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import { choosing, kindOfFiles, pickedSecret } from "../../machine/index.ts";
import { looks, reads, refused, through, understood } from "../disk-makers.ts";
import { given, valuesOf, word } from "../makers.ts";
import type { Examples, ProgramFamily, ProgramSpec, ReadAnswer, Use } from "../spec.ts";

interface SearchOptions {
  /** Options that bring the pattern. */
  readonly pattern: string;
  /** Options that need none. */
  readonly listing?: string;
  /** Options with which directories are searched too; undefined: always. */
  readonly recursive?: string;
  /** Options with which links below a directory are followed. */
  readonly follows: string;
  /** Options with which names that begin with a dot are searched too; undefined: always. */
  readonly hidden?: string;
  /** Options that choose by a kind of files. */
  readonly kinds?: string;
  /** Options whose value BSD takes only attached: there the next word is the pattern, and the pattern a file. */
  readonly attachedOnBsd?: string;
}

const search =
  (how: SearchOptions) =>
  (use: Use): ReadAnswer => {
    const listing = how.listing !== undefined && given(use, how.listing);
    const bare = listing || given(use, how.pattern);
    if (!bare && use.operands[0]?.splits === true) return refused("the pattern may be several words");
    const shifts =
      use.context.world.platform !== "linux" && how.attachedOnBsd !== undefined && given(use, how.attachedOnBsd);
    // A bare pattern that matches files is the first of their names, and the others are searched.
    const named = use.operands[0]?.glob === true;
    const files = bare || shifts || named ? use.operands : use.operands.slice(1);
    const recursive = how.recursive === undefined || given(use, how.recursive) || use.program === "rgrep";
    const places = files.length > 0 || !recursive ? files : [word(".")];
    const found = recursive && !named && !shifts ? searchOf(use, how) : undefined;
    const shown = (file: KnownWord): readonly Effect[] => {
      const read = reads(searched(use, file, how), recursive);
      return found === undefined ? [read] : [{ ...read, search: found }, ...picked(found, read.target, use)];
    };
    const effects = places
      .filter((file) => file.value !== "-")
      .flatMap((file) => (listing ? [looks(use.target(file), true)] : shown(file)));
    return understood(effects);
  };

/** With these it shows what does not match, or takes what it looks for from a file or out of an archive. */
const SHOWS_OTHERS =
  "-v --invert-match -L --files-without-match --passthru --passthrough -f --file -z --search-zip --pre";

function searchOf(use: Use, how: SearchOptions): FileSearch {
  const told = valuesOf(use, how.pattern);
  const words = told.length > 0 ? told : use.operands.slice(0, 1);
  const patterns = words.flatMap(({ value }) => value ?? []);
  const filters = filtersOf(use, how);
  return {
    // None: not all it looks for is known, and it may find anything.
    patterns: given(use, SHOWS_OTHERS) || patterns.length < words.length ? [] : patterns,
    fixed: given(use, "-F --fixed-strings") || use.program === "fgrep",
    filters,
    // What a filter chooses is searched though it is hidden.
    visible: how.hidden !== undefined && !given(use, how.hidden) && choosing(filters).length === 0,
    unignored: false,
  };
}

/** Options that choose by name what is searched. */
const FILTERS = "-g --glob --iglob --include";

/**
 * For grep the first of its filters says what becomes of a name that none of them matches: where some leave names out, nothing is known of
 * the others. For ripgrep a kind of files is a filter that takes hidden ones in.
 */
function filtersOf(use: Use, { kinds }: SearchOptions): readonly string[] {
  const filters = valuesOf(use, FILTERS).map(({ value }) => value ?? "");
  if (given(use, "--exclude --exclude-from")) return [];
  const told = kinds === undefined ? [] : valuesOf(use, kinds).map(({ value }) => kindOfFiles(value ?? "") ?? "*");
  return [...filters, ...told];
}

const picked = (search: FileSearch, place: Target, { context }: Use): readonly Effect[] => {
  const secret = pickedSecret(search, place, context.world);
  return secret === undefined ? [] : [reads(exact(secret))];
};

const searched = (use: Use, file: KnownWord, { follows }: SearchOptions): Target =>
  given(use, follows) ? through(use.target(file), use.context.world) : use.target(file);

const GREP_VALUES = {
  number: "-A -B -C -m --after-context --before-context --context --max-count",
  text: "-e --regexp --include --exclude --exclude-dir --include-dir --label --group-separator --binary-files",
  read: "-f --file --exclude-from",
};

const grepLike = (names: string, examples: Examples): ProgramSpec => ({
  names,
  reader: true,
  flags:
    "-a -b -c -E -F -G -h -H -i -I -l -L -n -o -O -p -P -q -r -R -s -S -T -u -U -v -V -w -x -y -z -Z --basic-regexp --byte-offset --color --colour --count " +
    "--dereference-recursive --extended-regexp --files-with-matches --files-without-match --fixed-strings --help --ignore-case " +
    "--initial-tab --invert-match --line-buffered --line-number --line-regexp --no-filename --no-group-separator --no-ignore-case " +
    "--no-messages --null --null-data --only-matching --perl-regexp --quiet --recursive --silent --text --version --with-filename --word-regexp",
  values: GREP_VALUES,
  attached: { text: "--color --colour" },
  digits: true,
  read: search({
    pattern: "-e -f --regexp --file",
    recursive: "-r -R --recursive --dereference-recursive",
    // -S on BSD.
    follows: "-R -S --dereference-recursive",
    attachedOnBsd: "-C --context",
  }),
  ...examples,
});

export const grep: ProgramFamily = () => [
  grepLike("grep egrep fgrep ggrep rgrep zgrep zegrep zfgrep bzgrep xzgrep", {
    safe: [
      "grep -rn foo src",
      "grep -n 'a|b' f",
      "grep -A3 -B 2 x f",
      "grep -R --include='*.ts' foo .",
      "grep -e a -e b f g",
      "grep -v foo",
      "grep -5 foo f",
      "grep -rl foo",
      "grep -oP '\\d+' f",
    ],
    unsafe: [
      ["grep foo f > out", ["file.read", "file.write"]],
      ["grep -d recurse foo .", ["file.read", "file.read", "unknown.use"]],
      ["grep --output=x foo f", ["file.read", "unknown.use"]],
    ],
  }),
  {
    names: "rg",
    reader: true,
    // Not here: --pre and --hostname-bin run programs, -z starts decompressors.
    flags:
      "-. -0 -a -b -c -F -H -h -i -I -l -L -n -N -o -p -P -q -s -S -u -U -v -V -w -x --hidden --null --null-data --text --byte-offset --count --count-matches --fixed-strings " +
      "--with-filename --no-filename --ignore-case --files-with-matches --files-without-match --follow --line-number --no-line-number " +
      "--only-matching --pretty --pcre2 --quiet --case-sensitive --smart-case --unrestricted --multiline --multiline-dotall --invert-match " +
      "--word-regexp --line-regexp --files --type-list --column --no-column --heading --no-heading --json --no-json --stats --no-stats --trim --vimgrep " +
      "--no-config --no-ignore --no-ignore-dot --no-ignore-exclude --no-ignore-files --no-ignore-global --no-ignore-messages " +
      "--no-ignore-parent --no-ignore-vcs --ignore-vcs --ignore --no-hidden --no-messages --no-mmap --mmap --no-require-git --require-git --one-file-system --passthru " +
      "--passthrough --crlf --no-crlf --no-unicode --unicode --auto-hybrid-regex --block-buffered --line-buffered --include-zero --max-columns-preview --sort-files " +
      "--glob-case-insensitive --ignore-file-case-insensitive --no-pcre2 --no-multiline --no-follow --no-trim --no-context-separator --debug --trace --help --version --pcre2-version --no-binary --binary --stop-on-nonmatch --no-search-zip --no-pre",
    values: {
      text: "-A -B -C -d -e -E -g -j -m -M -r -t -T --after-context --before-context --context --max-depth --maxdepth --regexp --encoding --glob --iglob --threads --max-count --max-columns --max-filesize --replace --type --type-not --type-add --type-clear --color --colors --sort --sortr --context-separator --field-context-separator --field-match-separator --path-separator --dfa-size-limit --regex-size-limit --hyperlink-format --generate --pre-glob",
      read: "-f --file --ignore-file",
      program: "--pre --hostname-bin",
    },
    attached: { text: "--engine" },
    runsCode: "-z --search-zip",
    read: search({
      pattern: "-e -f --regexp --file",
      listing: "--files --type-list",
      follows: "-L --follow",
      hidden: "-. --hidden -u --unrestricted --ignore-file",
      kinds: "-t --type",
    }),
    safe: [
      "rg foo",
      "rg -n --glob '*.ts' foo src",
      "rg --files",
      "rg -tpy -C3 'x|y' a b",
      "rg -S foo -g '!node_modules'",
      "rg -- --trace src",
    ],
    unsafe: [
      ["rg --pre ./x foo", ["run.helper", "file.read"]],
      ["rg --pre=cat foo", ["run.helper", "file.read"]],
      ["rg --hostname-bin ./x foo", ["run.helper", "file.read"]],
      ["rg -z foo", ["run.helper", "file.read"]],
      ["rg -lz foo", ["run.helper", "file.read"]],
      ["rg foo > out", ["file.read", "file.write"]],
      ["RIPGREP_CONFIG_PATH=./rc rg foo", ["variable.set", "file.read"]],
    ],
  },
  {
    names: "ag",
    reader: true,
    flags:
      "-a -c -f -g -H -i -l -L -o -Q -r -R -s -S -u -U -v -w -W -0 --all-types --all-text --count --files-with-matches --files-without-matches --hidden --ignore-case " +
      "--invert-match --literal --nocolor --color --nogroup --group --noheading --heading --nonumbers --numbers --smart-case --case-sensitive " +
      "--unrestricted --word-regexp --nobreak --break --column --vimgrep --follow --nofollow --norecurse --recurse --stats --silent --nofilename --filename --only-matching --nopager --help --version",
    values: {
      text: "-A -B -C -G -m --after --before --context --depth --file-search-regex --ignore --ignore-dir --max-count --width",
    },
    read: search({ pattern: "-e", follows: "-f --follow" }),
    safe: ["ag foo src", "ag -l --nocolor foo"],
    unsafe: [
      ["ag --pager ./x foo", ["file.read", "unknown.use"]],
      ["ag -z foo", ["file.read", "unknown.use"]],
    ],
  },
  {
    names: "ack ack-grep",
    reader: true,
    flags:
      "-c -f -h -H -i -I -l -L -n -o -Q -r -R -s -S -v -w -x -1 --nocolor --color --count --files-with-matches --files-without-matches --follow --nogroup --group " +
      "--heading --noheading --ignore-case --smart-case --literal --nofilter --nopager --noenv --word-regexp --invert-match --column --help --version " +
      "--python --js --ts --ruby --perl --go --rust --java --cc --cpp --html --css --php --shell --yaml --json --xml --sql --make --cmake",
    values: { text: "-A -B -C -m -t --type --ignore-dir --ignore-file --max-count --after-context --before-context" },
    read: search({ pattern: "--match", follows: "--follow" }),
    safe: ["ack foo src", "ack --python -l foo"],
    unsafe: [
      ["ack --pager=./x foo", ["file.read", "unknown.use"]],
      ["ack --output='$&' foo", ["file.read", "unknown.use"]],
    ],
  },
];
