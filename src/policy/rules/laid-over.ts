/**
 * Places that are mounted over, files that are made into a disk or changed as one, and what a few programs write by words of their own:
 * for rules that forbid editing and for 3c.
 */
import type { SubCommand } from "../../contract/reading.ts";
import { toTarget } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { optionValues } from "./option-values.ts";
import type { WrittenPlace } from "./written-words.ts";

interface LayingRow {
  readonly programs: RegExp;
  /** A word with which it writes; absent: it always does. */
  readonly when?: RegExp;
  /** A word with which it writes nothing, whatever stands beside it. */
  readonly unless?: RegExp;
  /** Options of looking: with no others it writes nothing. */
  readonly looks?: RegExp;
  /** Which of its operands it writes. */
  readonly operands?: "all" | "last";
  /** Options whose values are no operands. */
  readonly values?: RegExp;
  /** Options whose values are what it writes. */
  readonly options?: RegExp;
}

const ROWS: readonly LayingRow[] = [
  {
    programs: /^(?:mount(?:[._]\w+)?|sshfs|bindfs|\w*fuse\w*|ntfs-3g|encfs|gocryptfs|unionfs\w*|overlayfs|mergerfs)$/,
    unless: /^--move$|^-M$/,
    operands: "last",
    values: /^(?:-[tOoLUN]|--(?:types|options|source|label|uuid|namespace))$/,
    options: /^--target$/,
  },
  { programs: /^mount$/, when: /^(?:--move|-M)$/, operands: "all" },
  // File systems and swap are made, whatever the file was.
  {
    programs: /^(?:mkfs(?:\.\w+)?|mke2fs|mkdosfs|newfs\w*|mkswap|mkntfs|blkdiscard|zerofree|scrub|resize2fs)$/,
    looks: /^(?:-V|--version|--help)$/,
    operands: "all",
    values: /^(?:-[tLUbiIJNOEmTCDS]|--(?:type|label|uuid))$/,
  },
  {
    programs: /^wipefs$/,
    when: /^-\w*[ao]|^--(?:all|offset)/,
    unless: /^-\w*n\w*$|^--no-act$/,
    operands: "all",
    values: /^-[ot]$/,
  },
  // Tables of partitions: what is not known to look changes them.
  {
    programs: /^sgdisk$/,
    looks: /^(?:-[pivEFLODV]\w*|--(?:print|info|verify|list-types|version|help))$/,
    operands: "all",
  },
  {
    programs: /^(?:sfdisk|c?fdisk|gdisk)$/,
    looks: /^(?:-[ldJsFvVT]\w*|--(?:list\S*|dump|json|show-\w+|verify|version|help))$/,
    operands: "all",
  },
  { programs: /^parted$/, when: /^(?:mk|rm|resi|set|na|to|disk_|resc|mo|cp|ty)/, operands: "all" },
  {
    programs: /^cryptsetup$/,
    when: /^(?:luks(?:Format|Erase|AddKey|RemoveKey|ChangeKey|ConvertKey|KillSlot|HeaderRestore|UUID)|erase|reencrypt|convert|config|token|repair|resize|bitlkFormat|format)$/,
    operands: "all",
  },
  { programs: /^tune2fs$/, looks: /^-l$/, operands: "all", values: /^-[cCeEgiIjJLmMoOQrTuU]$/ },
  { programs: /^(?:e2fsck|fsck(?:\.\w+)?)$/, unless: /^-[nN]$/, operands: "all" },
  { programs: /^(?:qemu-img)$/, when: /^(?:create|resize|commit|rebase|amend|snapshot)$/, operands: "all" },
  { programs: /^qemu-img$/, when: /^(?:convert|dd)$/, operands: "last" },
  { programs: /^gio$/, when: /^copy$/, operands: "last" },
  { programs: /^gio$/, when: /^(?:move|trash|remove|rename|save|mkdir|set)$/, operands: "all" },
  // By an option alone.
  { programs: /^(?:[eu]?ctags|ctags-\w+|etags)$/, options: /^-[fo]$/ },
  { programs: /^(?:tcpdump|tshark|dumpcap)$/, options: /^-w$/ },
  { programs: /^(?:javac|ecj|kotlinc|scalac|groovyc)$/, options: /^-[dsh]$/ },
  { programs: /^cmake$/, options: /^-B$/ },
  { programs: /^(?:kustomize|kubectl)$/, when: /^(?:build|kustomize)$/, options: /^(?:-o|--output)$/ },
  { programs: /^redis-cli$/, options: /^--(?:functions-)?rdb$/ },
];

export const laidOver = (call: PolicyCall, commands: readonly SubCommand[]): readonly WrittenPlace[] =>
  commands.flatMap((command) => {
    const { name, words, cwd } = command;
    const rows = ROWS.filter(({ programs }) => programs.test(name ?? ""));
    if (rows.length === 0) return [];
    const values = words.map(({ value, prefix }) => value ?? prefix);
    const from = cwd.certainty === "exact" ? cwd.path : call.projectRoot;
    return rows
      .filter((row) => isWriting(row, values.slice(1)))
      .flatMap((row) => [...operandsOf(row, values.slice(1)), ...givenBy(row, values)])
      .filter((text) => text !== "" && text !== "-" && !/[\s\0]/.test(text))
      .map((text) => ({ target: toTarget(text, from, call.world), recursive: true }));
  });

function isWriting({ when, unless, looks }: LayingRow, values: readonly string[]): boolean {
  if (when !== undefined && !values.some((value) => when.test(value))) return false;
  if (unless !== undefined && values.some((value) => unless.test(value))) return false;
  const options = values.filter((value) => /^-./.test(value));
  return looks === undefined || options.length === 0 || !options.every((option) => looks.test(option));
}

function operandsOf({ operands, values: taking }: LayingRow, values: readonly string[]): readonly string[] {
  if (operands === undefined) return [];
  const all = values.filter((value, i) => !/^-./.test(value) && taking?.test(values[i - 1] ?? "") !== true);
  return operands === "last" ? all.slice(-1) : all;
}

const givenBy = ({ options }: LayingRow, values: readonly string[]): readonly string[] =>
  options === undefined
    ? []
    : optionValues(values).flatMap(({ option, value }) => (options.test(option) ? [value] : []));
