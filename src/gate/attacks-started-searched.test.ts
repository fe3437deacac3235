/** A started program finds code by itself: modules of Python, programs of PATH, libraries. A new name there is started with it. */
import { chmodSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { GIT_HOOK, gitHook, type StartingProject, startingProject } from "../testing/started.ts";

let here: StartingProject;
beforeEach(() => {
  here = startingProject();
  chmodSync(here.write("tools/h.py", "import json, sys\n"), 0o755);
  here.write("tools/inserts.py", 'import sys\nsys.path.insert(0, "lib")\nimport util\n');
  here.write(
    "tools/joins.py",
    'import os, sys\nsys.path.append(os.path.join(os.path.dirname(__file__), "..", "lib"))\nimport util\n',
  );
  here.write("tools/parents.py", "import sys\nsys.path.insert(0, str(Path(__file__).parent.parent))\n");
  here.write("tools/adds.rb", '$LOAD_PATH.unshift "lib"\nrequire "util"\n');
  here.write("tools/uses.pl", 'use lib "lib";\nuse Foo::Bar;\n');
  here.write("manage.py", 'import os\nos.environ.setdefault("DJANGO_SETTINGS_MODULE", "app.settings")\n');
  here.write("lib/util.py", "a = 1\n");
  here.write("app/settings.py", "a = 1\n");
  here.write("app.d/views.py", "a = 1\n");
  here.write("known.py", "a = 1\n");
});
afterEach(() => here.remove());

describe("a hook's command, and a file that it finds", () => {
  test.each<[string, string]>([
    // What stands behind -m, whatever else is called so.
    ["python3 -m black .", "black.py"],
    ["python3 -m black .", "black/__main__.py"],
    ["python3 -m ruff check .", "ruff.py"],
    ["python3 -mblack .", "black/__init__.py"],
    ["python3 -u -m mypy src", "mypy.py"],
    ["/usr/bin/env python3.12 -m isort .", "isort/__init__.py"],
    ["python3 -m json.tool", "json.py"],
    ["python3 -m json.tool", "json/__init__.py"],
    ["python3 -m t.x", "t/__init__.py"],
    ["python3 -m t.u.x", "t/u/__init__.py"],
    ["coverage run -m pytest", "pytest.py"],
    ["uv run -m black .", "black.py"],
    // What those need, which no text names.
    ["python3 -m black .", "click.py"],
    ["python3 -m pytest -q", "pluggy/__init__.py"],
    ['python3 -c "import json,sys"', "re.py"],
    ['python3 -c "import json,sys"', "re/__init__.py"],
    ['python3 -c "import json,sys"', "_strptime.py"],
    ['python3 -c "import json,sys"', "re.cpython-312-x86_64-linux-gnu.so"],
    ['python3 -c "import subprocess"', "selectors.py"],
    ['python3 -c "import yaml"', "collections2.py"],
    ["python3 - <<EOF", "json.py"],
    ["cat x | python3", "json.py"],
    ["cd t && python3 -m black .", "t/click.py"],
    ["python3 tools/h.py", "tools/selectors.py"],
    ["python3 tools/h.py", "tools/json/__init__.py"],
    ["python3 $ROOT/tools/h.py", "tools/selectors.py"],
    ["python3 tools", "tools/selectors.py"],
    ["./tools/h.py", "tools/selectors.py"],
    ["uvicorn t.x:app", "starlette.py"],
    // Directories that a text adds to the search.
    ["PYTHONPATH=lib python3 -P t/h.py", "lib/new.py"],
    ["PYTHONPATH=lib:$PYTHONPATH python3 -c 'import util'", "lib/util.py"],
    ["PYTHONPATH=$PWD/lib black src", "lib/click.py"],
    ["python3 tools/inserts.py", "lib/util.py"],
    ["python3 tools/inserts.py", "lib/json.py"],
    ["python3 tools/joins.py", "lib/util.py"],
    ["python3 tools/parents.py", "yaml.py"],
    [`python3 -c "import sys; sys.path.insert(0, 'lib'); import util"`, "lib/util.py"],
    ["python3 manage.py check", "app/settings.py"],
    ["perl -I. -MFoo -e 1", "Foo.pm"],
    ["perl -I lib -MFoo::Bar -e 1", "lib/Foo/Bar.pm"],
    ["perl tools/uses.pl", "lib/Foo/Bar.pm"],
    ["ruby -Ilib -rfoo -e 1", "lib/foo.rb"],
    ["ruby tools/adds.rb", "lib/util.rb"],
    ["PERL5LIB=lib perl /usr/bin/x", "lib/Carp.pm"],
    ["NODE_PATH=lib node -e 1", "lib/left-pad/index.js"],
    ["PATH=tools/bin:$PATH lint", "tools/bin/lint"],
  ])("%s: %s", async (command, file) => {
    expect(await here.by(file)).toBe("acceptEdits");
    here.write(GIT_HOOK, gitHook(command));
    expect(await here.by(file)).toBe("offline");
    expect(await here.by("src/a.ts")).toBe("acceptEdits");
    expect(await here.by("src/pkg/mod.py")).toBe("acceptEdits");
    expect(await here.by("tests/test_x.py")).toBe("acceptEdits");
  });

  test.each<[string, string]>([
    ["python3 -m pytest -q", "known.py"],
    ["python3 -m pytest -q", "tests/test_new.py"],
    ["python3 -m pytest -q", "src/pkg/new.py"],
    ["python3 -m black .", "src/new.py"],
    ["black .", "new.py"],
    ["ruff check .", "new.py"],
    ["pytest -q tests", "new.py"],
    ['python3 -c "import json,sys; print(json.load(sys.stdin))"', "app.py"],
    ['python3 -c "import json,sys"', "src/json.py"],
    ["python3 -m json.tool", "app.py"],
    ["python3 -I -m black .", "click.py"],
    ["python3 tools/h.py", "app.py"],
    ["python3 tools/h.py", "src/new.py"],
    ["python3 tools/inserts.py", "app.py"],
    ["PYTHONPATH=src python3 -I -c 1", "src/pkg/new.py"],
    ["git commit -m black", "black.py"],
    ["cc -Isrc x.c", "src/new.js"],
  ])("%s finds no %s", async (command, file) => {
    here.write(GIT_HOOK, gitHook(command));
    expect(await here.by(file)).toBe("acceptEdits");
  });
});

describe("other texts", () => {
  test.each<[string, string, string]>([
    [".git/hooks/pre-commit", "#!/bin/sh\npython3 -m black .\n", "black.py"],
    [".git/hooks/pre-commit", "#!/bin/sh\npython3 -m black .\n", "black/__main__.py"],
    [".claude/hooks/x.sh", "#!/bin/sh\npython3 -m ruff check\n", "ruff.py"],
    [".claude/hooks/x.sh", "python3 - <<'EOF'\nimport json\nEOF\n", "json.py"],
    [".envrc", "export PYTHONPATH=$PWD/lib\n", "lib/json.py"],
    [".envrc", "export PYTHONPATH=$PWD/lib:$PYTHONPATH\n", "lib/yaml.py"],
    [".envrc", "path_add PYTHONPATH lib\n", "lib/json.py"],
    [".envrc", "export PATH=$PWD/bin:$PATH\n", "bin/ls"],
    [".envrc", 'export PATH="${PWD}/bin:${PATH}"\n', "bin/ls"],
    [".envrc", "PATH+=:./bin\n", "bin/ls"],
    [".envrc", "path_add PATH bin\n", "bin/ls"],
    ["mise.toml", '[env]\n_.path = ["./bin"]\n', "bin/ls"],
  ])("%s: %s", async (guarded, text, file) => {
    expect(await here.by(file)).toBe("acceptEdits");
    here.write(guarded, text);
    expect(await here.by(file)).toBe("offline");
    expect(await here.by("src/a.ts")).toBe("acceptEdits");
  });

  test.each<[string, string, string]>([
    [".bashrc", "export PYTHONPATH=~/code/app/lib\n", "lib/json.py"],
    [".bashrc", "export PATH=$HOME/code/app/bin:$PATH\n", "bin/ls"],
    [".zshrc", "path=(~/code/app/bin $path)\n", "bin/ls"],
    [".zshrc", "path+=(~/code/app/bin)\n", "bin/ls"],
    [".config/fish/config.fish", "fish_add_path ~/code/app/bin\n", "bin/ls"],
    [".config/fish/config.fish", "set -gx PATH ~/code/app/bin $PATH\n", "bin/ls"],
    [".bashrc", "alias json='python3 -m json.tool'\n", "json.py"],
  ])("~/%s: %s", async (file, text, started) => {
    expect(await here.by(started)).toBe("acceptEdits");
    here.inHome(file, text);
    expect(await here.by(started)).toBe("offline");
  });

  test.each<[string, string, string]>([
    [".bashrc", "alias py=python3\nalias serve='python3 -m http.server'\n", "app.py"],
    [".bashrc", "alias pt='python3 -m pytest'\n", "app.py"],
    [".bashrc", "alias p='cd ~/code/app'\nexport EDITOR=vim\ncd ~/code/app\n", "src/a.ts"],
    [".bashrc", 'export PATH="$HOME/.local/bin:$PATH"\n', "bin/ls"],
  ])("~/%s: %s finds no %s", async (file, text, other) => {
    here.inHome(file, text);
    expect(await here.by(other)).toBe("acceptEdits");
  });

  test.each<[string, string, string]>([
    [".envrc", "use nix\ndotenv\nexport FOO=bar\nlayout python\n", "app.py"],
    [".envrc", "layout python3\n", "src/a.py"],
    [".vscode/settings.json", '{"python.defaultInterpreterPath":"./.venv/bin/python3"}', "app.py"],
    [".vscode/settings.json", '{"x":[{"path":"src"}]}', "src/a.ts"],
    [".pre-commit-config.yaml", "repos:\n- repo: local\n  hooks:\n  - id: a\n    language: python\n", "app.py"],
  ])("%s: %s finds no %s", async (file, text, other) => {
    here.write(file, text);
    expect(await here.by(other)).toBe("acceptEdits");
  });
});
