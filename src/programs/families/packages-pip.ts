import { act } from "../../contract/effect.ts";
import { shows } from "../disk-makers.ts";
import { each, joinOptions, line, network, runs } from "../makers.ts";
import type { CommandSpec, EffectMaker } from "../spec.ts";
import { installs, removes, wholly } from "./packages-effects.ts";

export const PYPI = "pypi.org";

export const PIP_FLAGS =
  "-q --quiet -v --verbose -U --upgrade --user --no-deps --pre --force-reinstall --no-cache-dir --no-build-isolation --ignore-installed -I --dry-run --break-system-packages --no-input --disable-pip-version-check --no-color --isolated --require-virtualenv --no-index --no-warn-script-location --prefer-binary --system --no-compile --compile -y --yes --root-user-action --no-binary-all";

const PIP_VALUES = {
  text: "-i --index-url --extra-index-url -f --find-links --trusted-host --timeout --retries --proxy --cert --progress-bar --python --platform --only-binary --no-binary --upgrade-strategy --report --config-settings -C --index --default-index --extra --group",
  read: "-r --requirement -c --constraint",
  readTree: "-e --editable",
  writeTree: "-t --target --root --prefix --src",
};

/** Options that only choose what is printed. */
const listing: CommandSpec = {
  flags:
    "-q --quiet -v --verbose --user --pre -e --editable --exclude-editable --not-required --local -l --no-color --disable-pip-version-check --isolated --no-input -f --files",
  values: { text: "--format --exclude --path" },
  when: { "-o": [network(PYPI, false)], "--outdated": [network(PYPI, false)] },
  operands: "text",
};

const showsAddress: EffectMaker = (use) =>
  use.operands.some(
    (word) => !/^[\w.-]+$/.test(word.value ?? "") || /url|index|link|proxy|cert|pass|token/i.test(word.value ?? ""),
  )
    ? [shows("secret.registry-token")]
    : [];

export const pipCommands: Record<string, CommandSpec> = {
  ...each("list show check inspect", { ...listing, flags: `${listing.flags} -o --outdated -u --uptodate` }),
  freeze: { ...listing, always: [runs("helper", "git is asked about editable packages")] },
  ...each("install wheel", { flags: PIP_FLAGS, values: PIP_VALUES, operands: "text", always: [installs(PYPI)] }),
  ...each("sync compile", {
    flags: PIP_FLAGS,
    values: joinOptions(PIP_VALUES, { write: "-o --output-file" }),
    operands: "text",
    always: [installs(PYPI)],
  }),
  download: {
    flags: PIP_FLAGS,
    values: joinOptions(PIP_VALUES, { writeTree: "-d --dest" }),
    operands: "text",
    always: [installs(PYPI)],
  },
  uninstall: { flags: PIP_FLAGS, values: PIP_VALUES, operands: "text", always: [removes] },
  ...each("index search", { style: "words", operands: "text", always: [network(PYPI, false)] }),
  config: {
    commands: {
      // Addresses of indexes have passwords in them.
      ...each("list debug", { ...listing, always: [() => [shows("secret.registry-token")]] }),
      get: { ...listing, always: [showsAddress] },
      ...each(
        "set unset edit",
        wholly((use) => [act("package.settings", { on: line(use.operands) })]),
      ),
    },
  },
  cache: {
    commands: {
      ...each("dir info list", listing),
      ...each("purge remove", wholly(act("package.cache-delete"))),
    },
  },
  debug: listing,
  hash: { values: { text: "-a --algorithm" }, operands: "read" },
};
