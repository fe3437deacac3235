/** Deny and ask rules on a sub-command hold for the program's own other names of it, shortened ones too; allow rules do not. */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bash, type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
});
afterAll(() => here.remove());

const by = async (rule: string, command: string): Promise<string> => {
  const settings = { mode: "bypassPermissions", permissions: { deny: [rule] } } as const;
  return (await here.gate({ settings, restore: null }).check(bash(command))).by;
};

describe.each<[string, readonly string[], readonly string[]]>([
  ["Bash(git add:*)", ["git stage .", "git -C x stage .", "git-stage ."], ["git status", "git commit -m 'stage x'"]],
  ["Bash(git add -f:*)", ["git stage --force x"], ["git stage x"]],
  ["Bash(git stage:*)", ["git add ."], []],
  ["Bash(git blame *)", ["git annotate a.ts"], []],
  ["Bash(git init)", ["git init-db"], []],
  [
    "Bash(ip addr del:*)",
    ["ip a del 1.2.3.4/24 dev lo", "ip a d 1.2.3.4/24 dev lo", "ip -4 address delete 1.2.3.4 dev lo"],
    ["ip a", "ip addr show", "ip a s lo", "ip r"],
  ],
  ["Bash(ip a del:*)", ["ip addr del 1.2.3.4 dev lo"], ["ip addr"]],
  ["Bash(ip rule:*)", ["ip ru del x"], ["ip r", "ip route", "ip link"]],
  ["Bash(tc qdisc del:*)", ["tc q d dev lo root"], ["tc q show"]],
  ["Bash(btrfs subvolume delete:*)", ["btrfs sub del x"], ["btrfs sub list x"]],
  ["Bash(nmcli connection delete:*)", ["nmcli c d x", "nmcli con del x"], ["nmcli c show", "nmcli d"]],
  ["Bash(helm uninstall:*)", ["helm delete x", "helm del x", "helm -n p un x"], ["helm list", "helm ls"]],
  ["Bash(npm publish:*)", ["npm pub", "npm publ --tag x"], ["npm pack", "npm ping", "npm test"]],
  ["Bash(npm unpublish:*)", ["npm unpub x", "npm unp x"], ["npm un x"]],
  [
    "Bash(npm run deploy:*)",
    [
      ...["npm run-script deploy", "npm rum deploy", "npm urn deploy", "npm ru deploy", "npm run-s deploy"],
      ...["npm runScript deploy", "npm --prefix x urn deploy", "npm rum --silent deploy"],
    ],
    ["npm run build", "npm rum test", "npm r deploy"],
  ],
  ["Bash(npm run deploy)", ["npm urn deploy"], ["npm urn deploy now"]],
  ["Bash(npm rum deploy:*)", ["npm run deploy"], []],
  ["Bash(npm install:*)", ["npm add x", "npm isntall x", "npm i x", "npm insta x"], ["npm it", "npm ci", "npm ls"]],
  ["Bash(npm install-test:*)", ["npm it"], ["npm install", "npm i"]],
  ["Bash(npm exec:*)", ["npm x foo", "npx foo"], ["npm explain foo"]],
  ["Bash(npx:*)", ["npm exec foo", "npm x foo"], ["npm test"]],
  ["Bash(npm test:*)", ["npm t", "npm run test", "npm run-script test"], ["npm run tests"]],
  ["Bash(npm run:*)", ["npm urn x"], ["npm test", "npm t"]],
  [
    "Bash(docker push:*)",
    ["docker image push x", "docker --context y image push x"],
    ["docker image ls", "docker pull x"],
  ],
  ["Bash(docker image push:*)", ["docker push x"], ["docker images"]],
  ["Bash(docker rm:*)", ["docker container rm x", "docker container remove x"], ["docker rmi x", "docker image rm x"]],
  ["Bash(docker run --privileged:*)", ["docker container run --rm --privileged x"], ["docker container run --rm x"]],
  ["Bash(docker exec:*)", ["docker container exec x ls"], ["docker ps"]],
  ["Bash(docker rmi:*)", ["docker image rm x", "docker image remove x"], ["docker container rm x"]],
  ["Bash(podman rm:*)", ["podman container rm x"], ["podman ps"]],
  ["Bash(svn commit:*)", ["svn ci -m x"], ["svn st", "svn up"]],
  ["Bash(hg commit:*)", ["hg ci -m x", "hg com -m x"], ["hg st"]],
  ["Bash(hg push:*)", ["hg pus"], ["hg pull"]],
  ["Bash(composer require:*)", ["composer req x", "composer r x"], ["composer install"]],
  ["Bash(composer run-script deploy:*)", ["composer run deploy", "composer deploy"], ["composer test"]],
  ["Bash(bundle exec:*)", ["bundle e rake", "bundle ex rake"], ["bundle install"]],
  ["Bash(gem push:*)", ["gem pus x"], ["gem list"]],
  ["Bash(conda remove:*)", ["conda uninstall x", "mamba remove x"], ["conda list"]],
  ["Bash(brew uninstall:*)", ["brew rm x", "brew remove x"], ["brew list"]],
  ["Bash(brew rm:*)", ["brew uninstall x", "brew remove x"], []],
  [
    "Bash(terraform destroy:*)",
    [
      ...["terraform apply -destroy", "terraform -chdir=x apply -auto-approve -destroy"],
      ...["terraform apply --destroy", "terraform apply -destroy=true"],
    ],
    ["terraform apply", "terraform plan -destroy"],
  ],
  ["Bash(terraform apply:*)", ["terraform destroy"], ["terraform plan"]],
  ["Bash(yarn deploy:*)", ["yarn run deploy"], ["yarn build", "yarn run build"]],
  ["Bash(yarn run deploy:*)", ["yarn deploy", "yarn --silent deploy"], ["yarn test"]],
  ["Bash(pnpm run deploy:*)", ["pnpm deploy", "pnpm run-script deploy"], ["pnpm build"]],
  ["Bash(pnpm run:*)", ["pnpm run-script x"], ["pnpm test"]],
  ["Bash(cargo run:*)", ["cargo r", "cargo r --release"], ["cargo t", "cargo build"]],
  ["Bash(cargo build:*)", ["cargo b"], ["cargo bench"]],
  ["Bash(pip3 install:*)", ["pip install x", "pip3.11 install x"], ["pip list"]],
  ["Bash(apt-get install:*)", ["apt install x", "apt -y install x"], ["apt list"]],
  ["Bash(apt:*)", ["apt-get install x"], []],
  ["Bash(apt-get:*)", ["apt install x"], []],
  ["Bash(python:*)", [], ["python3 --version"]],
  ["Bash(npm:*)", ["npm i"], ["npx tsc", "pnpm i"]],
  ["Bash(gh pr create:*)", ["gh pr new"], ["gh pr list"]],
  ["Bash(pulumi destroy:*)", ["pulumi down", "pulumi dn"], ["pulumi preview"]],
])("%s", (rule, bound, free) => {
  test.each(bound)("binds %s", async (command) => {
    expect(await by(rule, command)).toBe("denyRule");
  });
  test.each(free)("leaves %s", async (command) => {
    expect(await by(rule, command)).not.toBe("denyRule");
  });
});

describe("lists together", () => {
  const permissions = {
    allow: ["Bash(npm run build)", "Bash(npm install:*)", "Bash(git:*)", "Bash(npm:*)"],
    ask: ["Bash(npm publish:*)", "Bash(npm run deploy:*)"],
    deny: ["Bash(git add:*)"],
  };
  const decided = async (command: string): Promise<string> =>
    (await here.gate({ settings: { mode: "auto", permissions }, restore: null }).check(bash(command))).by;
  test.each<[string, string]>([
    ["git stage .", "denyRule"],
    ["npm pub", "askRule"],
    ["npm urn deploy", "askRule"],
    ["git fetch", "allowRule"],
    ["npm run build", "allowRule"],
  ])("%s: %s", async (command, expected) => {
    expect(await decided(command)).toBe(expected);
  });

  test.each(["npm rum build", "npm i x", "git stage ."])("an allow rule does not hold for %s", async (command) => {
    const allow = ["Bash(npm run build)", "Bash(npm install:*)", "Bash(git add:*)"];
    const found = await here.gate({ settings: { mode: "dontAsk", permissions: { allow } } }).check(bash(command));
    expect(found.by).not.toBe("allowRule");
  });

  test("what is not known behind another name", async () => {
    const allow = ["Bash(npm:*)"];
    const settings = { mode: "auto", permissions: { allow, deny: ["Bash(npm run deploy:*)"] } } as const;
    const found = await here.gate({ settings, restore: null }).check(bash('npm rum "$(cat name)"'));
    expect(found.by).not.toBe("allowRule");
  });
});

const npm = join(dirname(dirname(process.execPath)), "lib/node_modules/npm/lib/utils/cmd-list.js");

/** npm itself says which words are which command. */
describe.skipIf(!existsSync(npm))("as npm reads its words", () => {
  test("every name and every beginning of one", async () => {
    const { commands, aliases, deref } = createRequire(import.meta.url)(npm) as {
      readonly commands: readonly string[];
      readonly aliases: Readonly<Record<string, string>>;
      readonly deref: (word: string) => string | undefined;
    };
    const names = [...commands, ...Object.keys(aliases)];
    const words = [...new Set(names.flatMap((name) => [...name].map((_, i) => name.slice(0, i + 1))))];
    const missed: string[] = [];
    for (const word of words) {
      const meant = deref(word);
      if (meant !== undefined && (await by(`Bash(npm ${meant}:*)`, `npm ${word} x`)) !== "denyRule")
        missed.push(`${word}=${meant}`);
    }
    expect(missed).toEqual([]);
  });
});
