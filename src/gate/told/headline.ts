/**
 * The first words of every question: what leaves or changes, and where to. The one place that says a whole call in a sentence; the
 * host's prompt, `approve`, `check`, `explain`, `log` and the page show it as it is. Nothing decides on it.
 */
import { type Effect, isReading } from "../../contract/effect.ts";
import { oneLine } from "../../contract/escape.ts";
import { isSecretPath } from "../../core/index.ts";
import { hideKnown, secretsIn } from "../../machine/secrets/index.ts";
import type { Call } from "../call.ts";
import { MAX_PHRASE_CHARACTERS } from "../short-place.ts";
import { gitPhrase, type RepositoryAt } from "./git-phrases.ts";
import { type Part, type Phrase, phraseOf, tellsBeside } from "./phrases.ts";

/** What weighs most is said in full; of what is lighter, how much there is. */
const MAX_PHRASES = 4;

export function headlineOf(call: Call): string {
  const parts = partsOf(call);
  const isTelling = (effect: Effect): boolean =>
    effect.do !== "unknown" && (!isReading(effect) || showsSecret(effect, call));
  // What only reads is told where nothing else is there to tell.
  const isKept = parts.some(({ effects }) => effects.some(isTelling)) ? isTelling : () => true;
  const phrases = parts.flatMap((part) => phrasesOf(part, isKept, call));
  if (phrases.length === 0) return sayUnseen(call);
  const texts = [...new Set(phrases.toSorted((a, b) => a.weight - b.weight).map(({ text }) => text))];
  const [shown, lighter] = [texts.slice(0, MAX_PHRASES), texts.length - MAX_PHRASES];
  const said = lighter > 0 ? [...shown, `${lighter} lighter ${lighter === 1 ? "step" : "steps"}`] : shown;
  const sentence = said.length < 2 ? said.join() : `${said.slice(0, -1).join(", ")} and ${said.at(-1)}`;
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`;
}

const showsSecret = (effect: Effect, { scene }: Call): boolean =>
  effect.do === "read" && effect.content && isSecretPath(effect.target.path, scene);

/** The commands as they were typed, those that run elsewhere or by a task with what hands them on; of another tool, what it states. */
function partsOf(call: Call): readonly Part[] {
  let handed = Number.POSITIVE_INFINITY;
  const typed = (call.reading?.commands ?? []).filter(({ under, depth, effects }) => {
    if (under !== undefined || depth > handed) return false;
    const hands = effects.some((effect) => effect.do === "run" && (effect.what === "remote" || effect.what === "task"));
    handed = hands ? depth : Number.POSITIVE_INFINITY;
    return true;
  });
  return typed.some(({ effects }) => effects.length > 0)
    ? typed.map((command) => ({ effects: command.effects, command }))
    : [{ effects: call.effects, command: undefined }];
}

function phrasesOf(part: Part, isKept: (effect: Effect) => boolean, call: Call): readonly Phrase[] {
  const told = part.effects.filter((effect) => isKept(effect) && !tellsBeside(effect, part.effects));
  const isOther = part.effects.some((effect) => effect.do === "privilege" && effect.act === "privilege.as-other");
  const suffix = isOther && part.effects.length > 1 ? ", as another user" : "";
  const secrets = secretsIn(call.input);
  return told.map((effect): Phrase => {
    const { weight, text } =
      effect.do === "vcs" ? gitPhrase(effect, repositoryAt(part, call)) : phraseOf(effect, part, call);
    return { weight, text: `${oneLine(hideKnown(text, secrets), MAX_PHRASE_CHARACTERS)}${suffix}` };
  });
}

/** What this very call sets of git's makes what is on disk no answer. */
function repositoryAt({ command }: Part, { effects, cwd, world }: Call): RepositoryAt {
  const at = command?.cwd ?? { path: cwd, certainty: "exact" };
  const isBent =
    (command?.assignments ?? []).length > 0 ||
    effects.some((effect) => effect.do === "vcs" && (effect.op === "remote-change" || effect.op === "config"));
  return { cwd: at.certainty === "exact" ? at.path : null, isBent, words: command?.words ?? [], world };
}

/** Nothing was found that it does: it is named by its programs, where these were read. */
function sayUnseen({ tool, reading }: Call): string {
  if (reading === undefined) return `Uses ${tool}`;
  const names = [...new Set(reading.commands.flatMap(({ name }) => name ?? []))].slice(0, MAX_PHRASES);
  return names.length === 0 || reading.opaque.length > 0 ? "What it does cannot be read" : `Runs ${names.join(", ")}`;
}
