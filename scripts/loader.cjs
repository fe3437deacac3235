"use strict";
// Starts the program of the same name in `program/`, and gives it the further files of which it consists when it asks for them.
// V8's code cache beside each is taken where it was made by this very version of Node; it lies in the same directory as the
// program and is exactly as trustworthy.
const { readFileSync, writeFileSync } = require("node:fs");
const { basename, join } = require("node:path");
const { Script } = require("node:vm");

const program = basename(__filename, ".cjs");
const folder = join(__dirname, "program");
const kept = process.env.SALLYPORT_CODE_CACHE?.split(",") ?? [];
run(program);

function run(name, all) {
  const filename = join(folder, `${name}.js`);
  // ASCII alone: the build sees to it.
  const text = readFileSync(filename, "latin1");
  const cache = join(folder, `${name}-${process.version}-${process.platform}-${process.arch}.cache`);
  const script = new Script(`(function (exports, require, module, __filename, __dirname, part, all) {${text}\n})`, {
    filename,
    cachedData: cached(cache),
  });
  if (kept.includes(name)) process.on("exit", () => writeFileSync(cache, script.createCachedData()));
  const own = { exports: {} };
  const part = (file, given) => run(`${program}-${file}`, given);
  script.runInThisContext().call(own.exports, own.exports, require, own, filename, folder, part, all);
  return own.exports;
}

function cached(file) {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
