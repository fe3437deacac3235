/** An allow rule for a runner says nothing of a definition the session wrote: files a program evaluates without being told. */
import { describe, expect, test } from "vitest";
import type { Action } from "../contract/action.ts";
import type { Decision } from "../contract/decision.ts";
import { bash, project } from "../testing/index.ts";
import { standingAs } from "../testing/standing.ts";

interface Case {
  readonly rule: string;
  readonly command: string;
  /** Written by the session, with their contents. */
  readonly writes: readonly (readonly [file: string, content: string])[];
  /** There before it. */
  readonly old?: readonly (readonly [file: string, content: string])[];
  readonly more?: Partial<Action>;
}

const WALLS = standingAs({ run: "walled", ticket: "t1" });

/** A session that writes the files and then gives the command, in a project of its own. */
async function decide({ rule, command, writes, old = [], more = {} }: Case): Promise<Decision> {
  const own = project();
  try {
    for (const [file, content] of old) own.write(file, content);
    const settings = { permissions: { allow: [rule] } };
    const gate = own.gate({ settings, restore: null, classifier: null, walls: more.walls === true ? WALLS : null });
    const session = "s";
    await gate.check({ tool: "Read", input: { file_path: own.at("x") }, session, mode: "acceptEdits" });
    for (const [file, content] of writes) {
      await gate.check({ tool: "Write", input: { file_path: own.at(file), content }, session, mode: "acceptEdits" });
      own.write(file, content);
    }
    return await gate.check(bash(command, { session, mode: "default", ...more }));
  } finally {
    own.remove();
  }
}

const DEFINITIONS: readonly (readonly [file: string, rule: string, commands: readonly string[]])[] = [
  [
    "docker-compose.yml",
    "docker compose:*",
    ["docker compose up -d", "docker compose run a", "docker compose -p ps up"],
  ],
  ["compose.override.yaml", "docker-compose up:*", ["docker-compose up", "docker-compose up --build"]],
  ["Dockerfile", "docker build:*", ["docker build .", "docker build -t x -f Dockerfile ."]],
  ["web/Dockerfile", "docker build:*", ["docker build web", "docker build -f web/Dockerfile ."]],
  ["Gemfile", "bundle install", ["bundle install"]],
  ["Gemfile", "bundle:*", ["bundle update rails", "bundle lock"]],
  ["a.gemspec", "bundle install:*", ["bundle install --jobs 4"]],
  ["mix.exs", "mix deps.get", ["mix deps.get"]],
  ["config/config.exs", "mix:*", ["mix compile", "mix test"]],
  ["Brewfile", "brew bundle", ["brew bundle"]],
  ["composer.json", "composer install", ["composer install"]],
  ["composer.json", "composer:*", ["composer update", "composer dump-autoload"]],
  ["pyproject.toml", "uv sync", ["uv sync"]],
  ["pyproject.toml", "poetry install", ["poetry install"]],
  ["setup.py", "pip install:*", ["pip install .", "pip install -e .", "pip install -e."]],
  ["setup.py", "pip3 install:*", ["pip3 install --no-deps ./"]],
  ["setup.py", "pip wheel:*", ["pip wheel ."]],
  ["requirements.txt", "pip install -r requirements.txt", ["pip install -r requirements.txt"]],
  ["requirements.txt", "pip install:*", ["pip install -r requirements.txt", "pip install -U -r requirements.txt"]],
  ["cdk.json", "cdk deploy", ["cdk deploy"]],
  ["evil/package.json", "npm install:*", ["npm install file:./evil", "npm install link:evil"]],
  ["cdk.json", "npx cdk:*", ["npx cdk deploy", "npx cdk synth"]],
  ["firebase.json", "firebase deploy", ["firebase deploy"]],
  ["Pulumi.dev.yaml", "pulumi up", ["pulumi up"]],
  ["serverless.yml", "serverless deploy", ["serverless deploy"]],
  ["fly.toml", "fly deploy", ["fly deploy"]],
  ["wrangler.toml", "wrangler deploy:*", ["wrangler deploy"]],
  ["environment.yml", "conda env update:*", ["conda env update -f environment.yml", "conda env update"]],
  ["chart/templates/a.yaml", "helm upgrade:*", ["helm upgrade a ./chart", "helm upgrade --install a chart"]],
  [
    "values.yaml",
    "helm upgrade:*",
    ["helm upgrade a repo/x -f values.yaml", "helm upgrade a repo/x --values=values.yaml"],
  ],
  ["k8s/a.yaml", "kubectl apply:*", ["kubectl apply -f k8s/", "kubectl apply -f k8s/a.yaml", "kubectl apply -k k8s"]],
  ["k8s/base/a.yaml", "kubectl apply:*", ["kubectl apply -R -f k8s"]],
  ["package.json", "npm audit fix", ["npm audit fix"]],
  ["package.json", "npm audit:*", ["npm audit fix --force"]],
  ["package.json", "npm install:*", ["npm install", "npm install left-pad"]],
  [".npmrc", "npm ci", ["npm ci"]],
  ["package.json", "pnpm up:*", ["pnpm up", "pnpm up left-pad"]],
  ["Cargo.toml", "cargo build:*", ["cargo build", "cargo build --release"]],
  ["rust-toolchain.toml", "cargo test:*", ["cargo test"]],
  ["go.mod", "go mod tidy", ["go mod tidy"]],
  ["build.gradle.kts", "./gradlew build:*", ["./gradlew build"]],
  [".mvn/extensions.xml", "mvn package:*", ["mvn package"]],
  ["project/plugins.sbt", "sbt compile:*", ["sbt compile"]],
  ["a.csproj", "dotnet build:*", ["dotnet build"]],
  ["main.tf", "terraform plan:*", ["terraform plan", "terraform plan -out=p"]],
  ["Vagrantfile", "vagrant up:*", ["vagrant up"]],
  ["Tiltfile", "tilt up", ["tilt up"]],
  ["skaffold.yaml", "skaffold run", ["skaffold run"]],
  ["Taskfile.yml", "task:*", ["task x"]],
  ["Rakefile", "rake:*", ["rake", "rake db:seed"]],
  ["noxfile.py", "nox:*", ["nox -s tests"]],
  ["tox.ini", "tox:*", ["tox -e py"]],
  [".pre-commit-config.yaml", "pre-commit run:*", ["pre-commit run --all-files"]],
  ["lefthook.yml", "lefthook run:*", ["lefthook run pre-commit"]],
  ["nx.json", "npx nx:*", ["npx nx build"]],
  ["turbo.json", "turbo run:*", ["turbo run build"]],
  ["vite.config.ts", "npx vite build:*", ["npx vite build"]],
  ["ansible.cfg", "ansible-playbook:*", ["ansible-playbook site.yml"]],
  ["roles/web/tasks/main.yml", "ansible-playbook:*", ["ansible-playbook site.yml"]],
  // No table knows these: they carry the program's name, or are named.
  ["frobber.json", "frobber:*", ["frobber go", "frobber"]],
  ["Frobfile", "frob build", ["frob build"]],
  [".frobrc", "frob:*", ["frob build"]],
  ["frob.config.js", "npx frob:*", ["npx frob build"]],
  [".frob/hooks.yml", "frob:*", ["frob build"]],
  ["plan.x", "frob:*", ["frob plan.x", "frob --plan=plan.x"]],
];

describe.each(DEFINITIONS)("%s, written in the session", (file, rule, commands) => {
  test.each(commands)(`Bash(${rule}) does not cover %s`, async (command) => {
    const decision = await decide({ rule: `Bash(${rule})`, command, writes: [[file, "x"]] });
    expect([decision.behavior, decision.by]).toEqual(["ask", "prompt"]);
    expect(decision.reason).toContain("written in this session");
  });
  test.each(commands.filter((command) => !/^(?:\.\/|npx )/.test(command)))(
    `Bash(${rule}) covers %s where it was there before`,
    async (command) => {
      const decision = await decide({
        rule: `Bash(${rule})`,
        command,
        old: [[file, "x"]],
        writes: [["src/other.ts", "x"]],
      });
      expect([decision.behavior, decision.by]).toEqual(["allow", "allowRule"]);
    },
  );
});

test("the file and why are named", async () => {
  const { reason } = await decide({
    rule: "Bash(bundle install)",
    command: "bundle install",
    writes: [["Gemfile", "x"]],
  });
  expect(reason).toContain(
    "Bash(bundle install) does not cover Gemfile, which it evaluates and which was written in this session",
  );
});

describe("a definition that leads further", () => {
  test.each<[string, Case, boolean]>([
    [
      "a Dockerfile that compose builds",
      {
        rule: "Bash(docker compose:*)",
        command: "docker compose up",
        old: [["compose.yaml", "services: {a: {build: ./web}}"]],
        writes: [["web/Dockerfile", "x"]],
      },
      true,
    ],
    [
      "one it does not",
      {
        rule: "Bash(docker compose:*)",
        command: "docker compose up",
        old: [["compose.yaml", "services: {a: {image: x}}"]],
        writes: [["web/Dockerfile", "x"]],
      },
      false,
    ],
    [
      "a module of terraform",
      {
        rule: "Bash(terraform plan)",
        command: "terraform plan",
        old: [["main.tf", 'module "a" { source = "./m" }']],
        writes: [["m/a.tf", "x"]],
      },
      true,
    ],
    [
      "a workspace's package",
      {
        rule: "Bash(npm install)",
        command: "npm install",
        old: [["package.json", '{"workspaces":["p/*"]}']],
        writes: [["p/a/package.json", "{}"]],
      },
      true,
    ],
    [
      "a package beside it",
      {
        rule: "Bash(npm install)",
        command: "npm install",
        old: [["package.json", "{}"]],
        writes: [["p/a/package.json", "{}"]],
      },
      false,
    ],
    [
      "a script the definition names",
      {
        rule: "Bash(firebase deploy)",
        command: "firebase deploy",
        old: [["firebase.json", '{"hosting":{"predeploy":"node tools/build.js"}}']],
        writes: [["tools/build.js", "x"]],
      },
      true,
    ],
    [
      "a script it does not",
      {
        rule: "Bash(firebase deploy)",
        command: "firebase deploy",
        old: [["firebase.json", '{"hosting":{"predeploy":"node tools/build.js"}}']],
        writes: [["tools/build.jsx", "x"]],
      },
      false,
    ],
    [
      "a project that requirements name",
      {
        rule: "Bash(pip install:*)",
        command: "pip install -r r.txt",
        old: [["r.txt", "-e ./lib\n"]],
        writes: [["lib/setup.py", "x"]],
      },
      true,
    ],
    [
      "a definition of another directory",
      {
        rule: "Bash(bundle install)",
        command: "bundle install",
        old: [["Gemfile", "x"]],
        writes: [["docs/Gemfile", "x"]],
      },
      false,
    ],
    [
      "one above",
      {
        rule: "Bash(bundle install)",
        command: "cd src && bundle install",
        old: [["src/a", "x"]],
        writes: [["Gemfile", "x"]],
      },
      true,
    ],
    [
      "what only looks",
      { rule: "Bash(docker compose:*)", command: "docker compose ps", writes: [["compose.yaml", "x"]] },
      false,
    ],
    [
      "a version that is asked for",
      { rule: "Bash(rake:*)", command: "rake --version", writes: [["Rakefile", "x"]] },
      false,
    ],
    [
      "sources that are deployed",
      { rule: "Bash(fly deploy)", command: "fly deploy", old: [["fly.toml", "x"]], writes: [["src/a.ts", "x"]] },
      false,
    ],
    ["what it leaves behind", { rule: "Bash(frob:*)", command: "frob build", writes: [["frob.log", "x"]] }, false],
  ])("%s", async (_, one, held) => {
    const { by } = await decide(one);
    expect(by).toBe(held ? "prompt" : "allowRule");
  });
});

describe("written by the same command", () => {
  test.each([
    ["echo x > Gemfile && bundle install", "Bash(bundle install)"],
    ["cp /tmp/x composer.json; composer install", "Bash(composer install)"],
    ["printf x | tee cdk.json && cdk deploy", "Bash(cdk deploy)"],
  ])("%s", async (command, rule) => {
    const { by } = await decide({ rule, command, writes: [], more: { mode: "acceptEdits" } });
    expect(by).not.toBe("allowRule");
  });
});

describe("where walls stand", () => {
  test.each([
    ["tox.ini", "tox", "allow allowRule work"],
    ["Cargo.toml", "cargo build", "allow allowRule work"],
    ["docker-compose.yml", "docker compose up", "ask prompt bare"],
    ["Gemfile", "bundle install", "ask prompt bare"],
    ["frobber.json", "frobber", "allow allowRule work"],
    ["k8s/a.yaml", "kubectl apply -f k8s", "ask prompt bare"],
  ])("after %s was written: %s", async (file, command, expected) => {
    const { behavior, by, walls } = await decide({
      rule: `Bash(${command})`,
      command,
      writes: [[file, "x"]],
      more: { walls: true },
    });
    expect([behavior, by, walls ?? "bare"].join(" ")).toBe(expected);
  });
});
