/** Settings that would mean less than they seem to are refused or ignored, and are said to be. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadSettings } from "../app/settings/index.ts";
import { type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
});
afterAll(() => here.remove());

test.each(["https://evil.example", "evil.example/x", "u@evil.example", "evil.example:80"])(
  "%s is no domain, and is said to be none",
  (domain) => {
    expect(() => here.gate({ settings: { permissions: { deny: [`WebFetch(domain:${domain})`] } } })).toThrow(
      /permissions\.deny.*domain alone/s,
    );
  },
);

test("a project file that sets projectTasks, a mode or allow rules is ignored and named", () => {
  here.write(
    ".sallyport/settings.json",
    JSON.stringify({
      mode: "bypassPermissions",
      projectTasks: ["/"],
      permissions: { allow: ["*"], deny: ["Bash(x:*)"] },
    }),
  );
  const loaded = loadSettings({ managedPath: null, userPath: null, projectRoot: here.root, env: {} });
  if (!loaded.ok) throw new Error(loaded.error);
  expect(loaded.value.settings).toMatchObject({ mode: "auto" });
  expect(loaded.value.settings.rules.map((rule) => rule.text)).toEqual(["Bash(x:*)"]);
  expect(loaded.value.warnings.join("\n")).toMatch(
    /mode is ignored[\s\S]*projectTasks is ignored[\s\S]*permissions.allow is ignored/,
  );
});
