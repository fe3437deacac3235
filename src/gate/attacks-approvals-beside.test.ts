/** An approval is bound to what a runner takes in beside the definition it is given, also outside the project and unnamed. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { approvedAgain, bash, type Project, project } from "../testing/index.ts";

let here: Project;
beforeEach(() => {
  here = project();
});
afterEach(() => here.remove());

const put = (path: string, text: string): void => {
  mkdirSync(dirname(join(here.home, path)), { recursive: true });
  writeFileSync(join(here.home, path), text);
};
const again = (command: string, between: () => unknown): Promise<string> =>
  approvedAgain(here)(bash(command.replaceAll("~", here.home)), between);

const PLAY = { "out/an/site.yml": "- hosts: all\n  roles: [r]\n", "out/an/roles/r/tasks/main.yml": "- debug:\n" };
const WIDE = { "site.yml": "- hosts: all\n  roles: [r]\n", "roles/r/tasks/main.yml": "- debug:\n" };
const DOWN = { "Downloads/site.yml": "- hosts: all\n", "Downloads/roles/r/tasks/main.yml": "- debug:\n" };
const HCL = { "out/tf/main.tf": 'module "m" { source = "./m" }\n', "out/tf/modules/m/main.tf": "#\n" };
const CHART = { "out/chart/Chart.yaml": "name: c\n", "out/chart/templates/a.yaml": "kind: Pod\n" };
const IMAGE = { "out/img/Dockerfile": "FROM x\nCOPY . .\n", "out/img/src/deep/down/a.sh": "true\n" };
const COMPOSE = { "out/c/compose.yml": "services:\n  a:\n    build: .\n", "out/c/src/deep/a.sh": "true\n" };

const rows: readonly (readonly [string, Readonly<Record<string, string>>, string])[] = [
  ["ansible-playbook ~/out/an/site.yml", PLAY, "out/an/roles/r/tasks/main.yml"],
  ["ansible-playbook ~/out/an/site.yml", PLAY, "out/an/group_vars/all.yml"],
  ["ansible-playbook ~/out/an/site.yml", PLAY, "out/an/host_vars/a.yml"],
  ["ansible-playbook ~/out/an/site.yml", PLAY, "out/an/library/m.py"],
  ["ansible-playbook ~/out/an/site.yml", PLAY, "out/an/roles/r/defaults/deep/down/main.yml"],
  ["ansible-playbook -i h, --check ~/out/an/site.yml", PLAY, "out/an/filter_plugins/f.py"],
  ["ansible-playbook ~/site.yml", WIDE, "roles/r/tasks/main.yml"],
  ["ansible-playbook ~/site.yml", WIDE, "group_vars/all.yml"],
  ["ansible-playbook ~/Downloads/site.yml", DOWN, "Downloads/roles/r/tasks/main.yml"],
  ["unheardof ~/out/an/site.yml", PLAY, "out/an/roles/r/tasks/main.yml"],
  ["terraform -chdir=~/out/tf apply", HCL, "out/tf/modules/m/main.tf"],
  ["packer build ~/out/tf/main.tf", HCL, "out/tf/modules/m/main.tf"],
  ["helm install c ~/out/chart", CHART, "out/chart/templates/a.yaml"],
  ["docker build ~/out/img", IMAGE, "out/img/src/deep/down/a.sh"],
  ["docker compose -f ~/out/c/compose.yml up", COMPOSE, "out/c/src/deep/a.sh"],
];
const lay = (files: Readonly<Record<string, string>>): void => {
  for (const [path, text] of Object.entries(files)) put(path, text);
};

describe("what lies beside a definition", () => {
  test.each(rows)("%s passes as it was asked", async (command, files) => {
    lay(files);
    expect(await again(command, () => undefined)).toBe("approval");
  });

  test.each(rows)("%s: void once another is there (%s %s)", async (command, files, changed) => {
    lay(files);
    expect(await again(command, () => put(changed, "other\n"))).not.toBe("approval");
  });

  test.each([
    ["ansible-playbook ~/site.yml", WIDE, "notes.txt"],
    ["ansible-playbook ~/Downloads/site.yml", DOWN, "Downloads/film.mkv"],
    ["ansible-playbook ~/out/an/site.yml", PLAY, "out/an/run.log"],
    ["ansible-playbook ~/out/an/site.yml", PLAY, "out/other/a.yml"],
  ] as const)("%s holds while %s is not part of it (%s)", async (command, files, changed) => {
    lay(files);
    expect(await again(command, () => put(changed, "other\n"))).toBe("approval");
  });
});
