/**
 * Texts that code of another language hands to something it calls. Whoever is called so, and whatever name the code gave it: a text
 * that reads as a catastrophe is taken to be started, for a wrong guess only denies.
 */
import { spellHome, spellingsIn, withLines } from "../../readers/bash/index.ts";
import type { CallCommand } from "../offline/index.ts";

const MAX_TEXTS = 16;

const TEXT = String.raw`(?:"([^"\n]{4,400})"|'([^'\n]{4,400})'|${"`"}([^${"`"}\n]{4,400})${"`"})`;
const CALLED = new RegExp(
  String.raw`(?<![\w$.])((?:[\w$]{1,60}[.:>-]{1,2}){0,5}[\w$]{1,60})\s*\(\s*[fFbBrRuU]{0,2}${TEXT}`,
  "g",
);

/** `run(["bash"], input="…")`. */
const FED = new RegExp(String.raw`\b(input|stdin)\s*[=:]\s*[fFbBrRuU]{0,2}${TEXT}`, "g");

/** Shows, compares or keeps a text. */
export const ONLY_SAYS =
  /(?:^|[.:>_-])(?:f?printf?|println|puts|p|pp|say|echo|die|log|error|warn\w*|info|debug|trace|write\w*|append\w*|push|add|insert|assert\w*|equals?|includes?|contains|test|it|describe|expect|match\w*|replace\w*|sub|gsub|split|search|find\w*|index\w*|count|starts_?with|ends_?with|compile|RegExp|regex\w*|fullmatch|join|dumps?|stringify|parse|loads|repr|len|str|String|quote|escape\w*|hash\w*|\w*Error|Exception|input|if|while|in|and|or|not|return|require|import|Path|b64encode|encode|sleep|setenv|get|set|has)$/i;

/** Each once, without those that are only said. */
export function textsGiven(command: CallCommand): readonly string[] {
  const codes = command.effects.flatMap((effect) =>
    effect.do === "run" && effect.code !== undefined ? spellingsIn(command, effect.code).map(spellHome) : [],
  );
  const texts = codes.flatMap((code) =>
    [...code.matchAll(CALLED), ...code.matchAll(FED)].flatMap(([, name = "", one, other, third]) =>
      ONLY_SAYS.test(name) && !/stdin|^input$/.test(name) ? [] : [one ?? other ?? third ?? ""],
    ),
  );
  return [...new Set(texts.map(withLines).filter((text) => /\S\s+\S/.test(text)))].slice(0, MAX_TEXTS);
}
