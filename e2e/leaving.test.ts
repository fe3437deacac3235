/** Taking Sallyport out again, as a person does: what goes, what stays and is said to stay, and nothing that lives on. */
import { existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type ThrowAwayHome, throwAwayHome } from "./terminal.ts";

let at: ThrowAwayHome;
beforeEach(() => {
  at = throwAwayHome();
});
afterEach(() => {
  at.alone("serve", "--stop");
  at.remove();
});
const STATE = ".local/state/sallyport";

/** The process that serves: its address is somebody else's as soon as it is free. */
function serve(): { readonly isOver: () => Promise<boolean> } {
  expect(at.alone("serve", "--background").code).toBe(0);
  const { pid } = JSON.parse(readFileSync(join(at.home, STATE, "service/serve.json"), "utf8"));
  const lives = (): boolean => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  expect(lives()).toBe(true);
  return {
    isOver: async () => {
      for (let left = 100; left > 0 && lives(); left--) await pause(100);
      return !lives();
    },
  };
}

describe("a service whose state directory is not its own any more ends by itself, and makes none anew", () => {
  test("it was removed", async () => {
    const service = serve();
    rmSync(join(at.home, STATE), { recursive: true });
    expect(await service.isOver()).toBe(true);
    expect(existsSync(join(at.home, STATE))).toBe(false);
  });

  test("it was moved away, and another stands in its place", async () => {
    const service = serve();
    renameSync(join(at.home, STATE), join(at.home, "elsewhere"));
    at.put(`${STATE}/swept`, "");
    expect(await service.isOver()).toBe(true);
  });
});

test("removing the state ends the service first", async () => {
  at.alone("init", "--yes");
  const service = serve();
  expect(at.alone("uninstall", "claude-code", "--state", "--yes").code).toBe(0);
  expect(await service.isOver()).toBe(true);
  expect(existsSync(join(at.home, STATE))).toBe(false);
});
