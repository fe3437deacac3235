/** Targets of makefiles and recipes of justfiles: a head, and the lines indented below it. */
import { fileIn, findUp, type TaskText } from "./files.ts";
import type { AskedTask } from "./words.ts";

const MAX_RECIPES = 24;

interface Recipe {
  readonly name: string;
  readonly needs: readonly string[];
  readonly lines: string[];
}

const HEAD: Readonly<Record<"make" | "just", RegExp>> = {
  make: /^([\w./%@-][\w./%@ -]*?)\s*::?(?![=:])\s*([^#;]*)$/,
  just: /^@?([\w-]+)[^:]*:(?!=)\s*([^#]*)$/,
};

export const makeTexts = (asked: AskedTask): readonly TaskText[] =>
  textsIn(fileIn(asked.at, asked.file ?? ["GNUmakefile", "makefile", "Makefile"]), "make", asked);

export const justTexts = (asked: AskedTask): readonly TaskText[] =>
  textsIn(findUp(asked.at, asked.file ?? ["justfile", "Justfile", ".justfile"]), "just", asked);

/** What is asked for, and what that needs first. */
function textsIn(
  found: ReturnType<typeof fileIn>,
  kind: "make" | "just",
  { operands }: AskedTask,
): readonly TaskText[] {
  if (found === undefined) return [];
  const recipes = recipesIn(found.text, HEAD[kind]);
  const first = recipes.find(({ name }) => !/^[._]/.test(name))?.name ?? "";
  const named = operands.filter((word) => !word.includes("="));
  const asked = recipes.filter(({ name }) => (named.length > 0 ? named : [first]).includes(name));
  const needed = recipes.filter(({ name }) => asked.some(({ needs }) => needs.includes(name)));
  return [...new Set([...needed, ...asked])].slice(0, MAX_RECIPES).flatMap((recipe) => {
    const text = recipe.lines.map((line) => plainLine(line, recipe)).join("\n");
    return text === "" ? [] : [{ via: `${kind} ${recipe.name}`, text, file: found.path, cwd: found.dir }];
  });
}

function recipesIn(text: string, head: RegExp): readonly Recipe[] {
  const recipes: Recipe[] = [];
  let open: readonly Recipe[] = [];
  for (const line of text.replace(/[ \t]*\\\n[ \t]*/g, " ").split("\n")) {
    if (/^[ \t]+\S/.test(line)) for (const recipe of open) recipe.lines.push(line.trim());
    else if (!/^\s*(?:#|$)/.test(line)) {
      const [, names = "", needs = ""] = head.exec(line) ?? [];
      open = names === "" ? [] : names.split(/\s+/).map((name) => ({ name, needs: needs.split(/[\s()]+/), lines: [] }));
      recipes.push(...open);
    }
  }
  return recipes;
}

/** As the shell gets it; a variable of the runner stands as one that nobody set. */
const plainLine = (line: string, { name, needs }: Recipe): string =>
  line
    .replace(/^[@+-]+\s*/, "")
    .replace(/(?<!\$)\$[({](\w+)[)}]|\{\{\s*(\w+)\s*\}\}/g, (_, a?: string, b?: string) =>
      a === "MAKE" ? "make" : `"$${a ?? b}"`,
    )
    .replaceAll("$@", name)
    .replaceAll("$<", needs[0] ?? "")
    .replaceAll("$$", "$");
