/** What code of Python, Ruby and Perl loads by the name of a module. */
import { aroundModule } from "./python.ts";
import type { Words } from "./word.ts";

/** Each as "import" with a path that has no ending, or with a module as Python writes it. */
export const importsIn = (text: string): readonly Words[] =>
  [...new Set([...pythonImports(text.replace(/\\\n/g, " ")), ...otherImports(text)])].map((name) => ["import", name]);

/** A statement begins a line, or stands behind another one. */
const PYTHON = /(?:^|[;:])[ \t]*(?:from[ \t]+([\w.]+)[ \t]+)?import[ \t]+(\([^)]*\)|[\w.,* \t]+)/gm;
const LOADED = /\b(?:import[_]module|__import__|find_spec|run_module)[ (]+["']([\w.]+)["']/g;
const REQUIRED = /\brequire(?:_relative)?[ (]+["'](\w+)["']/g;
const USED = /(?:^|[;{}])[ \t]*(?:use|no|require)[ \t]+(?!(?:lib|strict|warnings|utf8)\b)([A-Za-z_][\w:]*)/gm;
const INHERITED = /\buse[ \t]+(?:parent|base)\b([^;\n]{0,512})/g;

function pythonImports(text: string): readonly string[] {
  const stated = [...text.matchAll(PYTHON)].flatMap(([, from, given = ""]) => {
    const names = given.split(/[(),\s*]+/).filter(Boolean);
    if (from === undefined) return [...names, ...names.flatMap(aroundModule)];
    const top = relative(from);
    // A name may be a module of the package.
    if (top !== from) return [top, ...names, ...names.map((name) => `${top}/${name}`)];
    return [from, ...names, ...names.map((name) => `${from}.${name}`), ...aroundModule(`${from}.x`)];
  });
  return [...stated, ...[...text.matchAll(LOADED)].flatMap(([, name = ""]) => [name, ...aroundModule(name)])];
}

/** `from .a.b`, `from ..a`: from the directory of the code, or above it. */
function relative(module: string): string {
  const [, dots = "", rest = ""] = /^(\.*)(.*)$/.exec(module) ?? [];
  if (dots === "") return module;
  return ["./", ...Array<string>(dots.length - 1).fill("../"), rest.replaceAll(".", "/")].join("").replace(/\/$/, "");
}

const otherImports = (text: string): readonly string[] => [
  ...[...text.matchAll(REQUIRED)].map(([, name = ""]) => name),
  ...[...text.matchAll(USED)].map(([, name = ""]) => name.replaceAll("::", "/")),
  ...[...text.matchAll(INHERITED)].flatMap(([, names = ""]) =>
    [...names.matchAll(/[A-Za-z_][\w:]*/g)].map(([name]) => name.replaceAll("::", "/")),
  ),
];
