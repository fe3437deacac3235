/** A definition that an earlier part of the call touches, and one that is started by way of a launcher, is read all the same for what finds. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BypassingProject, bypassingProject } from "../testing/bypassing.ts";

let here: BypassingProject;
const SCRIPTS = { deploy: "git push origin main", clean: "rm -rf ~", lint: "eslint ." };
beforeAll(() => {
  here = bypassingProject();
  here.write(
    "Makefile",
    'deploy:\n\tgit push origin main\nclean:\n\trm -rf $(HOME)\ncfg:\n\techo "{}" > ~/.config/sallyport/settings.json\nlint:\n\teslint .\n',
  );
  here.write("package.json", JSON.stringify({ version: "1.0.0", scripts: SCRIPTS }));
});
afterAll(() => here.remove());

const TOUCHED = [
  "touch Makefile && make TASK",
  "sed -i 's/hi/ho/' Makefile && make TASK",
  "npm version patch && npm run TASK",
  "npm version patch --no-git-tag-version; npm run TASK",
  "pnpm version patch && pnpm run TASK",
  "npm pkg set version=2.0.0 && npm run TASK",
  "sed -i s/1.0.0/1.0.1/ package.json && npm run TASK",
  `jq '.version="2"' package.json > t.json && mv t.json package.json && npm run TASK`,
];
const LAUNCHED = [
  "npx cross-env A=1 npm run TASK",
  "npx cross-env A=1 make TASK",
  "cross-env A=1 npm run TASK",
  "npx env-cmd npm run TASK",
  "npx dotenv-cli npm run TASK",
  "npx dotenv -- npm run TASK",
  "direnv exec . make TASK",
  "op run -- make TASK",
  "pixi run make TASK",
  "tox exec -- make TASK",
];

describe.each([...TOUCHED, ...LAUNCHED])("%s", (command) => {
  const withTask = (task: string): string => command.replace("TASK", task);
  test("Bash(git push:*)", async () =>
    expect(await here.by(withTask("deploy"), ["Bash(git push:*)"])).toBe("denyRule"));
  test("the floor", async () => expect(await here.by(withTask("clean"))).toBe("floor"));
  test("left alone", async () =>
    expect(await here.by(withTask("lint"), ["Bash(git push:*)"])).toMatch(/^(?:bypassMode|askRule)$/));
});

test("nix develop, of which nobody knows what its shell does", async () => {
  expect(await here.by("nix develop -c make deploy", ["Bash(git push:*)"])).toBe("denyRule");
  expect(await here.by("nix develop -c make clean")).toBe("floor");
});

test.each(["touch Makefile && make cfg", "npx cross-env A=1 make cfg"])("3c: %s", async (command) =>
  expect(await here.by(command)).toBe("safetyCheck"),
);
