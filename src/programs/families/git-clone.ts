/** `git clone`. */
import { type Effect, unknownTarget } from "../../contract/effect.ts";
import { reads } from "../disk-makers.ts";
import { network, runs, valuesOf, word as wordOf } from "../makers.ts";
import type { CommandSpec, Use } from "../spec.ts";
import { contact, vcs } from "./git-effects.ts";
import { configChange } from "./git-refs.ts";

/** What is cloned lands in the named directory, else in one named after the last part of the address. */
function clones(use: Use): readonly Effect[] {
  const [from, into] = use.operands;
  const base =
    (from?.value ?? "")
      .replace(/\/+$/, "")
      .replace(/\.git$/, "")
      .split(/[/:]/)
      .pop() ?? "";
  const place = into ?? (base === "" ? undefined : wordOf(base));
  const target = place === undefined ? unknownTarget() : use.target(place);
  const settings = valuesOf(use, "-c --config").flatMap((word) => {
    const [key = null, ...rest] = (word.value ?? "").split("=");
    return configChange(word.value === null ? null : key, rest.join("="));
  });
  const local = from !== undefined && from.value !== null && /^(?:\/|\.{1,2}(?:\/|$)|~|file:)/.test(from.value);
  const source: readonly Effect[] = local ? [reads(use.target(from), true)] : contact(use, from, false);
  return [
    vcs("clone", { remote: from?.value ?? null }),
    ...source,
    { do: "write", target, recursive: true, as: "directory" },
    ...settings,
  ];
}

export const clone: CommandSpec = {
  flags:
    "-v --verbose -q --quiet --progress --no-progress --reject-shallow --no-reject-shallow -n --no-checkout --checkout --bare --mirror -l --local --no-local --no-hardlinks -s --shared --dissociate --single-branch --no-single-branch --no-tags --tags --shallow-submodules --no-shallow-submodules -4 --ipv4 -6 --ipv6 --also-filter-submodules --remote-submodules --sparse",
  values: {
    text: "-j --jobs -o --origin -b --branch --depth --shallow-since --shallow-exclude -c --config --server-option --filter",
    read: "--template --reference --reference-if-able",
    write: "--separate-git-dir",
    program: "-u --upload-pack",
    url: "--bundle-uri",
  },
  attached: { text: "--recurse-submodules --recursive" },
  runsCode: "-u --upload-pack",
  when: {
    "--template": [runs("helper", "hooks come from a template")],
    "--recurse-submodules --recursive": [network(null, false)],
  },
  operands: { rest: "text", min: 1, max: 2 },
  always: [clones],
};
