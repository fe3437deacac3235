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
import { divide, shareOut, watchModules } from "/tmp/wt/service/scripts/divide.mjs";
import { link, TRANSFORM } from "/tmp/wt/service/scripts/link.mjs";

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

await buildProgram(PROGRAM);
execFileSync(process.execPath, ["dist/compile.cjs"], { stdio: "inherit" });
for (const name of ["hook.sh", "hook.pl", "serve.sh"]) copyFileSync(`src/hosts/install/${name}`, `dist/${name}`);
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

function writeProgram(name, text) {
  writeFileSync(`dist/program/${name}.js`, escapeText(text));
}

function writeLoader(name) {
  writeFileSync(`dist/${name}.cjs`, `#!/usr/bin/env node\n${readFileSync("scripts/loader.cjs", "utf8")}`);
  chmodSync(`dist/${name}.cjs`, 0o755);
}

function escapeText(text) {
  if (/String\.raw`[^`]*[^\x00-\x7f]/.test(text)) throw new Error("a raw template holds characters that are not ASCII");
  return text.replace(/[^\x00-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

