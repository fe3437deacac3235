/** What a person's shell, editor, agent or git obey may lie in the project under another name: a link leads to it. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { mayChange } from "../edits.ts";
import { type PlaceBox, placeBox } from "../testing/place-scene.ts";

let box: PlaceBox;
beforeEach(() => {
  box = placeBox();
});
afterEach(() => box.remove());

const isOpen = (name: string, how: "write" | "delete" = "write"): boolean =>
  mayChange(box.at(name), how, box.scene()) !== undefined;

test.each([
  [".bashrc", "app/shell/rc", "app/shell/rc"],
  [".claude", "app/claude", "app/claude/hooks/x.sh"],
  [".ssh/authorized_keys", "app/keys-of-mine", "app/keys-of-mine"],
  [".config", "app/config", "app/config/nvim/init.lua"],
  [".config/fish/conf.d/x.fish", "app/x.fish", "app/x.fish"],
  [".config/nvim/lua/plugins/x.lua", "app/px", "app/px"],
  [".local/bin", "app/tools", "app/tools/git"],
])("~/%s leads to %s: %s", (link, to, written) => {
  box.write(written);
  expect(isOpen(written)).toBe(true);
  box.link(link, box.at(to));
  expect(isOpen(written)).toBe(false);
});

test.each([
  [".git/hooks/pre-commit", "../../scripts/check.sh", "app/scripts/check.sh"],
  [".git/config", "../settings-of-git", "app/settings-of-git"],
  [".github", "gh", "app/gh/workflows/ci.yml"],
  [".vscode/tasks.json", "../x/tasks.json", "app/x/tasks.json"],
])("%s of the project leads to %s: %s", (link, to, written) => {
  box.write(written);
  expect(isOpen(written)).toBe(true);
  box.link(`app/${link}`, to);
  expect(isOpen(written)).toBe(false);
});

test("by two steps, from inside a linked directory, and by what holds it", () => {
  box.write("app/chain/rc");
  box.link("app/chain/one", "rc");
  box.link(".zshrc", box.at("app/chain/one"));
  expect([isOpen("app/chain/rc"), isOpen("app/chain", "delete"), isOpen("app/chain/two")]).toEqual([
    false,
    false,
    true,
  ]);
  box.write("app/editor/init.lua");
  box.link("app/config/nvim", box.at("app/editor"));
  box.link(".config", box.at("app/config"));
  expect(isOpen("app/editor/init.lua")).toBe(false);
});

test("a link that protects nothing, and files beside where one leads, stay ordinary", () => {
  for (const name of ["app/docs/a.md", "app/shell/readme.md", "app/data.json", "app/shell/rc"]) box.write(name);
  box.link("notes", box.at("app/docs"));
  box.link(".bashrc", box.at("app/shell/rc"));
  box.link(".config/some-tool/data.json", box.at("app/data.json"));
  for (const name of ["app/docs/a.md", "app/shell/readme.md", "app/data.json"]) expect(isOpen(name)).toBe(true);
});
