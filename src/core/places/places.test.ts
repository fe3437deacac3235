/** What may be looked at, on a real disk: every row both ways. */
import { execFileSync } from "node:child_process";
import { chmodSync, readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type PlaceBox, placeBox } from "../testing/place-scene.ts";
import { expandGlob, mayEnter, mayList, mayRead, maySearch, placeOf, realPath } from "./index.ts";

let box: PlaceBox;
beforeAll(() => {
  box = placeBox();
  for (const name of ["app/a.ts", "app/src/b.ts", "app/src/c.js", "app/README.md", "other/notes.md"]) box.write(name);
  for (const name of [".ssh/id_ed25519", ".aws/credentials", ".config/gh/hosts.yml", ".zsh_history"]) box.write(name);
  for (const name of [
    "app/.env",
    "app/.env.example",
    "app/deploy/server.key",
    "app/.ＥＮＶ",
    "app/.env.",
    "app/ID_RSA",
  ])
    box.write(name);
  box.link("app/plain.txt", "a.ts");
  box.link("app/key.txt", "../.ssh/id_ed25519");
  box.link("app/keys", "../.ssh");
  box.link("app/far.txt", "key.txt");
  box.link("app/.env.link", "README.md");
  box.link("app/hop.md", ".env.link");
  box.link("app/inner", "src");
  box.link("app/loop", "loop");
  box.link("app/self", "/proc/self/cwd");
  box.link("app/share", "//evil/share");
  box.link("app/net", "/net/evil");
  box.hardLink("app/second.txt", ".ssh/id_ed25519");
  execFileSync("mkfifo", [box.at("app/pipe")]);
});
afterAll(() => box.remove());

describe("reading", () => {
  test.each([
    "app/a.ts",
    "app/src/b.ts",
    "app/nothing.ts",
    "app/plain.txt",
    "app/.env.example",
    "other/notes.md",
    "app/inner/b.ts",
    "app/src/../a.ts",
  ])("%s may be read", (name) => expect(mayRead(box.at(name), box.scene())).toBe(true));
  test.each([
    [".ssh/id_ed25519", "a store"],
    [".ssh/none", "a store, of what is not there"],
    [".aws/credentials", "a store"],
    [".config/gh/hosts.yml", "a store"],
    [".zsh_history", "a store"],
    [".local/state/sallyport/x.jsonl", "the gate's own"],
    ["app/.env", "a secret's name"],
    ["app/.env/inside", "below it"],
    ["app/deploy/server.key", "a secret's name"],
    ["app/.ＥＮＶ", "in another form of its letters"],
    ["app/.env.", "with a dot behind"],
    ["app/.e\u200bnv", "with a sign nobody sees"],
    ["app/ID_RSA", "in capitals"],
    ["app/key.txt", "a link to a store"],
    ["app/far.txt", "a link to a link to a store"],
    ["app/keys/id_ed25519", "behind a link"],
    ["app/.env.link", "a link called like a secret"],
    ["app/hop.md", "through a link called like a secret"],
    ["app/second.txt", "a second name of the same file"],
    ["app/loop", "a loop"],
    ["app/self", "through a process"],
    ["app/inner/../a.ts", "`..` behind a link"],
    ["app/share/x", "a link to a share"],
    ["app/net", "a link to an automount"],
    ["app/pipe", "a pipe"],
    ["app/src", "a directory"],
    ["app/a\0.ts", "a sign no name has"],
    ["app/a.ts/..namedfork/rsrc", "another door to a file"],
  ])("%s may not: %s", (name) => expect(mayRead(box.at(name), box.scene())).toBe(false));
  test.each([
    "//evil/share",
    "/proc/self/environ",
    "/proc/cpuinfo",
    "/dev/stdin",
    "/dev/fd/3",
    "/dev/null",
    "/dev/tty",
    "/etc/shadow",
    "relative",
  ])("%s may not", (path) => expect(mayRead(path, box.scene())).toBe(false));
  test("where variables moved home or its configuration, stores are what they are", () => {
    const moved = (values: Record<string, string>) =>
      box.scene({}, { process: { path: [], variables: new Set(), values, names: new Set(), terminal: false } });
    expect(mayRead(box.at("other/gh/hosts.json"), moved({}))).toBe(true);
    expect(mayRead(box.at("other/gh/hosts.json"), moved({ XDG_CONFIG_HOME: box.at("other") }))).toBe(false);
    expect(mayRead(box.at("other/.netrc.d"), moved({ HOME: box.at("other") }))).toBe(false);
  });
  test("packages have their files by two names", () => {
    box.write("store/p.js");
    box.hardLink("app/node_modules/p/p.js", "store/p.js");
    expect(mayRead(box.at("app/node_modules/p/p.js"), box.scene())).toBe(true);
    expect(mayRead(box.at("store/p.js"), box.scene())).toBe(false);
  });
});

describe("listing and entering", () => {
  test.each([
    ["app", true],
    ["app/src", true],
    [".ssh", true],
    ["app/inner", true],
    ["app/none", true],
    ["app/share", false],
    ["app/self", false],
    ["app/loop", false],
  ] as const)("%s: may be listed %s", (name, may) => expect(mayList(box.at(name), box.scene())).toBe(may));
  test.each(["//evil/share", "/net/evil", "/proc/self/fd"])("%s may not be listed", (path) =>
    expect(mayList(path, box.scene())).toBe(false),
  );
  test.each([
    ["app/src", true],
    ["app/inner", true],
    ["app/none", false],
    ["app/a.ts", false],
    ["app/self", false],
  ] as const)("%s: may be entered %s", (name, may) => expect(mayEnter(box.at(name), box.scene())).toBe(may));
});

/** The same look, with each place written down. */
const noting =
  <T>(places: string[], look: (path: string) => T) =>
  (path: string): T => {
    places.push(path);
    return look(path);
  };

/** `36 35 0:40 / PLACE rw - TYPE source rw`, one a mount. */
const mounted = (mounts: Readonly<Record<string, string>>) => ({
  readFile: (path: string) =>
    path === "/proc/self/mountinfo"
      ? Buffer.from(
          Object.entries({ "/": "ext4", ...mounts })
            .map(([at, type]) => `36 35 0:40 / ${at.replaceAll(" ", "\\040")} rw,nosuid shared:1 - ${type} src rw`)
            .join("\n"),
        )
      : undefined,
});

describe("mounts", () => {
  test.each(["nfs", "nfs4", "cifs", "smb3", "fuse.sshfs", "fuse", "9p", "autofs", "davfs"])(
    "%s is not looked at",
    (type) => {
      const looked: string[] = [];
      const here = box.scene({}, { world: mounted({ [box.at("app/src")]: type, [box.at("my share")]: type }) });
      const scene = {
        ...here,
        disk: { ...here.disk, lstat: noting(looked, here.disk.lstat) },
      };
      expect(mayRead(box.at("app/src/b.ts"), scene)).toBe(false);
      expect(mayRead(box.at("app/inner/b.ts"), scene)).toBe(false);
      expect(mayRead(box.at("my share/x"), scene)).toBe(false);
      expect(mayList(box.at("app/src"), scene)).toBe(false);
      expect(mayList(box.at("app"), scene)).toBe(false);
      const clean = box.scene({}, { world: mounted({ [box.at("other/far")]: type }) });
      expect([maySearch(box.at("other"), clean), maySearch(box.at("other"), box.scene())]).toEqual([false, true]);
      expect(mayRead(box.at("app/a.ts"), scene)).toBe(true);
      expect(
        looked.filter((path) => path.startsWith(box.at("app/src")) || path.startsWith(box.at("my share"))),
      ).toEqual([]);
    },
  );
  test("a disk mounted over it, below it or beside it is one", () => {
    const over = {
      [box.at("app")]: "autofs",
      [box.at("app/src")]: "ext4",
      [box.at("app/srcs")]: "nfs",
      "/proc/sys/fs/x": "autofs",
    };
    const scene = box.scene({}, { world: mounted(over) });
    expect(mayRead(box.at("app/src/b.ts"), box.scene({}, { world: mounted({ [box.at("app")]: "btrfs" }) }))).toBe(true);
    expect(realPath(box.at("app/a.ts"), scene.disk)).toBeUndefined();
    expect(realPath("/", scene.disk)?.path).toBe("/");
    expect(
      mayList("/", box.scene({}, { world: mounted({ "/": "fuse.fuse-overlayfs", "/proc/sys/fs/x": "autofs" }) })),
    ).toBe(true);
    const twice = {
      readFile: () =>
        Buffer.from(["autofs", "ext4"].map((type) => `1 2 0:4 / ${box.root} rw - ${type} x rw`).join("\n")),
    };
    expect(mayRead(box.at("app/a.ts"), box.scene({}, { world: twice }))).toBe(true);
  });
  test("nothing behind a pattern's names is looked at before they are known", () => {
    box.mkdir("globbed/nas/deep");
    const looked: string[] = [];
    const here = box.scene({}, { world: mounted({ [box.at("globbed/nas")]: "nfs" }) });
    const disk = { ...here.disk, lstat: noting(looked, here.disk.lstat), readDir: noting(looked, here.disk.readDir) };
    expect(expandGlob(box.at("globbed/*/x*"), { ...here, disk })).toBeUndefined();
    expect(looked.filter((path) => path.startsWith(box.at("globbed/nas")))).toEqual([]);
  });
  test("the mounts are asked for once", () => {
    const asked: string[] = [];
    const { readFile } = mounted({});
    const scene = box.scene({}, { world: { readFile: noting(asked, readFile) } });
    for (const name of ["app/a.ts", "app/src/b.ts", "app/src"]) mayRead(box.at(name), scene);
    expect(asked).toEqual(["/proc/self/mountinfo"]);
  });
});

describe("searching", () => {
  const search = (name: string, how = {}) => maySearch(box.at(name), box.scene(), how);
  test("where the gate keeps its own is not searched, nor what holds it", () => {
    box.write("state/of/gate/x");
    const scene = box.scene({ gatePlaces: [box.at("state/of/gate")] });
    expect([maySearch(box.at("state"), scene), maySearch(box.at("state"), box.scene())]).toEqual([false, true]);
  });
  test("clean trees, single files, what is not there", () => {
    expect([search("app/src"), search("app/a.ts"), search("app/none"), search("other")]).toEqual([
      true,
      true,
      true,
      true,
    ]);
  });
  test("a secret below, by its name or place", () => {
    expect([search("app"), search("app/deploy"), search("app/.env"), search(".")]).toEqual([
      false,
      false,
      false,
      false,
    ]);
    box.write("tree/sub/.kube/config");
    box.write("tree/ok.ts");
    expect([search("tree"), search("tree/ok.ts")]).toEqual([false, true]);
    box.write("stored/x/.ssh/plain");
    expect(search("stored")).toBe(false);
    box.write("dotted/.secrets/a");
    expect(search("dotted")).toBe(false);
  });
  test("hidden names left out, or endings alone", () => {
    box.write("hid/.env");
    box.write("hid/a.ts");
    expect([search("hid"), search("hid", { hidden: false })]).toEqual([false, true]);
    box.write("ends/prod.env");
    box.write("ends/a.ts");
    expect([search("ends", { endings: [".ts"] }), search("ends", { endings: [".ts", ".ENV"] })]).toEqual([true, false]);
  });
  test("links below count where they are followed", () => {
    box.link("linked/k", "../.ssh/id_ed25519");
    expect([search("linked"), search("linked", { follow: true })]).toEqual([true, false]);
    box.link("led/dir", "../.ssh");
    expect([search("led"), search("led", { follow: true })]).toEqual([true, false]);
    box.write(".azure/plain");
    box.link("azure/dir", "../.azure");
    expect([search("azure"), search("azure", { follow: true })]).toEqual([true, false]);
    box.link("round/up", "..");
    box.link("fine/src", "../app/src");
    expect([search("round", { follow: true }), search("fine", { follow: true })]).toEqual([false, true]);
    box.link("shared/x", "//evil/share");
    expect(search("shared", { follow: true })).toBe(false);
  });
  test("what others published is not looked through", () => {
    box.write("packed/node_modules/x/test/server.key");
    box.write("packed/.git/objects/ab/server.key");
    expect([search("packed"), search("packed/node_modules")]).toEqual([true, true]);
    box.write("packed/.git/server.key");
    expect(search("packed")).toBe(false);
  });
  test("more than 8,000 names, and what cannot be listed, are not proven", () => {
    const scene = (names: number) =>
      box.scene(
        {},
        {
          world: {
            listDir: () => Array.from({ length: names }, (_, i) => ({ name: `f${i}.ts`, kind: "file" as const })),
          },
        },
      );
    expect([maySearch(box.root, scene(8_000)), maySearch(box.root, scene(8_001))]).toEqual([true, false]);
    expect(maySearch(box.root, box.scene({}, { world: { listDir: () => undefined } }))).toBe(false);
  });
  test("one walk for one scene", () => {
    const base = box.scene();
    const listed: string[] = [];
    const scene = { ...base, disk: { ...base.disk, listDir: noting(listed, () => []) } };
    expect([maySearch(box.root, scene), maySearch(box.root, scene), listed]).toEqual([true, true, [box.root]]);
  });
});

describe("patterns", () => {
  beforeAll(() => {
    for (const name of [
      "g/a.ts",
      "g/b.ts",
      "g/sub/a.ts",
      "g/A.md",
      "g/ü.x",
      "dash/-rf",
      "dash/x",
      "dot/.hid",
      "dot/x.ts",
    ])
      box.write(name);
    box.link("lnk/l.ts", "../app/a.ts");
    box.write("lnk/m.md");
    for (const name of ["sec/server.key", "sec/a.md", "hidsec/.env", "hidsec/a"]) box.write(name);
  });
  const expand = (pattern: string) =>
    expandGlob(box.at(pattern), box.scene())?.map((path) => path.slice(box.home.length + 1));
  test.each([
    ["g/*.ts", ["g/a.ts", "g/b.ts"]],
    ["g/?.ts", ["g/a.ts", "g/b.ts"]],
    ["g/*/a.ts", ["g/sub/a.ts"]],
    ["dot/*", ["dot/x.ts"]],
    ["dot/.h*", ["dot/.hid"]],
    ["lnk/*.md", ["lnk/m.md"]],
  ])("%s", (pattern, names) => expect(expand(pattern)).toEqual(names));
  test.each([
    "g/none*",
    "g/a.ts",
    "g/[ab].ts",
    "g/{a,b}.ts",
    "g/a\\*",
    "g/../*/x.ts",
    "g/?.x",
    "dash/*",
    "lnk/*",
    "lnk/*.ts",
    "sec/*",
    "hidsec/*",
    "app/inner/../*.ts",
    "g/*a*b*c*d",
  ])("%s is not put in place", (pattern) => expect(expand(pattern)).toBeUndefined());
  test("more than is looked through", () => {
    for (let i = 0; i < 1_001; i++) box.write(`many/f${i}`);
    expect([expand("many/f1*")?.length, expand("many/*")]).toEqual([112, undefined]);
  });
  test("as dash has it", () => {
    for (const pattern of ["g/*.ts", "g/*/a.ts", "dot/*", "many/f1*"]) {
      const out = execFileSync("dash", ["-c", `printf '%s\\n' ${pattern}`], {
        cwd: box.home,
        encoding: "utf8",
        env: { LC_ALL: "C" },
      });
      expect(expand(pattern)).toEqual(out.trim().split("\n"));
    }
  });
});

describe("where a text leads", () => {
  test.each([
    ["a.ts", "app/a.ts"],
    ["./src/../a.ts", "app/a.ts"],
    ["../other/notes.md", "other/notes.md"],
    ["~/other", "other"],
    ["src//b.ts/", "app/src/b.ts"],
    ["none/../a.ts", "app/a.ts"],
  ])("%s", (text, name) => expect(placeOf(text, box.root, box.scene().disk)).toBe(box.at(name)));
  test.each(["inner/../a.ts", "self/a.ts", "share/a", "", "//evil/x", "loop/x", "/dev/stdin"])(
    "%s: nobody can say",
    (text) => expect(placeOf(text, box.root, box.scene().disk)).toBeUndefined(),
  );
  test("what cannot be looked at", () => {
    const dir = box.mkdir("shut/in");
    chmodSync(box.at("shut"), 0);
    try {
      const isRoot = process.getuid?.() === 0;
      expect(realPath(`${dir}/x`, box.scene().disk) === undefined).toBe(!isRoot);
    } finally {
      chmodSync(box.at("shut"), 0o755);
    }
    expect(readdirSync(dir)).toEqual([]);
  });
  test("what is told to be unreadable", () => {
    const base = box.scene().disk;
    const disk = {
      ...base,
      lstat: (path: string) =>
        path.endsWith("/src") ? { ...base.lstat(path), kind: "unreadable" as const } : base.lstat(path),
    };
    expect([realPath(box.at("app/src/b.ts"), disk), realPath(box.at("app/a.ts"), disk)?.path]).toEqual([
      undefined,
      box.at("app/a.ts"),
    ]);
  });
  test("a link to the root, and `..` behind it", () => {
    box.link("slash", "/");
    expect(placeOf("../slash/../me", box.root, box.scene().disk)).toBeUndefined();
    expect(placeOf("../slash/etc", box.root, box.scene().disk)).toBe(box.at("slash/etc"));
  });
  test("on Windows a name may be another's", () => {
    const base = box.scene().disk;
    const disk = { ...base, platform: "win32" as const, home: "C:/Users/me", lstat: () => base.lstat("/none") };
    expect(realPath("C:/Users/me/app/a.ts", disk)?.path).toBe("C:/Users/me/app/a.ts");
    expect(placeOf("src\\a.ts", "C:/Users/me/app", disk)).toBe("C:/Users/me/app/src/a.ts");
    for (const path of ["C:/a/ENV~1", "C:/a/x.txt:stream", "C:/a/nul", "C:/a/x.", "Z:/a", "/a", "//host/share"])
      expect(realPath(path, disk)).toBeUndefined();
  });
});
