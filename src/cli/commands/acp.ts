/** `sallyport acp`: stands between an editor and an Agent Client Protocol agent. */
import { followingGate, openPool, standingAt } from "../../app/index.ts";
import { HOST_NAMES, hostNamed } from "../../hosts/index.ts";
import { acpProxy, endTogether, startChild, textLines } from "../../hosts/proxies/index.ts";
import { command } from "../command.ts";
import { unknownHost } from "../nearest.ts";
import { text } from "../options.ts";
import { refuse, tell } from "../terminal/style.ts";
import { ownVariables } from "../variables.ts";

export const acp = command({
  name: "acp",
  about: "stand between an editor and an ACP agent",
  usage: [["sallyport acp [options] -- COMMAND ARGUMENTS…", "the agent, as the editor would start it"]],
  help: "Put this line in place of the agent's own in the editor's configuration. session/request_permission is answered, for once and never for always; terminals and files the editor is asked for are judged first. What a person must decide goes to the editor as a question.",
  options: {
    host: text("NAME", `whose tool names the agent uses, where it tells them: ${HOST_NAMES.join(", ")}`),
    settings: text("X", "a settings file, or JSON"),
  },
  positionals: "command",
  run: async ({ options: { host, settings }, words, misuse }, io) => {
    if (words.length === 0) return misuse("give the agent's command after --");
    if (host !== undefined && hostNamed(host) === undefined) return misuse(unknownHost(host));
    const standing = (root: string): string => standingAt(root, io);
    const pool = openPool(io, {
      settings,
      variables: ownVariables(io),
      tell: (text) => tell(io, text),
      stays: true,
      standing,
    });
    const opened = pool.gateAt(io.cwd);
    if (!opened.ok) return refuse(io, opened.error);
    for (const warning of opened.value.warnings) tell(io, warning);
    const child = startChild(words, io.cwd);
    if (io.exit !== undefined) endTogether(child);
    const proxy = acpProxy({
      gateAt: (root) => followingGate(() => pool.gateAt(root)),
      ...(host === undefined ? {} : { host }),
      cwd: io.cwd,
      toEditor: (line) => io.stdout.write(`${line}\n`),
      toAgent: child.send,
    });
    const back = (async () => {
      for await (const line of child.lines()) void proxy.fromAgent(line);
    })();
    const forth = (async () => {
      // In order: a prompt is recorded before the agent hears it.
      for await (const line of textLines(io.stdin)) await proxy.fromEditor(line);
      child.closeInput();
    })();
    forth.catch((error: unknown) => {
      tell(io, String(error));
      child.kill();
    });
    const code = await child.ended;
    await back.catch(() => undefined);
    await pool.close();
    io.exit?.(code);
    return code;
  },
});
