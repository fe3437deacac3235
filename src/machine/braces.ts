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
