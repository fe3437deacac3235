/** Whether hooks start a service, from what the person said and did; and the shell's own reading of the same files. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { scratchFolder } from "../../testing/folder.ts";
import { STARTING, serviceLayout } from "../folder.ts";
import {
  agreeToStart,
  forgetRest,
  mayStart,
  neverStart,
  restWith,
  type Starting,
  startAgain,
  startingAt,
  stopStarting,
} from "./agreed.ts";

type Act = (stateDir: string) => void;
const rest: Act = (stateDir) => restWith(stateDir, "no port is free");

test.each<[string, readonly Act[], Starting["kind"]]>([
  ["nothing was said", [], "never"],
  ["agreed", [agreeToStart], "next"],
  ["agreed, and the last try came to nothing", [agreeToStart, rest], "rests"],
  ["and a later one did not", [agreeToStart, rest, forgetRest], "next"],
  ["ended by the person", [agreeToStart, stopStarting], "stopped"],
  ["and started again by them", [agreeToStart, stopStarting, startAgain], "next"],
  ["agreed to anew", [agreeToStart, rest, stopStarting, agreeToStart], "next"],
  ["ended, and never agreed to", [stopStarting], "never"],
  ["started by the person, and never agreed to", [startAgain], "never"],
  ["the person left", [agreeToStart, rest, neverStart], "never"],
  ["the person left after ending it", [agreeToStart, stopStarting, neverStart], "never"],
])("%s", (_, acts, kind) => {
  const box = scratchFolder();
  onTestFinished(box.remove);
  const stateDir = join(box.folder, "state");
  for (const act of acts) act(stateDir);
  expect(startingAt(stateDir).kind).toBe(kind);
  expect(mayStart(stateDir)).toBe(kind === "next" || kind === "rests");
});

test("why there is none is one line, whatever stood in it", () => {
  const box = scratchFolder();
  onTestFinished(box.remove);
  agreeToStart(box.folder);
  restWith(box.folder, "first\n\u001b[31msecond");
  expect(startingAt(box.folder)).toEqual({ kind: "rests", why: expect.not.stringMatching(/[\n\u001b]/) });
});

test("the shell looks for the same files", () => {
  const shell = readFileSync("src/hosts/install/serve.sh", "utf8");
  for (const name of Object.values(STARTING)) expect(shell).toContain(`$service/${name}`);
  expect(serviceLayout("/s").folder).toBe("/s/service");
});
