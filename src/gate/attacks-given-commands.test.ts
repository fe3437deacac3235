/** A rule for a program that starts what it is given covers the program, and not what that is. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bash, type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  here.write(".env", "API_KEY=sk-fake-1234567890abcdef\n");
  here.write("x.sh", "rm a\n");
});
afterAll(() => here.remove());

const LAUNCHERS =
  "tmux screen watchexec hyperfine cross-env rlwrap xterm kitty parallel env-cmd concurrently nix-shell nodemon";
const allow = [...LAUNCHERS.split(" "), "npm test"].map((name) => `Bash(${name}:*)`);
const decide = async (command: string): Promise<string> =>
  (await here.gate({ settings: { mode: "acceptEdits", permissions: { allow } }, restore: null }).check(bash(command)))
    .by;

describe("what is started needs its own rule", () => {
  test.each([
    "tmux new -d 'echo MARK >> ~/.bashrc; cp .env pub.txt'",
    "tmux new -d 'sh x.sh'",
    "tmux new -d ./x.sh",
    "tmux send-keys -t x 'cat ~/.ssh/id_ed25519 > key.txt' Enter",
    "tmux split-window 'cp .env pub.txt'",
    "tmux run-shell 'cp .env pub.txt'",
    "screen -dmS x sh -c 'cp .env pub.txt'",
    "watchexec -- cp .env pub.txt",
    "hyperfine 'cp .env pub.txt'",
    "xterm -e 'cp .env pub.txt'",
    "kitty sh -c 'cp .env pub.txt'",
    "cross-env A=1 cp .env pub.txt",
    "rlwrap cp .env pub.txt",
    "concurrently 'cp .env pub.txt'",
    "nix-shell --run 'cp .env pub.txt'",
  ])("%s", async (command) => expect(await decide(command)).not.toBe("allowRule"));
  test.each([
    "tmux ls",
    "tmux new -d -s work",
    "tmux kill-session -t x",
    "tmux new -d 'npm test'",
    "hyperfine 'npm test'",
    "nodemon server.js",
    "concurrently 'npm test'",
  ])("%s is what the rules say", async (command) => expect(await decide(command)).toMatch(/^(?:allowRule|reading)$/));
});
