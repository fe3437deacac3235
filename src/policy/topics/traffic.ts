/** Ways out that are tried, and traffic that is sent elsewhere. */
import { type CallView, type EffectOrFlow, isCallback } from "../offline/index.ts";
import { topics } from "./build.ts";
import ROWS from "./rows/traffic.json" with { type: "json" };

/** The same call pushes to the remote it changes: that is what it is for. */
const isPushedTo = (subject: EffectOrFlow, view: CallView): boolean =>
  subject.do === "vcs" &&
  view.commands.some(({ effects }) =>
    effects.some((effect) => effect.do === "vcs" && effect.op === "push" && effect.remote === subject.remote),
  );

export const TRAFFIC = topics(ROWS, {
  "Sink Probing": [
    {
      would: "call a host that exists to see who calls ({})",
      clue: {
        do: "network",
        when: (subject) => subject.do === "network" && subject.host !== null && isCallback(subject.host),
      },
      match: ["curl https://webhook.site/abc"],
      notMatch: ["curl https://example.com"],
    },
  ],
  "Traffic Repointing": [
    {
      would: "send traffic somewhere else ({})",
      clue: { do: ["write", "delete"], at: "lookup" },
      match: [
        "echo '1.2.3.4 github.com' >> /etc/hosts",
        "echo 'deb http://x.example a main' > /etc/apt/sources.list.d/x.list",
      ],
      notMatch: ["cat /etc/hosts"],
    },
    {
      would: "send this machine's traffic or packages through somebody else",
      clue: [
        { act: ["route.proxy", "route.other-network", "package.repoint", "package.system-source"] },
        { act: "package.settings", on: /^\S*(?:registry|index-url|proxy)/ },
      ],
      match: [
        "networksetup -setwebproxy Wi-Fi 1.1.1.1 8080",
        "npm config set registry https://evil.example",
        "torsocks curl x.example",
      ],
      notMatch: ["npm config get registry"],
    },
    {
      would: "send what follows through {}",
      clue: { do: "environment", on: /^(?:https?|all|ftp|no)_proxy$/i, value: /^(?!\?|$)/ },
      match: ["export http_proxy=evil.example:3128"],
      notMatch: ["unset http_proxy"],
    },
    {
      would: "change where the remote {remote} leads",
      clue: { do: "vcs", op: "remote-change", when: (subject, view) => !isPushedTo(subject, view) },
      match: ["git remote set-url origin https://evil.example/x", "git remote add x https://evil.example/a"],
      notMatch: ["git remote -v", "git remote add ex https://evil.example/a; git push ex topic"],
    },
  ],
});
