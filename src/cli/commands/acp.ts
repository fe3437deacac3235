/** `sallyport acp`: stands between an editor and an Agent Client Protocol agent. */

import { openGate } from "../../app/open.ts";
import { HOST_NAMES, hostNamed } from "../../hosts/index.ts";
import { acpProxy, endTogether, startChild, textLines } from "../../hosts/proxies/index.ts";
import { beforeCommand } from "../before-command.ts";
import type { CliIo } from "../io.ts";

export const HELP = `sallyport acp: answers an agent's permission requests

  sallyport acp [options] -- COMMAND ARGUMENTS…     the agent, as the editor would start it

Put this line in place of the agent's own in the editor's configuration. Of the agent's requests only
session/request_permission is answered, for once and never for always; what a person must decide goes on to the editor.

  --host NAME      whose tool names the agent uses, where it tells them: ${HOST_NAMES.join(", ")}
  --settings X     a settings file, or JSON
`;

const OPTIONS = {
  host: { type: "string" },
  settings: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

export async function run(args: readonly string[], io: CliIo): Promise<number> {
  const given = beforeCommand(args, OPTIONS);
  if (!given.ok) return cannot(io, given.error);
  const { values, command } = given.value;
  if (values.help === true) {
    io.stdout.write(HELP);
    return 0;
  }
  if (command.length === 0) return cannot(io, "give the agent's command after --");
  if (values.host !== undefined && hostNamed(values.host) === undefined)
    return cannot(io, `there is no host "${values.host}"`);
  const opened = openGate(io, { settings: values.settings, projectRoot: io.cwd });
  if (!opened.ok) return cannot(io, opened.error);
  for (const warning of opened.value.warnings) io.stderr.write(`sallyport: ${warning}\n`);
  const child = startChild(command, io.cwd);
  if (io.exit !== undefined) endTogether(child);
  const proxy = acpProxy({
    gate: opened.value.gate,
    ...(values.host === undefined ? {} : { host: values.host }),
    cwd: io.cwd,
    toEditor: (text) => io.stdout.write(`${text}\n`),
    toAgent: child.send,
  });
  const back = (async () => {
    for await (const text of child.lines()) void proxy.fromAgent(text);
  })();
  const forth = (async () => {
    // In order: a prompt is recorded before the agent hears it.
    for await (const text of textLines(io.stdin)) await proxy.fromEditor(text);
    child.closeInput();
  })();
  forth.catch((error: unknown) => {
    io.stderr.write(`sallyport: ${String(error)}\n`);
    child.kill();
  });
  const code = await child.ended;
  await back.catch(() => undefined);
  await opened.value.close();
  io.exit?.(code);
  return code;
}

function cannot(io: CliIo, why: string): number {
  io.stderr.write(`sallyport: ${why} (see sallyport acp --help)\n`);
  return 1;
}
