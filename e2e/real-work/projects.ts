/** Projects and the commands people run in them. Packages are real ones; where a shape has no package, a few files stand for it. */

export interface Project {
  readonly name: string;
  /** What is needed besides bash, git and node: programs that have to be there. */
  readonly needs?: readonly string[];
  /** For bash, in an empty directory, with network. `package` and `debian` fetch one; `install` adds what its tests load. */
  readonly setup: string;
  readonly commands: readonly string[];
  /** Written files whose content is never the same twice. */
  readonly varies?: RegExp;
  /** Written files whose name is never the same twice. */
  readonly random?: RegExp;
  /** What a child left behind writes after the call: bare it does, inside it has ended with the call. */
  readonly leaves?: string;
}

/** Functions for every setup. */
export const SETUP = `set -e
package() { npm pack "$1" --silent >/dev/null 2>&1; tar xzf ./*.tgz --strip-components=1; rm ./*.tgz; npm pkg delete devDependencies >/dev/null 2>&1; }
install() { npm install --no-save --no-package-lock --ignore-scripts --no-audit --no-fund --silent "$@" >/dev/null 2>&1; }
debian() { local dir; dir=$(mktemp -d); (cd "$dir" && apt-get download "$1" >/dev/null 2>&1 && dpkg -x ./*.deb .); cp -r "$dir/$2/." .; rm -r "$dir"; }
commit() { printf '%s\\n' node_modules dist target .env > .gitignore; git init -q . && git add -A && git -c user.name=a -c user.email=a@example.com commit -qm begin; }
`;

const VITEST = `cat > package.json <<'END'
{ "name": "app", "private": true, "type": "module",
  "scripts": { "test": "vitest run", "lint": "eslint src", "typecheck": "tsc --noEmit", "compile": "tsc --outDir dist/tsc", "bundle": "esbuild src/main.ts --bundle --platform=node --outfile=dist/bundle.js", "build": "vite build" } }
END
cat > tsconfig.json <<'END'
{ "compilerOptions": { "target": "es2022", "module": "esnext", "moduleResolution": "bundler", "strict": true, "incremental": true, "tsBuildInfoFile": "dist/info", "skipLibCheck": true, "types": [] }, "include": ["src"], "exclude": ["src/**/*.test.ts"] }
END
cat > vitest.config.ts <<'END'
import { defineConfig } from "vitest/config";
export default defineConfig({ test: { include: ["src/**/*.test.ts"], coverage: { enabled: false } } });
END
cat > vite.config.ts <<'END'
import { defineConfig } from "vite";
export default defineConfig({ build: { outDir: "dist/vite", emptyOutDir: true } });
END
cat > eslint.config.js <<'END'
export default [{ files: ["**/*.js"], rules: { "no-unused-vars": "error" } }];
END
mkdir src
echo '<!doctype html><script type="module" src="/src/main.ts"></script>' > index.html
echo 'export const add = (a: number, b: number): number => a + b;' > src/add.ts
echo 'import { add } from "./add"; console.log(add(1, 2));' > src/main.ts
echo 'const unused = 1;' > src/old.js
cat > src/add.test.ts <<'END'
import { mkdirSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { add } from "./add";
test("adds", () => expect(add(1, 2)).toBe(3));
test("writes a file", () => { mkdirSync("dist", { recursive: true }); writeFileSync("dist/written", "x"); });
END
install vitest@3 vite@6 typescript@5 eslint@9 esbuild@0.25 && commit`;

export const PROJECTS: readonly Project[] = [
  {
    name: "minimist, with coverage by nyc",
    setup: "package minimist@1.2.8 && install tape@5 nyc@15 && commit",
    commands: ["npm run tests-only"],
    varies: /^coverage\//,
    random: /\.nyc_output\//,
  },
  {
    name: "qs",
    setup:
      "package qs@6.14.0 && install tape@5 object-inspect mock-property iconv-lite has-proto for-each es-value-fixtures has-symbols has-property-descriptors has-override-mistake has-bigints safer-buffer && commit",
    commands: ["npx tape 'test/**/*.js'"],
  },
  {
    name: "resolve, which reads its own links",
    setup:
      "package resolve@1.22.10 && install tape@5 tap@0.4 tmp@0.0 rimraf@2 object-keys mv mkdirp@0 copy-dir@1 array.prototype.map semver mock-property && commit",
    commands: [
      "npx tape test/core.js test/mock.js test/mock_sync.js test/filter.js test/node_path.js test/precedence.js test/module_dir.js",
    ],
  },
  {
    name: "object-inspect",
    setup:
      "package object-inspect@1.13.4 && install tape@5 has-tostringtag for-each mock-property has-symbols string.prototype.repeat semver make-arrow-function globalthis functions-have-names es-value-fixtures error-cause core-js && commit",
    commands: ["npx tape 'test/*.js'"],
  },
  {
    name: "events",
    setup: "package events@3.3.0 && install tape@5 isarray has has-symbols functions-have-names && commit",
    commands: ["npm test"],
  },
  {
    name: "traverse",
    setup: "package traverse@0.6.11 && install tape@5 es-value-fixtures && commit",
    commands: ["npm run tests-only"],
  },
  {
    name: "path-browserify",
    setup: "package path-browserify@1.0.1 && install tape@5 && commit",
    commands: ["npm test"],
  },
  {
    name: "vitest, TypeScript, eslint, esbuild, vite",
    setup: VITEST,
    commands: [
      "npm test",
      "npx vitest run --reporter=dot",
      "npm run lint",
      "npm run typecheck",
      "npm run compile",
      "npm run bundle && node dist/bundle.js",
      "npm run build",
    ],
  },
  {
    name: "gyp (Python), pytest",
    needs: ["/usr/bin/python3", "/usr/bin/pytest-3"],
    setup: "package node-gyp@11.0.0 && commit",
    commands: ["cd gyp/pylib && /usr/bin/python3 -m pytest -q gyp"],
    varies: /\.pyc$|\.pytest_cache/,
  },
  {
    name: "Python of one's own home, unittest and multiprocessing",
    needs: ["python3"],
    setup: `mkdir pkg && touch pkg/__init__.py && cat > pkg/test_all.py <<'END'
import multiprocessing, os, sqlite3, tempfile, unittest
def double(x): return 2 * x
class All(unittest.TestCase):
    def test_pool(self):
        with multiprocessing.Pool(2) as pool: self.assertEqual(pool.map(double, [1, 2]), [2, 4])
    def test_manager(self):
        with multiprocessing.Manager() as manager: self.assertEqual(list(manager.list([1])), [1])
    def test_temporary(self):
        with tempfile.TemporaryDirectory() as place: open(os.path.join(place, "x"), "w").close()
END
commit`,
    commands: ["python3 -m unittest discover -s pkg -t . 2>&1"],
    varies: /\.pyc$/,
  },
  {
    name: "pkg/errors (Go)",
    needs: ["go", "apt-get"],
    setup:
      "debian golang-github-pkg-errors-dev usr/share/gocode/src/github.com/pkg/errors && printf 'module github.com/pkg/errors\\n\\ngo 1.19\\n' > go.mod && commit",
    commands: ["go vet .", "go build ./...", "go test -run 'TestNew|TestWrap|TestCause|Example' ."],
  },
  {
    name: "itoa (Rust)",
    needs: ["cargo", "apt-get"],
    setup: `debian librust-itoa-dev usr/share/cargo/registry/itoa-1.0.1
sed -i -e '/^\\[dependencies/,/^$/d' -e '/^\\[dev-dependencies/,/^$/d' -e '/^\\[\\[bench/,/^$/d' Cargo.toml && rm -rf benches .cargo-checksum.json && commit`,
    commands: ["cargo build --offline", "cargo test --offline --test test -- --test-threads=1"],
    varies: /^target\//,
    random: /^target\/debug\/incremental\//,
  },
  {
    name: "make and gcc",
    needs: ["make", "gcc"],
    setup: `printf 'int twice(int x) { return 2 * x; }\\n' > twice.c
printf 'int twice(int);\\n#include <stdio.h>\\nint main(void) { printf("%%d\\\\n", twice(21)); return twice(21) != 42; }\\n' > test.c
printf 'test: run\\n\\t./run\\nrun: test.o twice.o\\n\\t$(CC) -o $@ $^\\nclean:\\n\\trm -f *.o run\\n' > Makefile && commit`,
    commands: ["make test", "make -j2 clean test"],
  },
  {
    name: "a linked worktree",
    setup: `git init -q main && cd main && git config user.name a && git config user.email a@example.com
printf '{"scripts":{"test":"node --test --test-reporter=tap"}}' > package.json
printf 'require("node:test")("one", () => {});\\n' > a.test.js && git add -A && git commit -qm begin
git worktree add -q ../linked && cd .. && mv main .main-moved && mv .main-moved main`,
    commands: ["cd linked && npm test && git status --short && git log --oneline | wc -l && git diff --stat"],
  },
  {
    name: "a server on localhost and its client",
    setup: `cat > serve.js <<'END'
const http = require("node:http");
const server = http.createServer((_, answer) => answer.end("hello\\n")).listen(0, "127.0.0.1", () => {
  fetch("http://localhost:" + server.address().port).then((answer) => answer.text()).then((text) => { process.stdout.write(text); server.close(); });
});
END
printf 'const h = require("node:http"); h.createServer((_, a) => a.end("hello\\\\n")).listen(8123, "127.0.0.1");\\n' > forever.js
printf 'node forever.js & server=$!\\nfor i in 1 2 3 4 5 6 7 8 9; do curl -sf http://127.0.0.1:8123/ && break; sleep 1; done\\nkill $server\\n' > both.sh && commit`,
    commands: ["node serve.js", "bash both.sh"],
  },
  {
    name: "a database file",
    needs: ["sqlite3"],
    setup: "sqlite3 data.db 'create table t(x); insert into t values (1)' && commit",
    commands: [
      `node -e 'require("child_process").execFileSync("sqlite3", ["data.db", "pragma journal_mode=wal; insert into t values (2)"])' && sqlite3 data.db 'select count(*) from t'`,
      `python3 -c 'import sqlite3; c = sqlite3.connect("data.db"); c.execute("insert into t values (3)"); c.commit(); print(c.execute("select sum(x) from t").fetchone())'`,
    ],
    varies: /data\.db/,
  },
  {
    name: "a monorepo with workspaces",
    setup: `printf '{"private":true,"workspaces":["packages/*"],"scripts":{"test":"npm test --workspaces"}}' > package.json
for name in a b; do mkdir -p packages/$name; printf '{"name":"@mono/%s","version":"1.0.0","scripts":{"test":"node test.js","build":"node build.js"}}' $name > packages/$name/package.json; done
echo 'module.exports = 1;' > packages/a/index.js; echo 'if (require("@mono/a") !== 1) process.exit(1); console.log("b uses a");' > packages/b/test.js; echo 'console.log("a");' > packages/a/test.js
echo 'require("fs").mkdirSync("out", { recursive: true }); require("fs").writeFileSync("out/x", "x");' | tee packages/a/build.js > packages/b/build.js
npm install --silent --no-audit --no-fund >/dev/null 2>&1 && commit`,
    commands: ["npm test", "npm run build --workspaces", "npm test -w @mono/b"],
  },
  {
    name: "temporary files, a cache in home, a lock",
    setup: `cat > all.js <<'END'
const fs = require("node:fs"), os = require("node:os"), path = require("node:path");
const dir = fs.mkdtempSync(path.join(os.tmpdir(), "x-"));
fs.writeFileSync(path.join(dir, "a"), "a"); fs.rmSync(dir, { recursive: true });
const cache = path.join(os.homedir(), ".cache", "real-work-probe"); fs.mkdirSync(cache, { recursive: true });
fs.writeFileSync(path.join(cache, "a"), "a"); fs.rmSync(cache, { recursive: true });
console.log("written");
END
commit`,
    commands: [
      "node all.js",
      "f=$(mktemp) && echo x > $f && cat $f && rm $f",
      "flock lock node -p 1",
      "cat <<EOF | node -\nconsole.log('from a here-document')\nEOF",
    ],
  },
  {
    name: "a child left behind",
    setup: `printf 'require("node:child_process").spawn("sh", ["-c", "sleep 2; touch late"], { detached: true, stdio: "ignore" }).unref(); console.log("left");\\n' > leave.js && commit`,
    commands: ["node leave.js"],
    leaves: "late",
  },
];
