/** The table: which effects mean which topic of the rulebook. Hard topics first; within them, the order of the rows. */
import { isHard } from "./labels.ts";
import type { Row } from "./row.ts";
import { CODE } from "./rows/code.ts";
import { DESTRUCTION } from "./rows/destruction.ts";
import { MACHINE } from "./rows/machine.ts";
import { PERSISTENCE } from "./rows/persistence.ts";
import { SECRETS } from "./rows/secrets.ts";
import { SECURITY } from "./rows/security.ts";
import { SELF } from "./rows/self.ts";
import { SHARED } from "./rows/shared.ts";
import { WINDOWS } from "./rows/windows.ts";

const WRITTEN: readonly Row[] = [
  ...SELF,
  ...WINDOWS,
  ...SECRETS,
  ...CODE,
  ...PERSISTENCE,
  ...DESTRUCTION,
  ...SECURITY,
  ...MACHINE,
  ...SHARED,
];

export const TABLE: readonly Row[] = [
  ...WRITTEN.filter(({ label }) => isHard(label)),
  ...WRITTEN.filter(({ label }) => !isHard(label)),
];
