/** Settings in hidden folders, copies of hidden secrets and values that only their place names: what is in them tells whether they are read. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bash, call, type Project, project } from "../testing/index.ts";

const VALUE = "Zk83hdQ7mWp2Lx9T";
const SECRETS: Readonly<Record<string, string>> = {
  ".idea/runConfigurations/app.xml": `<env name="DB_PASSWORD" value="${VALUE}" />\n`,
  ".idea/webServers.xml": `<fileTransfer host="h" password="${VALUE}"/>\n`,
  ".idea/workspace.xml": `<env name="API_TOKEN" value="${VALUE}" />\n`,
  ".idea/x.properties": `DB_PASSWORD=${VALUE}\n`,
  ".devcontainer/devcontainer.json": `{"containerEnv":{"API_TOKEN":"${VALUE}"}}`,
  ".devcontainer/docker-compose.yml": `environment:\n  DB_PASSWORD: ${VALUE}\n`,
  ".github/app.properties": `DB_PASSWORD=${VALUE}\n`,
  ".circleci/app.properties": `DB_PASSWORD=${VALUE}\n`,
  ".husky/app.properties": `DB_PASSWORD=${VALUE}\n`,
  ".storybook/app.properties": `DB_PASSWORD=${VALUE}\n`,
  ".changeset/app.properties": `DB_PASSWORD=${VALUE}\n`,
  ".well-known/app.json": `{"apiKey":"${VALUE}"}\n`,
  ".eslintrc.json": `{"settings":{"token":"${VALUE}"}}\n`,
  ".launch.plist": `<plist><dict><key>DB_PASSWORD</key><string>${VALUE}</string></dict></plist>\n`,
  ".pgpass.prod": `localhost:5432:prod:admin:${VALUE}\n`,
  ".pgpass_prod": `localhost:5432:prod:admin:${VALUE}\n`,
  ".pgpass.local": `localhost:5432:prod:admin:${VALUE}\n`,
  pgpass: `localhost:5432:prod:admin:${VALUE}\n`,
  "pgpass.conf": `*:*:*:admin:${VALUE}\n`,
  dot_pgpass: `localhost:5432:prod:admin:${VALUE}\n`,
  ".htpasswd.prod": "admin:$apr1$x$0123456789abcdef\n",
  htpasswd: "admin:{SHA}0123456789abcdef\n",
  "token/gh": `ghp_${"a1B2c3D4e5F6".repeat(3)}\n`,
  "api-tokens/gh": `ghp_${"a1B2c3D4e5F6".repeat(3)}\n`,
  "deploy-secrets/db": `${VALUE}\n`,
  "passwords/db": `${VALUE}\n`,
  "secrets/a/db": `${VALUE}\n`,
  ".netrc-work": `machine h login u password ${VALUE}\n`,
};
const PLAIN: Readonly<Record<string, string>> = {
  ".idea/modules.xml": '<module fileurl="file://$PROJECT_DIR$/app.iml" />\n',
  ".idea/vcs.xml": '<mapping directory="$PROJECT_DIR$" vcs="Git" />\n',
  ".devcontainer/devcontainer.json": '{"image":"mcr.microsoft.com/devcontainers/base:debian-12","remoteUser":"node"}\n',
  ".devcontainer/docker-compose.yml": "environment:\n  POSTGRES_PASSWORD: postgres\n",
  ".github/workflows/ci.yml":
    "env:\n  GITHUB_TOKEN: ${{ secrets.GITHUB_TOKEN }}\nsteps:\n  - uses: actions/checkout@8e5e7e5ab8b370d6c329ec480221332ada57f0ab\n",
  ".github/workflows/token.yml": "- uses: actions/create-github-app-token@d72941d797fd3113feb6b93fd0dec494b13a2547\n",
  "design/tokens/blue.json": '{"value":"#0000ff","size":"12px"}\n',
  ".eslintrc.json": '{"rules":{"no-secrets/no-secrets":"error","max-len":[2,120]}}\n',
  ".prettierrc": '{"printWidth":120}\n',
  ".storybook/preview.json": '{"layout":"centered"}\n',
  ".changeset/config.json":
    '{"$schema":"https://unpkg.com/@changesets/config@3.0.0/schema.json","access":"restricted"}\n',
  ".secrets.baseline": '{"version":"1.4.0","plugins_used":[{"name":"AWSKeyDetector"}]}\n',
  "pgpass.md": "host:port:database:user:password\n",
  "src/pgpass.ts": "export const file = '.pgpass';\n",
};

describe("shown by no proof", () => {
  let here: Project;
  beforeAll(() => {
    here = project();
    for (const [path, text] of Object.entries(SECRETS)) here.write(path, text);
  });
  afterAll(() => here.remove());

  test.each(Object.keys(SECRETS))("%s", async (path) => {
    const gate = here.gate({ classifier: null, walls: null });
    expect((await gate.check(bash(`cat ${path}`))).by).toBe("offline");
    expect((await gate.check(call("Read", { file_path: here.at(path) }))).by).toBe("offline");
  });

  test.each(["grep -rn DB_PASSWORD .idea/x.properties", "cat .idea/*.xml", "head -3 .devcontainer/*"])(
    "%s",
    async (command) => {
      expect((await here.gate({ classifier: null, walls: null }).check(bash(command))).by).toBe("offline");
    },
  );
});

describe("read as ever", () => {
  let here: Project;
  beforeAll(() => {
    here = project();
    for (const [path, text] of Object.entries(PLAIN)) here.write(path, text);
  });
  afterAll(() => here.remove());

  test.each(Object.keys(PLAIN))("%s", async (path) => {
    const gate = here.gate({ classifier: null, walls: null });
    expect((await gate.check(bash(`cat ${path}`))).by).toBe("readOnly");
    expect((await gate.check(call("Read", { file_path: here.at(path) }))).by).toBe("safeTool");
  });
});
