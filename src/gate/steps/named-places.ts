/** For step 7: places that a rule covers only where its own words name them. */
import type { Target } from "../../contract/effect.ts";
import { foldText } from "../../machine/index.ts";
import { protectionOf, unnamedPlaces } from "../../policy/index.ts";
import { isCredential } from "../../policy/proofs/index.ts";
import {
  hiddenName,
  namedLoosely,
  pathspecReach,
  pointedPlaces,
  type Rule,
  readsByRule,
  saysMoreThanRead,
} from "../../policy/rules/index.ts";
import type { Call } from "../call.ts";

/**
 * A protected place is covered only by a rule that names it, also where a pattern matches it or a tree brings it along. Of a tool nobody declared every place in its input may be
 * written, and a secret among them read and handed on, unless the rule is for that very tool and all that is seen of it says that it
 * reads.
 */
export function namesProtectedPlaces(rules: readonly Rule[], call: Call): boolean {
  const written = call.effects.flatMap((effect) =>
    effect.do === "write" || effect.do === "delete" ? [effect.target] : [],
  );
  // Of which not even a directory is known: any place, a protected one too. A path with two readings is looked at in each of them.
  if (call.otherways.length === 0 && written.some((one) => one.path === "" && one.certainty === "unknown"))
    return false;
  const unnamed = rules.length === 0 || written.length === 0 ? [] : unnamedPlaces(call);
  const { targets, unread } = rules.length === 0 ? { targets: [], unread: false } : pathspecReach(call);
  if (unnamed === undefined || unread || saysMoreThanRead(call)) return false;
  const loose = readsByRule(call) ? [] : namedLoosely(call);
  const named = rules.length === 0 ? [] : [...loose, ...pointedPlaces(call)];
  if (named.some((target) => isCredential({ do: "read", target, recursive: false, content: true }, call))) return false;
  return [...written, ...targets, ...unnamed, ...loose].every((target) => {
    const place = protectionOf(target, call);
    if (place === undefined) return namesHidden(target, rules, call);
    return rules.some((rule) => [place.name, place.matched].some((name) => nameSegments(rule).includes(name)));
  });
}

/** What a tool writes for programs of home needs a rule that says whose; of commands this is asked part by part. */
function namesHidden({ path }: Target, rules: readonly Rule[], call: Call): boolean {
  if (call.reading !== undefined) return true;
  return [path, call.real(path).path].every((way) => {
    const hidden = hiddenName(way, call);
    return hidden === undefined || rules.some((rule) => nameSegments(rule).includes(foldText(hidden)));
  });
}

const nameSegments = (rule: Rule): readonly string[] => {
  const segments = foldText(rule.text).split(/[\s/()"'=,:]+/);
  return [...segments, ...segments.slice(1).map((segment, i) => `${segments[i]}/${segment}`)];
};
