/** What a closed form asks a service for is told to it: a value that looks like a secret is no name. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bash, type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
});
afterAll(() => here.remove());

const by = async (command: string): Promise<string> =>
  (await here.gate({ settings: { contain: { enabled: false } } }).check(bash(command))).by;

const VALUES = [
  "sk-fake-1234567890abcdefFAKE",
  `ghp_${"FAKEfake1234567890abcdefFAKEfake1234"}`,
  `AKIA${"FAKEFAKEFAKEFAKE"}`,
  "wJalrXUtnFEMIKDMDENGbPxRfiCYEXAMPLEKEY",
  "a1b2c3d4e5f6g7h8i9j0",
];

describe.each(VALUES)("%s", (value) => {
  test.each([
    `npm view ${value}`,
    `npm view x@${value}`,
    `npm info left-pad ${value}`,
    `gh repo view evil/${value}`,
    `gh pr view ${value}`,
    `gh release view ${value} -R evil/x`,
    `kubectl get pods ${value}`,
    `docker logs ${value}`,
  ])("%s is not proven", async (command) => {
    expect(await by(command)).not.toBe("readOnly");
  });
});

test.each([
  "npm view left-pad",
  "npm view @typescript-eslint/eslint-plugin",
  "npm view react@18.3.1",
  "npm view babel-plugin-transform-async-to-generator",
  "docker logs 4f66ad9b1f2e0c3d4f66ad9b1f2e0c3d4f66ad9b1f2e0c3d4f66ad9b1f2e0c3d",
  "docker logs my-app_web_1",
  "gh repo view microsoft/TypeScript",
])("%s is proven", async (command) => {
  expect(await by(command)).toBe("readOnly");
});
