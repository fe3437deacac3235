import { expect, test } from "vitest";
import type { World } from "../../contract/world.ts";
import { readShell } from "../reading/index.ts";
import { taskTexts } from "./index.ts";

const FILES: Readonly<Record<string, string>> = {
  "/repo/package.json": JSON.stringify({
    scripts: { build: "tsc -b", prebuild: "rm -rf dist", test: "vitest run", postinstall: "node x.js", odd: 1 },
  }),
  "/repo/packages/web/package.json": JSON.stringify({ scripts: { build: "vite build" } }),
  "/repo/broken/package.json": "{",
  "/repo/Makefile":
    "GO = go\n.PHONY: all\nall: lint build\n\t@echo done\nbuild: x.c\n\t$(CC) -o $@ $<\n\techo $$HOME\nlint:\n\tnpm run \\\n\t  lint\n# end\ndeploy prod:\n\tkubectl apply -f k8s\nEMPTY := 1\n",
  "/repo/justfile":
    'set shell := ["bash"]\nversion := "1"\n\ntest name="all": build\n    @cargo test {{name}}\n\nbuild:\n    cargo build\n',
  "/repo/mise.toml":
    '[tools]\nnode = "20"\n[tasks.deploy]\ndescription = "x"\nrun = "flyctl deploy --app \\"a\\""\n[tasks.long]\nrun = """\na\nb\n"""\n[tasks]\nquick = "make quick"\n',
};
const ABSENT = { kind: "absent", size: 0, mtimeMs: 0, links: 1, executable: false } as const;
const world: World = {
  platform: "linux",
  home: "/home/me",
  path: ["/usr/bin"],
  lstat: (path) => (path in FILES ? { ...ABSENT, kind: "file" } : ABSENT),
  stat: (path) => (path in FILES ? { ...ABSENT, kind: "file" } : ABSENT),
  readLink: () => undefined,
  readFile: (path, limit) => {
    const bytes = Buffer.from(FILES[path] ?? "");
    return path in FILES && bytes.length <= limit ? bytes : undefined;
  },
  readDir: () => undefined,
};

const texts = (command: string): readonly string[] =>
  readShell(command, { cwd: "/repo", projectRoot: "/repo", world, written: new Set() })
    .commands.flatMap((one) => taskTexts(one, world))
    .map(({ via, text, file }) => `${via} | ${text} | ${file}`);

test.each<readonly [string, readonly string[]]>([
  [
    "npm run build",
    ["npm run prebuild | rm -rf dist | /repo/package.json", "npm run build | tsc -b | /repo/package.json"],
  ],
  ["npm test -- --watch", ["npm run test | vitest run | /repo/package.json"]],
  ["cd src && pnpm test", ["pnpm run test | vitest run | /repo/package.json"]],
  ["timeout 60 yarn test", ["yarn run test | vitest run | /repo/package.json"]],
  ["npm ci", ["npm run postinstall | node x.js | /repo/package.json"]],
  ["npm --prefix packages/web run build", ["npm run build | vite build | /repo/packages/web/package.json"]],
  ["pnpm --filter @acme/web build", ["pnpm run build | vite build | /repo/packages/web/package.json"]],
  ["npm run build -w packages/web", ["npm run build | vite build | /repo/packages/web/package.json"]],
  ["node --run test", ["node run test | vitest run | /repo/package.json"]],
  ["npm run odd; npm run absent; npm run $X; npm ls; npm", []],
  ["cd broken && npm test", []],
  ['cd "$X" && npm test', []],
  [
    "make",
    [
      'make build | "$CC" -o build x.c\necho $HOME | /repo/Makefile',
      "make lint | npm run lint | /repo/Makefile",
      "make all | echo done | /repo/Makefile",
    ],
  ],
  ["make -j4 -C /repo prod X=1", ["make prod | kubectl apply -f k8s | /repo/Makefile"]],
  ["make -f other.mk", []],
  ["just test", ["just build | cargo build | /repo/justfile", 'just test | cargo test "$name" | /repo/justfile']],
  ["mise run deploy", ['mise run deploy | flyctl deploy --app "a" | /repo/mise.toml']],
  [
    "mise run long && mise run quick",
    ["mise run long | a\nb\n | /repo/mise.toml", "mise run quick | make quick | /repo/mise.toml"],
  ],
  ["node x.js; git status", []],
])("%s", (command, expected) => {
  expect(texts(command)).toEqual(expected);
});
