import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "./config.ts";
import { gitBoolean } from "./configfile.ts";
import { parseConfig } from "./configsyntax.ts";
import { findRepo } from "./repo.ts";
import { type Sandbox, sandbox } from "./testing.ts";

let box: Sandbox;
beforeAll(() => {
  box = sandbox();
  box.repo("repo");
});
afterAll(() => box.remove());

/** What git lists for one file: key and value (null without one); undefined when git refuses the file. */
function gitLists(content: string | Uint8Array): readonly (readonly [string, string | null])[] | undefined {
  box.write("one.config", content);
  const { status, stdout } = box.tryGit("", "config", "-f", "one.config", "--list", "-z");
  if (status !== 0) return undefined;
  return stdout
    .toString("utf8")
    .split("\0")
    .slice(0, -1)
    .map((line) => {
      const cut = line.indexOf("\n");
      return cut === -1 ? [line, null] : [line.slice(0, cut), line.slice(cut + 1)];
    });
}

function weList(content: string | Uint8Array): readonly (readonly [string, string | null])[] | undefined {
  const parsed = parseConfig(Buffer.from(content));
  return parsed.ok ? parsed.value.map(({ key, value }) => [key, value]) : undefined;
}

describe("the syntax, with git as the referee", () => {
  test.each([
    ["sections and values", '[core]\n\tbare = false\n[remote "origin"]\n\turl = https://example.org/x\n'],
    ["case", '[Core]\nFooBar=x\n[Remote "OriGin"]\nURL=y\n[Old.Style]\nA=1\n'],
    ["a variable alone", "[core]\n\tbare\n bare ; comment\n"],
    ["continuation", "[a]\nb = one \\\n   two \\\n\n c = 1\n"],
    ["continuation at the end", "[a]\nb = one\\"],
    ["comments", '# x\n; y\n[a] # z\nb = 1 # c\nc = "# no" ; d\n'],
    ["quotes", '[a]\nb = "  x  " y  \nc = a"b"c\nd = "\\t\\n\\"\\\\"\n'],
    ["an open quote", '[a]\nb = "x\n'],
    ["a bad escape", "[a]\nb = \\x\n"],
    ["value on the section's line", "[a] b = 1\n"],
    ["subsection escapes", '[a "x\\"y\\\\z\\q"]\nb=1\n'],
    ["subsection without quotes", "[a x]\nb=1\n"],
    ["a space before the bracket", '[a "x" ]\nb=1\n'],
    ["CR LF", '[a]\r\nb = 1\r\n[c "d"]\r\ne\r\n'],
    ["a lone CR", "[a]\nb = 1\rc\n"],
    ["a byte order mark", "\uFEFF[a]\nb=1\n"],
    ["inner white space", "[a]\nb = x  y\n"],
    ["no section", "b = 1\n"],
    ["digits first", "[a]\n1b = 1\n"],
    ["underscore", "[a]\nb_c = 1\n"],
    ["empty value", '[a]\nb =\nc = ""\n'],
    ["nothing", ""],
    ["a NUL in a value", "[a]\nb = x\0y\n"],
    ["a NUL in a subsection", '[a "x\0y"]\nb = 1\n'],
    ["text that is no ASCII", '[a "ü"]\nb = é\n'],
    ["a section that does not end", "[a"],
    ["brackets in a subsection", '[a "]"]\nb=1\n'],
  ])("%s", (_name, content) => {
    expect(weList(content)).toEqual(gitLists(content));
  });

  const token = fc.constantFrom(
    ...'[ ] " \\ = # ; . -'.split(" "),
    ..."\n \t \r\n \\\n".split(" "),
    ...[
      "[a]\n",
      "[core]\n",
      '[b "c"]\n',
      '[d "E.f"]',
      "k",
      "v = ",
      "name",
      "x y",
      "\\n",
      "\\t",
      '\\"',
      "\r",
      "\n\n",
      " ",
      "é",
      "\0",
      "_",
      "1",
      "true\n",
    ],
  );
  test("any soup of its pieces", () => {
    fc.assert(
      fc.property(fc.array(token, { maxLength: 24 }), (pieces) => {
        const content = pieces.join("");
        expect(weList(content)).toEqual(gitLists(content));
      }),
      { numRuns: 400 },
    );
  });

  test.each(["[a]\nb = x\ty\n", "[a]\nb = x\r y\n"])(
    "inner white space that versions of git keep or not: %j",
    (content) => {
      const parsed = parseConfig(Buffer.from(content));
      expect(parsed.ok && parsed.value[0]?.certain).toBe(false);
    },
  );
  test("bytes that are no text", () => {
    const parsed = parseConfig(Buffer.from([..."[a]\nb = "].map((c) => c.charCodeAt(0)).concat(0xff, 0x0a)));
    expect(parsed.ok && parsed.value[0]?.certain).toBe(false);
  });
});

describe("booleans, with git as the referee", () => {
  test.each([
    "true",
    "yes",
    "ON",
    "1",
    "0",
    "-1",
    "2k",
    "0k",
    "",
    "no",
    "Off",
    "false",
    "0x10",
    "00",
    "tru",
    "1x",
    "+5",
  ])("%j", (value) => {
    box.write("bool.config", `[a]\nb = "${value}"\n`);
    const { status, stdout } = box.tryGit("", "config", "-f", "bool.config", "--type=bool", "a.b");
    expect(gitBoolean(value)).toBe(status === 0 ? stdout.toString().trim() === "true" : undefined);
  });
});

describe("all files together, with git as the referee", () => {
  function compare(dir: string): void {
    const stdout = box.tryGit(dir, "config", "--list", "--show-origin", "--includes", "-z").stdout.toString("utf8");
    const parts = stdout.split("\0").slice(0, -1);
    const theirs = parts
      .flatMap((origin, i) => (i % 2 === 0 ? [[origin, parts[i + 1]]] : []))
      .filter(([origin]) => origin !== "command line:");
    const config = readConfig(findRepo(box.at(dir), box.world), box.world);
    expect(config.unknown).toBeNull();
    const ours = config.entries
      .filter((entry) => !entry.maybe)
      .map(({ file, key, value }) => [file, value === null ? key : `${key}\n${value}`]);
    expect(ours.map(([, line]) => line)).toEqual(theirs.map(([, line]) => line));
    const absolute = (origin: string | undefined): string => {
      const path = (origin ?? "").replace(/^file:/, "");
      return path.startsWith("/") ? path : `${box.at(dir)}/${path}`;
    };
    expect(ours.map(([file]) => file)).toEqual(theirs.map(([origin]) => absolute(origin)));
  }

  test("system, user, XDG, repository, work tree, includes", () => {
    box.write(".gitconfig", "[user]\nname = A\n[include]\npath = more.inc\npath = ~/absent.inc\n[alias]\nx = !y\n");
    box.write("more.inc", "[core]\nabbrev = 8\n[include]\npath = sub/deep.inc\n");
    box.write("sub/deep.inc", "[core]\nabbrev = 9\n");
    box.write(".config/git/config", "[user]\nname = B\n");
    box.git("repo", "config", "include.path", "../own.inc");
    box.write("repo/own.inc", "[x]\ny\n");
    box.git("repo", "config", "extensions.worktreeConfig", "true");
    box.git("repo", "config", "--worktree", "core.editor", "ed");
    compare("repo");
  });

  test.each([
    ["gitdir:~/repo/", true],
    ["gitdir:~/repo/.git", true],
    ["gitdir:repo/", true],
    ["gitdir:REPO/", false],
    ["gitdir/i:REPO/", true],
    ["gitdir:~/rep*/", true],
    ["gitdir:~/**/.git", true],
    ["gitdir:./repo/", true],
    ["gitdir:~/other/", false],
    ["gitdir:~/repo", false],
    ["gitdir:/", true],
    ["gitdir:**", true],
  ])("includeIf %s", (condition, holds) => {
    box.write("cond.inc", "[seen]\nhere = yes\n");
    box.write(".gitconfig", `[includeIf "${condition}"]\npath = ~/cond.inc\n`);
    compare("repo");
    const config = readConfig(findRepo(box.at("repo"), box.world), box.world);
    expect(config.entries.some((entry) => entry.key === "seen.here")).toBe(holds);
  });

  test.each(["onbranch:main", "hasconfig:remote.*.url:https://x/**", "something:new", "gitdir:~/[r]epo/"])(
    "%s is a maybe",
    (condition) => {
      box.write("cond.inc", "[seen]\nhere = yes\n");
      box.write(".gitconfig", `[includeIf "${condition}"]\npath = cond.inc\n`);
      const config = readConfig(findRepo(box.at("repo"), box.world), box.world);
      expect(config.entries.find((entry) => entry.key === "seen.here")?.maybe).toBe(true);
    },
  );

  test.each([
    ["[include]\npath = ~other/x\n", "cannot be followed"],
    ["[include]\npath\n", "cannot be followed"],
    ["[include]\npath = .gitconfig\n", "go deeper than"],
    ["[broken\n", "does not parse"],
  ])("%j is unknown", (content, why) => {
    box.write(".gitconfig", content);
    expect(readConfig(findRepo(box.at("repo"), box.world), box.world).unknown).toContain(why);
  });

  test("a file of the repository stays the repository's when the person's configuration includes it", () => {
    box.write(".gitconfig", "[include]\npath = ~/repo/shared.inc\n");
    box.write("repo/shared.inc", "[core]\nfsmonitor = ./x\n");
    const config = readConfig(findRepo(box.at("repo"), box.world), box.world);
    expect(config.entries.find((entry) => entry.key === "core.fsmonitor")?.scope).toBe("repository");
  });
});
