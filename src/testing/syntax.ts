/** Source files as the compiler's parser sees them, for tests that look at the code itself. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { parseSync } from "vite";

export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

export interface Source {
  /** Below `src`. */
  readonly path: string;
  readonly text: string;
  readonly program: SyntaxNode;
  readonly comments: readonly string[];
  readonly imports: readonly Import[];
}

export interface Import {
  /** As it is written. */
  readonly from: string;
  /** The file of ours it means, below `src`; undefined: somebody else's. */
  readonly file: string | undefined;
  /** Names taken; `*`: all of them, or whatever is asked for when it runs. */
  readonly names: readonly string[];
  /** Something of it is there when the code runs. */
  readonly value: boolean;
  readonly reexport: boolean;
}

export const isShipped = (path: string): boolean =>
  path.endsWith(".ts") && !path.endsWith(".test.ts") && !/(?:^|\/)testing(?:\/|\.ts$)/.test(path);

export const listFiles = (dir: string): readonly string[] =>
  readdirSync(dir).flatMap((name) => {
    const path = join(dir, name);
    return statSync(path).isDirectory() ? listFiles(path) : [path];
  });

/** Every shipped file below `src`, parsed. */
export const shippedSources = (src: string): readonly Source[] =>
  listFiles(src)
    .map((file) => file.slice(src.length + 1))
    .filter(isShipped)
    .map((path) => parseSource(path, readFileSync(join(src, path), "utf8")));

/** Throws where it does not parse: what nobody can read passes no test. */
export function parseSource(path: string, text: string): Source {
  const { program, module, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const root: unknown = program;
  if (!isNode(root)) throw new Error(`${path}: no program`);
  const imports = importsOf(path, text, module);
  return { path, text, program: root, comments: comments.map(({ value }) => value), imports };
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";

/** It and all below it. */
export function nodesIn(node: SyntaxNode): readonly SyntaxNode[] {
  const found = [node];
  // Grows while it is walked.
  for (const one of found)
    for (const field of Object.values(one))
      if (Array.isArray(field)) {
        for (const below of field) if (isNode(below)) found.push(below);
      } else if (isNode(field)) found.push(field);
  return found;
}

export const childOf = (node: SyntaxNode, field: string): SyntaxNode | undefined => {
  const child = node[field];
  return isNode(child) ? child : undefined;
};

/** An identifier's name, or a literal's text. */
export const nameOf = (node: SyntaxNode | undefined): string | undefined => {
  const name = node?.name ?? node?.value;
  return typeof name === "string" ? name : undefined;
};

type Modules = ReturnType<typeof parseSync>["module"];

function importsOf(
  path: string,
  text: string,
  { staticImports, staticExports, dynamicImports }: Modules,
): readonly Import[] {
  const of = (from: string): Pick<Import, "from" | "file"> => ({
    from,
    file: from.startsWith(".") ? normalize(join(dirname(path), from)) : undefined,
  });
  const taken = staticImports.map(({ moduleRequest, entries }) => ({
    ...of(moduleRequest.value),
    names: entries.map(({ importName }) => importName.name ?? "*"),
    value: entries.length === 0 || entries.some(({ isType }) => !isType),
    reexport: false,
  }));
  const handed = staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, importName, isType }) =>
      moduleRequest === null
        ? []
        : [{ ...of(moduleRequest.value), names: [importName.name ?? "*"], value: !isType, reexport: true }],
    ),
  );
  const asked = dynamicImports.map(({ moduleRequest: { start, end } }) => ({
    ...of(text.slice(start + 1, end - 1)),
    names: ["*"],
    value: true,
    reexport: false,
  }));
  return [...taken, ...handed, ...asked];
}
