/** Effects in words: as they stand for people, and quoted and brief for a model. */
import { expect, test } from "vitest";
import { ACTS } from "./acts.ts";
import { describeDoing, describeEffect, VERBS } from "./describe.ts";
import { act, type Effect, exact, globTarget, unknownTarget } from "./effect.ts";

const quoted = (effect: Effect): string => describeEffect(effect, { quote: JSON.stringify, brief: true });

test.each<[effect: Effect, plain: string, brief: string]>([
  [{ do: "read", target: exact("/a"), recursive: false, content: true }, "reads /a", 'reads "/a"'],
  [
    { do: "read", target: exact("/a"), recursive: true, content: false },
    "looks at /a and all below",
    'looks at "/a" and all below',
  ],
  [{ do: "write", target: globTarget("/a/*"), recursive: false }, "writes /a/*", 'writes "/a/*"'],
  [
    { do: "write", target: exact("/b"), recursive: false, as: "copy", from: exact("/a") },
    "copies to /b from /a",
    'copies to "/b" from "/a"',
  ],
  [
    { do: "delete", target: unknownTarget(), recursive: true },
    "deletes a place that is not known and all below",
    "deletes a place that is not known and all below",
  ],
  [
    { do: "delete", target: unknownTarget("/a"), recursive: false },
    "deletes somewhere at or below /a",
    'deletes somewhere at or below "/a"',
  ],
  [
    { do: "run", program: "bash", what: "script", script: exact("/x.sh") },
    "runs the script /x.sh",
    'runs the script "/x.sh"',
  ],
  [
    { do: "run", program: "npm", what: "task", task: "deploy" },
    "runs a task of npm: deploy",
    'runs a task of "npm": "deploy"',
  ],
  [{ do: "run", program: "node", what: "code", code: "f()" }, "runs code with node: f()", 'runs code with "node"'],
  [{ do: "network", host: "example.org", sends: false }, "contacts example.org", 'contacts "example.org"'],
  [
    { do: "network", host: null, sends: true, method: "POST" },
    "sends data to a host that is not known (POST)",
    "sends data to a host that is not known",
  ],
  [
    { do: "vcs", op: "push", forced: true, remote: "origin", branch: "main" },
    "git push, forced: origin main",
    'git push, forced: "origin main"',
  ],
  [{ do: "vcs", op: "push", deletes: true }, "git push, deleting", "git push, deleting"],
  [
    act("cloud.delete", { wording: "aws s3 rb s3://b", on: "s3://b" }),
    "cloud, delete: aws s3 rb s3://b (s3://b)",
    'cloud, delete: "aws s3 rb s3://b" ("s3://b")',
  ],
  [
    act("service.stop", { on: "nginx" }),
    "process, stop: stops a service (nginx)",
    'process, stop: stops a service ("nginx")',
  ],
  [
    { do: "environment", name: "PATH", value: "/x", matters: true },
    "sets PATH to /x",
    'sets "PATH", which changes what later programs do',
  ],
  [{ do: "secret", act: "secret.environment" }, "shows secrets: environment", "shows secrets: environment"],
  [{ do: "secret", act: "secret.variable", on: "$KEY" }, "shows secrets: $KEY", 'shows secrets: "$KEY"'],
  [{ do: "unknown", act: "unknown.use", wording: "cat …" }, "not understood: cat …", 'not understood: "cat …"'],
])("%j", (effect, plain, brief) => {
  expect([describeEffect(effect), quoted(effect)]).toEqual([plain, brief]);
});

test.each<[Effect, string]>([
  [act("container.run", { on: "-d" }), "runs services in containers (-d)"],
  [act("container.stop"), "stops containers"],
  [act("container.delete"), "removes containers or images"],
  [act("container.expose"), "opens ports of a container"],
  [act("package.delete", { on: "left-pad" }), "removes packages (left-pad)"],
  [act("package.lists"), "shows lists of packages"],
  [act("package.unverified"), "sees to it that packages are not verified"],
  [act("service.stop", { on: "nginx" }), "stops a service (nginx)"],
  [act("cloud.read"), "looks at something in the cloud"],
])("behind It stands what it does: %j", (effect, words) => {
  expect(describeDoing(effect)).toBe(words);
});

/** Several of a thing; what else ends in s is a verb and says itself what is done. */
const THINGS =
  "certificates containers credentials environments keys lists names packages places ports secrets services settings";

test("each act that begins with a word in s is known to begin with a verb or with several things", () => {
  const unknown = Object.entries(ACTS).flatMap(([id, [, , words]]) => {
    const first = /^([a-z]+s)(?: |$)/.exec(words)?.[1];
    return first === undefined || VERBS.has(first) || THINGS.split(" ").includes(first) ? [] : [`${id}: ${words}`];
  });
  expect(unknown).toEqual([]);
});
