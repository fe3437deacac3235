/**
 * A credential store, a directory that holds one, or home among the words of a command: whatever the program, it may read it there
 * and show it, pack it or send it. An open allow rule covers none that it does not name. A word is no such thing only where the
 * program's record accounts for it (looked at by name, written, deleted), or says that the program does nothing at all.
 */
import type { SubCommand } from "../../contract/reading.ts";
import { absolutePath, isInside, touched } from "../../machine/index.ts";
import { isChecker } from "../../programs/index.ts";
import type { PolicyCall } from "../call.ts";
import { isCredential, placesSpelled } from "../proofs/credentials.ts";
import { isOpenEnded, type OptionValue, optionValues } from "./option-values.ts";

/** How long the text of a place may be, and how many are looked at: with more of them no rule covers the command. */
const MAX_PLACE_CHARACTERS = 1_000;
const MAX_PLACES = 1_024;

/** Programs that prove with a key who they are, and git: their words are read for themselves, each in its place. */
const READ_ELSEWHERE: ReadonlySet<string> = new Set("git ssh scp sftp rsync ssh-add ssh-copy-id sshfs mosh".split(" "));
/** Options of programs whose words are known, by whose names a store is used and not shown. */
const USES = /conf|key|cert|ca-?bundle|cacert|ident|cred|auth|netrc|pass|home|env|var-file|values|exclude|ignore/i;
/** Options by which the words behind them are seen from another directory. */
const ENTERS = /^(?:-C|-d|--?(?:directory|chdir|cwd|dir|root|base-?dir|prefix|from|working-directory))$/;
/** Everybody's: what is put there is no store of this person's. */
const TEMPORARY = ["/tmp", "/var/tmp", "/private/tmp", "/dev/shm"];

/** `rest`: the words behind those the rule spells out, and the last of these. `spelled`: every word of the rule. */
export function handsOverSecret(
  command: SubCommand,
  { rest, spelled }: { readonly rest: readonly string[]; readonly spelled: readonly string[] },
  call: PolicyCall,
): boolean {
  const { cwd, name } = command;
  const open = isOpenEnded(command);
  if (!open && (READ_ELSEWHERE.has(name ?? "") || ownEffects(command).length === 0)) return false;
  const given = optionValues(rest);
  const entered = given.flatMap(({ option, value }) => (ENTERS.test(option) ? [pathOf(value, cwd.path, call)] : []));
  const named = placesSpelled(spelled, cwd.path, call);
  const words = given.flatMap((value) => wordsIn(value, open));
  if (words.length * (entered.length + 1) > MAX_PLACES) return true;
  return words.some((word) =>
    [cwd.path, ...entered].some((from, i) => {
      const path = pathOf(word.value, from, call);
      if (named.some((place) => isInside(path, place))) return false;
      if (isOwn(path, call)) return open && i === 0 && namesOwnSecret(command, word, path, call);
      return open ? leadsToStore(path, call) : isUnaccounted(command, word, path, call) && leadsToStore(path, call);
    }),
  );
}

const pathOf = (word: string, from: string, { world }: PolicyCall): string => absolutePath(word, from, world);

const ownEffects = ({ effects, redirections = [] }: SubCommand) =>
  effects.filter((effect) => !redirections.includes(effect));

/** What may be a place in a value: itself, its parts, and in what is told to a program nobody knows the strings in it. */
function wordsIn({ option, value }: OptionValue, open: boolean): readonly OptionValue[] {
  const strings = open ? [...value.matchAll(/["'`]([^"'`\n]{1,1000})["'`]/g)].map((match) => match[1] ?? "") : [];
  return [...new Set([value, ...value.split(/[=,:]/), ...strings])]
    .map((word) => word.replace(/^(?:@|fileb?:\/\/)+/, ""))
    .filter((word) => word !== "" && word.length <= MAX_PLACE_CHARACTERS && /[./~]/.test(word))
    .filter((word) => !/[\s*?\0]|:\/\//.test(word) && !word.startsWith("-"))
    .map((word) => ({ option, value: word }));
}

const isOwn = (path: string, call: PolicyCall): boolean =>
  [call.projectRoot, ...call.settings.additionalDirectories].some((root) =>
    isInside(path, absolutePath(root, call.projectRoot, call.world)),
  );

/** Code of the project finds the project's own variables by itself, and linters only look. */
function namesOwnSecret({ name }: SubCommand, { option }: OptionValue, path: string, call: PolicyCall): boolean {
  if (isChecker(name ?? "") || /^--env-file/.test(option)) return false;
  return isCredential({ do: "read", target: { path, certainty: "exact" }, recursive: false, content: true }, call);
}

/** Of a program whose words are known: this one stands in none of its effects, nor is it where something is copied to, and it is there. */
function isUnaccounted({ effects }: SubCommand, word: OptionValue, path: string, call: PolicyCall): boolean {
  if (USES.test(word.option) || ENTERS.test(word.option) || call.world.stat(path).kind === "absent") return false;
  return !effects.some((effect) => {
    const place = touched(effect)?.target.path;
    return (
      place === path || (effect.do === "write" && effect.from !== undefined && place?.replace(/\/[^/]*$/, "") === path)
    );
  });
}

/** A store, or what lies around one. The root is more often a text than a place. */
function leadsToStore(path: string, call: PolicyCall): boolean {
  const target = { path, certainty: "exact" } as const;
  if (isCredential({ do: "read", target, recursive: false, content: true }, call)) return true;
  if (path === "/" || TEMPORARY.some((place) => isInside(path, place) && !isInside(call.world.home, place)))
    return false;
  const { kind } = call.world.stat(path);
  return kind === "directory" && isCredential({ do: "read", target, recursive: true, content: true }, call);
}
