/**
 * The long run against `kill -9` of the service: `npm run service-kill -- [KILLS] [AGENTS]`. Exit 0 if everything that was
 * returned is on record once, `log verify` passes and the index agrees with the record.
 */
import { killUnderLoad } from "./service/kill.ts";

const [kills, agents] = [Number(process.argv[2] ?? 60), Number(process.argv[3] ?? 8)];
const seed = Date.now() % 1_000_000;
const outcome = await killUnderLoad({ kills, agents, seed });
const { returned, alone, missing, twice, lost, damage, onRecord, inIndex } = outcome;
console.log(
  `seed ${seed}: ${kills} kills, ${agents} agents, ${returned} answers returned, ${alone} of them by hooks alone`,
);
console.log(
  `missing: ${missing.length}; decided twice: ${twice.length}; answers lost by a kill: ${lost}; on record ${onRecord}, in the index ${inIndex}`,
);
if (damage !== null) console.log(damage);
const isTried = alone > 0 && alone < returned;
if (!isTried) console.log("not tried: the service has to answer some of them, and hooks alone some");
process.exitCode = isTried && missing.length + twice.length === 0 && damage === null && onRecord === inIndex ? 0 : 1;
