/** What will change, line by line, as people are used to reading it. */

const CONTEXT = 2;
/** Past this the middle is shown as replaced: a settings file is small. */
const MAX_CELLS = 4_000_000;

type DiffLine = { readonly sign: " " | "+" | "-"; readonly text: string };

export function diffLines(before: string, after: string): readonly string[] {
  const lines = compare(before === "" ? [] : before.split("\n"), after === "" ? [] : after.split("\n"));
  const near = lines.map((_, i) =>
    lines.slice(Math.max(0, i - CONTEXT), i + CONTEXT + 1).some(({ sign }) => sign !== " "),
  );
  return lines.flatMap(({ sign, text }, i) => {
    if (near[i] === true) return [`${sign} ${text}`];
    return near[i - 1] === true ? ["  …"] : [];
  });
}

function compare(a: readonly string[], b: readonly string[]): readonly DiffLine[] {
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  const kept = (text: string): DiffLine => ({ sign: " ", text });
  return [
    ...a.slice(0, head).map(kept),
    ...compareMiddle(a.slice(head, a.length - tail), b.slice(head, b.length - tail)),
    ...a.slice(a.length - tail).map(kept),
  ];
}

/** The longest common lines stay. */
function compareMiddle(a: readonly string[], b: readonly string[]): readonly DiffLine[] {
  if (a.length === 0 || b.length === 0 || a.length * b.length > MAX_CELLS) return [...a.map(gone), ...b.map(come)];
  const common = commonLengths(a, b);
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  for (let [left, right] = [a[i], b[j]]; left !== undefined && right !== undefined; [left, right] = [a[i], b[j]]) {
    if (left === right) {
      lines.push({ sign: " ", text: left });
      i++;
      j++;
    } else if (common(i + 1, j) >= common(i, j + 1)) {
      lines.push(gone(left));
      i++;
    } else {
      lines.push(come(right));
      j++;
    }
  }
  return [...lines, ...a.slice(i).map(gone), ...b.slice(j).map(come)];
}

const gone = (text: string): DiffLine => ({ sign: "-", text });
const come = (text: string): DiffLine => ({ sign: "+", text });

/** How many lines the rests of both from here on can have in common. */
function commonLengths(a: readonly string[], b: readonly string[]): (i: number, j: number) => number {
  const width = b.length + 1;
  const best = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number): number => best[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      best[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  return at;
}
