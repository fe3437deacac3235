/** A function that starts itself twice, by whatever names: told from the bodies of all functions, before any of them runs. */
import { forEachChild, type SyntaxNode } from "./parse.ts";
import type { FunctionBody } from "./state.ts";

type Bodies = ReadonlyMap<string, readonly FunctionBody[]>;

/** One place in a body that calls a function. */
interface CallSite {
  readonly calls: string;
  /** In a process of its own that nobody waits for, or beside others of its pipe. */
  readonly beside: boolean;
}

/** More functions than this are not followed. */
const MAX_FUNCTIONS = 64;

/** The function leads back to itself from two places, one of them beside what goes on: its processes double without end. */
export function multiplies(name: string, bodies: Bodies): boolean {
  const sites = new Map([...bodies].slice(0, MAX_FUNCTIONS).map(([one, all]) => [one, sitesIn(all, bodies)]));
  const circle = new Set(reachedFrom(name, sites).filter((one) => reachedFrom(one, sites).includes(name)));
  const back = [...circle].flatMap((one) => (sites.get(one) ?? []).filter(({ calls }) => circle.has(calls)));
  return back.length > circle.size && back.some(({ beside }) => beside);
}

function sitesIn(bodies: readonly FunctionBody[], known: Bodies): readonly CallSite[] {
  const sites: CallSite[] = [];
  const visit = (node: SyntaxNode, beside: boolean): void => {
    const named = node.type === "Command" ? callsOf(node).filter((name) => known.has(name)) : [];
    sites.push(...named.map((calls) => ({ calls, beside })));
    const inner = beside || runsBeside(node);
    forEachChild(node, (child) => visit(child, inner));
  };
  for (const { node } of bodies) visit(node, false);
  return sites;
}

/** The names in a command's first words: what stands before a function's name may only hand on to it. */
function callsOf({ name, args }: Extract<SyntaxNode, { readonly type: "Command" }>): readonly string[] {
  const hands = HANDS_ON.test(name?.value ?? "");
  const words = [name, ...(hands ? args.slice(0, MAX_WORDS_AHEAD) : [])];
  return words.flatMap((word) => (word?.type === "Word" ? [word.value] : []));
}

const HANDS_ON = /^(?:eval|command|builtin|time|exec|nohup|setsid|env|nice|bash|sh|timeout)$/;
const MAX_WORDS_AHEAD = 4;

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
