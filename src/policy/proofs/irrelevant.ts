/** Calls that cannot matter: the closed list of them, with nothing in the call that nobody declared, and nothing to show. */
import { openSource, type Witness } from "../../contract/witness.ts";
import type { PolicyCall } from "../call.ts";
import { isIrrelevant } from "../tools/index.ts";

const prove = openSource("irrelevant");

export const proveIrrelevant = ({ barring, spec, input, encoding }: PolicyCall): Witness<"irrelevant"> | undefined =>
  barring.length === 0 && isIrrelevant(spec, input) && encoding === "" ? prove(null) : undefined;
