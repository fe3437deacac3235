/** Interpreters, shells, compilers and build tools, gathered. */
import { compilers } from "./compilers.ts";
import { languagesBuild } from "./languages-build.ts";
import { languagesScripts } from "./languages-scripts.ts";
import { languagesShells } from "./languages-shells.ts";
import type { ProgramSpec } from "./spec.ts";

export const languages: readonly ProgramSpec[] = [
  ...languagesShells,
  ...languagesScripts,
  ...languagesBuild,
  ...compilers,
];
