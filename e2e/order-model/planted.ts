/** Ends with 1 at the first difference: what is run with a fault planted. COUNT SEED */
import { compare } from "./compare.ts";

const [count, seed] = process.argv.slice(2).map(Number);
const { situations, differences } = await compare({ count: count ?? 0, seed: seed ?? 1, least: 0, most: 1 });
process.stdout.write(`${differences.length === 0 ? "same" : "differs"} after ${situations}\n`);
process.exitCode = differences.length === 0 ? 0 : 1;
