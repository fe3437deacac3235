/** Without walls no rule covers a command that runs what the session wrote, named by itself or by its task. */
import { rmSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { bash, project } from "../testing/index.ts";

const here = project();
afterAll(() => here.remove());
here.write(
  "package.json",
  JSON.stringify({
    scripts: {
      test: "npm run prepare-data && vitest run",
      "prepare-data": "CI=1 node new/a.mjs",
      lint: "eslint new/b.mjs",
      prebuild: "./new/a.mjs",
      build: "tsc",
    },
  }),
);
here.write("Makefile", "all:\n\t@python3 new/a.mjs\n");
here.write("sub/Makefile", "all:\n\tcc -c new/b.mjs\n");

const ALLOWED = [
  "Bash(npm:*)",
  "Bash(npm run build)",
  "Bash(npm run lint)",
  "Bash(npm test)",
  "Bash(make:*)",
  "Bash(rake:*)",
];

test.each<[command: string, written: string, behavior: string]>([
  ["npm test", "new/a.mjs", "ask"],
  ["npm run build", "new/a.mjs", "ask"],
  ["npm run lint", "new/a.mjs", "allow"],
  ["npm run lint", "new/b.mjs", "allow"],
  ["npm run lint", "package.json", "ask"],
  ["npm test", "new/c.mjs", "allow"],
  ["make all", "new/a.mjs", "ask"],
  ["make all", "new/b.mjs", "allow"],
  ["make -C sub all", "new/b.mjs", "allow"],
  ["make -C sub all", "sub/Makefile", "ask"],
  ["make -f new/a.mjs", "new/a.mjs", "ask"],
  ["rake build", "Rakefile", "ask"],
  ["rake build", "sub/Rakefile", "allow"],
  ["npm test", "vitest.config.ts", "ask"],
  ["npm test", "vitest.configured.ts", "allow"],
])("%s, where %s was written: %s", async (command, written, behavior) => {
  const settings = { permissions: { allow: ALLOWED }, classifier: { provider: "offline" as const } };
  const gate = here.gate({ settings, classifier: null, walls: null, restore: null });
  await gate.check({
    tool: "Edit",
    input: { file_path: here.at(written), old_string: "a", new_string: "b" },
    cwd: here.root,
  });
  await gate.check({ tool: "Write", input: { file_path: here.at(written), content: "x\n" }, cwd: here.root });
  const decision = await gate.check(bash(command, { cwd: here.root }));
  rmSync(here.at("new"), { recursive: true, force: true });
  expect(decision.behavior).toBe(behavior);
});

/** Also by a rule for every command, and by one that spells out what the reader cannot take apart. */
test.each<[rule: string, command: string, behavior: string]>([
  ["Bash", "if true; then tsc -p .; fi", "ask"],
  ["Bash", "if true; then rm -rf build-*; fi", "ask"],
  ["Bash", "if true; then echo x > Jenkinsfile; fi", "ask"],
  ["Bash", "node new/a.mjs", "ask"],
  ["Bash", "git add new/a.mjs", "allow"],
  ["Bash", "if true; then node new/a.mjs; fi", "ask"],
  ["Bash(if true; then node new/a.mjs; fi)", "if true; then node new/a.mjs; fi", "ask"],
  ["Bash(if true; then node new/b.mjs; fi)", "if true; then node new/b.mjs; fi", "allow"],
])("%s, and %s: %s", async (rule, command, behavior) => {
  const settings = { mode: "default" as const, permissions: { allow: [rule] } };
  const gate = here.gate({ settings, classifier: null, walls: null, restore: null });
  await gate.check({ tool: "Write", input: { file_path: here.at("new/a.mjs"), content: "x\n" }, cwd: here.root });
  expect((await gate.check(bash(command, { cwd: here.root }))).behavior).toBe(behavior);
});
