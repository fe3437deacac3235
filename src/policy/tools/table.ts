/** Tools without code of their own: the rest of the safe list and the closed list of calls that cannot matter (§5). */
import type { JsonObject } from "../../contract/action.ts";
import type { Field, Tool } from "./tool.ts";

const fieldsOf = (names: string): Readonly<Record<string, Field>> =>
  Object.fromEntries(
    names
      .split(" ")
      .filter(Boolean)
      .map((name): [string, Field] => [name, LISTS.has(name) ? { each: NOTE } : "executed"]),
  );

/** Lists of notes, and what the hosts write into one: tasks, steps of a plan, what a review found. */
const LISTS: ReadonlySet<string> = new Set(["todos", "plan"]);
const NOTE: readonly string[] = (
  "id content status state priority activeForm active_form title description text name step notes note details done completed " +
  "dependencies dependsOn blockedBy created_at updated_at createdAt updatedAt " +
  "file line end_line summary failure_scenario severity category confidence verdict evidence"
).split(" ");

/** Metadata, coordination and questions to the person: no file, process or network is touched. */
const SAFE: Readonly<Record<string, string>> = {
  ToolSearch: "query max_results limit",
  ListMcpResources: "server",
  TodoWrite: "todos",
  TaskCreate: "subject description activeForm metadata",
  TaskGet: "taskId",
  TaskUpdate: "taskId status subject description activeForm owner metadata addBlocks addBlockedBy",
  TaskList: "",
  TaskStop: "task_id taskId shell_id bash_id",
  EnterPlanMode: "",
  TeamCreate: "team_name description agent_type",
  TeamDelete: "",
  Sleep: "duration ms seconds duration_ms",
  classify_result: "thinking label should_block reason",
};

/** Calls that cannot matter: shown as "" and never sent to the classifier. */
const IRRELEVANT: Readonly<Record<string, string>> = {
  TaskOutput: "task_id block timeout wait_up_to agentId",
  BashOutput: "bash_id shell_id filter block timeout wait_up_to",
  CronList: "",
  update_plan: "plan explanation",
};

const shown =
  (name: string): Tool["encode"] =>
  (input) =>
    `${name} ${JSON.stringify(input)}`;

/** Hosts make a directory of that name among their own. */
const plainName = ({ team_name: name }: JsonObject): string | undefined =>
  typeof name !== "string" || /^[^/\\\0]+$/.test(name.replace(/^\.+$/, "/"))
    ? undefined
    : 'the field "team_name" names a place';

export const TABLE_TOOLS: readonly Tool[] = [
  ...Object.entries(SAFE).map(
    ([name, fields]): Tool => ({
      ...{ name, fields: fieldsOf(fields), encode: shown(name), safe: true },
      ...(name === "TeamCreate" ? { check: plainName } : {}),
    }),
  ),
  ...Object.entries(IRRELEVANT).map(
    ([name, fields]): Tool => ({ name, fields: fieldsOf(fields), encode: () => "", irrelevant: true }),
  ),
];
