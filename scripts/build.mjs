// Builds what is published: the command as one file, the library, its types and the settings schema.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const external = Object.keys(JSON.parse(readFileSync("package.json", "utf8")).dependencies ?? {});
const shared = {
  bundle: true,
  platform: "node",
  target: "node20",
  external,
  legalComments: "none",
  logLevel: "warning",
};

rmSync("dist", { recursive: true, force: true });
mkdirSync("dist", { recursive: true });
await build({
  ...shared,
  entryPoints: ["src/cli/bin.ts"],
  outfile: "dist/sallyport.cjs",
  format: "cjs",
  minify: true,
  banner: { js: "#!/usr/bin/env node" },
});
await build({ ...shared, entryPoints: ["src/index.ts"], outfile: "dist/index.js", format: "esm" });
const { outputFiles } = await build({
  ...shared,
  entryPoints: ["src/settings/schema.ts"],
  format: "esm",
  write: false,
});
const { settingsJsonSchema } = await import(
  `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`
);
writeFileSync("dist/settings.schema.json", `${JSON.stringify(settingsJsonSchema(), null, 2)}\n`);
execFileSync("chmod", ["755", "dist/sallyport.cjs"]);
execFileSync("node_modules/.bin/tsc", ["-p", "tsconfig.build.json"], { stdio: "inherit" });
