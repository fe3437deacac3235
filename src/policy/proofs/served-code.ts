/**
 * A language server reads the project's configuration, and some build the project to know it: what the session wrote for that is run by
 * the first question. Nobody knows all they evaluate, so it is proven only while the session wrote nothing but files that none does.
 */
import { isInside } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";

/**
 * Read and never run. Not here: languages whose code runs while it is compiled (`.rs`, `.swift`, `.ex`) or takes any file in as text and
 * shows it (`.c`), and what may be configuration.
 */
const READ_ONLY = /\.(?:[cm]?[jt]sx?|pyi?|go|css|scss|less|html?|md|rst|txt|csv|sql|svg|png|jpe?g|log)$/i;
/** Called like them, and evaluated; so may be all that is hidden, and packages. */
const EVALUATED =
  /\/(?:\.|node_modules\/)|\.(?:config|conf)\.[^/]*$|\/(?:CMakeLists\.txt|(?:setup|conf|conanfile|noxfile|sitecustomize)\.py|magefile\.go)$/i;

export function servesFresh({ tool, memory, projectRoot }: PolicyCall): boolean {
  if (tool !== "LSP") return false;
  return [...memory.written].some((path) => {
    const below = isInside(path, projectRoot) ? path.slice(projectRoot.length) : path;
    return !READ_ONLY.test(path) || EVALUATED.test(below);
  });
}
