"use strict";
// Starts the program of the same name in `program/`. V8's code cache beside it is taken where it was made by this very
// version of Node; it lies in the same directory as the program and is exactly as trustworthy.
const { readFileSync, writeFileSync } = require("node:fs");
const { basename, join } = require("node:path");
const { Script } = require("node:vm");

const name = basename(__filename, ".cjs");
const folder = join(__dirname, "program");
const filename = join(folder, `${name}.js`);
// ASCII alone: the build sees to it.
const text = readFileSync(filename, "latin1");
const cache = join(folder, `${name}-${process.version}-${process.platform}-${process.arch}.cache`);
const script = new Script(`(function (exports, require, module, __filename, __dirname) {${text}\n})`, {
  filename,
  cachedData: cached(),
});
if (process.env.SALLYPORT_CODE_CACHE === "write")
  process.on("exit", () => writeFileSync(cache, script.createCachedData()));
script.runInThisContext().call(exports, exports, require, module, filename, folder);

function cached() {
  try {
    return readFileSync(cache);
  } catch {
    return undefined;
  }
}
