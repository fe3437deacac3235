/** The four disks on which a hook's time is taken: projects as agents meet them. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface Disk {
  readonly name: string;
  readonly home: string;
  /** Where the session stands. */
  readonly root: string;
  readonly path: string;
}

const PATH = "/usr/local/bin:/usr/bin:/bin";
const PER_FOLDER = 100;
const RULES = {
  deny: ["Bash(git push:*)", "Read(./secrets/**)"],
  ask: ["Bash(npm publish:*)"],
  allow: ["Bash(npm run lint)", "Bash(npx tsc:*)"],
};
const FILTERS = `[user]
	name = bench
	email = bench@example.com
[filter "lfs"]
	clean = git-lfs clean -- %f
	smudge = git-lfs smudge -- %f
	process = git-lfs filter-process
	required = true
[diff "pdf"]
	textconv = pdftotext
`;
const SHIMS = ["node", "npm", "npx", "python3", "ruby", "go", "cargo", "java"];

export const buildDisks = (top: string, most: number): readonly Disk[] =>
  [
    () => bareDisk(join(top, "none")),
    () => plainDisk(join(top, "plain"), 1_000),
    () => fullDisk(join(top, "full"), 20_000),
    () => plainDisk(join(top, "large"), 50_000),
  ]
    .slice(0, most)
    .map((build) => build());

function bareDisk(home: string): Disk {
  const root = join(home, "app");
  settle(home);
  mkdirSync(join(root, "src"), { recursive: true });
  writeFileSync(join(root, "src/a.ts"), "a\n");
  return { name: "none", home, root, path: PATH };
}

function plainDisk(home: string, files: number): Disk {
  const root = join(home, "app");
  settle(home);
  fill(root, files);
  commitAll(root, home);
  return { name: `${files.toLocaleString("en")} plain files`, home, root, path: PATH };
}

function fullDisk(home: string, files: number): Disk {
  const [main, root, shims] = [join(home, "app"), join(home, "trees/second"), join(home, ".shims")];
  settle(home);
  fill(main, files);
  writeFileSync(join(main, ".gitattributes"), "*.bin filter=lfs diff=lfs\n*.pdf diff=pdf\n");
  writeFileSync(join(main, ".gitignore"), ".env\n*.pem\n");
  commitAll(main, home);
  mkdirSync(join(home, "trees"));
  git(main, home, "worktree", "add", "-q", "-b", "second", root);
  writeFileSync(join(root, ".env"), "A=1\n");
  writeFileSync(join(root, "server.pem"), "a\n");
  writeFileSync(join(home, ".gitconfig"), FILTERS);
  mkdirSync(shims);
  for (const name of SHIMS)
    writeFileSync(join(shims, name), `#!/bin/sh\nexec /usr/bin/${name} "$@"\n`, { mode: 0o755 });
  const name = `${files.toLocaleString("en")}, secrets, filters, a linked tree, shims`;
  return { name, home, root, path: `${shims}:${PATH}` };
}

function settle(home: string): void {
  const settings = join(home, ".config/sallyport");
  mkdirSync(settings, { recursive: true });
  writeFileSync(join(settings, "settings.json"), JSON.stringify({ permissions: RULES }));
}

/** Files as projects hold them: folders of a hundred below `src`, a package beside it. */
function fill(root: string, files: number): void {
  mkdirSync(join(root, "src"), { recursive: true });
  writeFileSync(join(root, "package.json"), '{"name":"bench","scripts":{"test":"node --test"}}\n');
  writeFileSync(join(root, "src/a.ts"), "a\n");
  for (let i = 0; i < files - 2; i++) {
    const folder = join(root, "src", `part${Math.floor(i / PER_FOLDER)}`);
    if (i % PER_FOLDER === 0) mkdirSync(folder);
    writeFileSync(join(folder, `file${i}.ts`), `export const a${i} = ${i};\n`);
  }
}

function commitAll(root: string, home: string): void {
  git(root, home, "init", "-q", "-b", "main");
  git(root, home, "add", "-A");
  // Nothing of git's own goes on behind it.
  git(
    root,
    home,
    "-c",
    "gc.auto=0",
    "-c",
    "maintenance.auto=false",
    "-c",
    "user.name=bench",
    "-c",
    "user.email=bench@example.com",
    "commit",
    "-q",
    "-m",
    "all",
  );
}

const git = (cwd: string, home: string, ...args: readonly string[]): void =>
  void execFileSync("git", args, { cwd, env: { HOME: home, PATH }, stdio: "ignore" });
