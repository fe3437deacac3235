/** What may be changed, on a real disk: every row both ways. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Change, joinChanges, mayBring, mayChange } from "./edits.ts";
import { type PlaceBox, placeBox } from "./testing/place-scene.ts";
import type { CoreCall, Scene } from "./types.ts";

let box: PlaceBox;
beforeAll(() => {
  box = placeBox();
  for (const name of ["app/a.ts", "app/src/b.ts", "app/README.md", "other/notes.md", "more/x.md", ".ssh/config"])
    box.write(name);
  box.write(".gitconfig");
  box.link("app/link.ts", "a.ts");
  box.link("app/out", "../other");
  box.link("app/inner", "src");
  box.link("alias", "app");
  box.hardLink("app/two.ts", "more/x.md");
  for (const name of ["app/dist/a.js", "app/dist/sub/b.js", "app/linked/a", "app/guarded/.github/workflows/ci.yml"])
    box.write(name);
  box.link("app/linked/l", "../a.ts");
  box.write("app/keys/server.key");
  box.mkdir("app/empty");
});
afterAll(() => box.remove());

const change = (name: string, how: Change = "write", call: Partial<CoreCall> = {}, more: Partial<Scene> = {}) => {
  const saves = mayChange(box.at(name), how, box.scene(call, more))?.saves;
  return saves?.map((path) => path.slice(box.home.length + 1));
};

describe("inside the project", () => {
  test.each([
    ["app/new.ts", "write", []],
    ["app/deep/er/new.ts", "write", []],
    ["app/a.ts", "write", ["app/a.ts"]],
    ["app/a.ts", "append", ["app/a.ts"]],
    ["app/a.ts", "delete", ["app/a.ts"]],
    ["app/a.ts", "move", ["app/a.ts"]],
    ["app/new", "mkdir", []],
    ["app/src", "mkdir", []],
    ["app/none", "delete", []],
    ["app/.prettierrc", "write", []],
    ["app/[slug]/(group)/$id.tsx", "write", []],
  ] as const)("%s: %s saves %j", (name, how, saves) => expect(change(name, how)).toEqual(saves));
  test.each<[string, Change, string]>([
    ["app", "write", "the root itself"],
    ["app", "delete", "the root itself"],
    ["other/notes.md", "write", "outside"],
    ["more/x.md", "write", "outside"],
    [".", "delete", "home"],
    ["app/../other/x", "write", "outside by `..`"],
    ["app/link.ts", "write", "a link"],
    ["app/link.ts", "delete", "a link"],
    ["app/out/notes.md", "write", "behind a link that leads out"],
    ["app/inner/b.ts", "write", "behind a link that stays in"],
    ["app/two.ts", "write", "two names"],
    ["app/two.ts", "delete", "two names"],
    ["app/src", "write", "a directory"],
    ["app/src", "move", "a directory without where it goes"],
    ["app/a.ts", "chmod", "not of this session"],
    ["app/.git/config", "write", "protected"],
    ["app/.GIT/hooks/pre-commit", "write", "protected"],
    ["app/.claude/settings.json", "write", "protected"],
    ["app/CLAUDE.md", "write", "protected"],
    ["app/.env", "write", "protected"],
    ["app/node_modules/x/i.js", "write", "protected"],
    ["app/.husky/pre-commit", "write", "protected"],
    ["app/.unheard-of/run", "write", "a hidden name nobody knows"],
    ["app/server.key", "write", "a secret's name"],
    ["app/keys/server.key", "delete", "a secret"],
    ["app/credentials.json", "write", "a secret's name"],
    ["app/m.pyc", "write", "code nobody can read"],
    ["app/__pycache__/m", "write", "code nobody can read"],
    ["app/-rf", "write", "an option to come"],
    ["app/$(touch x)", "write", "code to come"],
    ["app/a;b", "write", "two words to come"],
    ["app/a\nb", "write", "two lines to come"],
  ])("%s: %s is not proven: %s", (name, how) => expect(change(name, how)).toBeUndefined());
});

describe("what is kept", () => {
  test("what this session wrote, somebody may have changed since", () => {
    const written = new Set([box.at("app/a.ts"), box.at("app/dist/a.js"), box.at("app/dist/sub/b.js")]);
    expect([change("app/a.ts", "write", { written }), change("app/a.ts", "delete", { written })]).toEqual([
      ["app/a.ts"],
      ["app/a.ts"],
    ]);
    expect(change("app/dist", "delete", { written })).toEqual(["app/dist"]);
  });
  test("what git has as it stands needs no saving", () => {
    const git = { isTrackedClean: (path: string) => path.endsWith("/a.ts"), repositoryNames: () => [] };
    expect([change("app/a.ts", "write", {}, { git }), change("app/README.md", "write", {}, { git })]).toEqual([
      [],
      ["app/README.md"],
    ]);
  });
  test("what cannot be saved is not replaced; a new file replaces nothing", () => {
    const canSave = () => false;
    expect([change("app/a.ts", "write", { canSave }), change("app/new.ts", "write", { canSave })]).toEqual([
      undefined,
      [],
    ]);
    expect(change("app/dist", "delete", { canSave })).toBeUndefined();
  });
  test("all of a call is saved together, or none of it", () => {
    const asked: (readonly string[])[] = [];
    const scene = box.scene({ canSave: (paths) => asked.push(paths) > 0 && paths.length < 3 });
    const saves = (...paths: string[]) =>
      joinChanges(
        paths.map((path) => ({ saves: [path] })),
        scene,
      )?.saves;
    expect([saves("/a", "/b", "/a"), saves("/a", "/b", "/c"), joinChanges([undefined], scene)]).toEqual([
      ["/a", "/b"],
      undefined,
      undefined,
    ]);
    expect(asked).toEqual([
      ["/a", "/b"],
      ["/a", "/b", "/c"],
    ]);
  });
  test("of this session's files the mode changes", () => {
    expect(change("app/a.ts", "chmod", { written: new Set([box.at("app/a.ts")]) })).toEqual([]);
  });
});

describe("git's own names", () => {
  test("nobody told: nothing is changed", () => {
    const { git: _, ...scene } = box.scene();
    expect(mayChange(box.at("app/new.ts"), "write", scene)).toBeUndefined();
    const git = { isTrackedClean: () => true, repositoryNames: () => undefined };
    expect(change("app/new.ts", "write", {}, { git })).toBeUndefined();
  });
  test("what the configuration names, below it and above it", () => {
    const git = { isTrackedClean: () => true, repositoryNames: () => [box.at("app/tools/hooks")] };
    expect(
      ["app/tools/hooks/pre-commit", "app/tools/hooks", "app/tools", "app/toolsx"].map((name) =>
        change(name, "write", {}, { git }),
      ),
    ).toEqual([undefined, undefined, undefined, []]);
  });
  test("in any spelling, where a disk knows no case", () => {
    const git = { isTrackedClean: () => true, repositoryNames: () => [box.at("app/Tools/Hooks")] };
    expect(change("app/tools/hooks/pre-commit", "write", {}, { git })).toBeUndefined();
    expect(change("app/Vendor/Gate/x.js", "write", { gatePlaces: [box.at("app/vendor/gate")] })).toBeUndefined();
  });
  test("a directory that becomes a repository by itself", () => {
    for (const name of ["app/bare/HEAD", "app/bare/refs/x"]) box.write(name);
    expect(
      ["app/bare/config", "app/bare/objects/x", "app/bare/deep/x", "app/half/HEAD"].map((name) => change(name)),
    ).toEqual([...[undefined, undefined, undefined, []]]);
    box.write("app/almost/refs/x");
    expect([change("app/almost/HEAD"), change("app/almost/notes.md")]).toEqual([undefined, []]);
  });
  test("the same of what was answered and may not have run yet", () => {
    const written = new Set([box.at("app/Yet/Head")]);
    expect([change("app/yet/objects/x", "write", { written }), change("app/yet/a.ts", "write", { written })]).toEqual([
      undefined,
      [],
    ]);
  });
});

test("the gate's places, what holds them, an interpreter's environment, a directory of PATH", () => {
  box.write("app/tool-env/pyvenv.cfg");
  box.mkdir("app/on-path");
  const gatePlaces = [box.at("app/vendor/gate")];
  expect(
    ["app/vendor/gate/x.js", "app/vendor", "app/vendor/other.js"].map((name) => change(name, "write", { gatePlaces })),
  ).toEqual([...[undefined, undefined, []]]);
  expect(["app/tool-env/bin/x", "app/tool-envs/x"].map((name) => change(name))).toEqual([undefined, []]);
  const process = {
    path: [box.at("app/on-path"), "scripts", "./own/"],
    variables: new Set<string>(),
    values: {},
    names: new Set<string>(),
    terminal: false,
  };
  expect(
    ["app/on-path/ls", "app/on-path/deep/x", "app/scripts/ls", "app/own/ls"].map((name) =>
      change(name, "write", {}, { process }),
    ),
  ).toEqual([...[undefined, [], undefined, undefined]]);
});

describe("trees", () => {
  test("are deleted whole, and saved whole", () => {
    expect([change("app/dist", "delete"), change("app/empty", "delete")]).toEqual([["app/dist"], []]);
  });
  test.each(["app/linked", "app/guarded", "app/keys", "app"])(
    "%s is not: a link, a protected name, a secret, the root",
    (name) => expect(change(name, "delete")).toBeUndefined(),
  );
  test("what is mounted in one is another place", () => {
    const mounts = `36 35 0:40 / ${box.at("app/dist/sub")} rw - ext4 src rw`;
    const base = box.scene();
    const scene = { ...base, disk: { ...base.disk, readFile: () => Buffer.from(mounts) } };
    expect(mayChange(box.at("app/dist"), "delete", scene)).toBeUndefined();
    expect(mayChange(box.at("app/dist/a.js"), "delete", scene)?.saves).toEqual([box.at("app/dist/a.js")]);
  });
  test("above the bound they are not looked through", () => {
    const scene = (names: number): Scene => {
      const base = box.scene();
      const readDir = (path: string) =>
        path === box.at("app/empty") ? Array.from({ length: names }, (_, i) => `f${i}`) : [];
      const lstat: typeof base.disk.lstat = (path) =>
        path.startsWith(box.at("app/empty/")) ? base.disk.lstat(box.at("app/a.ts")) : base.disk.lstat(path);
      return { ...base, disk: { ...base.disk, readDir, lstat } };
    };
    expect(mayChange(box.at("app/empty"), "delete", scene(5_000))?.saves).toEqual([box.at("app/empty")]);
    expect(mayChange(box.at("app/empty"), "delete", scene(5_001))).toBeUndefined();
  });
});

describe("copies and moves", () => {
  const bring = (from: string, to: string, how: "copy" | "move") =>
    mayBring(box.at(from), box.at(to), how, box.scene())?.saves.map((path) => path.slice(box.home.length + 1));
  test.each([
    ["app/a.ts", "app/z.ts", "copy", []],
    ["other/notes.md", "app/notes.md", "copy", []],
    ["app/a.ts", "app/README.md", "copy", ["app/README.md"]],
    ["app/a.ts", "app/z.ts", "move", ["app/a.ts"]],
    ["app/dist", "app/build", "copy", []],
    ["app/dist", "app/build", "move", ["app/dist"]],
  ] as const)("%s to %s: %s saves %j", (from, to, how, saves) => expect(bring(from, to, how)).toEqual(saves));
  test.each([
    ["app/a.ts", "other/a.ts", "copy"],
    ["other/notes.md", "app/n.md", "move"],
    [".ssh/config", "app/c", "copy"],
    ["app/keys/server.key", "app/k", "copy"],
    ["app/a.ts", ".git/hooks/pre-commit", "copy"],
    ["app/a.ts", "app/.git/hooks/pre-commit", "move"],
    ["app/dist", "app/dist/in", "copy"],
    ["app/dist/sub", "app/dist", "move"],
    ["app/dist", "app/src", "copy"],
    ["app/linked", "app/l2", "copy"],
    ["app/guarded", "app/g2", "move"],
    ["app/keys", "app/k2", "copy"],
    ["app/dist", "app/.github/workflows", "copy"],
    ["other", "app/o2", "move"],
  ] as const)("%s to %s: %s is not proven", (from, to, how) => expect(bring(from, to, how)).toBeUndefined());
  test("what lies with somebody else is not looked at", () => {
    const base = box.scene();
    const looked: string[] = [];
    const lstat: typeof base.disk.lstat = (path) => {
      looked.push(path);
      return base.disk.lstat(path);
    };
    const mounts = `36 35 0:40 / ${box.at("other")} rw - nfs src rw`;
    const scene = { ...base, disk: { ...base.disk, lstat, readFile: () => Buffer.from(mounts) } };
    expect(mayBring(box.at("other/notes.md"), box.at("app/n.md"), "copy", scene)).toBeUndefined();
    expect(looked.filter((path) => path.startsWith(box.at("other")))).toEqual([]);
  });
  test("a tree becomes protected by where it goes", () => {
    box.write("app/plain/workflows/ci.yml");
    expect([bring("app/plain", "app/.github", "move"), bring("app/plain", "app/moved", "move")]).toEqual([
      undefined,
      ["app/plain"],
    ]);
  });
});

describe("which root", () => {
  const at = (root: string, name: string, call: Partial<CoreCall> = {}) =>
    mayChange(
      root === "/" ? `/${name}` : `${root}/${name}`,
      "write",
      box.scene({ projectRoot: root, cwd: root, ...call }),
    )?.saves;
  test("none where the session started in no project", () => {
    for (const root of [
      "/",
      box.home,
      box.home.slice(0, box.home.lastIndexOf("/")),
      "/etc",
      "/usr/local/x",
      "/opt/x",
      "/var/lib/x",
    ])
      expect([root, at(root, "zz-none/new.ts")]).toEqual([root, undefined]);
    for (const name of [".config/x", ".tool", ".tool/deep"])
      expect([name, at(box.mkdir(name), "new.ts")]).toEqual([name, undefined]);
  });
  test("a repository of its own further down is a project; of the directory itself it is none", () => {
    box.mkdir(".local/src/mine/.git");
    box.mkdir(".dots/.git");
    box.mkdir(".config/unheard/.git");
    const roots = [".local/src/mine", ".dots", ".config/unheard"].map((name) => at(box.at(name), "new.ts"));
    expect(roots).toEqual([[], undefined, undefined]);
  });
  test("by way of a link to the project, and in additional directories", () => {
    expect(at(box.at("alias"), "new.ts")).toEqual([]);
    expect(at(box.at("alias"), "out/x")).toBeUndefined();
    const call = { projectRoot: box.root, additional: [box.at("other"), box.home, "/etc"] };
    expect(mayChange(box.at("other/new.md"), "write", box.scene(call))?.saves).toEqual([]);
    expect(mayChange(box.at("more/new.md"), "write", box.scene(call))).toBeUndefined();
    expect(mayChange("/etc/new", "write", box.scene(call))).toBeUndefined();
  });
});
