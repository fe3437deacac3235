/**
 * What programs that nobody emulates may hand to something that runs it (`shuf -e "git push" | sh`): each of their words may be what
 * they print. For what finds, and never proves.
 */
import type { Effect } from "../contract/effect.ts";
import type { KnownWord, ShellReading, SubCommand } from "../contract/reading.ts";

const MAX_TEXTS = 24;
const MAX_TEXT = 4_096;

/** Texts of more than one word that may be run. */
export function fedTexts({ commands }: ShellReading): readonly string[] {
  const said = commands.flatMap((command) => {
    const first = [...(runsUnseen(command) ? fedDirectly(command, commands) : []), ...writersFor(command, commands)];
    const words = withFeeders(first, commands).flatMap(spelledBy);
    const pieces = words.flatMap((word) => word.split(/[^\w\s./~$-]+/));
    return [...words, ...pieces, words.join(" ")];
  });
  const texts = said.map((text) => text.trim()).filter((text) => /\s/.test(text) && text.length <= MAX_TEXT);
  return [...new Set(texts)].slice(0, MAX_TEXTS);
}

const runsUnseen = ({ name, effects }: SubCommand): boolean => name === null || effects.some(isUnseen);

/** Code of which only the way it comes is known, now or later, and code that starts what it is given. */
function isUnseen(effect: Effect): boolean {
  if (effect.do === "persist") return true;
  if (effect.do !== "run") return false;
  const { what, code, script } = effect;
  if (what === "code") return code === undefined || STARTS_INPUT.test(code);
  return what === "script" && (script?.certainty !== "exact" || /^\/(?:dev|proc)\//.test(script.path));
}

const STARTS_INPUT =
  /^(?=[\s\S]*(?:stdin|\binput\b|<>|readline|\bgets\b|open\(0|argv|environ))(?=[\s\S]*(?:system|exec|spawn|popen|\brun\b|\bcall\b|`|%x))/i;

const spelledBy = ({ words, input = "" }: SubCommand): readonly string[] =>
  [...words.slice(1).map(spelled), input].filter((text) => text !== "");

const spelled = ({ value, outline, prefix }: KnownWord): string => value ?? outline ?? prefix;

const fedDirectly = ({ fedBy = [] }: SubCommand, commands: readonly SubCommand[]): readonly SubCommand[] =>
  fedBy.flatMap(([from, to]) => commands.slice(from, to));

/** And what makes their input and their words. */
function withFeeders(first: readonly SubCommand[], commands: readonly SubCommand[]): readonly SubCommand[] {
  const found = new Set<SubCommand>();
  const todo = [...first];
  for (let next = todo.shift(); next !== undefined; next = todo.shift()) {
    if (found.has(next)) continue;
    found.add(next);
    todo.push(...fedDirectly(next, commands));
  }
  return [...found];
}

/** Scripts that other commands of the call write. */
function writersFor({ effects }: SubCommand, commands: readonly SubCommand[]): readonly SubCommand[] {
  const scripts = effects.flatMap((effect) =>
    effect.do === "run" && effect.script?.certainty === "exact" ? [effect.script.path] : [],
  );
  if (scripts.length === 0) return [];
  return commands.filter((one) =>
    one.effects.some((effect) => effect.do === "write" && scripts.includes(effect.target.path)),
  );
}
