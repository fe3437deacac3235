/** Interpreters, shells, compilers and build tools, gathered. */

import type { ProgramFamily } from "../spec.ts";
import { compilers } from "./compilers.ts";
import { languagesBuild } from "./languages-build.ts";
import { languagesScripts } from "./languages-scripts.ts";
import { languagesShells } from "./languages-shells.ts";

export const languages: ProgramFamily = () => [
  ...languagesShells,
  ...languagesScripts,
  ...languagesBuild,
  ...compilers,
];
