/** Git itself is the referee of how a file of configuration is read. */
import { afterAll, expect, test } from "vitest";
import { sandbox } from "../../machine/git/testing.ts";
import { readSettings } from "./syntax.ts";

const box = sandbox();
afterAll(() => box.remove());

test.each([
  "[core]\n\tbare = false\n",
  '[Core]BARE=yes\n[Remote "A.b"] Url = x # c\n',
  "\ufeff[a]\nb\nc = \n",
  "[a]\r\nb = c\r\n[d]e=f",
  '[a]\nb = "  c ; d " # e\nf = g\\\n  h\n',
  '[a "b\\"c\\\\d"]\nx = \\"y\\" \\t\\n\\\\ z\n',
  '[a]\nb = c"d e"f  g   \n; comment\n  # another\n[b.C]\nd=e',
  '[a]\nb = "c\\\nd"\n',
  "[a] b = c [d]\n",
  "[a]\nb = é\n",
  "",
  "# nothing\n",
  "[a]\nb c\n",
  '[a]\nb = "c\n',
  "[a]\nb = \\q\n",
  "[a\n]b = c\n",
  '[a "b]\nc = d\n',
  "[a]\n1b = c\n",
  "[a]\nb ; c\n",
  "[a b]\nc = d\n",
])("%j", (text) => {
  const file = box.write("config", text);
  const { status, stdout } = box.tryGit("", "config", "--file", file, "--list", "-z");
  const read = readSettings(file, box.world)?.map(({ key, value }) => `${key}${value === null ? "" : `\n${value}`}\0`);
  expect(read?.join("") ?? null).toEqual(status === 0 ? stdout.toString() : null);
});
