/**
 * Directories into which code in a string copies, or unpacks, a whole tree: anything may land there, as with `cp -r tmpl/. .`. For rules
 * that forbid editing, and for the gate's own directories (3c).
 */
import type { SubCommand } from "../../contract/reading.ts";
import { absolutePath, toTarget } from "../../machine/index.ts";
import { spellingsIn } from "../../readers/bash/index.ts";
import type { PolicyCall } from "../call.ts";
import { withValues } from "./code-values.ts";
import { joinNames } from "./joined-names.ts";
import { isOpenEnded } from "./option-values.ts";
import type { WrittenPlace } from "./written-words.ts";

const MAX_CODE = 20_000;
const MAX_PLACES = 64;
const LITERAL = `(?:"[^"\\n]{1,1024}"|'[^'\\n]{1,1024}'|\`[^\`\\n]{1,1024}\`)`;

/** Calls that copy or move a tree; what is copied stands first. */
const COPIES =
  /\b(?:copytree|copy_tree|cp_r|cp_lr|cpSync|dircopy|rcopy|dirmove|copyDir\w*|copyTree|CopyFS|copyRecursive\w*)\b/i;
/** The same where the code says that it takes whole trees. */
const COPIES_MAYBE = /\b(?:cp|copy(?:Sync)?|move(?:Sync)?|mv|install)\b/;
const SAYS_TREE = /recursive|fs-extra|cpx|dirs_exist_ok|FileUtils|shelljs/;
/** Calls that unpack, with what they are given. */
const UNPACKS =
  /\b(?:unpack_archive|extractall|extract_all|extractAllTo|extractTo|extractArchive|extract|unpack|untar|unzip|decompress)\b\s*(?:\(([^()]*)\))?/gi;
const ARCHIVES = /zip|tar|archive|7z|gem/i;
const FIRST = new RegExp(
  `\\b(?:copytree|copy_tree|cp_l?r|cpSync|cp|copy(?:Sync)?|dircopy|rcopy|unpack_archive|ZipFile)\\b\\s*\\(?\\s*${LITERAL}`,
  "gi",
);
/** The same with calls that move, which also name what is taken away. */
const SOURCE = new RegExp(
  `\\b(?:copytree|copy_tree|cp_l?r|cpSync|cp|copy(?:Sync)?|dircopy|rcopy|mv|move(?:Sync)?|rename(?:Sync)?)\\b\\s*\\(?\\s*(${LITERAL})`,
  "gi",
);
const STANDS = /\b(?:getcwd|cwd|pwd|Getwd)\b|__dirname/;

export const treesByCode = (call: PolicyCall, commands: readonly SubCommand[]): readonly WrittenPlace[] =>
  commands
    .filter(isOpenEnded)
    .flatMap((command) => {
      const from = command.cwd.certainty === "exact" ? command.cwd.path : call.projectRoot;
      const into = textsOf(command).flatMap((text) => [...intoByCode(text), ...intoByCmdlets(text)]);
      return [...new Set(into)].map((path) => ({ target: toTarget(path, from, call.world), recursive: true }));
    })
    .slice(0, MAX_PLACES);

/** What code says it copies or moves, absolute. */
export function copiedByCode(call: PolicyCall, command: SubCommand): readonly string[] {
  const from = command.cwd.certainty === "exact" ? command.cwd.path : call.projectRoot;
  const named = textsOf(command).flatMap((text) =>
    [...text.matchAll(SOURCE)].map(([, literal = ""]) => literal.slice(1, -1)),
  );
  return [...new Set(named)].map((path) => absolutePath(path, from, call.world)).slice(0, MAX_PLACES);
}

function textsOf(command: SubCommand): readonly string[] {
  const { words, effects, input = "" } = command;
  const given = words.slice(1).map(({ value, outline, prefix }) => value ?? outline ?? prefix);
  const code = effects.flatMap((effect) => (effect.do === "run" && effect.code !== undefined ? [effect.code] : []));
  const texts = [...new Set([...given.filter((word) => /[\s(]/.test(word)), input, ...code])];
  const spelled = texts.flatMap((text) => spellingsIn(command, text)).map((text) => text.slice(0, MAX_CODE));
  return [...new Set([...spelled, ...spelled.map(withValues), ...spelled.map(joinNames)])];
}

/** Every literal but what is copied; where none says it, the directory the code stands in. */
function intoByCode(code: string): readonly string[] {
  const copies = COPIES.test(code) || (COPIES_MAYBE.test(code) && SAYS_TREE.test(code));
  const unpacks = ARCHIVES.test(code) ? [...code.matchAll(UNPACKS)] : [];
  if (!copies && unpacks.length === 0) return [];
  const named = [...code.replace(FIRST, " ").matchAll(new RegExp(LITERAL, "g"))].map(([text]) => text.slice(1, -1));
  const isHere = (copies && STANDS.test(code)) || unpacks.some(([whole, given]) => saysNoPlace(whole, given));
  return [...named.filter((text) => !/[\s\0*?]|:\/\//.test(text)), ...(isHere ? ["."] : [])];
}

/** `extractall()`, `unpack_archive('r.zip')`, `extract(members=m)`. */
function saysNoPlace(call: string, given: string | undefined): boolean {
  if (given === undefined) return false;
  const rest = /unpack_archive/i.test(call) ? given.split(",").slice(1).join(",") : given;
  return /^(?:\s*(?:members|pwd|filter|numeric_owner|format)\s*=[^,]*,?)*\s*$/.test(rest);
}

/** `Copy-Item -Recurse tmpl/* .`, `Expand-Archive r.zip`: the value of -Destination, or the last word; none: where it stands. */
function intoByCmdlets(code: string): readonly string[] {
  return code.split(/[;|\n&]+/).flatMap((line) => {
    const [, name = "", rest = ""] = CMDLET.exec(line) ?? [];
    if (name === "" || (/^c/i.test(name) && !/\s-r\w*\b|[*?]/i.test(rest))) return [];
    const said = /-Dest\w*[\s:]+(\S+)/i.exec(rest)?.[1];
    const operands = rest.split(/\s+/).filter((word) => word !== "" && !word.startsWith("-"));
    const into = said ?? (operands.length > 1 ? operands.at(-1) : undefined);
    return [(into ?? ".").replace(/^["']|["']$/g, "")];
  });
}
const CMDLET = /(?:^|[\s({])(Copy-Item|cpi|Expand-Archive|Move-Item)\s+(.*)$/i;
