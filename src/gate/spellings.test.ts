/** No way to spell a path moves an edit out of the project or into a guarded place: paths made at random. */
import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, test } from "vitest";
import { call, type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  for (const folder of ["elsewhere", ".ssh"]) mkdirSync(join(here.home, folder), { recursive: true });
  writeFileSync(join(here.home, "elsewhere/file"), "x\n");
  here.write("src/a.ts", "a\n");
  symlinkSync(join(here.home, "elsewhere"), here.at("out"));
  symlinkSync(join(here.home, ".ssh"), here.at("keys"));
  symlinkSync(here.at(".git"), here.at("gitlink"));
  linkSync(join(here.home, "elsewhere/file"), here.at("hard.txt"));
  mkdirSync(here.at("plain"), { recursive: true });
  execFileSync("git", ["init", "-q"], { cwd: here.root });
});
afterAll(() => here.remove());

describe("no trick of spelling moves an edit past the fast path", () => {
  const guarded = fc.constantFrom(".git", ".claude", ".codex", ".sallyport", ".vscode", "node_modules", ".husky");
  const bend = fc.constantFrom(
    (name: string) => name,
    (name: string) => name.toUpperCase(),
    (name: string) => `${name}.`,
    (name: string) => `${name} `,
    (name: string) => `./x/../${name}`,
    (name: string) => `src/../${name}`,
    (name: string) => `//${name}`,
    (name: string) => `${name.slice(0, 1)}\u200b${name.slice(1)}`,
    (name: string) => name.replace(/[a-z]/, (c) => String.fromCodePoint(0xff41 + c.charCodeAt(0) - 97)),
    (name: string) => `plain/../src/.././${name}`,
  );
  test("guarded and protected names under any spelling", async () => {
    const gate = here.gate();
    await fc.assert(
      fc.asyncProperty(guarded, bend, fc.constantFrom("", "/a", "/a/../b", "/./c"), async (name, spell, rest) => {
        const decision = await gate.check(
          call("Write", { file_path: `${here.root}/${spell(name)}${rest}`, content: "x" }),
        );
        return decision.behavior !== "allow";
      }),
      { numRuns: 300 },
    );
  });

  test("no path made of these pieces is allowed outside the project", async () => {
    const gate = here.gate();
    const piece = fc.constantFrom("..", ".", "src", "out", "keys", "gitlink", "plain", "file", "~", "hard.txt", "");
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 7 }), async (pieces) => {
        const path = pieces.join("/");
        const decision = await gate.check(call("Write", { file_path: path, content: "x" }, { cwd: here.root }));
        if (decision.behavior !== "allow") return true;
        const real = execFileSync("realpath", ["-m", "--", path], { cwd: here.root, encoding: "utf8" }).trim();
        return real.startsWith(`${here.root}/`) && !real.includes("/.git");
      }),
      { numRuns: 300 },
    );
  });
});
