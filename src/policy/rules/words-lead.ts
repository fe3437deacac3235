/**
 * Where the words of a command lead that speaks with others, however they are spelled: as an option's value, behind a comma or an
 * equals sign (`type=local,dest=X`), as `file://X` or `@X`. An open allow rule covers none that lead to a secret, into a place
 * only the person may approve, or to what home keeps for programs.
 */
import type { ReadEffect } from "../../contract/effect.ts";
import type { SubCommand } from "../../contract/reading.ts";
import { absolutePath, isInside, toTarget } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { isCredential, placesSpelled } from "../proofs/credentials.ts";
import { protectionOf } from "../protection.ts";
import { keepsForPrograms } from "./home-places.ts";
import { isOpenEnded, type OptionValue, optionValues } from "./option-values.ts";

/** How many places of one command are looked at: with more of them no rule covers it. */
const MAX_PLACES = 256;

/** Programs whose words are read for themselves, each in its place. */
const READ_ELSEWHERE: ReadonlySet<string> = new Set("git ssh scp sftp rsync ssh-add ssh-copy-id sshfs mosh".split(" "));
/** Options by whose names a file is used here, and goes nowhere. */
const USED_HERE =
  /^-{0,2}(?:env-?file|var-file|values|kubeconfig|config(?:-file|-path)?|cacert|ca-bundle|exclude[\w-]*|ignore[\w-]*|dockerignore|filter|grep|query|jq|tags?)$/i;
/** Options and parts of options by whose names something is put where they say; of some programs by a letter. */
const PUT_THERE =
  /^-{0,2}(?:[ODodC]|[\w-]*(?:out|output|outfile|dir|directory|dest|destination|log|report|save|write|target|local|download)[\w-]*)$/i;
/** Options of programs for people whose value is text. */
const TEXT = /^(?:-[mbtdn]|--?(?:message|body|title|notes?|subject|description|comment|text|label|name|homepage))$/;
const FOR_PEOPLE: ReadonlySet<string> = new Set("gh glab hub tea jira linear".split(" "));

/** `spelled`: every word of the rule; `rest`: the words behind those. */
export function wordsLead(
  command: SubCommand,
  { rest, spelled }: { readonly rest: readonly string[]; readonly spelled: readonly string[] },
  call: PolicyCall,
): boolean {
  const { name, effects, understood, cwd } = command;
  const contacts = effects.some((effect) => effect.do === "network" || effect.do === "cloud");
  if (READ_ELSEWHERE.has(name ?? "") || (understood && !contacts)) return false;
  if (cwd.certainty !== "exact") return optionValues(rest).some(({ value }) => /^\.|[/@]\.|^~/.test(value));
  const known = placesSpelled(spelled, cwd.path, call);
  const places = optionValues(rest).flatMap((given) => placesIn(given, name ?? ""));
  if (places.length > MAX_PLACES) return true;
  return places.some((place) => {
    const path = absolutePath(place.text, cwd.path, call.world);
    if (known.some((one) => isInside(path, one))) return false;
    return leadsToSecret(place, cwd.path, call) || (contacts && leadsAway(place, command, call));
  });
}

interface WordPlace {
  /** The option, or the part of one, whose value it is; "" for a word of its own. */
  readonly option: string;
  readonly text: string;
}

function placesIn({ option, value }: OptionValue, program: string): readonly WordPlace[] {
  const isFile = /^(?:@|fileb?:\/\/)/.test(value);
  if (!isFile && FOR_PEOPLE.has(program) && TEXT.test(option)) return [];
  const parts = value.split(",").flatMap((part): readonly WordPlace[] => {
    const [, key, own] = /^([\w.-]+)=(.+)$/s.exec(part) ?? [];
    return key === undefined || own === undefined ? [{ option, text: part }] : [{ option: key, text: own }];
  });
  const behind = /^[^/~.][^:]*:(.+)$/s.exec(value)?.[1];
  return [{ option, text: value }, ...parts, ...(behind === undefined ? [] : [{ option, text: behind }])]
    .map((place) => ({ ...place, text: place.text.replace(/^(?:@|fileb?:\/\/)+/, "").replace(/(?<=.)#.*$/s, "") }))
    .filter(({ text }) => text !== "" && !/[\s*?{}()\0]|:\/\//.test(text) && !text.startsWith("-"));
}

/** Only naming it counts, and what a command uses here it does not show. */
function leadsToSecret({ option, text }: WordPlace, cwd: string, call: PolicyCall): boolean {
  if (USED_HERE.test(option)) return false;
  const target = toTarget(text, cwd, call.world);
  const effect: ReadEffect = { do: "read", target, recursive: false, content: true };
  return isCredential(effect, call);
}

/** Home and what lies around the project as a whole, what home keeps for programs, and places only the person may approve. */
function leadsAway({ option, text }: WordPlace, command: SubCommand, call: PolicyCall): boolean {
  const cwd = command.cwd.path;
  const path = absolutePath(text, cwd, call.world);
  const isPath = /^(?:~|\/.|\.\.?(?:\/|$))/.test(text);
  const around = [call.projectRoot, call.world.home].some((inner) => inner !== path && isInside(inner, path));
  if (isPath && path !== "/" && (around || path === call.world.home) && path !== call.projectRoot) return true;
  if (isPath && !USED_HERE.test(option) && keepsForPrograms(path, call)) return true;
  const puts = PUT_THERE.test(option) || (option === "" && isPutByWord(command));
  return puts && protectionOf(toTarget(text, cwd, call.world), call) !== undefined;
}

/** A service's answer is put into the file a word of its own names (`aws s3api get-object … OUTFILE`). */
const isPutByWord = (command: SubCommand): boolean =>
  isOpenEnded(command) || command.effects.some((effect) => effect.do === "cloud" || effect.do === "write");
