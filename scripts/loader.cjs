"use strict";
// The start of the program. Its parts are our own files beside it; each is compiled when it is first used, from V8's code
// cache where there is one for this version of Node. The cache is only taken if its digest is the one written here when
// it was built, so it is exactly as trustworthy as this file.
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const { constants, Script } = require("node:vm");

const DIGESTS = "__DIGESTS__";
const loaded = new Map();

function part(name) {
  const known = loaded.get(name);
  if (known !== undefined) return known.exports;
  const file = join(__dirname, "parts", `${name}.cjs`);
  const source = `(function (exports, require, module, part) {${readFileSync(file, "utf8")}\n})`;
  const cachedData = cacheFor(name);
  const script = new Script(source, {
    filename: file,
    ...(cachedData === undefined ? {} : { cachedData }),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  const module = { exports: {} };
  loaded.set(name, module);
  script.runInThisContext().call(module.exports, module.exports, require, module, part);
  if (part.seen !== undefined) part.seen(name, script);
  return module.exports;
}

function cacheFor(name) {
  const digest = DIGESTS[`${process.version} ${process.arch}`]?.[name];
  if (digest === undefined || part.seen !== undefined) return undefined;
  try {
    const data = readFileSync(join(__dirname, "parts", `${name}.cache`));
    const { createHash } = require("node:crypto");
    return createHash("sha256").update(data).digest("hex") === digest ? data : undefined;
  } catch {
    return undefined;
  }
}

// Node calls the way a part reaches an installed package experimental, and would say so to whoever runs the command.
const { emitWarning } = process;
process.emitWarning = (warning, ...more) =>
  String(warning).startsWith("vm.USE_MAIN_CONTEXT_DEFAULT_LOADER")
    ? undefined
    : emitWarning.call(process, warning, ...more);

part.seen = globalThis.__sallyportSeen;
part("__FIRST__");
