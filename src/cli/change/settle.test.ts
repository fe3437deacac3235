import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { goneMessage } from "../../hosts/install/line.ts";
import { scratchFolder } from "../../testing/folder.ts";
import { nameCommands, programPlace, settle } from "./settle.ts";

const box = scratchFolder();
afterAll(() => box.remove());
const env = { HOME: box.folder, PATH: "/usr/bin", SHELL: "/bin/bash" };

const program = (folder: string): string => {
  mkdirSync(join(folder, "dist"), { recursive: true });
  writeFileSync(join(folder, "dist/hook.cjs"), "");
  writeFileSync(join(folder, "dist/sallyport.cjs"), "");
  return join(folder, "dist");
};
const placeOf = (running: string) => {
  const place = programPlace(env, running);
  if (!place.ok) throw new Error(place.error);
  return place.value;
};
const gone = (running: string): string => {
  const { folder, origin } = placeOf(running);
  const pins = { node: "/n", program: folder, home: "", locale: "", config: "", state: "", keys: [], deadlineMs: 0 };
  return goneMessage("codex", { ...pins, ...(origin === null ? {} : { origin }) });
};

test.each([
  ["file:/tmp/it's/sallyport-0.1.0.tgz", "npx -y -p 'file:/tmp/it'\\''s/sallyport-0.1.0.tgz' sallyport install codex."],
  ["file:/tmp/a.tgz", "npx -y -p file:/tmp/a.tgz sallyport install codex."],
  ["sallyport@0.1.0", "npx -y -p sallyport@0.1.0 sallyport install codex."],
])("what npx fetched from %s is fetched from there again, by the copy of it too", (spec, again) => {
  const cache = join(box.folder, `.npm/_npx/${Buffer.from(spec).toString("hex")}`);
  const running = program(join(cache, "node_modules/sallyport"));
  writeFileSync(join(cache, "package.json"), JSON.stringify({ _npx: { packages: [spec] } }));
  expect(gone(running)).toContain(`Install it again: ${again}`);
  const own = { ...env, HOME: join(box.folder, `home-${Buffer.from(spec).toString("hex")}`) };
  const place = programPlace(own, running);
  if (!place.ok) throw new Error(place.error);
  const told = settle(place.value, own);
  expect(told.ok && told.value.join(" ")).toContain(
    `paste this line:\necho 'export PATH="$HOME/.local/bin:$PATH"' >> ~/.bashrc; . ~/.bashrc`,
  );
  expect(placeOf(place.value.folder).origin).toBe(spec);
});

test("what npm or a clone put there names no registry", () => {
  const global = gone(program(join(box.folder, "lib/node_modules/sallyport")));
  expect(global).toContain("npm install -g and what you installed it from before");
  const clone = program(join(box.folder, "clone"));
  expect(gone(clone)).toContain(`Put its folder back to ${dirname(clone)}`);
  for (const said of [global, gone(clone)]) expect(said).not.toMatch(/npm install -g sallyport|npx sallyport/);
});

test("until the command is on PATH it is named by its whole path", () => {
  const text = "See how it goes: sallyport status. The word sallyport stays; ~/sallyport status too.";
  const link = join(box.folder, ".local/bin/sallyport");
  const copied = { folder: "/f", from: "/x", origin: null };
  expect(nameCommands(text, copied, env)).toBe(text.replace(": sallyport status", `: ${link} status`));
  expect(nameCommands(text, copied, { ...env, PATH: `/usr/bin:${dirname(link)}` })).toBe(text);
  expect(nameCommands(text, { ...copied, from: null }, env)).toBe(text);
});
