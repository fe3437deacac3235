/**
 * Step 8, `safeTool`, `readOnly`: reading, in every mode. The tool is on the safe list, or the command is proven
 * read-only.
 */
export { reading } from "../../policy/proofs/index.ts";
