/** Programs of macOS that stand in no other family. */
import { act, unknownTarget } from "../../contract/effect.ts";
import { acting } from "../acting.ts";
import { known, opening, places, reads, refused, shows, understood, writes } from "../disk-makers.ts";
import { given } from "../makers.ts";
import type { ProgramFamily, ReadAnswer, Use } from "../spec.ts";

/** `read` shows preferences; `write` into what is started at login plants something. */
function readDefaults(use: Use): ReadAnswer {
  const words = use.operands.map((word) => known(word) ?? "?").filter((word) => word !== "-currentHost");
  const verb = words[0] ?? "";
  const preferences = unknownTarget(`${use.context.world.home}/Library/Preferences`);
  if (/^(?:read|read-type|domains|find|help)$/.test(verb)) {
    // A domain may be a path to any property list.
    const path = use.operands.find((word) => known(word)?.includes("/"));
    return understood([reads(path === undefined ? preferences : use.target(path), path === undefined)]);
  }
  const starts = /loginwindow|LoginHook|LogoutHook|LaunchAgents|AutoLaunch|loginitems/i.test(words.join(" "));
  const effect = starts ? act("start.program") : act("machine.preferences");
  return understood([writes(preferences), effect]);
}

/** Only `-p` and `-lint` leave the file as it is. */
function readPlutil(use: Use): ReadAnswer {
  const files = places(use, use.operands);
  const late = use.operands.some((word) => /^(?:-|$)/.test(opening(word)));
  if (!late && given(use, "-p -lint") && !given(use, "-convert -insert -replace -remove -extract -create -o"))
    return understood(files.map((target) => reads(target)));
  return refused("it may change the file", [
    ...files.map((target) => reads(target)),
    ...files.map((target) => writes(target)),
  ]);
}

/** PlistBuddy's `Print` shows; its other commands change the file, and without -c it takes commands from its input. */
function readPlistBuddy(use: Use): ReadAnswer {
  const commands = (use.options.get("-c") ?? []).map((word) => (word === null ? undefined : known(word)));
  const files = places(use, use.operands);
  if (commands.length > 0 && commands.every((command) => command !== undefined && /^print(?: \S+)?$/i.test(command)))
    return understood(files.map((target) => reads(target)));
  return understood([...files.map((target) => reads(target)), ...files.map((target) => writes(target))]);
}

function readXattr(use: Use): ReadAnswer {
  const files = places(use, use.operands);
  if (given(use, "-d -c -w"))
    return understood([
      ...places(use, use.operands.slice(-1)).map((target) => writes(target)),
      act("guard.file-marks"),
    ]);
  return understood(files.map((target) => reads(target, given(use, "-r"))));
}

/** Secrets leave a keychain by `find-*-password -w/-g`, `dump-keychain` and `export`. */
function readSecurity(use: Use): ReadAnswer {
  const verb = known(use.operands[0]) ?? "?";
  if (
    /^(?:list-keychains|default-keychain|find-identity|help|version)$/.test(verb) &&
    use.operands.length <= 4 &&
    use.operands.every((word) => !/^-[sdrk]$/.test(known(word) ?? "-s") || verb === "find-identity")
  )
    return understood([]);
  if (
    /^(?:find-(?:generic|internet)-password|dump-keychain|export|show-keychain-info|unlock-keychain|cms|find-key|find-certificate)$/.test(
      verb,
    )
  )
    return understood([shows("secret.keychain")]);
  if (/trust|^authorizationdb|^import|^add-certificates/.test(verb)) return understood([act("tls.trust")]);
  return understood([act("tls.keychain")]);
}

export const macos: ProgramFamily = () => [
  {
    names: "defaults",
    style: "words",
    read: readDefaults,
    safe: ["defaults read com.apple.finder", "defaults domains"],
    unsafe: [
      ["defaults write com.apple.loginwindow LoginHook /x", ["file.write", "start.program"]],
      ["defaults write a b c", ["file.write", "machine.preferences"]],
      ["defaults delete a", ["file.write", "machine.preferences"]],
    ],
  },
  {
    names: "plutil",
    style: "go",
    flags: "-p -lint -s -convert -insert -replace -remove -extract -create -o",
    read: readPlutil,
    safe: ["plutil -p a.plist", "plutil -lint a.plist"],
    unsafe: [["plutil -convert xml1 a.plist", ["file.read", "file.read", "file.write", "file.write", "unknown.use"]]],
  },
  {
    names: "PlistBuddy",
    flags: "-x",
    values: { text: "-c" },
    read: readPlistBuddy,
    safe: ["PlistBuddy -c Print a.plist", "PlistBuddy -c 'Print :A' a.plist"],
    unsafe: [
      ["PlistBuddy -c 'Set :A b' a.plist", ["file.read", "file.write"]],
      ["PlistBuddy a.plist", ["file.read", "file.write"]],
    ],
  },
  {
    names: "xattr",
    flags: "-l -p -r -s -v -x -d -c -w",
    read: readXattr,
    safe: ["xattr -l a"],
    unsafe: [
      ["xattr -d com.apple.quarantine a", ["file.write", "guard.file-marks"]],
      ["xattr -c a", ["file.write", "guard.file-marks"]],
    ],
  },
  {
    names: "security",
    style: "words",
    read: readSecurity,
    safe: ["security list-keychains"],
    unsafe: [
      ["security find-generic-password -s x -w", ["secret.keychain"]],
      ["security dump-keychain -d login.keychain", ["secret.keychain"]],
      ["security add-trusted-cert -d x.crt", ["tls.trust"]],
      ["security list-keychains -s x", ["tls.keychain"]],
    ],
  },
  {
    names: "mdls",
    flags: "-raw",
    values: { text: "-name" },
    operands: "look",
    safe: ["mdls a"],
    unsafe: [["mdls a > b", ["file.look", "file.write"]]],
  },
  acting({
    names: "pmset",
    shows: /^-g(?: \w+)?$/,
    otherwise: "machine.sleep",
    safe: ["pmset -g batt"],
    unsafe: [["pmset sleepnow", ["machine.sleep"]]],
  }),
  acting({
    names: "log",
    acts: [[/^erase/, "log.delete"]],
    otherwise: "log.system",
    unsafe: [
      ["log stream", ["log.system"]],
      ["log erase --all", ["log.delete"]],
    ],
  }),
  acting({
    names:
      "profiles softwareupdate mdutil kickstart sfltool lsregister installer pkgutil scselect codesign_allocate ditto",
    otherwise: "machine.system",
    unsafe: [
      ["softwareupdate -i -a", ["machine.system"]],
      ["profiles install -path x", ["machine.system"]],
    ],
  }),
  acting({
    names: "update-alternatives",
    shows: /^--(?:display|list|query|get-selections)(?: [\w.+-]+)?$/,
    otherwise: "machine.program-names",
    safe: ["update-alternatives --display vi"],
    unsafe: [["update-alternatives --set vi /x", ["machine.program-names"]]],
  }),
  acting({
    names: "ldconfig",
    shows: /^(?:-p|--print-cache|-V)$/,
    otherwise: "machine.libraries",
    safe: ["ldconfig -p"],
    unsafe: [["ldconfig /x", ["machine.libraries"]]],
  }),
];
