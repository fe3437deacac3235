/** Terminal multiplexers, the desktop, the clipboard, and messages to people. */
import { act, type Effect, type Target } from "../../contract/effect.ts";
import { acting } from "../acting.ts";
import { known, opening, reads, refused, shows, understood } from "../disk-makers.ts";
import { given, hostOf, network } from "../makers.ts";
import type { CommandSpec, ProgramFamily, ReadAnswer, Use } from "../spec.ts";

/** A format with `#(…)` runs a command, an unknown one may, and `;` at the end of a word begins another command. */
function readTmuxShow(use: Use): ReadAnswer {
  const plain = use.words.every((word) => /^(?:(?!#\()[^;])*$/s.test(known(word) ?? ";"));
  return plain ? understood([]) : refused("it may run commands", [{ do: "run", program: "tmux", what: "code" }]);
}

const TMUX_SHOW: CommandSpec = { flags: "-a -p -s -g -q -v -l", values: { text: "-t -F -f" }, read: readTmuxShow };
const TMUX_RUN: CommandSpec = {
  flags: "-d -A -D -P -E -X -b -h -v -l -R -H -N -M",
  values: { text: "-s -n -t -c -F -e -x -y -p -f" },
  operands: "text",
  always: [
    (use) => [{ do: "run", act: "run.other-terminal", program: "tmux", what: "code", wording: use.path.join(" ") }],
  ],
};
const TMUX_STOP: CommandSpec = {
  flags: "-a -C",
  values: { text: "-t" },
  operands: "text",
  always: [act("session.end")],
};
const TMUX_CAPTURE: CommandSpec = {
  flags: "-a -e -p -P -q -C -J -N -T -pt",
  values: { text: "-t -S -E -b" },
  always: [act("terminal.show")],
};

const each = (names: string, spec: CommandSpec): Record<string, CommandSpec> =>
  Object.fromEntries(names.split(" ").map((name) => [name, spec]));

/** What is opened decides the program: a page in a browser, a file in whatever it belongs to. */
function readOpen(use: Use): ReadAnswer {
  const effects: Effect[] = [
    { do: "run", program: use.program, what: "unknown-program", wording: "the program a file or address belongs to" },
  ];
  for (const operand of use.operands) {
    if (/^[a-z][a-z0-9+.-]*:/i.test(opening(operand))) effects.push(network(hostOf(operand), operand.value === null));
    else effects.push(reads(use.target(operand)));
  }
  return understood(effects);
}

/** Without `-e` the first operand is the script. */
const scriptOf = (use: Use): { readonly script?: Target } => {
  const [file] = use.operands;
  return use.program === "osascript" && file !== undefined && !use.options.has("-e")
    ? { script: use.target(file) }
    : {};
};

export const terminals: ProgramFamily = () => [
  {
    names: "tmux",
    launcher: true,
    flags: "-2 -C -u -v -V",
    values: { text: "-L -S" },
    runsCode: "-f -c",
    commands: {
      ...each(
        "ls list-sessions lsw list-windows lsp list-panes lsc list-clients lsk list-keys display-message display has-session has show-options show show-messages list-buffers list-commands",
        TMUX_SHOW,
      ),
      ...each(
        "new new-session neww new-window splitw split-window respawn-pane respawn-window send-keys send run-shell run if-shell if pipe-pane source-file source set-hook bind-key bind paste-buffer pasteb load-buffer",
        TMUX_RUN,
      ),
      ...each("kill-session kill-server kill-window kill-pane detach-client detach", TMUX_STOP),
      ...each("capture-pane capturep show-buffer", TMUX_CAPTURE),
    },
    safe: ["tmux ls", "tmux list-windows -t x -F '#{window_name}'", "tmux has-session -t x"],
    unsafe: [
      ["tmux new -d 'rm a'", ["run.other-terminal"]],
      ["tmux send-keys -t x 'rm a' Enter", ["run.other-terminal"]],
      ["tmux kill-server", ["session.end"]],
      ["tmux display-message -p '#(id)'", ["run.code", "unknown.use"]],
      ["tmux capture-pane -p", ["terminal.show"]],
      ["tmux ls \\; run-shell id", ["run.code", "unknown.use"]],
      ["tmux ls -F 'x;' run-shell id", ["run.code", "unknown.use"]],
      ["tmux -f evil ls", ["run.helper", "unknown.use"]],
    ],
  },
  acting({
    names: "screen",
    launcher: true,
    shows: /^(?:-ls|-list|-v|--version)$/,
    acts: [[/(?:^| )-X (?:\S+ )?(?:quit|kill)/, "session.end"]],
    otherwise: "terminal.run",
    safe: ["screen -ls"],
    unsafe: [
      ["screen -dmS x rm a", ["terminal.run"]],
      ["screen -S x -X quit", ["session.end"]],
    ],
  }),
  acting({
    names: "zellij byobu dtach abduco ttyd gotty tmate wetty",
    launcher: true,
    otherwise: "terminal.run",
    unsafe: [
      ["tmate", ["terminal.run"]],
      ["ttyd bash", ["terminal.run"]],
    ],
  }),
  {
    names: "open xdg-open gio start kde-open gnome-open sensible-browser",
    launcher: true,
    flags: "-a -b -e -t -f -F -W -R -n -g -j -h --args",
    read: readOpen,
    unsafe: [
      ["open https://x.example", ["run.unknown-program", "network.contact"]],
      ["open -a Calculator", ["run.unknown-program", "file.read"]],
      ["xdg-open a.pdf", ["run.unknown-program", "file.read"]],
    ],
  },
  {
    names: "osascript automator osacompile shortcuts",
    launcher: true,
    stdin: "code",
    values: { code: "-e", text: "-l -s" },
    operands: "text",
    always: [(use) => [{ do: "run", program: use.program, what: "code", language: "applescript", ...scriptOf(use) }]],
    unsafe: [
      ["osascript -e 'do shell script \"id\"'", ["run.code", "run.code"]],
      ["osascript a.scpt", ["run.code"]],
    ],
  },
  {
    names: "pbpaste wl-paste",
    operands: "text",
    always: [shows("secret.clipboard")],
    unsafe: [["pbpaste", ["secret.clipboard"]]],
  },
  {
    names: "pbcopy wl-copy",
    operands: "text",
    always: [act("machine.clipboard")],
    unsafe: [["echo a | pbcopy", ["machine.clipboard"]]],
  },
  {
    names: "xclip xsel",
    style: "go",
    flags: "-o -i -out -in -b -p -s -clipboard -rmlastnl -output -input --clipboard --output --input",
    values: { text: "-selection -sel -display -t -target -loops" },
    operands: "read",
    always: [
      (use) => (given(use, "-o -out -output --output") ? [shows("secret.clipboard")] : [act("machine.clipboard")]),
    ],
    unsafe: [
      ["xclip -o", ["secret.clipboard"]],
      ["xclip -selection clipboard a", ["machine.clipboard", "file.read"]],
    ],
  },
  acting({
    names: "say spd-say espeak afplay aplay paplay notify-send terminal-notifier zenity kdialog yad",
    otherwise: "message.person",
    unsafe: [
      ["say hello", ["message.person"]],
      ["notify-send a b", ["message.person"]],
    ],
  }),
  acting({
    names: "mail mailx mutt sendmail msmtp swaks ssmtp",
    otherwise: "message.mail",
    unsafe: [
      ["echo a | mail -s b c@x.example", ["message.mail"]],
      ["sendmail a@x.example < b", ["message.mail", "file.read"]],
    ],
  }),
  acting({
    names:
      "xrandr xset setxkbmap gsettings dconf kwriteconfig5 xdotool ydotool wmctrl xbacklight amixer pactl brightnessctl",
    otherwise: "machine.desktop",
    unsafe: [
      ["xdotool key Return", ["machine.desktop"]],
      ["gsettings set a b c", ["machine.desktop"]],
      ["xrandr --output a --brightness 0", ["machine.desktop"]],
    ],
  }),
];
