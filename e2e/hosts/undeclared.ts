/** What an agent offers its model that our table of its names does not declare: each may be asked about. */
import { hostNamed, translate } from "../../src/hosts/index.ts";
import { BUILT_IN_TOOLS } from "../../src/policy/tools/index.ts";

/** `tool` alone where nobody knows the tool, `tool.field` where only the field is new. */
export function undeclared(host: string, offered: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const table = hostNamed(host)?.names.table() ?? {};
  return [...offered].flatMap(([tool, fields]) => {
    if (!Object.hasOwn(table, tool)) return translate(host, tool, {}).tool.startsWith("mcp__") ? [] : [tool];
    const row = table[tool];
    if (row === undefined || typeof row === "function" || row.prepare !== undefined) return [];
    const ours = BUILT_IN_TOOLS.find(({ name }) => name === row.to)?.fields ?? {};
    return fields.flatMap((field) =>
      Object.hasOwn(row.fields, field) || Object.hasOwn(ours, field) ? [] : [`${tool}.${field}`],
    );
  });
}
