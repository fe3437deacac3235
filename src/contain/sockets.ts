/** Sockets of the machine that are known now: a connection goes through a read-only mount, so each of them is covered. */
import { fail, ok, type Result } from "../contract/result.ts";
import type { World } from "../contract/world.ts";

const TABLE = "/proc/net/unix";
const TABLE_LIMIT_BYTES = 4 << 20;

/** Paths of the sockets of this network namespace; abstract ones begin with `@` and do not cross into another. */
export function listSockets(world: World): Result<readonly string[]> {
  const table = world.readFile(TABLE, TABLE_LIMIT_BYTES);
  if (table === undefined) return fail(`${TABLE} cannot be read, so that nobody knows the sockets of this machine`);
  const paths = Buffer.from(table)
    .toString("utf8")
    .split("\n")
    .flatMap((line) => /^[0-9a-f]+:(?: +[0-9A-F]+){5} +\d+ (\/.*)$/i.exec(line)?.[1] ?? []);
  return ok([...new Set(paths)]);
}
