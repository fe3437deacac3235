/** The gate's own directories are guarded where variables have moved them, and where a start without them keeps its things. */
import { expect, test } from "vitest";
import { bash, call, project } from "../testing/index.ts";
import { gateDirectories } from "./paths.ts";

const MOVED = { HOME: "/h", XDG_STATE_HOME: "/m/state", XDG_CONFIG_HOME: "/m/config", SALLYPORT_STATE_DIR: "/m/own" };

test("both", () => {
  const places = ["/m/own", "/m/state/sallyport", "/m/config/sallyport", "/h/.local/state/sallyport"];
  expect(gateDirectories(MOVED)).toEqual(expect.arrayContaining([...places, "/h/.config/sallyport"]));
});

test.each(["env", "agentEnv"] as const)("a library's gate, by its %s", async (field) => {
  const here = project();
  const there = `${here.home}/moved`;
  const env = { XDG_STATE_HOME: `${there}/state`, XDG_CONFIG_HOME: `${there}/config` };
  const gate = here.gate({ [field]: env, settings: { mode: "bypassPermissions" } });
  const write = (path: string) => gate.check(call("Write", { file_path: path, content: "{}" }));
  for (const place of [`${there}/config/sallyport/settings.json`, `${here.home}/.config/sallyport/settings.json`])
    expect(await write(place)).toMatchObject({ behavior: "ask", by: "safetyCheck" });
  for (const place of [`${there}/state`, `${here.home}/.local/state`])
    expect((await gate.check(bash(`rm -rf ${place}/sallyport`))).behavior).not.toBe("allow");
  const auto = here.gate({ [field]: env });
  expect((await auto.check(bash(`cat ${there}/state/sallyport/service/secret`))).behavior).not.toBe("allow");
  here.remove();
});
