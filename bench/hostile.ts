/** The whole gate on hostile commands, from 500 characters to a megabyte: the slowest, best of three. No data is needed. */
import { seeded } from "../e2e/fuzz-grammar.ts";
import { bash, project } from "../src/testing/index.ts";

const PIECES = (
  "a |ls;|$(|`|((|{|}|[|(|)|<(|'|\"|\\|$'|${|${x:-|$((|a=|a[|&|&&|;|if |then |for x in |case x in |do |done |*|?|[a|~|#|=|!|{a,|{1..9}|x{a,b}|$x|$@|" +
  "é|İ|ﬁ|\u202e|\u00a0|😀|rm -rf x;|echo $(|[[ a && |a\\\n|function f {|f() {|trap '|eval '|bash -c '|find . -exec |xargs |env |timeout 1 |sudo |git -c |" +
  "sed 's/a/|awk '{|jq '.|tar -|--x=|a/../|*/|ls */*/|a=1 |a+=|export a=|alias a=|''|\"\"|2>&1 |1+|x[|a,|curl http://a/?|python -c '|x=$x$x;|[^]]|a.b.|" +
  "printf %d |mv a b;|cp -r a b;|rm a;|touch a;|> a |cd a;|git add a;|source a;|read x;|let a=|[ a ];|while :;do |{{|[[:alpha:]]|$(<a)|<a |&>a |a()|\\for x in ls;"
).split("|");
const SIZES = [500, 2_000, 8_000, 32_000, 1_000_000];
const PAIRS: readonly (readonly [string, string])[] = [
  ["$(", ")"],
  ["(", ")"],
  ["{ ", "; }"],
  ['"$(', ')"'],
  ["${x:-", "}"],
  ["$((", "))"],
  ["if a; then ", "; fi"],
  ["[[ ( ", " ) ]]"],
  ["case x in a) ", ";; esac "],
  ["for i in a; do ", "; done "],
  ["f() { ", "; }; f "],
  ["{a,", "}"],
];

const here = project();
here.write("src/a.ts", "a\n");
const gate = here.gate({
  classifier: null,
  settings: {
    permissions: { allow: ["Bash(ls:*)"], deny: ["Bash(rm -rf *)", "Read(./secrets/**)"], ask: ["Bash(git push:*)"] },
  },
});
const slow: { readonly ms: number; readonly name: string }[] = [];

async function time(name: string, command: string): Promise<void> {
  let ms = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < 3 && ms > 20; turn += 1) {
    const start = performance.now();
    await gate.check(bash(command, { session: `${slow.length} ${turn}` }));
    ms = Math.min(ms, performance.now() - start);
  }
  slow.push({ ms, name: `${JSON.stringify(name)}, ${command.length} characters` });
}

const filled = (piece: string, size: number): string => piece.repeat(Math.ceil(size / piece.length)).slice(0, size);

for (const piece of PIECES) for (const size of SIZES) await time(piece, filled(piece, size));
for (const [open, close] of PAIRS)
  for (const times of [10, 90, 200, 2_000]) await time(open, `${open.repeat(times)}a${close.repeat(times)}`);
const random = seeded(1);
const pick = (): string => PIECES[Math.floor(random() * PIECES.length)] ?? "a";
for (let i = 0; i < 400; i += 1) {
  const piece = Array.from({ length: 2 + Math.floor(random() * 3) }, pick).join("");
  await time(piece, filled(piece, SIZES[i % 4] ?? 500));
}
here.remove();
slow.sort((a, b) => b.ms - a.ms);
console.log(`${slow.length} hostile commands, slowest first`);
for (const { ms, name } of slow.slice(0, 10)) console.log(`${ms.toFixed(1).padStart(8)} ms  ${name}`);
process.exitCode = (slow[0]?.ms ?? 0) > 100 ? 1 : 0;
