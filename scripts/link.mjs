// Links a program so that a module is evaluated when something of it is first used, not when it is imported: a hook answers one
// call and ends, and a plain call needs a small part of the code. Evaluating a module may therefore do nothing but make what it
// exports; that is checked here. What other people wrote is one module a package, bundled with the names that are used of it.
import { readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { build, transform } from "esbuild";
import { parseAst } from "vite";

export const TRANSFORM = {
  target: "node20",
  supported: {
    "dynamic-import": false,
    // Kept as literals, they are compiled when they are first used.
    "regexp-unicode-property-escapes": true,
    "regexp-match-indices": true,
  },
  // Where the code lies is `__dirname` in a program and `import.meta` in the library.
  logOverride: { "empty-import-meta": "silent" },
};

/**
 * The modules of the program that starts with `entry`, each with its name and how it is made, and every file that is in them.
 * `parts` are the packages that lie in files of their own, with the files; `options` are esbuild's.
 */
export async function link(entry, parts, options) {
  const { metafile } = await build({
    ...options,
    entryPoints: [entry],
    write: false,
    outdir: "dist",
    packages: "external",
    logOverride: TRANSFORM.logOverride,
  });
  const modules = new Map();
  for (const [file, { imports }] of Object.entries(metafile.inputs))
    modules.set(file, { id: `module${modules.size}`, ...(await readModule(file, imports, file === entry)) });
  const others = new Map();
  const program = { modules, others, parts };
  const ours = [...modules.keys()].map((file) => ({
    id: modules.get(file).id,
    file,
    made: writeModule(file, program),
  }));
  const theirs = [];
  for (const [specifier, other] of others) theirs.push(await writeOther(specifier, other, options));
  const files = [...modules.keys(), ...theirs.flatMap((each) => each.files)];
  return { modules: [...theirs, ...ours], start: modules.get(entry).id, files };
}

async function readModule(file, imports, isEntry) {
  const source = readFileSync(file, "utf8");
  if (!file.endsWith(".ts")) return { body: "", text: source, exports: new Map(), stars: [] };
  if (/\bimport_/.test(source)) throw new Error(`${file}: "import_" begins the names this linker makes`);
  const ours = new Map(imports.map(({ original, path }) => [original, { path }]));
  const find = (specifier) => ours.get(specifier) ?? { path: specifier, external: true };
  const { code: plain } = await transform(source, { ...TRANSFORM, loader: "ts", format: "esm" });
  const { code } = await transform(source, { ...TRANSFORM, loader: "ts", platform: "neutral", format: "cjs" });
  const { body } = parseAst(plain);
  if (!isEntry) for (const statement of body) holdToDeclarations(file, statement, plain);
  return { body: withoutHead(code), find, ...exportsOf(body), members: membersOf(body) };
}

function holdToDeclarations(file, statement, text) {
  const { type, kind } = statement.declaration ?? statement;
  const isDeclared = /^(?:Import|Export|Function|Class|Variable)/.test(type);
  const changes = statement.type === "ExportNamedDeclaration" && type === "VariableDeclaration" && kind !== "const";
  if (isDeclared && !changes) return;
  const said = text.slice(statement.start, statement.end).split("\n")[0];
  throw new Error(
    `${file}: a module that is evaluated when it is first used may only declare, and export constants: ${said}`,
  );
}

/** What follows the helpers and the list of exports that esbuild puts before a module. */
const withoutHead = (code) => code.replace(/^[\s\S]*?\nmodule\.exports = __toCommonJS\(\w+\);\n/, "");

/** Exported name to the name inside, or to the module and the name it comes from. */
function exportsOf(body) {
  const exports = new Map();
  const stars = [];
  for (const statement of body) {
    if (statement.type === "ExportAllDeclaration") {
      if (statement.exported) throw new Error("export * as is not linked");
      stars.push(statement.source.value);
    }
    if (statement.type === "ExportDefaultDeclaration") throw new Error("a default export is not linked");
    if (statement.type !== "ExportNamedDeclaration") continue;
    for (const { local, exported } of statement.specifiers)
      exports.set(exported.name, { local: local.name, from: statement.source?.value });
    for (const { name } of declaredBy(statement.declaration)) exports.set(name, { local: name });
  }
  return { exports: throughImports(exports, body), stars };
}

function declaredBy(declaration) {
  if (!declaration) return [];
  if (declaration.type !== "VariableDeclaration") return [declaration.id];
  return declaration.declarations.flatMap(({ id }) =>
    id.type === "ObjectPattern" ? id.properties.map(({ value }) => value) : [id],
  );
}

/** A name that was imported and is exported again comes from where it was imported from. */
function throughImports(exports, body) {
  const imported = new Map(
    body
      .filter(({ type }) => type === "ImportDeclaration")
      .flatMap(({ source, specifiers }) =>
        specifiers
          .filter(({ type }) => type === "ImportSpecifier")
          .map(({ local, imported: { name } }) => [local.name, { local: name, from: source.value }]),
      ),
  );
  return new Map([...exports].map(([name, each]) => [name, each.from ? each : (imported.get(each.local) ?? each)]));
}

/** For each name of a whole module (`import * as z`) the members that are used of it. */
function membersOf(body) {
  const whole = body
    .filter(({ type }) => type === "ImportDeclaration")
    .flatMap(({ specifiers }) => specifiers.filter(({ type }) => type === "ImportNamespaceSpecifier"));
  const members = new Map(whole.map(({ local }) => [local.name, new Set()]));
  const visit = (node) => {
    if (node?.type === "MemberExpression" && !node.computed && members.has(node.object.name))
      members.get(node.object.name).add(node.property.name);
    for (const value of Object.values(node ?? {})) if (value !== null && typeof value === "object") visit(value);
  };
  if (members.size > 0) visit(body);
  return members;
}

function writeModule(file, program) {
  const { body, text, find, exports, stars, members } = program.modules.get(file);
  if (text !== undefined && file.endsWith(".json"))
    return `() => ({ default: JSON.parse(${JSON.stringify(JSON.stringify(JSON.parse(text)))}) })`;
  if (text !== undefined) return `() => ({ default: ${JSON.stringify(text)} })`;
  const aliases = new Map();
  const linked = body
    .replace(/^var (import_\w+) = (?:__toESM\()?require\("([^"]+)"\)\)?;\n/gm, (_, alias, specifier) => {
      aliases.set(alias, specifier);
      return "";
    })
    .replace(/^var (\w+) = __toESM\(require\("([^"]+)"\)\);\n/gm, (_, name, specifier) => {
      for (const member of members.get(name)) nameOf(program, find(specifier), member);
      return `var ${name} = ${wholeOf(program, find(specifier))};\n`;
    })
    .replace(/^__reExport\(.*\);\n/gm, "")
    .replace(/__toESM\(require\("([^"]+)"\)\)/g, (_, specifier) => wholeOf(program, find(specifier)))
    .replace(/\b(import_\w+)\.([\w$]+)/g, (said, alias, name) =>
      alias === "import_meta" ? said : nameOf(program, find(aliases.get(alias)), name),
    );
  if (/\bimport_(?!meta\b)|\brequire\("\.\.?\/(?!parts\/)/.test(linked))
    throw new Error(`${file}: not all of it is linked`);
  const own = [...exports].map(([name, { local, from }]) =>
    from ? `get ${name}() { return ${nameOf(program, find(from), local)}; }` : `${name}: ${local}`,
  );
  const further = stars.flatMap((specifier) => starred(program, find(specifier)));
  return `() => {\n${linked}\nreturn { ${[...own, ...further].join(", ")} };\n}`;
}

const starred = (program, target) =>
  namesOf(program, target.path).map((name) => `get ${name}() { return ${nameOf(program, target, name)}; }`);

function namesOf({ modules }, file) {
  const { exports, stars, find } = modules.get(file);
  return [...exports.keys(), ...stars.flatMap((specifier) => namesOf({ modules }, find(specifier).path))];
}

/** How a name of a module is said by another. One that is exported further is said as of the module it was made in. */
function nameOf(program, target, name) {
  const { path, external } = target;
  if (external) return otherName(program, path, name);
  const { id, text, exports, stars, find } = program.modules.get(path);
  const own = exports.get(name);
  if (own?.from) return nameOf(program, find(own.from), own.local);
  if (own || (text !== undefined && name === "default")) return `(${id}()).${name}`;
  const star = stars.find((specifier) => namesOf(program, find(specifier).path).includes(name));
  if (star === undefined) throw new Error(`${path} exports no ${name}`);
  return nameOf(program, find(star), name);
}

function otherName(program, specifier, name) {
  const whole = otherModule(program, specifier);
  if (isBuiltin(specifier)) return name === "default" ? whole : `(${whole}).${name}`;
  program.others.get(specifier).used.add(name);
  return `(${whole}).${name}`;
}

function wholeOf(program, { path, external }) {
  if (!external) return `${program.modules.get(path).id}()`;
  const part = program.parts.get(path);
  return part === undefined ? otherModule(program, path) : `require("./parts/${part}.cjs")`;
}

function otherModule({ others }, specifier) {
  if (!others.has(specifier)) others.set(specifier, { id: `other${others.size}`, used: new Set() });
  return `${others.get(specifier).id}()`;
}

async function writeOther(specifier, { id, used }, options) {
  if (isBuiltin(specifier)) return { id, made: `() => require(${JSON.stringify(specifier)})`, files: [] };
  const contents = `export { ${[...used].join(", ")} } from ${JSON.stringify(specifier)};`;
  const { outputFiles, metafile } = await build({
    ...options,
    stdin: { contents, resolveDir: "." },
    write: false,
    format: "cjs",
  });
  const [{ text }] = outputFiles;
  return {
    id,
    made: `() => {\nvar module = { exports: {} };\n${text}\nreturn module.exports;\n}`,
    files: Object.keys(metafile.inputs),
  };
}
