/** Places among the words of programs of which nobody knows what they do with them, or that run what they are given. */
import { exact, type Target } from "../../contract/effect.ts";
import type { SubCommand } from "../../contract/reading.ts";
import { absolutePath, toTarget } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { mayRunWords } from "./hidden-code.ts";
import { matchedOutside } from "./said-writes.ts";

const MAX_WORDS = 256;
const MAX_WORD = 1_024;
const LOOKS_LIKE_PLACE = /^(?:[~/]|\.\.?\/|[^/]*\/|\.[\w-]+$)/;

export const handedWords = (call: PolicyCall): readonly Target[] => placesIn(call, mayRunWords, LOOKS_LIKE_PLACE);

/** Files that say what an agent starts or may do, among the words of a script that may change what it is given. */
export const handedSettings = (call: PolicyCall): readonly Target[] => placesIn(call, runsScript, SETTINGS);

/** A script of which nobody has said that it only looks. */
const runsScript = ({ name, words, effects }: SubCommand): boolean =>
  !SHOWS.test(name ?? "") &&
  effects.some((effect) => effect.do === "run" && (effect.what === "script" || effect.what === "unknown-program")) &&
  words.length > 1 &&
  !words.some(({ value }) => ONLY_LOOKS.test(value ?? ""));

const ONLY_LOOKS = /^--?(?:check|diff|dry-run|list\S*|lint|verify|validate|help|version)$/;
/** Programs that show a file to a person. */
const SHOWS =
  /^(?:bat(?:cat)?|glow|fx|jless|jnv|code(?:-insiders)?|cursor|subl|zed|open|xdg-open|delta|difft|dyff|hexyl|most|pygmentize|highlight|ccat|lolcat)$/;
const SETTINGS =
  /(?:^|\/)(?:settings[^/]*|[^/]*config[^/]*|[^/]*mcp[^/]*|hooks)\.(?:json[c5]?|ya?ml|toml)$|(?:^|\/)\.claude\.json$|(?:^|\/)\.git\/(?:config|hooks\/[^/]+)$/;

function placesIn(call: PolicyCall, of: (command: SubCommand) => boolean, called: RegExp): readonly Target[] {
  const readings = [...(call.reading === undefined ? [] : [call.reading]), ...call.likely()];
  return readings
    .flatMap(({ commands }) => commands.filter(of))
    .flatMap(({ words, cwd }) => {
      const from = cwd.certainty === "exact" ? cwd.path : call.projectRoot;
      return words
        .slice(1)
        .flatMap(({ value, prefix }) => (value ?? prefix).split(/[\s"'`=,;|(){}<>&:]+/))
        .filter((word) => word.length <= MAX_WORD && called.test(word))
        .flatMap((word) => [
          toTarget(word, from, call.world),
          ...(/[*?[]/.test(word) ? matchedOutside(absolutePath(word, from, call.world), call).map(exact) : []),
        ]);
    })
    .slice(0, MAX_WORDS);
}
