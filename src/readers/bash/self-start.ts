/** What starts itself twice: a function, by whatever names, or a text that is evaluated; and loops that start processes without end. */
import { forEachChild, parseLoosely, type SyntaxNode } from "./parse.ts";
import type { FunctionBody } from "./state.ts";

type Bodies = ReadonlyMap<string, readonly FunctionBody[]>;

/** One place in a body that calls a function. */
interface CallSite {
  readonly calls: string;
  /** In a process of its own that nobody waits for, or beside others of its pipe. */
  readonly beside: boolean;
  /** In a loop, and so as good as two places. */
  readonly often: boolean;
}

/** More functions than this are not followed. */
const MAX_FUNCTIONS = 64;

/** The function leads back to itself from two places, one of them beside what goes on: its processes double without end. */
export function multiplies(name: string, bodies: Bodies): boolean {
  const sites = new Map([...bodies].slice(0, MAX_FUNCTIONS).map(([one, all]) => [one, sitesIn(one, all, bodies)]));
  const circle = new Set(reachedFrom(name, sites).filter((one) => reachedFrom(one, sites).includes(name)));
  const back = [...circle].flatMap((one) => (sites.get(one) ?? []).filter(({ calls }) => circle.has(calls)));
  return countOf(back) > circle.size && back.some(({ beside }) => beside);
}

/** `c='eval "$c" & eval "$c"'`: the text evaluates the variable that holds it from two places, one of them beside what goes on. */
export function evaluatesItself(name: string, value: string): boolean {
  if (!HANDS_ON_TEXT.test(value) || !new RegExp(`\\$\\{?${name}\\b`).test(value)) return false;
  const parsed = parseLoosely(value);
  if (!parsed.ok) return false;
  const asked = new RegExp(`^["']?\\$\\{?${name}\\}?["']?$`);
  const sites = sitesOf([parsed.value], (node) =>
    HANDS_ON_TEXT.test(node.name?.value ?? "") && node.args.some((word) => asked.test(word.text)) ? [name] : [],
  );
  return countOf(sites) > 1 && sites.some(({ beside }) => beside);
}

type Loop = Extract<SyntaxNode, { readonly type: "While" | "For" | "ArithmeticFor" }>;

const isLoop = (node: SyntaxNode): node is Loop =>
  node.type === "While" || node.type === "For" || node.type === "ArithmeticFor";

/** Its test is no test. */
export function isEndless(node: SyntaxNode): node is Exclude<Loop, { readonly type: "For" }> {
  if (node.type === "ArithmeticFor") return node.test === undefined;
  if (node.type !== "While") return false;
  const [test, ...more] = node.clause.commands;
  if (test === undefined || more.length > 0 || test.command.type !== "Command") return false;
  const { name, args } = test.command;
  const says = [name?.value, ...args.map(({ value }) => value)].join(" ");
  return (node.kind === "until" ? /^false$/ : /^(?::|true|test 1|\[ 1 \])$/).test(says);
}

const countOf = (sites: readonly CallSite[]): number => sites.length + sites.filter(({ often }) => often).length;

type CommandNode = Extract<SyntaxNode, { readonly type: "Command" }>;

const sitesIn = (name: string, bodies: readonly FunctionBody[], known: Bodies): readonly CallSite[] =>
  sitesOf(
    bodies.map(({ node }) => node),
    (node) =>
      callsOf(node)
        .map((called) => (ITSELF.test(called) ? name : called))
        .filter((called) => known.has(called)),
  );

/** How a function names itself. */
const ITSELF = /^\$\{?FUNCNAME(?:\[0\])?\}?$/;

function sitesOf(
  nodes: readonly SyntaxNode[],
  calledBy: (node: CommandNode) => readonly string[],
): readonly CallSite[] {
  const sites: CallSite[] = [];
  const visit = (node: SyntaxNode, beside: boolean, around: "endless" | "loop" | undefined): void => {
    if (node.type === "Command") {
      const often = around === "endless" || (around === "loop" && !node.args.some(({ text }) => /[$`]/.test(text)));
      sites.push(...calledBy(node).map((calls) => ({ calls, beside, often })));
    }
    const inner = beside || runsBeside(node);
    const loop = isEndless(node) ? "endless" : (around ?? (isLoop(node) ? "loop" : undefined));
    forEachChild(node, (child) => visit(child, inner, loop));
  };
  for (const node of nodes) visit(node, false, undefined);
  return sites;
}

/** The names in a command's first words: what stands before a function's name may only hand on to it. */
function callsOf({ name, args }: CommandNode): readonly string[] {
  const hands = HANDS_ON.test(name?.value ?? "");
  const words = [name, ...(hands ? args.slice(0, MAX_WORDS_AHEAD) : [])];
  return words.flatMap((word) => (word?.type === "Word" ? [word.value] : []));
}

const HANDS_ON = /^(?:eval|command|builtin|time|exec|nohup|setsid|env|nice|bash|sh|timeout)$/;
const MAX_WORDS_AHEAD = 4;
const HANDS_ON_TEXT = /\b(?:eval|(?:ba|da|z|k)?sh)\b/;

const runsBeside = (node: SyntaxNode): boolean =>
  (node.type === "Statement" && node.background === true) ||
  (node.type === "Pipeline" && node.commands.length > 1) ||
  node.type === "Coproc" ||
  node.type === "ProcessSubstitution";

function reachedFrom(name: string, sites: ReadonlyMap<string, readonly CallSite[]>): readonly string[] {
  const seen = new Set<string>();
  const todo = [name];
  for (let next = todo.pop(); next !== undefined; next = todo.pop())
    for (const { calls } of sites.get(next) ?? [])
      if (!seen.has(calls)) {
        seen.add(calls);
        todo.push(calls);
      }
  return [...seen];
}
