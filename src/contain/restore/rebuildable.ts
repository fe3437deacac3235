/** What a tool makes again by itself. Only a directory of such a name that git ignores, or that nothing tracks, is left out. */

interface Rebuildable {
  readonly names: string;
  readonly by: string;
  /** The name is the tool's own: it says enough where there is no version control. Others are words people use too. */
  readonly own: boolean;
}

const REBUILDABLE: readonly Rebuildable[] = [
  { names: "node_modules .pnpm-store", by: "npm, pnpm, yarn", own: true },
  { names: ".next .nuxt .svelte-kit .astro .angular .parcel-cache .turbo .vite", by: "web builds", own: true },
  { names: ".nyc_output .sass-cache", by: "coverage and style sheets", own: true },
  { names: "__pycache__ .pytest_cache .mypy_cache .ruff_cache .tox .nox .hypothesis .eggs", by: "Python", own: true },
  { names: ".gradle .bloop .metals .dart_tool", by: "JVM and Dart builds", own: true },
  { names: ".zig-cache zig-out .stack-work dist-newstyle _build deps elm-stuff .build", by: "compilers", own: false },
  { names: "target dist build out obj coverage htmlcov", by: "compilers and coverage", own: false },
  { names: "venv vendor Pods DerivedData bower_components .terraform .cache", by: "package tools", own: false },
];

const OWN = new Set(REBUILDABLE.flatMap(({ names, own }) => (own ? names.split(" ") : [])));
const ALL = new Set(REBUILDABLE.flatMap(({ names }) => names.split(" ")));

/** Might be: then git is asked whether it ignores the place. */
export const isRebuildableName = (name: string): boolean => ALL.has(name);
/** Without version control only a tool's own name counts. */
export const isOwnName = (name: string): boolean => OWN.has(name);

/** At or below such a directory: what is brought there may be left out of later points. */
export const isInRebuildable = (path: string): boolean => path.split("/").some(isRebuildableName);
