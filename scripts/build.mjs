// Builds what is published: two programs (the command, and the hook that hosts start for every call), the library, its
// types, the settings schema, the list of core programs and the page of the service. Each program is one file of plain bundled code and a loader of a few lines.
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { build } from "esbuild";
import { build as buildPages } from "vite";
import { divide, shareOut, watchModules } from "./divide.mjs";
import { link, TRANSFORM } from "./link.mjs";

const PROGRAM = { name: "sallyport", entry: "src/cli/bin.ts" };
const HOOK = { name: "hook", entry: "src/cli/hook-bin.ts" };

/** Other people's code that only some calls need: a file each, read when it is first used. The rest is in the bundle. */
const PARTS = {
  anthropic: ["@anthropic-ai/sdk"],
  bedrock: ["@anthropic-ai/bedrock-sdk"],
  vertex: ["@anthropic-ai/vertex-sdk"],
  openai: ["openai"],
  mcp: ["@modelcontextprotocol/sdk/client/streamableHttp.js", "@modelcontextprotocol/sdk/types.js"],
  http: ["hono", "@hono/node-server"],
  flags: ["@openfeature/server-sdk", "@openfeature/growthbook-provider"],
};
/** What the parts for Bedrock and Vertex take of the SDK that has a part of its own: they find it there, under these names. */
const OF_ANTHROPIC = [
  "client",
  "core/error",
  "core/middleware",
  "core/pagination",
  "core/streaming",
  "error",
  "resources/index",
  "streaming",
  "version",
];
const fromAnthropic = {
  name: "from-anthropic",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@anthropic-ai\/sdk\// }, ({ path }) => ({ path, namespace: "anthropic" }));
    onResolve({ filter: /^\.\/anthropic\.cjs$/ }, ({ path }) => ({ path, external: true }));
    onLoad({ filter: /^/, namespace: "anthropic" }, ({ path }) => {
      const at = OF_ANTHROPIC.indexOf(path.replace("@anthropic-ai/sdk/", ""));
      if (at < 0) throw new Error(`${path} is not in the list of what the part for Anthropic exports`);
      return { contents: `module.exports = require("./anthropic.cjs").own${at};` };
    });
  },
};

/** Threads: a program of ours each, in a file of its own, started when it is needed. */
const THREADS = { "record-index": "src/service/index-store/thread.ts" };
const partOf = new Map(Object.entries(PARTS).flatMap(([part, specifiers]) => specifiers.map((name) => [name, part])));

/** Every file that went into something we publish, by which the licences are collected. */
const inputs = new Set();

const parts = {
  name: "parts",
  setup({ onResolve, onEnd }) {
    onResolve({ filter: /^[^./]/ }, ({ path }) =>
      partOf.has(path) ? { path: `./parts/${partOf.get(path)}.cjs`, external: true } : undefined,
    );
    onEnd(({ metafile }) => {
      for (const file of Object.keys(metafile.inputs)) inputs.add(file);
    });
  },
};

/** Node's own that take long to load and that most calls never use: a program loads one when it first uses something of it. */
const LATER = [
  "child_process",
  "dgram",
  "fs/promises",
  "http",
  "https",
  "net",
  "readline",
  "timers/promises",
  "tls",
  "zlib",
];

const later = {
  name: "later",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: new RegExp(`^(?:node:)?(?:${LATER.join("|")})$`) }, ({ path, namespace }) =>
      namespace === "later" ? { path, external: true } : { path, namespace: "later" },
    );
    onLoad({ filter: /^/, namespace: "later" }, async ({ path }) => ({
      contents: `let own;
for (const name of ${JSON.stringify(Object.keys(await import(path)).filter((name) => name !== "default"))})
  Object.defineProperty(exports, name, { enumerable: true, get: () => (own ??= require(${JSON.stringify(path)}))[name] });`,
    }));
  },
};

const shared = {
  bundle: true,
  platform: "node",
  target: "node20",
  // The CommonJS form of jsonc-parser hides what it requires from a bundler.
  mainFields: ["module", "main"],
  metafile: true,
  plugins: [parts],
  legalComments: "none",
  logLevel: "warning",
};

rmSync("dist", { recursive: true, force: true });
mkdirSync("dist/program", { recursive: true });
for (const [name, specifiers] of Object.entries(PARTS)) await buildPart(name, specifiers);
for (const [name, entry] of Object.entries(THREADS)) await buildThread(name, entry);
copyFileSync("scripts/compile.cjs", "dist/compile.cjs");
await buildProgram(PROGRAM);
await buildHook(HOOK);
execFileSync(process.execPath, ["dist/compile.cjs"], { stdio: "inherit" });
await buildLibrary();
await build({ ...shared, entryPoints: ["src/service/client.ts"], outfile: "dist/client.js", format: "esm" });
for (const name of ["hook.sh", "hook.pl", "serve.sh"]) copyFileSync(`src/hosts/install/${name}`, `dist/${name}`);
await writeData("settings.schema.json", "src/app/settings/schema.ts", ({ settingsJsonSchema }) => settingsJsonSchema());
await writeData("core.json", "src/core/programs/rows.ts", ({ programRows }) => ({
  programs: Object.fromEntries(programRows()),
}));
writeFileSync("dist/sallyport.1", execFileSync(process.execPath, ["scripts/man.mjs"]));
await buildPage();
writeLicences();
execFileSync(join("node_modules", ".bin", "tsc"), ["-p", "tsconfig.build.json"], { stdio: "inherit" });

// The types of the service's interface, without the library its schemas are written with.
await writeData("types/service/api.d.ts", "src/service/api-types.ts", ({ apiTypes }) => apiTypes());
keepReachedTypes(["index.d.ts", "hosts/sdk/index.d.ts", "service/client.d.ts"].map((file) => join("dist/types", file)));

async function buildPart(name, specifiers) {
  const own = name === "anthropic" ? OF_ANTHROPIC : [];
  const lines = [
    ...specifiers.map((from) => `export * from ${JSON.stringify(from)};`),
    ...own.map((path, at) => `export * as own${at} from "@anthropic-ai/sdk/${path}";`),
  ];
  const { metafile } = await build({
    ...shared,
    plugins: name === "bedrock" || name === "vertex" ? [fromAnthropic] : [],
    stdin: { contents: lines.join("\n"), resolveDir: "." },
    outfile: `dist/parts/${name}.cjs`,
    format: "cjs",
    minify: true,
    // Failures are told apart by the names of the SDKs' classes.
    keepNames: true,
  });
  for (const file of Object.keys(metafile.inputs)) inputs.add(file);
}

async function buildThread(name, entry) {
  await build({ ...shared, entryPoints: [entry], outfile: `dist/parts/${name}.cjs`, format: "cjs", minify: true });
}

/** The brand of an allow is one for both: what a gate of the library made, an adapter of the other file knows. */
async function buildLibrary() {
  const brand = join(process.cwd(), "src/contract/allow.ts");
  const apart = {
    name: "apart",
    setup: ({ onResolve }) =>
      onResolve({ filter: /\/allow\.ts$/ }, ({ path, resolveDir }) =>
        resolve(resolveDir, path) === brand ? { path: "./allow.js", external: true } : undefined,
      ),
  };
  const library = { ...shared, plugins: [apart, ...shared.plugins], format: "esm", minify: true };
  await build({ ...shared, entryPoints: [brand], outfile: "dist/allow.js", format: "esm" });
  await build({ ...library, entryPoints: ["src/index.ts"], outfile: "dist/index.js" });
  await build({ ...library, entryPoints: ["src/hosts/sdk/index.ts"], outfile: "dist/sdk.js" });
}

/** What is imported when it is used stays in the file and is evaluated when it is used. */
async function buildProgram({ name, entry }) {
  const { outputFiles } = await build({
    ...shared,
    ...TRANSFORM,
    plugins: [later, parts],
    write: false,
    entryPoints: [entry],
    format: "cjs",
    minify: true,
  });
  writeProgram(name, outputFiles[0].text);
  writeLoader(name);
}

/** A host starts it for every call: only what a call uses is read and evaluated. */
async function buildHook({ name, entry }) {
  const linked = await link(entry, partOf, { ...shared, plugins: [] });
  for (const file of linked.files) inputs.add(file);
  writeLoader(name);
  const log = join(mkdtempSync(join(tmpdir(), "sallyport-build-")), "evaluated");
  const evaluatedBy = (kind) => {
    writeFileSync(log, "");
    execFileSync(process.execPath, ["dist/compile.cjs", kind], { stdio: "inherit" });
    return new Set(readFileSync(log, "utf8").split("\n"));
  };
  writeProgram(name, watchModules(linked, log));
  const shares = shareOut(linked, evaluatedBy);
  rmSync(dirname(log), { recursive: true });
  for (const file of readdirSync("dist/program")) if (/^hook.*\.cache$/.test(file)) rmSync(join("dist/program", file));
  for (const [file, text] of await divide(linked, shares)) writeProgram(`${name}${file}`, text);
}

function writeProgram(name, text) {
  writeFileSync(`dist/program/${name}.js`, escapeText(text));
}

function writeLoader(name) {
  writeFileSync(`dist/${name}.cjs`, `#!/usr/bin/env node\n${readFileSync("scripts/loader.cjs", "utf8")}`);
  chmodSync(`dist/${name}.cjs`, 0o755);
}

/** The page of the service. Nothing of it is inline and nothing comes from elsewhere: its service forbids both. */
async function buildPage() {
  const { output } = await buildPages({
    root: "web",
    configFile: false,
    logLevel: "warn",
    build: {
      outDir: "../dist/web",
      emptyOutDir: true,
      target: "es2023",
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: { checks: { bundlerTimings: false } },
    },
  });
  for (const { moduleIds = [] } of output) for (const file of moduleIds) inputs.add(file);
}

/**
 * ASCII alone, so that the loader can read it a byte a character: half the memory, and read in a third of the time. What is
 * left of other characters stands in regular expressions, which take an escape as a string does; a raw template would not.
 */
function escapeText(text) {
  if (/String\.raw`[^`]*[^\x00-\x7f]/.test(text)) throw new Error("a raw template holds characters that are not ASCII");
  return text.replace(/[^\x00-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** What is published as data is made by the code that uses it. */
async function writeData(name, entry, make) {
  const { outputFiles } = await build({ ...shared, entryPoints: [entry], format: "esm", write: false });
  const code = Buffer.from(outputFiles[0].contents).toString("base64");
  const made = make(await import(`data:text/javascript;base64,${code}`));
  writeFileSync(`dist/${name}`, typeof made === "string" ? made : `${JSON.stringify(made, null, 2)}\n`);
}

/** The compiler writes a file for each module; a caller's reads those that the entries lead to. */
function keepReachedTypes(entries) {
  const reached = new Set();
  const reach = (file) => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const [, from] of readFileSync(file, "utf8").matchAll(/(?:from|import\()\s*"(\.[^"]+)"/g))
      reach(join(dirname(file), from.replace(/\.[jt]s$/, ".d.ts")));
  };
  entries.forEach(reach);
  for (const one of readdirSync("dist/types", { recursive: true, withFileTypes: true }))
    if (one.isFile() && !reached.has(join(one.parentPath, one.name))) rmSync(join(one.parentPath, one.name));
}

/** The licence of each package whose code is part of ours, as its authors wrote it; equal texts once. */
function writeLicences() {
  const folders = [...inputs].flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []);
  const packagesOf = new Map();
  const named = [];
  for (const folder of [...new Set(folders)].sort()) {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const file = readdirSync(folder).find((entry) => /^licen[cs]e(?:[-.].*)?$/i.test(entry));
    const text =
      file === undefined
        ? `${license}; the package has no text of its own`
        : readFileSync(join(folder, file), "utf8").trim();
    named.push({ name, version, license });
    packagesOf.set(text, [...(packagesOf.get(text) ?? []), `${name} ${version}`]);
  }
  writeBill(named.sort((a, b) => (a.name < b.name ? -1 : 1)));
  const entries = [...packagesOf].map(([text, packages]) => `${packages.join(", ")}\n\n${text}\n`);
  writeFileSync("dist/THIRD-PARTY-LICENSES.txt", entries.join(`\n${"-".repeat(80)}\n\n`));
}

/** The bill of materials, CycloneDX: the packages whose code is in what is published. Nothing else is installed with it. */
function writeBill(packages) {
  const { name, version, license } = JSON.parse(readFileSync("package.json", "utf8"));
  const component = (one, type) => ({
    ...{ type, name: one.name, version: one.version, "bom-ref": `${one.name}@${one.version}` },
    purl: `pkg:npm/${one.name.replace("@", "%40")}@${one.version}`,
    licenses: [/[ ()]/.test(one.license) ? { expression: one.license } : { license: { id: one.license } }],
  });
  const bill = {
    ...{ bomFormat: "CycloneDX", specVersion: "1.6", version: 1 },
    metadata: { component: component({ name, version, license }, "application") },
    components: packages.map((one) => component(one, "library")),
  };
  writeFileSync("dist/sbom.cdx.json", `${JSON.stringify(bill, null, 2)}\n`);
}
