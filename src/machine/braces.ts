/** `{a,b}` of a pattern, written out. */
const MAX_ALTERNATIVES = 256;

/** From left to right; undefined where there are more alternatives than anyone writes by hand. */
export function expandBraces(text: string): string[] | undefined {
  const done: string[] = [];
  const open = [text];
  let alternatives = 1;
  for (let way = open.pop(); way !== undefined; way = open.pop()) {
    const found = way.includes("{") ? /\{([^{}]*,[^{}]*)\}/.exec(way) : null;
    if (found === null) {
      done.push(way);
      continue;
    }
    const [whole, inner = ""] = found;
    const [before, behind] = [way.slice(0, found.index), way.slice(found.index + whole.length)];
    const options = inner.split(",");
    alternatives += options.length - 1;
    if (alternatives > MAX_ALTERNATIVES) return undefined;
    for (const option of options.reverse()) open.push(before + option + behind);
  }
  return done;
}

/** Where `..` may stand in an alternative, or be put together from two. */
const MAY_CLIMB = /[{,}.]\.(?:[,{}/\\]|$)/;
const GROUP = /\{[^{}]*\}/;
/** To some libraries a group of one is what stands in it. */
const GROUP_OF_ONE = /\{([^{},]*)\}/g;

/**
 * The alternatives of a pattern that climb with `..`: they are folded one by one, behind their writing out and never before.
 * Undefined where there are more than anyone writes by hand.
 */
export function climbingAlternatives(text: string): readonly string[] | undefined {
  if (!MAY_CLIMB.test(text) || !GROUP.test(text)) return [];
  const ways = expandBraces(text.replace(GROUP_OF_ONE, "$1").replace(GROUP_OF_ONE, "$1"));
  return ways?.filter((way) => way !== text && /(?:^|[/\\])\.\.(?:[/\\]|$)/.test(way));
}
