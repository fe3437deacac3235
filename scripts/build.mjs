// Builds what is published: the command (a small start and one file for each part that is loaded when it is used), the
// library, its types and the settings schema.
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { build } from "esbuild";

// Small and always needed: part of the bundle. Everything else is loaded from the installed packages when it is used.
const BUNDLED = new Set(["zod", "unbash"]);
const { dependencies, devDependencies, optionalDependencies, peerDependencies } = JSON.parse(
  readFileSync("package.json", "utf8"),
);
const external = Object.keys({
  ...dependencies,
  ...devDependencies,
  ...optionalDependencies,
  ...peerDependencies,
}).filter((name) => !BUNDLED.has(name));
const shared = {
  bundle: true,
  platform: "node",
  target: "node20",
  // Kept as literals, they are compiled when they are first used.
  supported: { "regexp-unicode-property-escapes": true, "regexp-match-indices": true },
  external,
  legalComments: "none",
  logLevel: "warning",
};

rmSync("dist", { recursive: true, force: true });
mkdirSync("dist/parts", { recursive: true });

/** What the command reaches by `import()` becomes a file of its own: a start reads only what it needs. */
const parts = new Map();
const partName = (path) => relative("src", path).replace(/\.ts$/, "").replaceAll("/", "-");
const splitting = {
  name: "parts",
  setup(plugin) {
    plugin.onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ path, kind, resolveDir }) => {
      if (kind !== "dynamic-import") return undefined;
      const file = resolve(resolveDir, path);
      parts.set(file, partName(file));
      return { path: `./parts/${partName(file)}.cjs`, external: true };
    });
  },
};

/**
 * Knowledge of programs is large and one command needs little of it: each family is a part of its own, found by the
 * program's name. The same entries, looked up later.
 */
const PROGRAMS = resolve("src/programs/index.ts");
const families = new Map(
  [...readFileSync(PROGRAMS, "utf8").matchAll(/^import \{ (\w+) \} from "\.\/([\w-]+\.ts)";$/gm)].map(
    ([, name, file]) => [name, file],
  ),
);
const lazyPrograms = {
  name: "programs",
  setup(plugin) {
    plugin.onResolve({ filter: /^\.\/parts\// }, ({ path }) => ({ path, external: true }));
    plugin.onLoad({ filter: /src[\\/]programs[\\/]index\.ts$/ }, () => ({ contents: lazyIndex, loader: "js" }));
    plugin.onLoad({ filter: /src[\\/]readers[\\/]windows[\\/]index\.ts$/ }, () => ({
      contents: lazyWindows,
      loader: "js",
    }));
  },
};
/** Few calls are PowerShell or cmd. */
const WINDOWS = resolve("src/readers/windows/read.ts");
const lazyWindows = `export const readWindows = (...given) => require("./parts/${partName(WINDOWS)}.cjs").readWindows(...given);`;
const lazyIndex = `
const OWNER = ${JSON.stringify(await ownersOfPrograms())};
const load = { ${[...families].map(([name, file]) => `${JSON.stringify(name)}: () => require("./parts/${partName(resolve(dirname(PROGRAMS), file))}.cjs").${name}`).join(", ")} };
export const programNamed = (name) => (Object.hasOwn(OWNER, name) ? load[OWNER[name]]().find((spec) => spec.names.includes(name)) : undefined);
export const allPrograms = () => Object.values(load).flatMap((family) => family());
`;

async function ownersOfPrograms() {
  const { outputFiles } = await build({
    ...shared,
    stdin: {
      contents: `${[...families].map(([name, file]) => `import { ${name} } from "./${file}";`).join("")} export const FAMILIES = { ${[...families.keys()].join(", ")} };`,
      resolveDir: dirname(PROGRAMS),
      loader: "ts",
    },
    format: "esm",
    write: false,
  });
  const { FAMILIES } = await import(
    `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`
  );
  return Object.fromEntries(
    Object.entries(FAMILIES).flatMap(([family, specs]) =>
      specs.flatMap((spec) => spec.names.map((name) => [name, family])),
    ),
  );
}

/** Modules of Node that few calls need are loaded when one of their functions is first used. */
const lazyBuiltins = {
  name: "builtins",
  setup(plugin) {
    plugin.onResolve({ filter: /^node:(zlib|child_process|readline|tty)$/ }, ({ path }) => ({
      path,
      namespace: "lazy",
    }));
    plugin.onLoad({ filter: /.*/, namespace: "lazy" }, async ({ path }) => {
      const names = Object.keys(await import(path)).filter((name) => name !== "default");
      const id = JSON.stringify(path.slice("node:".length));
      return {
        contents: `module.exports = { ${names.map((name) => `get ${name}() { return require(${id}).${name}; }`).join(", ")} };`,
        loader: "js",
      };
    });
  },
};

async function bundle(entry) {
  const outfile = join("dist/parts", `${partName(resolve(entry))}.cjs`);
  await build({
    ...shared,
    entryPoints: [entry],
    outfile,
    format: "cjs",
    minify: true,
    plugins: [splitting, lazyPrograms, lazyBuiltins],
  });
  const text = readFileSync(outfile, "utf8")
    .replace(/\bimport\("\.\/parts\/([^"]+)\.cjs"\)/g, 'Promise.resolve().then(()=>part("$1"))')
    .replace(/\brequire\("\.\/parts\/([^"]+)\.cjs"\)/g, 'part("$1")');
  writeFileSync(outfile, text);
}

const PROGRAM_FILES = [
  { file: "sallyport.cjs", entry: "src/cli/bin.ts" },
  { file: "hook.cjs", entry: "src/cli/hook-bin.ts" },
].filter(({ entry }) => existsSync(entry));

parts.set(WINDOWS, partName(WINDOWS));
for (const { entry } of PROGRAM_FILES) parts.set(resolve(entry), partName(resolve(entry)));
for (const file of families.values())
  parts.set(resolve(dirname(PROGRAMS), file), partName(resolve(dirname(PROGRAMS), file)));
const done = new Set();
for (
  let waiting = [...parts.keys()];
  waiting.length > 0;
  waiting = [...parts.keys()].filter((file) => !done.has(file))
) {
  for (const file of waiting) {
    done.add(file);
    await bundle(file);
  }
}

/** The start of each program, with the digests of the code cache it may take. */
function writePrograms(digests) {
  const loader = readFileSync("scripts/loader.cjs", "utf8");
  for (const { file, entry } of PROGRAM_FILES) {
    const text = loader
      .replace('"__DIGESTS__"', JSON.stringify(digests))
      .replace("__FIRST__", partName(resolve(entry)));
    writeFileSync(join("dist", file), `#!/usr/bin/env node\n${text}`);
    chmodSync(join("dist", file), 0o755);
  }
}

/** Runs a few everyday calls and keeps what V8 compiled for them. */
function writeCache() {
  const home = mkdtempSync(join(tmpdir(), "sallyport-build-"));
  const recorder = join(home, "record.cjs");
  writeFileSync(
    recorder,
    `const { writeFileSync } = require("node:fs"); const seen = new Map(); globalThis.__sallyportSeen = (name, script) => seen.set(name, script);
process.on("exit", () => { for (const [name, script] of seen) writeFileSync(${JSON.stringify(`${resolve("dist/parts")}/`)} + name + ".cache", script.createCachedData()); });`,
  );
  const everyday = "git status && ls -la | head -5; cat a.txt | grep -n x > out.txt; mkdir -p a && touch a/b";
  const env = { HOME: home, PATH: process.env.PATH, SALLYPORT_STATE_DIR: join(home, "state") };
  spawnSync(process.execPath, ["-r", recorder, "dist/sallyport.cjs", "check", "--json", "--command", everyday], {
    env,
    stdio: "ignore",
  });
  if (existsSync("dist/hook.cjs")) {
    const event = {
      session_id: "s",
      cwd: home,
      hook_event_name: "PreToolUse",
      tool_name: "Bash",
      tool_input: { command: everyday },
      tool_use_id: "t",
      permission_mode: "default",
    };
    spawnSync(process.execPath, ["-r", recorder, "dist/hook.cjs", "claude-code"], {
      env,
      input: JSON.stringify(event),
    });
  }
  rmSync(home, { recursive: true, force: true });
  const caches = readdirSync("dist/parts").filter((name) => name.endsWith(".cache"));
  return Object.fromEntries(
    caches.map((name) => [
      name.slice(0, -6),
      createHash("sha256")
        .update(readFileSync(join("dist/parts", name)))
        .digest("hex"),
    ]),
  );
}

copyFileSync("src/hosts/install/hook.sh", "dist/hook.sh");
writePrograms({});
writePrograms({ [`${process.version} ${process.arch}`]: writeCache() });

await build({ ...shared, entryPoints: ["src/index.ts"], outfile: "dist/index.js", format: "esm" });
await build({ ...shared, entryPoints: ["src/hosts/sdk/index.ts"], outfile: "dist/sdk.js", format: "esm" });
const { outputFiles } = await build({
  ...shared,
  entryPoints: ["src/app/settings/schema.ts"],
  format: "esm",
  write: false,
});
const { settingsJsonSchema } = await import(
  `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`
);
writeFileSync("dist/settings.schema.json", `${JSON.stringify(settingsJsonSchema(), null, 2)}\n`);
execFileSync(join("node_modules", ".bin", "tsc"), ["-p", "tsconfig.build.json"], { stdio: "inherit" });
