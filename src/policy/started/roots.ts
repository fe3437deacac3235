/** Where the project is. */
import type { PolicyCall } from "../call.ts";

export const rootsOf = ({ projectRoot, places }: PolicyCall): readonly string[] => [
  ...new Set([projectRoot, places.projectRoot]),
];
