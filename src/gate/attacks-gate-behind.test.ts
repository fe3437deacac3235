/** The gate's own command as words behind a program that may start what it is given, and as text that is typed into a terminal. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { COMMANDS } from "../cli/main.ts";
import { type BypassingProject, bypassingProject } from "../testing/bypassing.ts";
import { bash } from "../testing/index.ts";

let here: BypassingProject;
beforeAll(() => {
  here = bypassingProject();
  here.write("sallyport/a.ts", "x\n");
});
afterAll(() => here.remove());

const ASKED: readonly string[] = [
  "tmux new-session -d sallyport shadow",
  "tmux new-session -d sallyport allow 'Bash(curl:*)'",
  "tmux new-session -d sallyport log purge --older-than 0d",
  "tmux new-window sallyport pause",
  "tmux split-window -h sallyport pause",
  "tmux respawn-pane -k sallyport pause",
  "tmux new -d npx sallyport pause",
  "tmux new -d npx -y sallyport@latest pause",
  "tmux new -d 'sallyport pause'",
  "tmux send-keys sallyport Space pause Enter",
  "tmux send-keys -t 0 'sallyport pause' Enter",
  "tmux send-keys -t 0 'sallyport ' 'pause' C-m",
  "screen -dm sallyport pause",
  "screen -S x -X stuff 'sallyport pause^M'",
  "xterm -e sallyport approve",
  "gnome-terminal -- sallyport pause",
  "konsole --noclose -e sallyport resume",
  "alacritty -e sallyport uninstall claude-code",
  "tsp sallyport pause",
  "pueue add sallyport pause",
  "pueue add -- sallyport pause",
  "watchexec -- sallyport pause",
  "zellij run -- sallyport pause",
  "frob sallyport pause",
  "frob --flag sallyport deny 'Bash(ls)'",
  "frob sallyport.cjs pause",
  "frob sallyport hook claude-code",
  "frob sallyport approve 12",
  "frob 'sallyport pause'",
  "frob -e 'sallyport approve 12'",
  "frob --command='sallyport pause'",
  "frob \"sallyport allow 'Bash(curl:*)'\"",
  "cd /tmp && frob sallyport undo",
  "true; frob sallyport pause &",
  "xdotool type 'sallyport pause'",
  "xdotool type --delay 1 'sallyport pause\n'",
  "ydotool type 'sallyport pause'",
  "wtype 'sallyport pause' -k Return",
  "wtype sallyport pause",
  "dotool <<< 'type sallyport pause'",
  "echo 'type sallyport pause' | dotool",
  "kitten @ send-text 'sallyport pause\\n'",
  "printf 'sallyport pause\\n' | dtach -p /tmp/s",
  "echo sallyport pause | dtach -p /tmp/s",
  "qdbus org.kde.konsole /Sessions/1 runCommand 'sallyport pause'",
  "git bisect run sallyport pause",
  "nodemon --exec sallyport pause",
  "concurrently 'sallyport pause'",
  "cross-env A=1 sallyport pause",
  "dotenv -- sallyport pause",
  "screen -S x -X exec sallyport pause",
  "hyprctl dispatch exec sallyport pause",
  "i3-msg exec 'sallyport pause'",
  "swaymsg exec sallyport pause",
  "busctl --user call a b c d s 'sallyport pause'",
  "expect -c 'spawn sallyport pause'",
];

const EVERYDAY: readonly string[] = [
  "echo sallyport pause",
  "printf '%s\\n' sallyport pause",
  'grep -rn "sallyport pause" docs',
  "grep -rn sallyport install",
  'git commit -m "sallyport pause"',
  'git commit -m "sallyport: pause"',
  "git log --oneline -- sallyport install",
  "git checkout -b sallyport",
  "npm view sallyport",
  "which sallyport",
  "man sallyport",
  "rg sallyport src",
  "rg 'sallyport pause' src",
  "cd sallyport && ls",
  "ls sallyport init",
  "mkdir -p sallyport install",
  "cat <<'X' > docs.md\nsallyport pause\nX",
  "tmux new -d -s sallyport",
  "tmux attach -t sallyport",
  "tmux new-session -d -s sallyport npm run dev",
  "tmux send-keys -t sallyport 'npm test' Enter",
  "frob sallyport",
  "frob sallyport src",
  "frob sallyport --help",
  "frob sallyport status",
  "frob 'sallyport pause stops asking for an hour'",
  "frob -m 'sallyport pause'",
  "notes add 'how sallyport install works on a Mac'",
  "gh issue create --title 'sallyport pause' --body 'sallyport pause hangs'",
  "gh search issues sallyport pause",
  "code sallyport",
  "frob pause sallyport",
  "docker compose logs sallyport",
  "make -C sallyport install",
  "vitest run sallyport pause",
  "jest sallyport install",
  "docker run sallyport serve",
  "systemctl --user status sallyport",
  "gh pr create --title 'sallyport pause' --body 'sallyport pause: say why'",
  "notify-send 'sallyport pause is documented now'",
  "pgrep -f 'sallyport serve'",
  "ps aux | grep 'sallyport serve'",
  "git -C sallyport init",
];

const ONLY_LOOK: readonly string[] = "check explain doctor status replay eval log completion".split(" ");

describe("asks", () => {
  test.each(ASKED)("%s", async (command) => {
    expect(await here.by(command)).toBe("safetyCheck");
  });
  test("every command but those that only look", async () => {
    for (const name of Object.keys(COMMANDS))
      expect([name, await here.by(`frob sallyport ${name}`)]).toEqual([
        name,
        ONLY_LOOK.includes(name) ? "bypassMode" : "safetyCheck",
      ]);
  });
  test("an open rule for the program lets it through as little", async () => {
    const gate = here.gate({ settings: { mode: "auto", permissions: { allow: ["Bash(frob:*)", "Bash(tmux:*)"] } } });
    for (const command of ["frob sallyport approve 12", "tmux new-window sallyport approve 12"])
      expect((await gate.check(bash(command))).by).toBe("safetyCheck");
  });
});
describe("beside them", () => {
  test.each(EVERYDAY)("%s", async (command) => {
    expect(await here.by(command)).toBe("bypassMode");
  });
});
