/**
 * More than a thousand hostile requests at a service that really runs: none gets through, and it goes on answering. Each row says which
 * answers are fine; a 2xx that a row does not name is one that got through.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ledgerStore } from "../memory/index.ts";
import type { TokenScope } from "./api.ts";
import { makeSigninCode } from "./auth/index.ts";
import { OPEN, type Route } from "./http/route.ts";
import { ROUTES } from "./routes/index.ts";
import { startTestService, type TestService } from "./testing/running.ts";

const SCOPES: readonly TokenScope[] = ["agent", "viewer", "approver", "admin"];
const AT_ONCE = 12;
const MARKUP = `<script>alert(1)</script><img src=x onerror=alert(2)>"'--></textarea>\u2028\r\n\r\nevent: pause\ndata: {}`;

let service: TestService;
/** How many were sent in all. */
let sent = 0;
let before = { settings: "", tokens: "" };

const fileOf = (name: string): string => {
  try {
    return readFileSync(name, "utf8");
  } catch {
    return "";
  }
};
const settingsNow = (): string => fileOf(join(service.home, ".config/sallyport/settings.json"));
const tokensNow = (): string => JSON.stringify(service.running.service.tokens.list());

beforeAll(async () => {
  service = await startTestService();
  before = { settings: settingsNow(), tokens: tokensNow() };
});
afterAll(() => service.close());

/** All rows, several at once; those whose answer is not among the ones named. */
async function fire<T>(rows: readonly T[], send: (row: T) => Promise<string | undefined>): Promise<readonly string[]> {
  const wrong: string[] = [];
  const left = [...rows];
  sent += rows.length;
  const work = async (): Promise<void> => {
    for (let row = left.pop(); row !== undefined; row = left.pop()) {
      const problem = await send(row);
      if (problem !== undefined) wrong.push(problem);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return wrong;
}

const isRefusal = (status: number): boolean => status >= 400 && status < 500;
const pathOf = ({ path }: Route): string => path.replace(/:\w+/g, "some-id");
const closed = ROUTES.filter(({ access }) => access !== OPEN);
const posts = ROUTES.filter(({ method }) => method === "POST");

describe("who may not", () => {
  const credentials = (): Readonly<Record<string, Readonly<Record<string, string>>>> => ({
    nothing: {},
    "an empty token": { authorization: "Bearer " },
    "a token nobody made": { authorization: `Bearer spt_admin_${"A".repeat(43)}` },
    "a token that says more than it may": {
      authorization: `Bearer ${service.token("agent").replace("agent", "admin")}`,
    },
    "half a token": { authorization: `Bearer ${service.token("admin").slice(0, -1)}` },
    "a token and more": { authorization: `Bearer ${service.token("admin")}A` },
    "two tokens": { authorization: `Bearer ${service.token("admin")}, Bearer ${service.token("admin")}` },
    "another scheme": { authorization: `Basic ${Buffer.from(`admin:${service.token("admin")}`).toString("base64")}` },
    "a token as a cookie": { cookie: `sallyport_session=${service.token("admin")}`, "x-sallyport": "1" },
    "a key without a cookie": { "x-sallyport": "1" },
    "a made-up cookie": { cookie: `sallyport_session=${"A".repeat(43)}`, "x-sallyport": "A".repeat(43) },
    "a cookie twice": { cookie: "sallyport_session=a; sallyport_session=b", "x-sallyport": "1" },
    "a cookie of another name": { cookie: "Sallyport_Session=a; __proto__=b", "x-sallyport": "1" },
    "somebody else's word": { "x-forwarded-user": "admin", "x-real-ip": "127.0.0.1", forwarded: "for=127.0.0.1" },
  });

  test("without a right credential every closed route refuses", async () => {
    const rows = closed.flatMap((route) =>
      Object.entries(credentials()).map(([name, headers]) => ({ route, name, headers })),
    );
    const wrong = await fire(rows, async ({ route, name, headers }) => {
      const body = route.method === "POST" ? { body: "{}" } : {};
      const { status } = await service.ask(pathOf(route), { method: route.method, headers, ...body });
      return status === 401 || status === 400 ? undefined : `${route.method} ${route.path} with ${name}: ${status}`;
    });
    expect(wrong).toEqual([]);
  });

  test("a token whose scope is not named is refused on every route, before its body is looked at", async () => {
    const rows = closed.flatMap((route) =>
      SCOPES.filter((scope) => !route.access.includes(scope)).map((scope) => ({ route, scope })),
    );
    const wrong = await fire(rows, async ({ route, scope }) => {
      const body = route.method === "POST" ? { body: { id: "x", answer: "approve" } } : {};
      const { status } = await service.ask(pathOf(route), { method: route.method, scope, ...body });
      return status === 403 ? undefined : `${route.method} ${route.path} as ${scope}: ${status}`;
    });
    expect(rows.length).toBeGreaterThan(25);
    expect(wrong).toEqual([]);
  });

  test("no route is without a place in this table: every one names who may", () => {
    expect(ROUTES.filter(({ access }) => access === OPEN).map(({ path }) => path)).toEqual([
      "/healthz",
      "/v1/signin",
      "/v1/openapi.json",
    ]);
    expect(closed.filter(({ access, path }) => path !== "/v1/check" && access.includes("agent"))).toEqual([]);
  });

  test("a stolen cookie is worth nothing without the page's key, and the key nothing without our own origin", async () => {
    const { cookie, key } = await service.signIn();
    const own = `http://127.0.0.1:${service.port}`;
    const odd: readonly Readonly<Record<string, string>>[] = [
      { cookie },
      { cookie, "x-sallyport": "1" },
      { cookie, "x-sallyport": key.slice(0, -1) },
      { cookie, "x-sallyport": key, origin: "http://127.0.0.1:3000" },
      { cookie, "x-sallyport": key, origin: "null" },
      { cookie, "x-sallyport": key, origin: own, "sec-fetch-site": "cross-site" },
      { cookie, "x-sallyport": key, origin: own, "sec-fetch-site": "same-site" },
      { cookie: `${cookie}; ${cookie}`, "x-sallyport": key, origin: own },
    ];
    const rows = posts
      .filter(({ access }) => access !== OPEN)
      .flatMap((route) => odd.map((headers) => ({ route, headers })));
    const wrong = await fire(rows, async ({ route, headers }) => {
      const { status } = await service.ask(pathOf(route), { headers, body: {} });
      return [400, 401, 403].includes(status) ? undefined : `${route.path} ${JSON.stringify(headers)}: ${status}`;
    });
    expect(wrong).toEqual([]);
    const noOrigin = await service.ask("/v1/resume", { headers: { cookie, "x-sallyport": key }, body: {} });
    expect(noOrigin.status).toBe(403);
    const right = await service.ask("/v1/status", { headers: { cookie, "x-sallyport": key } });
    expect([right.status, right.json.scope]).toEqual([200, "admin"]);
  });
});

describe("meant for somebody else", () => {
  const hosts = [
    "evil.example",
    "evil.example:PORT",
    "127.0.0.1",
    "127.0.0.1:80",
    "localhost",
    "localhost:1",
    "0.0.0.0:PORT",
    "127.0.0.1.evil.example:PORT",
    "[::]:PORT",
    "127.1:PORT",
    "2130706433:PORT",
    "LOCALHOST.:PORT",
    "a@127.0.0.1:PORT",
    "127.0.0.1:PORT:PORT",
    "127.0.0.1:PORT/..",
    " ",
    "127.0.0.1:PORT, evil",
  ];

  test("a name that is not ours is 421, whatever is asked with whatever token", async () => {
    const paths = ["/", "/healthz", "/v1/status", "/v1/decisions", "/v1/openapi.json"];
    const rows = hosts.flatMap((host) =>
      paths.map((path) => ({ path, host: host.replaceAll("PORT", String(service.port)) })),
    );
    const wrong = await fire(rows, async ({ path, host }) => {
      const heard = await service.raw(
        `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${service.token("admin")}\r\nConnection: close\r\n\r\n`,
      );
      return /^HTTP\/1\.1 (?:421|400) /.test(heard) ? undefined : `${path} for ${host}: ${heard.slice(0, 40)}`;
    });
    expect(wrong).toEqual([]);
  });

  test("two names, or none, are none", async () => {
    const own = `Host: 127.0.0.1:${service.port}\r\n`;
    const rows = [
      `${own}Host: evil\r\n`,
      `Host: evil\r\n${own}`,
      `${own}${own}`,
      "",
      "Host:\r\n",
      `HOST : 127.0.0.1:${service.port}\r\n`,
    ];
    const wrong = await fire(rows, async (head) => {
      const heard = await service.raw(`GET /healthz HTTP/1.1\r\n${head}Connection: close\r\n\r\n`);
      return /^HTTP\/1\.1 4\d\d /.test(heard) ? undefined : `${JSON.stringify(head)}: ${heard.slice(0, 40)}`;
    });
    expect(wrong).toEqual([]);
  });

  test("a page of another origin gets nothing, and no leave to ask", async () => {
    const origins = [
      "http://evil.example",
      "https://127.0.0.1:PORT",
      "http://127.0.0.1:3000",
      "http://localhost:PORT.evil",
      "null",
      "file://",
      "http://[::1]:PORT",
      "http://127.0.0.1:PORT/",
      "chrome-extension://x",
    ];
    const rows = origins.flatMap((origin) =>
      ["/healthz", "/v1/status", "/v1/signin", "/v1/check", "/"].map((path) => ({
        path,
        origin: origin.replace("PORT", String(service.port)),
      })),
    );
    const wrong = await fire(rows, async ({ path, origin }) => {
      const post = path === "/v1/signin" || path === "/v1/check" ? { body: { code: "x" } } : {};
      const { status, headers } = await service.ask(path, { scope: "admin", headers: { origin }, ...post });
      return status === 403 && headers.get("access-control-allow-origin") === null
        ? undefined
        : `${path} ${origin}: ${status}`;
    });
    expect(wrong).toEqual([]);
    const preflight = await service.ask("/v1/pause", {
      method: "OPTIONS",
      headers: { origin: "http://evil.example", "access-control-request-method": "POST" },
    });
    expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([403, null]);
  });
});

describe("bodies", () => {
  const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;
  const bodies: Readonly<Record<string, string>> = {
    nothing: "",
    "no JSON": "{",
    "a word": "hello",
    null: "null",
    "a list": "[]",
    "a number": "1e999",
    "a text": '"x"',
    "a key twice":
      '{"id":"a","id":"b","answer":"approve","code":"x","code":"y","minutes":1,"minutes":2,"tool":"a","tool":"b"}',
    "a key twice, deeper":
      '{"id":"a","answer":"approve","rule":"x","behavior":"allow","minutes":5,"code":"x","tool":"T","input":{"a":1,"a":2},"files":[{"b":1,"b":2}]}',
    "a key twice, spelled otherwise":
      '{"id":"a","\\u0069d":"b","c\\u006fde":"x","code":"y","minutes":1,"\\u006dinutes":2,"tool":"x","\\u0074ool":"y","behavior":"allow","b\\u0065havior":"deny","files":[],"fil\\u0065s":[]}',
    "a key nobody knows":
      '{"id":"a","answer":"approve","sudo":true,"code":"x","minutes":1,"behavior":"allow","rule":"Bash","tool":"T","input":{}}',
    "a prototype": '{"__proto__":{"admin":true},"constructor":{"prototype":{"scope":"admin"}}}',
    "wrong types":
      '{"id":{"$ne":null},"answer":["approve"],"code":{},"minutes":"5","behavior":1,"rule":[],"tool":{},"input":"x","files":"all"}',
    "far too deep": `{"id":${deep},"code":${deep},"rule":${deep},"tool":"T","input":${deep},"minutes":${deep},"files":${deep}}`,
    "minutes without end":
      '{"minutes":1e9,"id":"","answer":"approve","code":"","behavior":"allow","rule":"","tool":"","input":{},"files":[1]}',
    "minutes below nothing":
      '{"minutes":-1,"id":" ","answer":"yes","code":" ","behavior":"none","rule":"Bash","tool":"","input":[],"files":[null]}',
    "a mark of byte order": "\ufeff{}",
    comments: '{/* */"id":"a"}',
    "a comma too many": '{"id":"a","answer":"approve",}',
    "single quotes": "{'id':'a'}",
    "two values": "{}{}",
    "not a number": '{"minutes":NaN}',
    markup: JSON.stringify({
      id: MARKUP,
      answer: MARKUP,
      code: MARKUP,
      behavior: MARKUP,
      rule: MARKUP,
      minutes: MARKUP,
      tool: "",
      input: MARKUP,
      files: MARKUP,
    }),
  };
  /** What answers well to an empty object has its own rows. */
  const takesNothing = new Set(["/v1/resume", "/v1/signout", "/v1/restore/:id/undo"]);

  test("what is not exactly a request is refused on every route that takes one", async () => {
    const rows = posts.flatMap((route) => Object.entries(bodies).map(([name, body]) => ({ route, name, body })));
    const wrong = await fire(rows, async ({ route, name, body }) => {
      const { status, json } = await service.ask(pathOf(route), { scope: "admin", body });
      if (status === 404 && takesNothing.has(route.path)) return undefined;
      return isRefusal(status) && typeof json?.error?.message === "string"
        ? undefined
        : `${route.path} ${name}: ${status}`;
    });
    expect(wrong).toEqual([]);
  });

  test("kinds of content that are not JSON, and bytes that are no text", async () => {
    const types = [
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "application/json; charset=utf-16",
      "",
      "application/xml",
      "application/jsonp",
    ];
    const rows = posts.flatMap((route) => types.map((type) => ({ route, type })));
    const wrong = await fire(rows, async ({ route, type }) => {
      const headers = { "content-type": type };
      const { status } = await service.ask(pathOf(route), { scope: "admin", headers, body: "{}" });
      return status === 415 ? undefined : `${route.path} ${type}: ${status}`;
    });
    expect(wrong).toEqual([]);
    const bytes = Buffer.concat([
      Buffer.from('{"minutes":"'),
      Buffer.from([0xff, 0xfe, 0xc0, 0x80]),
      Buffer.from('"}'),
    ]);
    const heard = await service.raw(Buffer.concat([Buffer.from(head("POST", "/v1/pause", bytes.length)), bytes]));
    expect(heard).toMatch(/^HTTP\/1\.1 400 .*not valid UTF-8/s);
  });

  test("too long: refused before it is read, however its length is told", async () => {
    const long = "x".repeat((1 << 20) + 10);
    const rows = posts
      .filter(({ path }) => path !== "/v1/check")
      .flatMap((route) => [true, false].map((told) => ({ route, told })));
    const wrong = await fire(rows, async ({ route, told }) => {
      const heard = told
        ? await service.raw(head("POST", pathOf(route), 1 << 30))
        : await service.raw(
            `${head("POST", pathOf(route), null)}${(long.length).toString(16)}\r\n${long}\r\n0\r\n\r\n`,
          );
      return /^HTTP\/1\.1 413 /.test(heard) ? undefined : `${route.path} ${told}: ${heard.slice(0, 60)}`;
    });
    expect(wrong).toEqual([]);
    expect(await service.raw(head("POST", "/v1/check", (8 << 20) + 1))).toMatch(/^HTTP\/1\.1 413 /);
  });
});

const head = (method: string, path: string, length: number | null): string =>
  `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${service.port}\r\nAuthorization: Bearer ${service.token("admin")}\r\nContent-Type: application/json\r\nConnection: close\r\n${length === null ? "Transfer-Encoding: chunked" : `Content-Length: ${length}`}\r\n\r\n`;

describe("ways", () => {
  test("paths that walk, hide or pretend", async () => {
    const paths = [
      "/../../etc/passwd",
      "/assets/../../../etc/passwd",
      "/%2e%2e/%2e%2e/etc/passwd",
      "/..%2f..%2fetc/passwd",
      "/assets/%2e%2e%2findex.html",
      "//etc/passwd",
      "/v1//status",
      "/v1/./status",
      "/v1/../v1/status",
      "/v1/status/",
      "/v1/status%00",
      "/v1/status%0a",
      "/v1/%73tatus%2f",
      "/v1/decisions/%",
      "/v1/decisions/%zz",
      "/v1/decisions/%c0%80",
      "/v1/decisions/a%2f..%2f..",
      "/v1/sessions/..",
      "/v1/sessions/%2e%2e",
      "/v1/sessions/%2e%2e/seen",
      "/v1/restore/..%2f..%2ftokens.json",
      "/v1/restore/%2e%2e%2ftokens",
      "/v1/restore/tokens.json",
      "/V1/STATUS",
      "/v1/status;jsessionid=1",
      "/v1/status#x",
      "/\\etc\\passwd",
      "/v1\\status",
      "/index.html/../v1/status",
      `/${"a".repeat(9_000)}`,
      "/v1/decisions/\u00e9",
      "*",
      "http://evil.example/v1/status",
      "/v1/rules/../status",
      "/metrics/",
      "/.git/config",
      "/service/secret",
      "/hook.sock",
      "/v1/hooks/claude-code",
      "/v1/hooks/pending/1",
    ];
    const rows = paths.flatMap((path) => ["GET", "POST"].map((method) => ({ path, method })));
    const wrong = await fire(rows, async ({ path, method }) => {
      const heard = await service.raw(`${head(method, path, method === "GET" ? 0 : 2)}${method === "GET" ? "" : "{}"}`);
      return /^HTTP\/1\.1 (?:4\d\d) /.test(heard) ? undefined : `${method} ${path}: ${heard.slice(0, 60)}`;
    });
    expect(wrong).toEqual([]);
  });

  test("other methods do nothing", async () => {
    const rows = ROUTES.flatMap((route) =>
      ["PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"].map((method) => ({ route, method })),
    );
    const wrong = await fire(rows, async ({ route, method }) => {
      const { status } = await service.ask(pathOf(route), { scope: "admin", method });
      return isRefusal(status) ? undefined : `${method} ${route.path}: ${status}`;
    });
    expect(wrong).toEqual([]);
  });

  test("parameters nobody declared, twice, too long, or of another kind", async () => {
    const queries = [
      "limit=0",
      "limit=201",
      "limit=-1",
      "limit=1e3",
      "limit=0x10",
      "limit=",
      "limit=1&limit=2",
      "limit=1%00",
      "before=a&before=b",
      "admin=true",
      "__proto__=1",
      "constructor=1",
      "from=yesterday",
      "to=9e99",
      "q=%0d%0aSet-Cookie:a",
      `q=${"a".repeat(1_100)}`,
      "session[]=a",
      "bucket=second",
      "hasOwnProperty=1",
      "limit=1;DROP TABLE decisions",
    ];
    const routes = [
      "/v1/decisions",
      "/v1/sessions",
      "/v1/stats",
      "/v1/sessions/x",
      "/v1/rules",
      "/v1/approvals",
      "/v1/status",
    ];
    const rows = routes.flatMap((path) => queries.map((query) => `${path}?${query}`));
    const wrong = await fire(rows, async (target) => {
      const { status } = await service.ask(target, { scope: "viewer" });
      return status === 400 ? undefined : `${target}: ${status}`;
    });
    expect(wrong).toEqual([]);
  });
});

describe("again and again", () => {
  test("a sign-in code lets one in", async () => {
    const code = makeSigninCode(service.running.service.stateDir, Date.now());
    const answers: number[] = [];
    await fire(
      Array.from({ length: 25 }, (_, i) => i),
      async () => {
        answers.push((await service.ask("/v1/signin", { body: { code } })).status);
        return undefined;
      },
    );
    expect(answers.filter((status) => status === 200)).toHaveLength(1);
    expect(new Set(answers)).toEqual(new Set([200, 401]));
    const old = makeSigninCode(service.running.service.stateDir, Date.now() - 11 * 60_000);
    expect((await service.ask("/v1/signin", { body: { code: old } })).status).toBe(401);
  });

  test("an approval is given once, by who may, for what can be approved", async () => {
    const held = await service.ask("/v1/check", {
      scope: "agent",
      body: { tool: "Bash", input: { command: "git push --force origin main" } },
    });
    expect(held.json.behavior).not.toBe("allow");
    const { id } = held.json;
    const answers: number[] = [];
    await fire(
      Array.from({ length: 25 }, (_, i) => i),
      async () => {
        answers.push(
          (await service.ask("/v1/approvals", { scope: "approver", body: { id, answer: "approve" } })).status,
        );
        return undefined;
      },
    );
    expect(answers.filter((status) => status === 200)).toHaveLength(1);
    expect(new Set(answers)).toEqual(new Set([200, 409]));
    const floor = await service.ask("/v1/check", {
      scope: "agent",
      body: { tool: "Bash", input: { command: "rm -rf ~" } },
    });
    expect(floor.json.by).toBe("floor");
    for (const answer of ["approve", "refuse"])
      expect((await service.ask("/v1/approvals", { scope: "admin", body: { id: floor.json.id, answer } })).status).toBe(
        409,
      );
    const refused = await service.ask("/v1/check", {
      scope: "agent",
      body: { tool: "Bash", input: { command: "git push --force origin next" } },
    });
    const say = (answer: string) =>
      service.ask("/v1/approvals", { scope: "approver", body: { id: refused.json.id, answer } });
    expect([(await say("refuse")).status, (await say("approve")).status, (await say("refuse")).status]).toEqual([
      200, 409, 409,
    ]);
  });
});

describe("what was recorded is data", () => {
  test("markup in every field comes back as JSON that nothing renders, and breaks no event", async () => {
    const fields = ["tool", "session", "host", "instructions", "agentModel", "event", "toolUseId"];
    const rows = [
      ...fields.map((field) => ({ tool: "Bash", input: { command: "ls" }, [field]: MARKUP })),
      { tool: "Bash", input: { command: MARKUP, description: MARKUP } },
      { tool: "Read", input: { file_path: `/tmp/${MARKUP}`, [MARKUP]: MARKUP } },
      { tool: "WebFetch", input: { url: `https://example.org/${MARKUP}`, prompt: MARKUP } },
      { tool: `mcp__${MARKUP}__x`, input: { a: [MARKUP] } },
      { tool: "Bash", input: { command: "ls" }, cwd: `${service.root}/${MARKUP}` },
      {
        tool: "Bash",
        input: { command: "ls" },
        transcript: [{ user: MARKUP }, { tool: MARKUP, input: { a: MARKUP } }],
      },
    ];
    const wrong = await fire(rows, async (body) => {
      const { status, json } = await service.ask("/v1/check", { scope: "agent", body });
      return status === 200 && typeof json.behavior === "string"
        ? undefined
        : `${JSON.stringify(body).slice(0, 80)}: ${status}`;
    });
    expect(wrong).toEqual([]);
    await service.running.service.index.catchUp();
    const list = await service.ask("/v1/decisions?limit=200", { scope: "viewer" });
    const ids: readonly string[] = list.json.decisions.map(({ id }: { id: string }) => id);
    const reads = [
      "/v1/decisions?limit=200",
      "/v1/sessions",
      "/v1/approvals",
      "/v1/stats",
      "/v1/values",
      "/metrics",
      ...ids.map((id) => `/v1/decisions/${id}`),
      ...list.json.decisions.map(({ session }: { session: string }) => `/v1/sessions/${encodeURIComponent(session)}`),
    ];
    const rendered = await fire(reads, async (path) => {
      const { status, headers, text } = await service.ask(path, { scope: "viewer" });
      const type = headers.get("content-type") ?? "";
      // A session whose name holds a control character has no address of its own.
      const fine =
        (status === 200 || status === 400) &&
        /^(?:application\/json|text\/plain)/.test(type) &&
        headers.get("x-content-type-options") === "nosniff" &&
        /^default-src 'none'; (?:script-src 'self'|frame-ancestors 'none'$)/.test(
          headers.get("content-security-policy") ?? "",
        );
      return fine && !(path === "/metrics" && text.includes("<script>"))
        ? undefined
        : `${path.slice(0, 80)}: ${status} ${type}`;
    });
    expect(rendered).toEqual([]);
  });

  test("an event holds no line that a recorded text made", async () => {
    const stream = await fetch(`http://127.0.0.1:${service.port}/v1/events`, {
      headers: { authorization: `Bearer ${service.token("viewer")}` },
    });
    const reader = stream.body?.getReader();
    let heard = "";
    await reader?.read();
    await service.ask("/v1/check", {
      scope: "agent",
      body: { tool: "Bash", input: { command: `echo ${MARKUP}` }, session: "events" },
    });
    while (!heard.includes("event: decision")) heard += Buffer.from((await reader?.read())?.value ?? []).toString();
    await reader?.cancel();
    expect(
      heard
        .split("\n")
        .filter((line) => line !== "" && !/^(?:event: decision|id: |data: \{.*\}$|: |retry: )/.test(line)),
    ).toEqual([]);
    expect(heard).not.toMatch(/^event: pause/m);
  });
});

describe("on the wire", () => {
  test("garbage, smuggling, floods and half requests end in a refusal or nothing at all", async () => {
    const own = `Host: 127.0.0.1:${service.port}\r\n`;
    const rows = [
      "\x00\x01\x02\x03\xff\xfe garbage \r\n\r\n",
      "GET\r\n\r\n",
      "GET /healthz\r\n\r\n",
      "GET /healthz HTTP/9.9\r\n\r\n",
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
      "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
      `GET /healthz HTTP/1.1\r\n${own}X: ${"a".repeat(40_000)}\r\n\r\n`,
      `GET /healthz HTTP/1.1\r\n${own}${"X: y\r\n".repeat(5_000)}\r\n`,
      `POST /v1/pause HTTP/1.1\r\n${own}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /v1/status HTTP/1.1\r\n${own}\r\n`,
      `POST /v1/pause HTTP/1.1\r\n${own}Content-Length: 1\r\nContent-Length: 9\r\n\r\n{}`,
      `POST /v1/pause HTTP/1.1\r\n${own}Transfer-Encoding: chunked, identity\r\n\r\n`,
      `POST /v1/pause HTTP/1.1\r\n${own}Transfer-Encoding:\x0bchunked\r\n\r\n`,
      `POST /v1/pause HTTP/1.1\r\n${own}Transfer-Encoding: chunked\r\n\r\nZZ\r\n`,
      `POST /v1/pause HTTP/1.1\r\n${own}Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n`,
      `POST /v1/pause HTTP/1.1\r\n${own}Content-Length: -1\r\n\r\n`,
      `POST /v1/pause HTTP/1.1\r\n${own}Content-Length: 1e9\r\n\r\n`,
      `GET /v1/status HTTP/1.1\r\n${own} folded: header\r\n\r\n`,
      `GET /v1/status HTTP/1.1\n${own}\n\n`,
      `GET /v1/status HTTP/1.1\r\n${own}Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: x\r\n\r\n`,
      `CONNECT evil.example:443 HTTP/1.1\r\n${own}\r\n`,
      `TRACE / HTTP/1.1\r\n${own}\r\n`,
      `GET /v1/status HTTP/1.1\r\n${own}Authorization: Bearer a\r\nAuthorization: Bearer ${service.token("admin")}\r\n\r\n`,
      `GET /v1/status HTTP/1.1\r\n${own}Expect: 100-continue\r\nContent-Length: 10\r\n\r\n`,
      `GET /v1/status HTTP/1.1\r\n${own}\r\n${`GET /v1/status HTTP/1.1\r\n${own}\r\n`.repeat(200)}`,
      "A".repeat(200_000),
      "\r\n".repeat(10_000),
    ];
    const wrong = await fire([...rows, ...rows, ...rows], async (bytes) => {
      const heard = await service.raw(Buffer.from(bytes, "latin1"), { forMs: 300 });
      const through = heard.match(/HTTP\/1\.1 2\d\d/g);
      return through === null ? undefined : `${JSON.stringify(bytes.slice(0, 80))}: ${heard.slice(0, 80)}`;
    });
    expect(wrong).toEqual([]);
  });

  test("slow heads and bodies keep nobody else waiting", async () => {
    const slow = Array.from({ length: 40 }, (_, i) =>
      service.raw(`${i % 2 === 0 ? "GET /healthz HTTP/1.1\r\nHost: x" : head("POST", "/v1/pause", 500)}`, {
        slowMs: 100,
        forMs: 3_000,
      }),
    );
    sent += slow.length;
    for (let i = 0; i < 20; i++) expect((await service.ask("/healthz")).status).toBe(200);
    expect((await Promise.all(slow)).filter((heard) => /HTTP\/1\.1 2/.test(heard))).toEqual([]);
  });
});

test("more than a thousand were sent, nothing was changed by them, and the service answers", async () => {
  expect(sent).toBeGreaterThan(1_000);
  expect({ settings: settingsNow(), tokens: tokensNow() }).toEqual(before);
  const { stateDir } = service.running.service;
  const store = ledgerStore({ stateDir });
  expect((await store.verify()).findings).toEqual([]);
  const { records } = await store.reader().next();
  expect(records.filter(({ entry }) => entry.kind === "approval")).toHaveLength(1);
  expect(records.filter(({ entry }) => entry.kind === "refusal")).toHaveLength(1);
  expect((await service.ask("/v1/status", { scope: "viewer" })).json.state).toBe("live");
  expect((await service.ask("/healthz")).json.ok).toBe(true);
  expect(service.said.join("\n")).not.toMatch(/spt_|<script>|git push/);
}, 120_000);
