/** Package managers, gathered. */
import { packagesLanguages } from "./packages-languages.ts";
import { packagesNode } from "./packages-node.ts";
import { packagesPython } from "./packages-python.ts";
import { packagesSystem } from "./packages-system.ts";
import type { ProgramFamily } from "./spec.ts";

export const packages: ProgramFamily = () => [
  ...packagesNode,
  ...packagesPython,
  ...packagesLanguages,
  ...packagesSystem,
];
