/** What a started program evaluates by itself: definitions at any level, sources that it runs, files that carry its name. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { bash } from "../testing/index.ts";
import { GIT_HOOK, gitHook, type StartingProject, startingProject } from "../testing/started.ts";

let here: StartingProject;
beforeEach(() => {
  here = startingProject();
  here.write("CMakeLists.txt", "add_subdirectory(lib)\n");
  here.write("App.sln", "x\n");
  here.write("docs/index.rst", "x\n");
  here.write("pkg/setup.py", "x\n");
  here.write("requirements.txt", "-e .\n");
  here.write("plain.txt", "requests\n");
  here.write("BUILD", "x\n");
  here.write("pom.xml", "<module>a</module>\n");
});
afterEach(() => here.remove());

const EVERYDAY = ["src/a.ts", "src/app.py", "README.md", "docs/x.md", "tests/test_a.py"];

describe("a hook's command, and what its program evaluates", () => {
  test.each<[string, string]>([
    ["cmake --build build", "CMakeLists.txt"],
    ["cmake --build build", "lib/CMakeLists.txt"],
    ["cmake --build build", "build/build.ninja"],
    ["cmake --build build", "build/Makefile"],
    ["cmake -S . -B build", "CMakeLists.txt"],
    ["cmake -S . -B build", "CMakePresets.json"],
    ["cmake --preset dev", "cmake/x.cmake"],
    ["ctest --test-dir build", "lib/CMakeLists.txt"],
    ["meson compile -C build", "meson.build"],
    ["pip install -e .", "setup.py"],
    ["pip install -e .", "setup.cfg"],
    ["pip install -e .[dev]", "pyproject.toml"],
    ["pip install .", "pyproject.toml"],
    ["pip install ./pkg", "pkg/setup.py"],
    ["pip install -r requirements.txt", "requirements.txt"],
    ["pip install -r requirements.txt", "setup.py"],
    ["python -m pip install -e .", "setup.py"],
    ["python3.12 -m pip install --no-deps -e .", "pyproject.toml"],
    ["uv pip install -e .", "setup.py"],
    ["uv sync", "setup.py"],
    ["uv sync", "pyproject.toml"],
    ["uv run server", "pyproject.toml"],
    ["uvx --from . server", "pyproject.toml"],
    ["poetry install", "pyproject.toml"],
    ["dotnet build", "App.sln"],
    ["dotnet build", "app/App.csproj"],
    ["dotnet test", "app/x.targets"],
    ["dotnet run", "app/Program.cs"],
    ["swift build", "Package.swift"],
    ["swift run tool", "Sources/tool/main.swift"],
    ["zig build", "build.zig"],
    ["zig build", "src/main.zig"],
    ["zig build", "build.zig.zon"],
    ["./gradlew check", "build.gradle.kts"],
    ["./gradlew check", "settings.gradle"],
    ["gradle check", "buildSrc/src/main/java/X.java"],
    ["gradle check", "gradle.properties"],
    ["gradle run", "app/src/main/java/X.java"],
    ["mvn -q verify", "pom.xml"],
    ["mvn -q verify", "a/pom.xml"],
    ["mix lint", "mix.exs"],
    ["mix lint", "lib/mix/tasks/lint.ex"],
    ["mix lint", "config/config.exs"],
    ["mix run", "lib/app.ex"],
    ["bazel run //:x", "BUILD"],
    ["bazel build //...", "lib/BUILD.bazel"],
    ["bazel build //...", "lib/x.bzl"],
    ["bazel build //...", "MODULE.bazel"],
    ["npx nodemon", "nodemon.json"],
    ["fastmcp run", "fastmcp.json"],
    ["npx vite build", "vite.config.ts"],
    ["npx vitest run", "vite.config.mts"],
    ["npx vitest run", "vitest.config.ts"],
    ["npx webpack", "webpack.config.js"],
    ["npx webpack", "webpack.prod.js"],
    ["npx rollup -c", "rollup.config.mjs"],
    ["npx next build", "next.config.mjs"],
    ["npx next build", "postcss.config.js"],
    ["npx astro check", "astro.config.mjs"],
    ["npx nuxt build", "nuxt.config.ts"],
    ["npx tsup", "tsup.config.ts"],
    ["npx jest --findRelatedTests", "jest.config.cjs"],
    ["npx jest --findRelatedTests", "jest.setup.ts"],
    ["npx eslint --fix", "eslint.config.js"],
    ["node_modules/.bin/eslint --fix", "packages/a/eslint.config.mjs"],
    ["npx prettier --write .", "prettier.config.mjs"],
    ["npx unheard-of build", "unheard-of.config.js"],
    ["unheard-of build", "unheard-of.yml"],
    ["unheard-of build", "Makefile"],
    ["npx unheard-of lint", "CMakeLists.txt"],
    ["cd sub && unheard-of test", "sub/other.config.mjs"],
    ["bash -c 'unheard-of run x'", "build.yml"],
    ["karma start", "karma.conf.js"],
    ["npx danger ci", "dangerfile.ts"],
    ["sphinx-build docs out", "docs/conf.py"],
    ["mkdocs build", "mkdocs.yml"],
    ["flask run", "app.py"],
    ["flask run", "wsgi.py"],
    ["celery -A proj worker", "proj/celery.py"],
    ["celery -A proj worker", "proj/__init__.py"],
    ["celery -A proj worker", "proj.py"],
    ["ruby -r./x -e 1", "x.rb"],
    ["go generate ./...", "internal/x.go"],
    ["go run .", "internal/x.go"],
    ["rake lint", "Rakefile"],
    ["php artisan lint", "app/Console/Lint.php"],
  ])("%s: %s", async (command, file) => {
    expect(await here.by(file)).toBe("acceptEdits");
    here.write(GIT_HOOK, gitHook(command));
    expect(await here.by(file)).toBe("offline");
    expect((await here.gate().check(bash(`cp plain.txt ${file}`))).by).toBe("offline");
    for (const other of EVERYDAY) expect(await here.by(other)).toBe("acceptEdits");
  });

  test.each<[string, string]>([
    ['npx prettier --write "$F"', "src/prettier.ts"],
    ["npx eslint --fix", "vite.config.ts"],
    ["npx eslint --fix", "package.json"],
    ["ruff check --fix .", "ruff.toml"],
    ["ruff check --fix .", "pyproject.toml"],
    ["black .", "setup.py"],
    ["gofmt -w .", "main.go"],
    ["go test ./...", "internal/x.go"],
    ["go vet ./...", "main.go"],
    ["go run golang.org/x/tools/cmd/goimports@latest -w .", "main.go"],
    ["cargo fmt", "src/main.rs"],
    ["cargo fmt", "build.rs"],
    ["tsc --noEmit", "vite.config.ts"],
    ["notify-send done", "Makefile"],
    ["jq -r .x", "CMakeLists.txt"],
    ["dotnet format", "app/Program.cs"],
    ["mix format", "lib/app.ex"],
    ["cmake --build build", "src/main.cpp"],
    ["cmake --build build", "notes.txt"],
    ["npx vitest run", "src/vite.ts"],
    ["docker run -i img", "Dockerfile"],
    ["pip install requests", "setup.py"],
    ["pip install -r plain.txt", "pyproject.toml"],
    ["unheard-of notify done", "Makefile"],
    ["unheard-of build", "src/build.md"],
    ["npx -y unheard-of start", "Makefile"],
    ["docker compose run --rm web test", "Makefile"],
    ["npm run build", "Makefile"],
    ["git commit -m 'x build'", "Makefile"],
    ["echo done; say build", "setup.py"],
    ["mkdocs build", "docs/guide.md"],
    ["sphinx-build docs out", "docs/guide.rst"],
  ])("%s evaluates no %s", async (command, file) => {
    here.write(GIT_HOOK, gitHook(command));
    expect(await here.by(file)).toBe("acceptEdits");
    for (const other of EVERYDAY) expect(await here.by(other)).toBe("acceptEdits");
  });
});

describe("other texts", () => {
  const server = (command: string, ...args: readonly string[]): string =>
    JSON.stringify({ mcpServers: { x: { command, args } } });

  test.each<[string, string, string]>([
    [".mcp.json", server("cmake", "--build", "build"), "CMakeLists.txt"],
    [".git/hooks/pre-commit", "#!/bin/sh\ncmake --build build\n", "lib/CMakeLists.txt"],
    [".git/hooks/pre-push", "#!/bin/sh\npip install -r requirements.txt\n", "requirements.txt"],
    [".mcp.json", server("dotnet", "run", "--project", "srv"), "srv/Program.cs"],
    [".mcp.json", server("go", "run", "./cmd/srv"), "cmd/srv/x.go"],
    [".mcp.json", server("npx", "vite"), "vite.config.ts"],
    [".mcp.json", server("swift", "run"), "Sources/x.swift"],
    [".envrc", "npx vite build\n", "vite.config.ts"],
    [".mcp.json", server("unheard-of", "serve"), "unheard-of.toml"],
    [".git/hooks/pre-commit", "#!/bin/sh\nif unheard-of check; then exit 0; fi\n", "setup.py"],
  ])("%s: %s", async (guarded, text, file) => {
    expect(await here.by(file)).toBe("acceptEdits");
    here.write(guarded, text);
    expect(await here.by(file)).toBe("offline");
  });

  test.each<[string]>([
    [server("npx", "-y", "@scope/server")],
    [server("uvx", "some-server")],
    [server("docker", "run", "-i", "img")],
    [server("npx", "-y", "@scope/server@1", "start")],
    [server("uvx", "some-server", "run")],
  ])("%s evaluates nothing of the project", async (text) => {
    here.write(".mcp.json", text);
    for (const file of [...EVERYDAY, "pyproject.toml", "vite.config.ts", "Dockerfile", "Makefile"])
      expect(await here.by(file)).toBe("acceptEdits");
  });

  test("what the person types some day, in whatever directory", async () => {
    here.inHome(
      ".zshrc",
      "alias gr='go run .'\ngr() {\n  go run .\n}\nalias l='npx eslint'\nif unheard-of check; then :; fi\n",
    );
    for (const file of ["internal/x.go", "eslint.config.js", "setup.py"])
      expect(await here.by(file)).toBe("acceptEdits");
  });
});
