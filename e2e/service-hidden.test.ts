/**
 * The service's folder for an agent: a place it cannot write, whose contents it cannot read, and whose socket and port are dead
 * inside every wall. Each attempt on the walls also runs outside of them, where it gets through.
 */
import { type ChildProcess, spawnSync } from "node:child_process";
import { existsSync, linkSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runSelfTest } from "../src/contain/index.ts";
import { canTryWalls, insideWalls, type TestMachine, testMachine, testUsers } from "../src/contain/testing.ts";
import { WALLS } from "../src/contract/decision.ts";
import { AGENT_FILES } from "../src/hosts/index.ts";
import { keepSecret, makeSigninCode, serviceLayout, tokenBook } from "../src/service/index.ts";
import { startServing } from "./hosts/serving.ts";

const dist = resolve("dist");
const PATH = "/usr/local/bin:/usr/bin:/bin";
const NODE = JSON.stringify(process.execPath);
const [owner = { name: "this user", uid: process.getuid?.() ?? 0 }] = testUsers;

let machine: TestMachine;
let service: ChildProcess;
let folder = "";
let port = 0;
/** Every long word of its files: the secret, hashes of tokens and codes. */
let words: readonly string[] = [];

beforeAll(async () => {
  if (!existsSync(join(dist, "hook.cjs"))) throw new Error("dist/hook.cjs is not there: run npm run build first");
  machine = testMachine(owner);
  const state = machine.at("state");
  spawnSync("chmod", ["700", state]);
  machine.write("project/package.json", '{"scripts":{"test":"node test.js"}}');
  machine.write("project/readme.txt", "an ordinary file\n");
  const kept = keepSecret(state);
  if (!kept.ok) throw new Error(kept.error);
  service = await startServing({ dist, project: machine.project, env: environment() });
  folder = serviceLayout(state).folder;
  await tokenBook(state).add({ name: "ci", scope: "admin", at: Date.now() });
  makeSigninCode(state, Date.now());
  port = JSON.parse(readFileSync(serviceLayout(state).serving, "utf8")).port;
  const texts = ["secret", "tokens.json"].map((name) => readFileSync(join(folder, name), "utf8"));
  texts.push(...readdirSync(serviceLayout(state).codes));
  words = texts.flatMap((text) => text.match(/[\w-]{40,}/g) ?? []);
  symlinkSync(folder, machine.at("project/way-in"));
  linkSync(join(folder, "secret"), machine.at("project/second-name"));
  linkSync(join(folder, "hook.sock"), machine.at("project/second.sock"));
  if (canTryWalls)
    await runSelfTest({
      ...{ stateDir: state, home: machine.home, env: environment() },
      ...{ gateDirectories: [state], agentFiles: AGENT_FILES },
    });
});
afterAll(() => {
  service?.kill("SIGKILL");
  machine?.remove();
});

const environment = () => ({ HOME: machine.home, PATH, SALLYPORT_STATE_DIR: machine.at("state") });

let calls = 0;
/** What the built hook of Claude Code answers. */
function decide(
  tool: string,
  input: object,
): { readonly behavior: string | undefined; readonly line: string | undefined } {
  const { stdout } = spawnSync(
    process.execPath,
    [join(dist, "hook.cjs"), "claude-code", "--state", machine.at("state")],
    {
      cwd: machine.project,
      input: JSON.stringify({
        ...{ session_id: "s", cwd: machine.project, permission_mode: "default", hook_event_name: "PreToolUse" },
        ...{ tool_name: tool, tool_input: input, tool_use_id: `t${calls++}` },
      }),
      encoding: "utf8",
      env: environment(),
    },
  );
  const own = JSON.parse(stdout).hookSpecificOutput ?? {};
  return { behavior: own.permissionDecision, line: own.updatedInput?.command };
}

const FILES = ["tokens.json", "codes/x", "secret", "serve.json", "serve.log", "hook.sock", "new"];

describe("an agent's own tools", () => {
  test.each(FILES)("Write and Edit of %s are the person's to approve", (name) => {
    for (const path of [join(folder, name), machine.at(`project/way-in/${name}`)]) {
      expect(decide("Write", { file_path: path, content: "x" }).behavior).not.toBe("allow");
      const edit = { file_path: path, old_string: "a", new_string: "b" };
      expect(decide("Edit", edit).behavior).not.toBe("allow");
    }
  });

  test("what is beside it, in the project, is not", () => {
    const path = machine.at("project/readme.txt");
    expect(decide("Edit", { file_path: path, old_string: "an", new_string: "the" }).behavior).toBe("allow");
  });

  test.each<[string, () => object]>([
    ["Read", () => ({ file_path: join(folder, "secret") })],
    ["Read", () => ({ file_path: machine.at("project/way-in/tokens.json") })],
    ["Read", () => ({ file_path: machine.at("project/second-name") })],
    ["Grep", () => ({ pattern: ".", path: folder, output_mode: "content" })],
    ["Grep", () => ({ pattern: ".", path: machine.at("project/way-in"), output_mode: "content" })],
  ])("%s of it is not allowed: %j", (tool, input) => {
    expect(decide(tool, input()).behavior).not.toBe("allow");
  });
});

/** Commands an agent may try; `STATE` is the folder. Whatever is allowed runs, as a host runs it. */
const COMMANDS = [
  "cat STATE/secret",
  "cat STATE/tokens.json && ls STATE/codes",
  "head -c 400 way-in/secret",
  "cp STATE/secret copied.txt && cat copied.txt",
  "grep -r . STATE",
  "cat second-name",
  "cp second-name third.txt && cat third.txt",
  "tar cf - STATE | cat",
  "find STATE -type f -exec cat {} +",
  'while read -r line; do echo "$line"; done < STATE/tokens.json',
  "echo '{\"tokens\":[]}' > STATE/tokens.json",
  "rm -f STATE/hook.sock STATE/tokens.json",
  "mv STATE STATE.old",
  "chmod -R a+rwX STATE",
  "ln STATE/secret project-secret && cat project-secret",
  "ln -s STATE here && cat here/secret",
  "curl -s --unix-socket STATE/hook.sock http://localhost/v1/hooks/claude-code",
  "curl -s -H @STATE/secret --unix-socket STATE/hook.sock -d '{}' http://localhost/v1/hooks/claude-code",
  'perl -MIO::Socket::UNIX -e \'my $s = IO::Socket::UNIX->new(Peer => "STATE/hook.sock") and print "CONNECTED\\n"\'',
  `${NODE} -e 'require("net").connect("STATE/hook.sock", () => { console.log("CONNECTED"); process.exit() }).on("error", () => process.exit(1))'`,
  `${NODE} -e 'require("net").connect(PORT, "127.0.0.1", () => { console.log("CONNECTED"); process.exit() }).on("error", () => process.exit(1))'`,
  `${NODE} -e 'const fs=require("fs");for (const f of ["secret","tokens.json"]) try { console.log(fs.readFileSync("STATE/" + f, "utf8")) } catch {} try { console.log(fs.readdirSync("STATE/codes")) } catch {}'`,
  "DIST/sallyport.cjs serve link",
  "DIST/sallyport.cjs serve token add mine --scope admin",
  "DIST/sallyport.cjs serve --stop",
] as const;

const spelled = (command: string): string =>
  command.replaceAll("STATE", folder).replaceAll("DIST", dist).replaceAll("PORT", String(port));

/** The files as they stand, and whether the service is there. */
const standing = () => ({
  files: ["secret", "tokens.json"].map((name) => readFileSync(join(folder, name), "utf8")),
  codes: readdirSync(join(folder, "codes")),
  names: readdirSync(folder).filter((name) => !/\.lock$/.test(name)),
  alive: service.exitCode === null && service.signalCode === null,
});

describe("an agent's commands: asked about, or run where there is nothing to get", () => {
  test.each(COMMANDS)("%s", (command) => {
    const before = standing();
    const { behavior, line } = decide("Bash", { command: spelled(command), description: "x" });
    if (behavior === "allow") {
      expect(line).toBeDefined();
      const ran = spawnSync("/bin/bash", ["-c", line ?? ""], {
        ...{ cwd: machine.project, encoding: "utf8", env: environment(), timeout: 30_000 },
      });
      for (const word of [...words, "CONNECTED", '"ok":true']) expect(ran.stdout).not.toContain(word);
    }
    expect(standing()).toEqual(before);
  });
});

const connects = (to: string): string =>
  `${NODE} -e 'const s=require("net").connect(${to},()=>{console.log("ESCAPED");process.exit()});s.on("error",()=>process.exit());setTimeout(()=>process.exit(),1500)'`;
const reads = (path: string): string => `grep -aE '[A-Za-z0-9_-]{40}' ${path} && echo ESCAPED`;

const INSIDE: readonly (readonly [name: string, script: () => string])[] = [
  ...["secret", "tokens.json"].map((name) => [name, () => reads(join(folder, name))] as const),
  ["codes", () => `ls ${join(folder, "codes")} | ${reads("")}`],
  ["a file of it by a link", () => reads("way-in/secret")],
  ["a file of it by a second name", () => reads("second-name")],
  ["a file of it by way of a process", () => `for p in /proc/[0-9]*; do ${reads(`$p/root${folder}/secret`)}; done`],
  ["what is in it", () => `ls ${folder} | grep . && echo ESCAPED`],
  ["a file put there", () => `echo x > ${join(folder, "made")} && echo ESCAPED; rm -f ${join(folder, "made")}`],
  ["the socket", () => connects(`{path:"${join(folder, "hook.sock")}"}`)],
  ["the socket by a relative name", () => `cd ${folder} && ${connects('{path:"hook.sock"}')}`],
  ["the socket by a link", () => connects('{path:"way-in/hook.sock"}')],
  ["the socket by a second name", () => connects('{path:"second.sock"}')],
  ["the port", () => connects(`{host:"127.0.0.1",port:${port}}`)],
  ["the process", () => `kill -0 ${service.pid} && echo ESCAPED`],
];

describe.skipIf(!canTryWalls).each(WALLS)(`${insideWalls} of %s`, (walls) => {
  test.each(INSIDE)("not there: %s", (_, script) => {
    const outside = spawnSync("/bin/bash", ["-c", script()], { cwd: machine.project, encoding: "utf8" });
    expect(outside.stdout).toContain("ESCAPED");
    const { stdout, stderr } = machine.run(`${script()}; echo TRIED`, { walls });
    expect([stdout, stderr]).toEqual([expect.stringContaining("TRIED"), expect.anything()]);
    expect(stdout).not.toContain("ESCAPED");
    for (const word of words) expect(stdout).not.toContain(word);
  });

  test("the project is there all the same", () => {
    writeFileSync(machine.at("project/there.txt"), "there\n");
    expect(machine.run("cat there.txt", { walls }).stdout).toBe("there\n");
  });
});
