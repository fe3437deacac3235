/**
 * Whether files that were written show computing and nothing else. The closed world by kind: code of a known language
 * that its reader shows, and documents that no tool loads. Everything else, configuration above all, is not shown.
 */
import { go } from "./go.ts";
import { java } from "./java.ts";
import { javascript } from "./javascript.ts";
import { baseOf, type Judged, notShown, type Project, type Reader, shown } from "./judge.ts";
import { python } from "./python.ts";
import { ruby } from "./ruby.ts";
import { rust } from "./rust.ts";

export type { Judged, Project, Reader } from "./judge.ts";

const MAX_FILES = 200;

const READERS: Readonly<Record<string, Reader>> = {
  js: javascript,
  mjs: javascript,
  cjs: javascript,
  ts: javascript,
  mts: javascript,
  cts: javascript,
  py: python,
  go,
  rs: rust,
  java,
  rb: ruby,
};

/** Code by its ending, but loaded by a tool because of its name: what such a file may do is not only its own code. */
const LOADED: readonly RegExp[] = [
  /\.(?:config|conf|setup|rc|preset|plugin|reporter|environment|global)\.[cm]?[jt]s$/i,
  /^(?:jest|vitest|vite|karma|wdio|cypress|playwright|webpack|rollup|babel|gulpfile|gruntfile|setuptests|setup-tests|test-setup|globalsetup|global-setup|globalteardown|tsup|knexfile|next|nuxt|svelte|astro)(?:[.-].*)?\.[cm]?[jt]s$/i,
  /^(?:conftest|setup|sitecustomize|usercustomize|noxfile|fabfile|tasks|manage|wscript|dodo)\.py$/i,
  /^build\.rs$/i,
  /^(?:spec_helper|rails_helper|test_helper|boot|environment|application)\.rb$/i,
  /^(?:module-info|package-info)\.java$/i,
];
/** Directories whose contents are not the project's own code, or that tools take settings from. */
const ELSEWHERE =
  /(?:^|\/)(?:node_modules|\.[^/]+|venv|vendor|third_party|__pycache__|site-packages|gradle|buildSrc)(?:\/|$)/i;

const DOCUMENT = /\.(?:md|txt|rst|adoc)$/i;
const NAMED_DOCUMENT = /^(?:LICEN[CS]E|NOTICE|AUTHORS|CONTRIBUTORS|CHANGELOG|CODEOWNERS|COPYING)$/;
const NOT_A_DOCUMENT = /^(?:requirements|constraints|cmakelists|test|tests?_|pip)[^/]*\.txt$/i;
/** Directories that tests read from. */
const READ_BY_TESTS =
  /(?:^|\/)(?:tests?|specs?|__tests__|__snapshots__|fixtures?|testdata|data|snapshots?|golden|mocks?|__mocks__|stubs?|resources|templates?|prompts?)(?:\/|$)/i;

/** One file, by its kind. `shell` reads shell scripts: that is another room's work. */
export function judgeFile(path: string, text: string, project: Project, shell: Reader): Judged {
  const inside = path.startsWith(`${project.root}/`) ? path.slice(project.root.length + 1) : undefined;
  if (inside === undefined) return notShown("it lies outside the project");
  const name = baseOf(path);
  if (name.startsWith(".") || ELSEWHERE.test(inside)) return notShown("tools read their settings or programs there");
  if (LOADED.some((pattern) => pattern.test(name))) return notShown("a tool loads it because of its name");
  const ending = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  if (DOCUMENT.test(name) || NAMED_DOCUMENT.test(name)) return document(inside, name, text, project);
  if (ending === "sh" || ending === "bash") return shell(text, path, project);
  const reader = Object.hasOwn(READERS, ending) ? READERS[ending] : undefined;
  return reader === undefined ? notShown("nothing is known of such a file") : reader(text, path, project);
}

/** A text that nothing loads: no examples in it, and not where tests would read it. */
function document(inside: string, name: string, text: string, project: Project): Judged {
  if (NOT_A_DOCUMENT.test(name) || READ_BY_TESTS.test(inside)) return notShown("a tool or a test may load it");
  if (text.includes(">>>")) return notShown("examples that may be run");
  const rust = project.text(`${project.root}/Cargo.toml`) !== undefined;
  return rust && /```|^ {4}\S/m.test(text) ? notShown("examples that may be run") : shown();
}

export interface Unshown {
  readonly path: string;
  readonly why: string;
}

/** The first file, written or reached from one, that is not shown; undefined when all are. */
export function firstUnshown(written: readonly string[], project: Project, shell: Reader): Unshown | undefined {
  const seen = new Set<string>();
  const todo = [...written];
  for (let path = todo.pop(); path !== undefined; path = todo.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    if (seen.size > MAX_FILES) return { path, why: "more files than are read" };
    const text = project.text(path);
    if (text === undefined) return { path, why: "it cannot be read" };
    const judged = path.endsWith(".json") && !written.includes(path) ? shown() : judgeFile(path, text, project, shell);
    if (!judged.shown) return { path, why: judged.why };
    todo.push(...judged.needs);
  }
  return undefined;
}
