/** The gate's package reached by its own name, or by the place where packages are; and servers added to an agent by its program. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BypassingProject, bypassingProject } from "../testing/bypassing.ts";

let here: BypassingProject;
beforeAll(() => {
  here = bypassingProject();
});
afterAll(() => here.remove());

const ASKED: readonly string[] = [
  "rm -rf $(dirname $(dirname $(which sallyport)))/lib",
  "rm -f $(which sallyport)",
  'rm -f "$(command -v sallyport)"',
  "rm $(readlink -f $(which sallyport))",
  "which sallyport | xargs rm",
  "whereis -b sallyport | cut -d' ' -f2 | xargs rm",
  'p=$(type -p sallyport); rm -f "$p"',
  "echo > $(which sallyport)",
  "mv `which sallyport` /tmp/x",
  "chmod -x $(command -v sallyport)",
  "sed -i s/a/b/ $(which sallyport)",
  "rm -rf $(npm root -g)",
  'rm -rf "$(npm root -g)/sallyport"',
  "rm -rf $(npm root --global)/*",
  "rm -rf $(npm prefix -g)/lib",
  "rm -rf $(npm config get prefix)/lib/node_modules",
  "rm -rf $(pnpm root -g)",
  "rm -rf $(yarn global dir)",
  "npm rm -g sallyport",
  "npm uninstall --global sallyport",
  "npm ls -g --parseable | xargs npm rm -g",
  "npm ls -g -p --depth 0 | xargs rm -rf",
  "npm rm -g $(npm ls -g --parseable)",
  `code --add-mcp '{"name":"x","command":"y"}'`,
  `code-insiders --add-mcp='{"name":"x","command":"y"}'`,
  `cursor --add-mcp '{"name":"x","command":"y"}'`,
  "claude mcp add x -- y",
];
const BESIDE: readonly string[] = [
  "which sallyport",
  "ls $(npm root -g)",
  "ls -l $(which sallyport)",
  "npm ls -g --parseable",
  "rm -f $(which oldtool)",
  "npm rm -g oldtool",
  "code --add README.md",
  "cat $(npm root -g)/x/package.json",
  "rm -rf $(npm root)/.cache",
  "npm ls --parseable | xargs du -s",
];
describe("asks", () => {
  test.each(ASKED)("%s", async (command) => {
    expect(await here.by(command)).toMatch(/^(?:safetyCheck|floor)$/);
  });
});
describe("beside them", () => {
  test.each(BESIDE)("%s", async (command) => {
    expect(await here.by(command)).toBe("bypassMode");
  });
});
