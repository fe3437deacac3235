/**
 * Programs the person's own configuration of git names. They are the person's, unless what they run is found in the work tree:
 * git starts its drivers at the top of it, and an interpreter, a builder or a shell there takes code from where it stands.
 */
import type { World } from "../../contract/world.ts";
import { absolutePath, isInside, realPath } from "../index.ts";

/** By their last name. What loads code, plug-ins or tasks from the directory it runs in, and what starts other programs. */
const LOADERS = new RegExp(
  `^(?:${[
    "python[\\d.]*|pypy[\\d.]*|node(?:js)?|deno|bunx?|npx|pnpx|pnpm|npm|yarn|corepack|tsx|ts-node|perl[\\d.]*|ruby[\\d.]*|php[\\d.]*|lua[\\w.]*",
    "Rscript|R|java|groovy|scala|kotlin|julia|elixir|mix|iex|erl|escript|tclsh[\\d.]*|wish[\\d.]*|guile|racket|sbcl|clojure|clj|bb|osascript|swift|pwsh|powershell",
    "sh|bash|dash|zsh|ksh\\w*|fish|tcsh|csh|busybox|toybox|nu|xonsh|eval|exec|source|\\.|command|builtin",
    "env|xargs|nice|ionice|nohup|timeout|stdbuf|setsid|time|sudo|doas|su|ssh-agent|script|unshare|bwrap|firejail|docker|podman|nix|nix-shell|parallel|find|awk|gawk|mawk|nawk|sed",
    "make|gmake|bmake|ninja|cmake|just|task|rake|bundle|bundler|gem|poetry|uvx?|pipx?|pipenv|hatch|rye|pdm|tox|nox|conda|mamba|pixi|mise|rtx|asdf|direnv|devbox",
    "cargo|rustup|go|dotnet|gradlew?|mvnw?|sbt|lein|bazel|buck2?|pants|nx|turbo|lerna|composer|artisan|vagrant|ansible[\\w-]*",
    "prettier|eslint|stylelint|standard|biome|rubocop|pre-commit|husky|lint-staged|terraform|tofu|jupyter|jupytext",
  ].join("|")})(?:\\.exe)?$`,
  "i",
);
/** A list, a group, a redirection, a substitution: more than one plain command or pipeline. */
const MORE_THAN_PLAIN = /[;&(){}<>`\n\\]|\$(?![@*\d])|\|\|/;
/** `./tool`, `.git/hooks/query`, `tools/tc.py`; somebody's home by name. */
const RELATIVE = /^(?:--?[\w-]+=)?[\w.@+-]+\/|^~[^/]/;
/** `PYTHONPATH=. nbstripout`: a variable can say where a program finds its code. */
const ASSIGNMENT = /^\w+=/;

/** Whether what the value makes git run may be, or may load, a file of the work tree. */
export function runsFromWorkTree(value: string, workTree: string | null, world: World): boolean {
  const command = value.trim().replace(/^!/, "");
  if (MORE_THAN_PLAIN.test(command) || ASSIGNMENT.test(command)) return true;
  const words = command.split(/[\s|"']+/).filter((word) => word !== "");
  return words.some(
    (word) =>
      LOADERS.test(word.split("/").at(-1) ?? "") ||
      RELATIVE.test(word) ||
      (workTree !== null && (standsIn(word, workTree, world) || isFoundIn(word, workTree, world))),
  );
}

const standsIn = (word: string, workTree: string, world: World): boolean =>
  /^[~/]/.test(word) && leadsInto(absolutePath(word, "/", world), workTree, world);

/** A bare name that PATH finds in the work tree, or as a link into it. */
const isFoundIn = (word: string, workTree: string, world: World): boolean =>
  !word.includes("/") &&
  world.path
    .map((dir) => `${absolutePath(dir, workTree, world)}/${word}`)
    .some((place) => world.lstat(place).kind !== "absent" && leadsInto(place, workTree, world));

function leadsInto(path: string, workTree: string, world: World): boolean {
  const found = realPath(path, world);
  return found.problem !== null || isInside(found.path, workTree);
}
