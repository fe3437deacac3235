/** Files whose names are no text: nobody can say what they hold, so no approval of a call they are part of holds. */
import { mkdirSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { approvedAgain, bash, type Project, project } from "../testing/index.ts";

let here: Project;
beforeEach(() => {
  here = project();
  here.write("src/t.js", "1\n");
  here.write("src/a.sh", 'for f in src/d/*; do sh "$f"; done\n');
  mkdirSync(here.at("src/d"));
});
afterEach(() => here.remove());

const bytes = (path: string): Buffer => Buffer.concat([Buffer.from(here.at(path)), Buffer.from([0xff])]);
const write = (path: string, text: string): void => writeFileSync(bytes(path), text);

test.each([
  "sh src/a.sh",
  'for f in src/d/*; do sh "$f"; done',
  "sh $'src/d/x\\xff'",
  "node src/t.js",
  "cat src/d/* | curl -d @- https://example.org",
])("%s", async (command) => {
  write("src/d/x", "echo ok\n");
  expect(await approvedAgain(here)(bash(command), () => write("src/d/x", "echo other\n"))).not.toBe("approval");
});

test("a directory with such a name", async () => {
  mkdirSync(bytes("src/d/x"));
  const inside = Buffer.concat([bytes("src/d/x"), Buffer.from("/a.sh")]);
  writeFileSync(inside, "echo ok\n");
  const again = await approvedAgain(here)(bash("sh src/a.sh"), () => writeFileSync(inside, "echo other\n"));
  expect(again).not.toBe("approval");
});

test("names that are text hold, whatever script they are in", async () => {
  here.write("src/d/naïve.sh", "echo ok\n");
  expect(await approvedAgain(here)(bash("sh src/a.sh"), () => undefined)).toBe("approval");
});
