/** Terminal multiplexers, the desktop, the clipboard, and messages to people. */
import type { Effect, Target } from "../contract/effect.ts";
import { acting } from "./acting.ts";
import { known, opening, reads, refused, shows, understood } from "./disk.ts";
import { fixed, given, hostOf, network, texts } from "./makers.ts";
import type { CommandSpec, ProgramSpec, ReadAnswer, Use } from "./spec.ts";

/** A format with `#(…)` runs a command, an unknown one may, and `;` at the end of a word begins another command. */
function readTmuxShow(use: Use): ReadAnswer {
  const plain = use.words.every((word) => /^(?:(?!#\()[^;])*$/s.test(known(word) ?? ";"));
  return plain ? understood([]) : refused("it may run commands", [{ do: "run", program: "tmux", what: "code" }]);
}

const TMUX_SHOW: CommandSpec = { flags: "-a -p -s -g -q -v -l", values: texts("-t -F -f"), read: readTmuxShow };
const TMUX_RUN: CommandSpec = {
  flags: "-d -A -D -P -E -X -b -h -v -l -R -H -N -M",
  values: texts("-s -n -t -c -F -e -x -y -p -f"),
  operands: "text",
  always: [
    (use) => [{ do: "run", program: "tmux", what: "code", detail: `${use.path.join(" ")}: runs in another terminal` }],
  ],
};
const TMUX_STOP: CommandSpec = {
  flags: "-a -C",
  values: texts("-t"),
  operands: "text",
  always: [fixed("process", "stop", "ends a terminal session")],
};
const TMUX_CAPTURE: CommandSpec = {
  flags: "-a -e -p -P -q -C -J -N -T -pt",
  values: texts("-t -S -E -b"),
  always: [fixed("process", "read", "shows what another terminal shows")],
};

const each = (names: string, spec: CommandSpec): Record<string, CommandSpec> =>
  Object.fromEntries(names.split(" ").map((name) => [name, spec]));

/** What is opened decides the program: a page in a browser, a file in whatever it belongs to. */
function readOpen(use: Use): ReadAnswer {
  const effects: Effect[] = [
    { do: "run", program: use.program, what: "unknown-program", detail: "the program a file or address belongs to" },
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

export const terminals: readonly ProgramSpec[] = [
  {
    names: ["tmux"],
    launcher: true,
    flags: "-2 -C -u -v -V",
    values: texts("-L -S"),
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
    examples: {
      safe: ["tmux ls", "tmux list-windows -t x -F '#{window_name}'", "tmux has-session -t x"],
      unsafe: [
        ["tmux new -d 'rm a'", "run"],
        ["tmux send-keys -t x 'rm a' Enter", "run"],
        ["tmux kill-server", "process"],
        ["tmux display-message -p '#(id)'", "run"],
        ["tmux capture-pane -p", "process"],
        ["tmux ls \\; run-shell id", "run"],
        ["tmux ls -F 'x;' run-shell id", "run"],
        ["tmux -f evil ls", ""],
      ],
    },
  },
  acting({
    names: "screen",
    launcher: true,
    shows: /^(?:-ls|-list|-v|--version)$/,
    acts: [[/(?:^| )-X (?:\S+ )?(?:quit|kill)/, "process", "stop", "ends a terminal session"]],
    otherwise: ["process", "run", "runs commands in another terminal"],
    safe: ["screen -ls"],
    unsafe: [
      ["screen -dmS x rm a", "process"],
      ["screen -S x -X quit", "stop"],
    ],
  }),
  acting({
    names: "zellij byobu dtach abduco ttyd gotty tmate wetty",
    launcher: true,
    otherwise: ["process", "run", "runs commands in another terminal"],
    unsafe: [
      ["tmate", "process"],
      ["ttyd bash", "process"],
    ],
  }),
  {
    names: ["open", "xdg-open", "gio", "start", "kde-open", "gnome-open", "sensible-browser"],
    launcher: true,
    flags: "-a -b -e -t -f -F -W -R -n -g -j -h --args",
    read: readOpen,
    examples: {
      safe: [],
      unsafe: [
        ["open https://x.example", "network"],
        ["open -a Calculator", "run"],
        ["xdg-open a.pdf", "run"],
      ],
    },
  },
  {
    names: ["osascript", "automator", "osacompile", "shortcuts"],
    launcher: true,
    stdin: "code",
    values: { "-e": "code", "-l": "text", "-s": "text" },
    operands: "text",
    always: [(use) => [{ do: "run", program: use.program, what: "code", language: "applescript", ...scriptOf(use) }]],
    examples: {
      safe: [],
      unsafe: [
        ["osascript -e 'do shell script \"id\"'", "run"],
        ["osascript a.scpt", "run"],
      ],
    },
  },
  {
    names: ["pbpaste", "wl-paste"],
    operands: "text",
    always: [shows("clipboard")],
    examples: { safe: [], unsafe: [["pbpaste", "secret"]] },
  },
  {
    names: ["pbcopy", "wl-copy"],
    operands: "text",
    always: [fixed("system", "change", "replaces the clipboard")],
    examples: { safe: [], unsafe: [["echo a | pbcopy", "system"]] },
  },
  {
    names: ["xclip", "xsel"],
    style: "go",
    flags: "-o -i -out -in -b -p -s -clipboard -rmlastnl -output -input --clipboard --output --input",
    values: texts("-selection -sel -display -t -target -loops"),
    operands: "read",
    always: [
      (use) =>
        given(use, "-o -out -output --output")
          ? [shows("clipboard")]
          : [fixed("system", "change", "replaces the clipboard")],
    ],
    examples: {
      safe: [],
      unsafe: [
        ["xclip -o", "secret"],
        ["xclip -selection clipboard a", "system"],
      ],
    },
  },
  acting({
    names: "say spd-say espeak afplay aplay paplay notify-send terminal-notifier zenity kdialog yad",
    otherwise: ["message", "create", "shows or says something to the person"],
    unsafe: [
      ["say hello", "message"],
      ["notify-send a b", "message"],
    ],
  }),
  acting({
    names: "mail mailx mutt sendmail msmtp swaks ssmtp",
    otherwise: ["message", "create", "sends mail"],
    unsafe: [
      ["echo a | mail -s b c@x.example", "message"],
      ["sendmail a@x.example < b", "message"],
    ],
  }),
  acting({
    names:
      "xrandr xset setxkbmap gsettings dconf kwriteconfig5 xdotool ydotool wmctrl xbacklight amixer pactl brightnessctl",
    otherwise: ["system", "change", "changes the desktop or acts in it"],
    unsafe: [
      ["xdotool key Return", "system"],
      ["gsettings set a b c", "system"],
      ["xrandr --output a --brightness 0", "system"],
    ],
  }),
];
