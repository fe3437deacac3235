/** Questions to servers of this machine that show secrets or act. A row passes when no proof lets the call through. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { bash, type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
});
afterAll(() => here.remove());
const by = async (address: string): Promise<string> => (await here.gate().check(bash(`curl -s ${address}`))).by;

test.each(
  [
    "127.0.0.1:8001/api/v1/namespaces/default/secrets 127.0.0.1:51679/v2/credentials 127.0.0.1:8200/v1/kv/data/x",
    "localhost:5678/webhook/deploy localhost:3000/api/admin/purge-all localhost:3000/.env localhost:3000/shutdown",
    "localhost:3000/logout localhost:8080/actuator/env 127.0.0.1:6379/FLUSHALL localhost:2375/containers/json localhost:22/",
    "localhost:3000/api/flushAll localhost:3000/api/deleteUser localhost:3000/api/access_token localhost:3000/config.json",
    "localhost:8125/id_rsa localhost:8125/server.pem localhost:8125/terraform.tfstate localhost:8125/db.sqlite localhost:8125/a/ci_ed25519",
    "localhost:8125/%2eenv localhost:8125/serve%72.pem localhost:8125/id%5frsa localhost:8125/SERVER.PEM localhost:8125/ssh/id_work",
    "localhost:8125/my.p8 localhost:8125/app.jks localhost:8125/dump.sql localhost:8125/wp-config.php localhost:8125/prod.env localhost:8125/rclone.conf",
    `localhost:3000/hook/sk_live_${"a1B2c3D4".repeat(3)} localhost:3000/x/${"a1b2c3d4".repeat(4)} localhost/a/../secrets`,
  ].flatMap((line) => line.split(" ")),
)("http://%s", async (address) => {
  expect(await by(`http://${address}`)).not.toBe("readOnly");
});

test.each(
  "localhost localhost:80 localhost:3000 localhost:3000/health 127.0.0.1:8080/ localhost:5000/events localhost:5000/check_status localhost:5000/data localhost:8080/api/v4/version localhost:9999/resume_viewer.html localhost:3000/api/items/12 localhost:3000/index.html localhost:5173/src/main.ts localhost:5173/src/App.tsx localhost:3000/assets/app.js localhost:8000/docs localhost:8000/openapi.json localhost:8000/openapi.yaml localhost:3000/styles.css localhost:3000/favicon.ico localhost:3000/api/v1/posts localhost:3000/sitemap.xml".split(
    " ",
  ),
)("http://%s stays proven", async (address) => {
  expect(await by(`http://${address}`)).toBe("readOnly");
});

/** A session that writes a file and then asks a server of this machine. */
const afterWriting = async (file: string, address: string): Promise<string> => {
  const own = project();
  try {
    const gate = own.gate();
    const session = "s";
    await gate.check({ tool: "Read", input: { file_path: own.at("x") }, session, mode: "acceptEdits" });
    const write = {
      tool: "Write",
      input: { file_path: own.at(file), content: "x" },
      session,
      mode: "acceptEdits",
    } as const;
    expect((await gate.check(write)).behavior).toBe("allow");
    own.write(file, "x");
    return (await gate.check(bash(`curl -s http://${address}`, { session }))).by;
  } finally {
    own.remove();
  }
};

test.each([
  ["public/a.php", "localhost:8123/a.php"],
  ["public/a.php", "localhost:8123/"],
  ["index.php", "localhost:8123/blog/3"],
  ["cgi-bin/a", "localhost:8123/cgi-bin/a"],
  ["web/a.jsp", "localhost:8080/a.jsp"],
  ["cgi/a.pl", "localhost:8080/x"],
  ["app/hello.py", "localhost:8000/hello"],
  ["app/hello.py", "localhost:8000/hello.py"],
  ["pages/api/probe.ts", "localhost:3000/api/probe"],
  ["app/api/probe/route.ts", "localhost:3000/api/probe"],
  ["functions/probe.js", "localhost:8888/functions/probe"],
])("%s was written: http://%s is not proven", async (file, address) => {
  expect(await afterWriting(file, address)).not.toBe("readOnly");
});

test("nor where the same call writes it", async () => {
  expect(await by("http://localhost:8123/b && echo x > public/a.php")).not.toMatch(/readOnly|acceptEdits/);
});

test.each([
  ["src/App.tsx", "localhost:3000/"],
  ["src/App.tsx", "localhost:3000/health"],
  ["src/App.tsx", "localhost:5173/src/App.tsx"],
  ["src/server.ts", "localhost:3000/api/items"],
  ["app/views.py", "localhost:8000/"],
  ["public/index.html", "localhost:8000/index.html"],
  ["docs/a.md", "localhost:8000/a"],
])("%s was written: http://%s stays proven", async (file, address) => {
  expect(await afterWriting(file, address)).toBe("readOnly");
});
