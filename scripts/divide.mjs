// Writes a linked program as files: what every plain call evaluates, what plain commands evaluate besides, and the rest. A file
// is read when something in it is first used; where a module lies changes what a call costs and nothing else.
import { createHash } from "node:crypto";
import { transform } from "esbuild";
import { TRANSFORM } from "./link.mjs";

/** A module that failed fails again at every use; one that is needed to make itself fails as well. */
const LAZILY = `var lazily = (make) => {
  let made, failed;
  return () => {
    if (made !== undefined) return made;
    if (failed !== undefined) throw failed.error;
    failed = { error: new Error("a module is needed to make itself") };
    try {
      return (made = make());
    } catch (error) {
      failed = { error };
      throw error;
    }
  };
};`;

/** Files of two builds never meet: names of modules are made anew by each. */
const LATER = `var files = {};
var later = (file, name) => lazily(() => (files[file] ??= open(file))[name]());
function open(file) {
  const { build, modules } = part(file, everything());
  if (build !== BUILD) throw new Error("hook-" + file + ".js is of another build; install the package again");
  return modules;
}`;

/** One file with everything, which notes in `log` what is evaluated. */
export function watchModules({ modules, start }, log) {
  const note = `require("node:fs").appendFileSync(${JSON.stringify(log)}, name + "\\n")`;
  const each = modules.map(({ id, made }) => `var ${id} = lazily(() => ((name) => ${note})("${id}") ?? (${made})());`);
  return ['"use strict";', LAZILY, ...each, `${start}();`].join("\n");
}

/**
 * Which modules lie beside the program, by file. What two kinds of plain calls evaluate is the program; what one kind does has
 * its own file; behind them what is evaluated where nothing is proven, in walls, and never in the calls that were watched.
 */
export function shareOut({ modules }, evaluatedBy) {
  const [files, edits, commands] = ["files", "edits", "commands"].map(evaluatedBy);
  const [watch, walls] = ["others", "walled"].map(evaluatedBy);
  const shares = { files: [], edits: [], commands: [], watch: [], walls: [], rest: [] };
  for (const { id } of modules) {
    if (commands.has(id) && (files.has(id) || edits.has(id))) continue;
    const kinds = { files, edits, commands, watch, walls };
    const file = Object.keys(kinds).find((kind) => kinds[kind].has(id)) ?? "rest";
    shares[file].push(id);
  }
  return shares;
}

/** `shares` says which modules lie in which file; those it does not name are in the first one, which is the program. */
export async function divide({ modules, start }, shares) {
  const shareOf = new Map(Object.entries(shares).flatMap(([file, ids]) => ids.map((id) => [id, file])));
  const stamp = createHash("sha256")
    .update(JSON.stringify([modules, shares]))
    .digest("hex")
    .slice(0, 32);
  const ids = modules.map(({ id }) => id).join(", ");
  const first = modules.map(({ id, made }) => {
    const file = shareOf.get(id);
    return file === undefined ? `var ${id} = lazily(${made});` : `var ${id} = later("${file}", "${id}");`;
  });
  const head = ['"use strict";', `const BUILD = "${stamp}";`, LAZILY, LATER];
  const program = [...head, ...first, `function everything() { return { ${ids} }; }`, `${start}();`];
  const texts = [["", await minify(program.join("\n"))]];
  for (const file of Object.keys(shares)) {
    const own = modules.filter(({ id }) => shareOf.get(id) === file).map(({ id, made }) => `${id}: ${made}`);
    const text = `"use strict";\nconst { ${ids} } = all;\nexports.build = "${stamp}";\nexports.modules = { ${own.join(",\n")} };`;
    texts.push([`-${file}`, await minify(text)]);
  }
  return new Map(texts);
}

async function minify(text) {
  const { code } = await transform(text, { ...TRANSFORM, platform: "neutral", format: "cjs", minify: true });
  return code;
}
