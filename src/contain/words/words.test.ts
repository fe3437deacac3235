/** Which calls walls can carry: rows both ways, and the shape of the tables. */
import { describe, expect, test } from "vitest";
import type { SimpleCommand } from "../../contract/simple.ts";
import { unwalledBy, type WordRow } from "./index.ts";
import LOSSES from "./losses.json" with { type: "json" };
import NEEDS from "./needs.json" with { type: "json" };

const simple = (text: string, more: Partial<SimpleCommand> = {}): SimpleCommand => {
  const words = text.split(" ").map((value) => ({ value, text: value, prefix: value }));
  const name = words[0]?.value ?? null;
  return { name, words, wrappers: [], assignments: [], reads: [], writes: [], cwd: "/p", depth: 0, ...more };
};
const isInside = (path: string): boolean => path.startsWith("/p/") || path.startsWith("/tmp/s/");
const isStore = (path: string): boolean => path.startsWith("/h/.ssh");
const held = (...commands: readonly SimpleCommand[]): string | undefined => {
  const found = unwalledBy({ commands, background: false, isInside, isStore });
  return found === undefined ? undefined : `${found.why} ${found.what}`;
};

describe("what walls cannot carry", () => {
  test.each([
    ["curl https://example.com", "need network"],
    ["npm install left-pad", "need network"],
    ["npm --prefix app install", "need network"],
    ["npx -y cowsay", "need network"],
    ["git push origin main", "need network"],
    ["git -C sub push", "need network"],
    ["git remote add o https://example.com/r", "need network"],
    ["docker ps", "need daemon"],
    ["psql -c x", "need daemon"],
    ["vim a.txt", "need terminal"],
    ["npm run dev", "need outlive"],
    ["python3 -m http.server", "need outlive"],
    ["ps aux", "need process"],
    ["kill 4711", "need process"],
    ["git switch main", "need git"],
    ["git gc", "loss history"],
    ["git branch -D topic", "loss history"],
    ["dd if=a of=b", "loss device"],
    ["chmod u+s a", "need rights"],
    ["chmod 4755 a", "need rights"],
    ["chmod u=rwxs a", "need rights"],
  ])("%s: %s", (text, why) => expect(held(simple(text))).toBe(why));

  test("behind a wrapper, and as one", () => {
    expect(held(simple("make", { wrappers: ["sudo"] }))).toBe("need rights");
    expect(held(simple("curl x", { wrappers: ["timeout"] }))).toBe("need network");
  });

  test("what goes on by itself", () => {
    expect(unwalledBy({ commands: [simple("node a.js")], background: true, isInside, isStore })?.what).toBe("outlive");
    expect(
      unwalledBy({ commands: [simple("node a.js"), simple("kill %1")], background: true, isInside, isStore }),
    ).toBeUndefined();
  });

  test("a server of its own is asked inside, and nobody else", () => {
    const texts = (...all: readonly string[]) =>
      unwalledBy({ commands: all.map((text) => simple(text)), background: true, isInside, isStore })?.what;
    expect(texts("node s.js", "curl -s http://localhost:3000/x", "kill %1")).toBeUndefined();
    expect(texts("node s.js", "curl -s http://localhost:3000/x https://example.com/", "kill %1")).toBe("network");
    expect(texts("node s.js", "curl -s example.com", "kill %1")).toBe("network");
    expect(held(simple("curl -s http://localhost:3000/"))).toBe("need network");
  });

  test("a store of credentials", () => {
    expect(held(simple("tar czf out.tgz /h/.ssh"))).toBe("need credentials");
    expect(held(simple("cat id", { cwd: "/h/.ssh" }))).toBe("need credentials");
    expect(held(simple("cat id"))).toBeUndefined();
  });

  test("a literal place outside", () => {
    const word = (value: string) => ({ value, text: value, prefix: value });
    expect(held(simple("echo x", { writes: [word("/etc/motd")] }))).toBe("need outside");
    expect(held(simple("echo x", { writes: [word("out.txt")] }))).toBeUndefined();
    expect(held(simple("echo x", { writes: [word("/tmp/s/out.txt")] }))).toBeUndefined();
    expect(held(simple("echo x", { writes: [{ value: null, text: "$X", prefix: "" }] }))).toBeUndefined();
    const use = { path: [], options: [], operands: [{ word: word("/var/lib/x"), role: "delete" as const }] };
    expect(held(simple("rm /var/lib/x", { use }))).toBe("need outside");
  });
});

test.each([
  "npm test",
  "npm run build",
  "npx vitest run",
  "make",
  "cargo test",
  "go build ./...",
  "python3 script.py",
  "node -e x",
  "git commit -m x",
  "git status",
  "nobodyknows --flag",
  "kill %1",
  "chmod +x a",
  "chmod -R 0755 a",
  "docker-lint Dockerfile",
])("%s goes in", (text) => expect(held(simple(text))).toBeUndefined());

test("each row names one reason, on one short line", () => {
  for (const row of [...NEEDS, ...LOSSES] as readonly WordRow[]) {
    expect(Object.keys(row).filter((key) => !["need", "loss", "programs", "words"].includes(key))).toEqual([]);
    expect([row.need, row.loss].filter((why) => why !== undefined)).toHaveLength(1);
    expect(JSON.stringify(row).length).toBeLessThanOrEqual(200);
    expect(row.programs).toMatch(/^\S+(?: \S+)*$/);
    if (row.words !== undefined) expect(row.words).toMatch(/^[^,]+(?:, [^,]+)*$/);
  }
});
