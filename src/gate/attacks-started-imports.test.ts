/** Code that a started script loads without naming its file: packages around a module, modules of Perl, byte code. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { supposeWalls } from "../contain/index.ts";
import { bash } from "../testing/index.ts";
import { GIT_HOOK, gitHook, type StartingProject, startingProject } from "../testing/started.ts";

let here: StartingProject;
beforeEach(() => {
  here = startingProject();
});
afterEach(() => here.remove());

const EVERYDAY = ["src/a.ts", "src/app.py", "README.md", "docs/x.md", "tests/test_a.py", "p/other.py"];

describe("packages around a module that a started script imports", () => {
  test.each<[string, string]>([
    ["import p.settings\n", "p/__init__.py"],
    ["import os, p.settings\n", "p/__init__.py"],
    ["import os; import p.settings\n", "p/__init__.py"],
    ["try: import p.settings\nexcept: pass\n", "p/__init__.py"],
    ["from p.settings import x\n", "p/__init__.py"],
    ["import p.settings as s\n", "p/__init__.py"],
    ["from p.settings import (\n  x,\n  y,\n)\n", "p/__init__.py"],
    ["from p \\\n  import settings\n", "p/__init__.py"],
    ["from a.b.c import *\n", "a/__init__.py"],
    ["from a.b.c import *\n", "a/b/__init__.py"],
    ["from a.b.c import *\n", "a/b/c.py"],
    ["from a.b.c import *\n", "a.py"],
    ["import a.b.c\n", "a/b/__init__.py"],
    ['os.environ.setdefault("X", "p.settings")\n', "p/__init__.py"],
    ['importlib.import_module("p.settings")\n', "p/__init__.py"],
    ['importlib.import_module("cfg")\n', "cfg.py"],
    ['__import__("p.settings")\n', "p/__init__.py"],
    ["import b, c, d, e, f, g, h, i, j, k, l, cfg\n", "cfg.py"],
    ["import os; import cfg\n", "cfg.py"],
    ["import p.settings\n", "p/near.py"],
    ["import p.settings\n", "p/near2.py"],
    ["import p.settings\n", "above.py"],
  ])("%s: %s", async (text, file) => {
    here.write("p/settings.py", "from .near import x\nfrom . import near2\nfrom ..above import y\n");
    here.write("h.py", text);
    for (const there of ["cfg.py", "p/near.py", "p/near2.py", "above.py"]) here.write(there, "x = 1\n");
    expect(await here.by(file)).toBe("acceptEdits");
    here.write(GIT_HOOK, gitHook("python3 h.py"));
    expect(await here.by(file)).toBe("offline");
    for (const other of EVERYDAY) expect(await here.by(other)).toBe("acceptEdits");
  });

  test.each<[string, string]>([
    ["uvicorn a.b:app", "a/__init__.py"],
    ["gunicorn a.b.wsgi", "a/b/__init__.py"],
    [`python3 -c "import p.settings"`, "p/__init__.py"],
    [`python3 -c "from p.settings import x"`, "p/__init__.py"],
    [`DJANGO_SETTINGS_MODULE=p.settings django-admin check`, "p/__init__.py"],
  ])("%s: %s", async (command, file) => {
    expect(await here.by(file)).toBe("acceptEdits");
    here.write(GIT_HOOK, gitHook(command));
    expect(await here.by(file)).toBe("offline");
  });

  test.each(["p/main.py", "p/cli.py", "src/q/__init__.py", "src/p/views.py"])("%s is none of them", async (file) => {
    here.write("h.py", "import p.settings\n");
    here.write(GIT_HOOK, gitHook("python3 h.py"));
    expect(await here.by(file)).toBe("acceptEdits");
  });
});

describe("a program that the project itself defines", () => {
  test.each<[string, string]>([
    ["uv run srv", "src/app/server.py"],
    ["uv run srv", "src/app/__init__.py"],
    ["uv run srv", "src/app/tools.py"],
    ["poetry run srv", "src/app/server.py"],
    ["hatch run srv", "src/app/server.py"],
  ])("%s: %s", async (command, file) => {
    here.write("pyproject.toml", '[project.scripts]\nsrv = "app.server:main"\nother = "app.other:main"\n');
    here.write("src/app/server.py", "from .tools import x\n");
    here.write("src/app/tools.py", "x = 1\n");
    expect(await here.by(file)).toBe("acceptEdits");
    here.write(GIT_HOOK, gitHook(command));
    expect(await here.by(file)).toBe("offline");
    for (const other of [...EVERYDAY, "src/app/other.py"]) expect(await here.by(other)).toBe("acceptEdits");
  });
});

describe("modules of Perl and Ruby", () => {
  test.each<[string, string]>([
    ["perl t/one-line.pl", "t/lib/Foo.pm"],
    ["perl t/lines.pl", "t/lib/Foo/Bar.pm"],
    ["perl t/required.pl", "t/lib/Foo.pm"],
    ["perl t/inherits.pl", "t/lib/Foo/Bar.pm"],
    ["perl t/lower.pl", "t/lib/foo.pm"],
    ['PERL5OPT="-I. -Mx" perl -e 1', "x.pm"],
    ["PERL5OPT=-Mx PERL5LIB=t/lib perl -e 1", "t/lib/x.pm"],
    ["perl -It/lib -mx -e 1", "t/lib/x.pm"],
    ["RUBYOPT=-r./x ruby -e 1", "x.rb"],
    ["ruby -r./t/x.rb -e 1", "t/x.rb"],
    ["ruby -I t -r x -e 1", "t/x.rb"],
  ])("%s: %s", async (command, file) => {
    here.write("t/one-line.pl", 'use strict; use lib "t/lib"; use Foo;\n');
    here.write("t/lines.pl", "use lib 't/lib';\nuse Foo::Bar qw(a b);\n");
    here.write("t/required.pl", 'use lib "t/lib";\nif (1) { require Foo; }\n');
    here.write("t/inherits.pl", 'use lib "t/lib";\nuse parent qw(Foo::Bar);\n');
    here.write("t/lower.pl", 'use lib "t/lib"; use foo;\n');
    for (const there of ["t/lib/Foo.pm", "t/lib/Foo/Bar.pm", "t/lib/x.pm", "x.pm", "x.rb", "t/x.rb", "lib/Other.pm"])
      here.write(there, "1;\n");
    expect(await here.by(file)).toBe("acceptEdits");
    here.write(GIT_HOOK, gitHook(command));
    expect(await here.by(file)).toBe("offline");
    for (const other of [...EVERYDAY, "lib/Other.pm"]) expect(await here.by(other)).toBe("acceptEdits");
  });

  test("options in a variable of the settings", async () => {
    here.write("x.pm", "1;\n");
    expect(await here.by("x.pm")).toBe("acceptEdits");
    here.write(".claude/settings.json", JSON.stringify({ env: { PERL5OPT: "-I. -Mx" } }));
    expect(await here.by("x.pm")).toBe("offline");
  });
});

describe("compiled code that is loaded by itself is never a proven write", () => {
  beforeEach(() => {
    here.write("t/h.py", "import cfg\n");
    here.write("t/cfg.py", "x = 1\n");
    here.write("assets/x.bin", "x");
    here.write("a2/__pycache__/cfg.cpython-311.pyc", "x");
    here.write("a3/cfg.cpython-311.pyc", "x");
    here.write("a4/u/cfg.pyc", "x");
    here.write("pkg/m.py", "x = 1\n");
    here.write("pkg/__pycache__/m.cpython-311.pyc", "x");
    here.write("pkg/__pycache__/gone.cpython-311.pyc", "x");
    here.write("pkg/sub/__init__.py", "");
    here.write("pkg/sub/__pycache__/__init__.cpython-311.pyc", "x");
  });
  const by = async (command: string, walls = false): Promise<string> =>
    (await here.gate({ walls: supposeWalls() }).check(bash(command, { walls }))).by;

  test.each([
    "cp assets/x.bin t/__pycache__/cfg.cpython-311.pyc",
    "mv assets/x.bin t/__pycache__/cfg.cpython-311.pyc",
    "cp assets/x.bin t/__PYCACHE__/cfg.cpython-311.pyc",
    "cp -r a2/__pycache__ t",
    "cp -r a2/. t",
    "mv a2/__pycache__ t",
    "cp -r a3 t/__pycache__",
    "mv a3 t/__pycache__",
    "cp -r a4/u lib",
    "cp assets/x.bin t/new.pyc",
    "cp assets/x.bin src/new.pyo",
    "cp assets/x.bin lisp/init.elc",
    "cp assets/x.bin zsh/a.zsh.zwc",
    "cp assets/x.bin ebin/a.beam",
    "echo x > t/__pycache__/cfg.cpython-311.pyc",
  ])("%s", async (command) => {
    expect(await by(command)).toBe("offline");
  });

  test.each(["t/__pycache__/cfg.cpython-311.pyc", "x.pyc", "lisp/x.elc"])("Write %s", async (file) => {
    expect(await here.by(file)).toBe("offline");
  });

  test.each<[string, string]>([
    ["java -cp build Main", "build/Main.class"],
    ["java Main", "Main.class"],
    ["CLASSPATH=lib/a.jar:lib java Main", "lib/x.jar"],
    ["LD_LIBRARY_PATH=lib srv", "lib/libx.so"],
  ])("%s: %s", async (command, file) => {
    here.write(file, "x");
    expect(await by(`cp assets/x.bin ${file}`)).toBe("acceptEdits");
    here.write(GIT_HOOK, gitHook(command));
    expect(await by(`cp assets/x.bin ${file}`)).toBe("offline");
    expect(await here.by("src/Main.java")).toBe("acceptEdits");
  });

  test.each([
    "cp -r pkg pkg2",
    "mv pkg pkg2",
    "mkdir -p lib && cp -r pkg lib/pkg",
    "cp assets/x.bin assets/y.bin",
    "cp t/cfg.py t/cfg2.py",
  ])("%s brings its sources along", async (command) => {
    expect(await by(command, true)).toBe("acceptEdits");
  });
});
