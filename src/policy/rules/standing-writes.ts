/**
 * What a program makes where it stands without naming it (`cd infra && terraform init`): for rules that forbid editing. Words that
 * create count, of whichever program; tests, plans and builds are left to rules of their own.
 */
import { exact, onlyReads } from "../../contract/effect.ts";
import type { SubCommand } from "../../contract/reading.ts";
import { absolutePath } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { standsIn } from "./ground-writes.ts";
import { optionValues } from "./option-values.ts";
import type { WrittenPlace } from "./written-words.ts";

/** What comes before the program that does the work. */
const LAUNCHERS = /^(?:npx|bunx|pnpx|uvx|pipx|dlx|exec|run|python[\d.]*|py|poetry|bundle|uv|pnpm|yarn|bun|npm|php|-m)$/;
const STARTS = /^(?:npx|bunx|pnpx|uvx)$|^(?:dlx|exec|run|-m)$/;
const CREATES =
  /^(?:init|new|create|generate|g|gen|scaffold|download|fetch|pull|unpack|extract|bootstrap|startproject|startapp|quickstart|eject|vendor|add-page)$/;
const CREATES_BY_OPTION = /^--?(?:init|generate|scaffold|download|bootstrap|eject)$/;
/** Kinds of things, before or behind the word for what is done with them. */
const KINDS =
  /^(?:mod|module|work|workspace|project|chart|plugin|app|site|template|addon|component|package|pkg|recipe|config|migrations?|tool|role|collection)$/;
/** Programs that do nothing else. */
const MAKERS =
  /^(?:create-[\w-]+|cookiecutter|copier|cruft|yo|degit|tiged|hygen|plop|sphinx-quickstart|yt-dlp|youtube-dl|gallery-dl)$/;
/** What these create or fetch lies in a service, a store of their own or a repository. */
const ELSEWHERE =
  /^(?:git|hub|lab|gh|glab|tea|hg|svn|jj|sl|docker|podman|nerdctl|buildah|skopeo|crictl|kubectl|oc|k3d|kind|minikube|multipass|limactl|colima|lxc|incus|virsh|vagrant|aws|az|gcloud|gsutil|bq|doctl|fly|flyctl|heroku|vercel|netlify|wrangler|railway|render|linode-cli|hcloud|vault|consul|nomad|op|bw|ollama|conda|mamba|micromamba|pyenv|rbenv|nvm|fnm|volta|rustup|asdf|mise|sdk|brew|snap|flatpak|systemctl|ip|tmux|screen|zellij|jira|linear|stripe|supabase|sentry-cli|psql|mysql|claude|codex|gemini|opencode|sallyport)$/;
/** Their words are names of the project's own tasks. */
const RUNS_TASKS = /^(?:make|gmake|bmake|ninja|just|task|rake|gradlew?|mvnw?|ant|mage|invoke|tox|nox|turbo)$/;
const PACKAGE_MANAGERS = /^(?:npm|pnpm|yarn|bun|cnpm)$/;
const DIRECTORY =
  /^(?:-C|-{1,2}(?:prefix|cwd|dir|directory|chdir|project-?dir|working-?dir(?:ectory)?|root|rootdir|project|work-?dir))$/;

export const standingWrites = (call: PolicyCall, commands: readonly SubCommand[]): readonly WrittenPlace[] =>
  commands
    .filter(({ understood, effects }) => !(understood && onlyReads(effects)))
    .filter(({ words }) => creates(words.map(({ value, prefix }) => value ?? prefix)))
    .flatMap((command) => {
      const from = standsIn(command, call);
      const told = optionValues(command.words.map(({ value, prefix }) => value ?? prefix))
        .filter(({ option, value }) => DIRECTORY.test(option) && value !== "" && !/\s|:\/\//.test(value))
        .map(({ value }) => absolutePath(value, from, call.world));
      return [from, ...told]
        .filter((dir) => dir !== call.projectRoot)
        .map((dir) => ({ target: exact(`${dir}/x`), recursive: false }));
    });

function creates(values: readonly string[]): boolean {
  const [program = "", ...rest] = behindLaunchers(values);
  if (MAKERS.test(program)) return true;
  if (ELSEWHERE.test(program) || RUNS_TASKS.test(program)) return false;
  const operands = rest.filter((word, i) => !word.startsWith("-") && !DIRECTORY.test(rest[i - 1] ?? ""));
  const [verb = "", next = ""] = operands;
  if (PACKAGE_MANAGERS.test(program)) return /^(?:init|create)$/.test(verb);
  return (
    rest.some((word) => CREATES_BY_OPTION.test(word)) || CREATES.test(verb) || (KINDS.test(verb) && CREATES.test(next))
  );
}

/** `npx tsc --init`, `python3 -m pip download`, `bundle exec rails new`: the words of what is started. */
function behindLaunchers(values: readonly string[]): readonly string[] {
  const names = values.map((value, i) => (i === 0 ? baseName(value) : value));
  const [first = "", second = ""] = names;
  if (!LAUNCHERS.test(first)) return names;
  const at = STARTS.test(first) ? 0 : STARTS.test(second) ? 1 : -1;
  // A task of the project's own.
  if (at < 0 || (second === "run" && PACKAGE_MANAGERS.test(first))) return second === "run" ? [] : names;
  const from = names.findIndex((word, i) => i > at && !word.startsWith("-"));
  return from < 0 ? [] : [baseName(names[from] ?? ""), ...names.slice(from + 1)];
}

const baseName = (path: string): string => path.slice(path.lastIndexOf("/") + 1).replace(/(?<=.)@[^@]*$/, "");
