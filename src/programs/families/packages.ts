/** Package managers, gathered. */

import type { ProgramFamily } from "../spec.ts";
import { packagesLanguages } from "./packages-languages.ts";
import { packagesNode } from "./packages-node.ts";
import { packagesPython } from "./packages-python.ts";
import { packagesSystem } from "./packages-system.ts";

export const packages: ProgramFamily = () => [
  ...packagesNode,
  ...packagesPython,
  ...packagesLanguages,
  ...packagesSystem,
];
