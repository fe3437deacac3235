/** Reads the grammar out of a document and makes texts from it. */

type Node =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "one"; readonly of: string }
  | { readonly kind: "rule"; readonly name: string }
  | { readonly kind: "many" | "maybe"; readonly node: Node }
  | { readonly kind: "all" | "any"; readonly nodes: readonly Node[] };

export type Grammar = ReadonlyMap<string, Node>;

const TOKEN = /\s*(?:"([^"]*)"|'([^']*)'|\? ([^\n]*?) \?(?= [,;|)])|([A-Za-z]+)|([=;,|{}[\]()]))/y;

export function parseGrammar(document: string): Grammar {
  const source = /```ebnf\n([\s\S]*?)```/.exec(document)?.[1] ?? "";
  const rules = new Map<string, Node>();
  const tokens = [...readTokens(source)];
  while (tokens.length > 0) {
    const name = tokens.shift()?.name;
    if (name === undefined || tokens.shift()?.mark !== "=") throw new Error("a rule begins with its name");
    rules.set(name, parseAny(tokens));
    if (tokens.shift()?.mark !== ";") throw new Error(`${name} does not end`);
  }
  return rules;
}

interface Token {
  readonly text?: string | undefined;
  readonly of?: string | undefined;
  readonly name?: string | undefined;
  readonly mark?: string | undefined;
}

function* readTokens(source: string): Generator<Token> {
  for (let at = 0; source.slice(at).trim() !== ""; ) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(source);
    if (found === null) throw new Error(`not read: ${source.slice(at, at + 40)}`);
    at = TOKEN.lastIndex;
    yield { text: found[1] ?? found[2], of: found[3], name: found[4], mark: found[5] };
  }
}

function parseAny(tokens: Token[]): Node {
  const nodes = [parseAll(tokens)];
  while (tokens[0]?.mark === "|") {
    tokens.shift();
    nodes.push(parseAll(tokens));
  }
  return { kind: "any", nodes };
}

function parseAll(tokens: Token[]): Node {
  const nodes = [parseOne(tokens)];
  while (tokens[0]?.mark === ",") {
    tokens.shift();
    nodes.push(parseOne(tokens));
  }
  return { kind: "all", nodes };
}

function parseOne(tokens: Token[]): Node {
  const { text, of, name, mark } = tokens.shift() ?? {};
  if (text !== undefined) return { kind: "text", text };
  if (of !== undefined) return { kind: "one", of };
  if (name !== undefined) return { kind: "rule", name };
  const node = parseAny(tokens);
  tokens.shift();
  if (mark === "{") return { kind: "many", node };
  return mark === "[" ? { kind: "maybe", node } : node;
}

/** The same seed makes the same texts. */
export function sampler(grammar: Grammar, seed: number): (rule: string) => string {
  let state = seed;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const make = (node: Node): string => {
    switch (node.kind) {
      case "text":
        return node.text;
      case "one":
        return node.of.charAt(below(node.of.length));
      case "rule": {
        const rule = grammar.get(node.name);
        if (rule === undefined) throw new Error(`no rule ${node.name}`);
        return make(rule);
      }
      case "many":
        return Array.from({ length: below(4) }, () => make(node.node)).join("");
      case "maybe":
        return below(2) === 0 ? "" : make(node.node);
      case "any":
        return make(node.nodes[below(node.nodes.length)] ?? { kind: "text", text: "" });
      case "all":
        return node.nodes.map(make).join("");
    }
  };
  return (rule) => make({ kind: "rule", name: rule });
}
