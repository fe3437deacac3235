/**
 * Who can make an allow: the syntax of every shipped file is walked. A literal that says so, a cast to it and a hand on a maker stand in
 * the files listed here and nowhere else.
 */
import { describe, expect, test } from "vitest";
import { MAKER, MAKERS } from "./testing/makers.ts";
import {
  childOf,
  nameOf,
  nodesIn,
  parseSource,
  type Source,
  type SyntaxNode,
  shippedSources,
} from "./testing/syntax.ts";

const BRAND = "contract/allow.ts";
const WITNESS = "contract/witness.ts";

/** Who is handed a witness, by what: the sources' own doors. A room's index hands on what stands here. */
const HANDED: Readonly<Record<string, readonly string[]>> = {
  proveCall: ["gate/call.ts"],
  wallsIn: ["gate/steps/7-allow-rule.ts", "gate/steps/8-reading.ts", "gate/steps/contained.ts"],
  openWalls: ["app/create-gate.ts"],
  supposeWalls: ["app/create-gate.ts", "cli/setup/past.ts"],
  witnessApproval: ["gate/steps/2-approval.ts"],
  recall: ["gate/judge-action.ts"],
  parseXml: ["evidence/eval/ask.ts", "judge/stages.ts"],
  parseTool: ["evidence/eval/ask.ts", "judge/stages.ts"],
  vouchFor: ["app/create-gate.ts"],
};

/** Who calls the maker, and for which source. */
const CALLERS: Readonly<Record<string, readonly string[]>> = {
  allowReading: ["gate/steps/8-reading.ts"],
  allowEdits: ["gate/steps/9-by-mode.ts"],
  allowIrrelevant: ["gate/steps/9-by-mode.ts"],
  allowInside: ["gate/steps/8-reading.ts", "gate/steps/contained.ts"],
  allowByRules: ["gate/steps/7-allow-rule.ts"],
  allowApproved: ["gate/steps/2-approval.ts"],
  allowBypassed: ["gate/steps/6-bypass-mode.ts"],
  allowByVerdict: ["gate/steps/judge.ts"],
  wallVerdict: ["gate/steps/contained.ts"],
  bareVerdict: ["gate/gate.ts"],
  noteUnasked: ["gate/steps/judge.ts"],
  stampAllow: ["gate/judge-action.ts"],
  allowAgain: ["gate/judge-action.ts"],
  Room: ["gate/steps/7-allow-rule.ts", "gate/walls.ts"],
};

/** Words of a host's own protocol, which say the same: each stands where an allow was asked for. */
const WIRE: ReadonlySet<string> = new Set([
  "hosts/claude-code/protocol.ts",
  "hosts/codex/protocol.ts",
  "hosts/module-protocol.ts",
  "hosts/sdk/claude-agent.ts",
]);

/** Casts past the compiler that have nothing to do with a decision, each with the type it ends in. */
const OTHER_CASTS: ReadonlySet<string> = new Set([
  "judge/providers/anthropic.ts VertexAuth",
  "machine/trace.ts Contents",
  "memory/record/snapshot.ts PackedMemory",
  "memory/record/snapshot.ts Position",
]);

/** Types that are or hold an allow, or what one is made from. */
const GUARDED =
  /\b(?:Allow|AllowDraft|Allowed|Brand|Decision|Draft|Opinion|Opined|Judgement|Joinable|Recorded|Room|Witness|WitnessedVerdict|ModelAnswer|RaisedWalls|ReadingProof|EditProof|Recalled)\b/;

const textOf = ({ text }: Source, { start, end }: SyntaxNode): string => text.slice(start, end);

/** Everything in one file that would make an allow, or a witness of one, without being listed. */
function faultsOf(source: Source): readonly string[] {
  const own = nodesIn(source.program).flatMap((node) => faultIn(node, source) ?? []);
  const ignored = source.comments.filter((text) => /@ts-(?:ignore|expect-error|nocheck)/.test(text));
  return [...own, ...ignored.map((text) => `silences the compiler: ${text.trim()}`), ...takenBy(source)];
}

function faultIn(node: SyntaxNode, source: Source): string | undefined {
  const { path } = source;
  switch (node.type) {
    case "Property":
      return saysAllow(node) && ![MAKER, BRAND].includes(path) && !WIRE.has(path)
        ? "a literal that says allow"
        : undefined;
    case "TSAsExpression":
    case "TSTypeAssertion":
      return castFault(node, source);
    case "TSTypePredicate":
      return GUARDED.test(textOf(source, node)) && ![BRAND, WITNESS].includes(path)
        ? "a test that makes a type"
        : undefined;
    case "TSAnyKeyword":
      return "any";
    case "CallExpression":
      return openingFault(node, source);
    default:
      return node.declare === true && path !== BRAND ? "what is only declared" : undefined;
  }
}

/** `behavior: "allow"`, however it is quoted or cast. */
const saysAllow = (node: SyntaxNode): boolean =>
  nameOf(childOf(node, "key")) === "behavior" &&
  nodesIn(childOf(node, "value") ?? node).some(
    (one) =>
      nameOf(one) === "allow" || (one.type === "TemplateElement" && JSON.stringify(one.value).includes('"allow"')),
  );

function castFault(node: SyntaxNode, source: Source): string | undefined {
  const type = childOf(node, "typeAnnotation");
  const inner = childOf(node, "expression");
  const text = type === undefined ? "" : textOf(source, type);
  if (/^(?:any|never)$/.test(text)) return `as ${text}`;
  if (GUARDED.test(text)) return source.path === BRAND ? undefined : `as ${text}`;
  const isDoubled =
    inner !== undefined && /^TS(?:As|TypeAssertion)/.test(inner.type) && / as unknown$/.test(textOf(source, inner));
  return isDoubled && !OTHER_CASTS.has(`${source.path} ${text}`) ? `as unknown as ${text}` : undefined;
}

/** A source is opened by its own module, at its top, and what it gets is handed to nobody. */
function openingFault(node: SyntaxNode, source: Source): string | undefined {
  if (nameOf(childOf(node, "callee")) !== "openSource") return undefined;
  const [kind] = Array.isArray(node.arguments) ? node.arguments : [];
  const named = Object.entries(MAKERS).find(([name]) => name === nameOf(kind));
  if (named === undefined || named[1] !== source.path) return "opens a source that is another's";
  const kept = new RegExp(`^const (\\w+) = openSource\\("${named[0]}"\\);$`, "m").exec(source.text)?.[1];
  if (kept === undefined) return "opens a source elsewhere than at the top of its file";
  const nodes = nodesIn(source.program);
  const used = nodes.filter((one) => one.type === "Identifier" && one.name === kept).length;
  const called = nodes.filter((one) => one.type === "CallExpression" && childOf(one, "callee")?.name === kept).length;
  return used > called + 1 ? "hands on the maker of its witnesses" : undefined;
}

/** Names taken from the three files by whom they are not for, and of the sources' doors. */
const takenBy = (source: Source): readonly string[] =>
  source.imports.flatMap(({ file, names, value, reexport }) =>
    names.flatMap((name) => {
      const taken = `takes ${name} of ${file}`;
      if (file === BRAND) return isFreeBrand(name, source.path) ? [] : [taken];
      if (file === WITNESS) return isFreeWitness(name, source.path) ? [] : [taken];
      if (file === MAKER) return CALLERS[name]?.includes(source.path) ? [] : [taken];
      const users = Object.hasOwn(HANDED, name) ? HANDED[name] : undefined;
      const isDoor = reexport && /(?:^|\/)index\.ts$/.test(source.path);
      return users === undefined || !value || isDoor || users.includes(source.path) ? [] : [taken];
    }),
  );

const isFreeBrand = (name: string, path: string): boolean =>
  name === "isAllow" ||
  (name === "Allowed" && path === "contract/decision.ts") ||
  (name === "brandAllow" && path === MAKER);

const isFreeWitness = (name: string, path: string): boolean =>
  /^(?:Witness|isOf)$/.test(name) ||
  (name === "openSource" && Object.values(MAKERS).includes(path)) ||
  (name === "factsOf" && path === MAKER);

describe("who can make an allow", () => {
  const sources = shippedSources(import.meta.dirname);

  test("nobody but the maker and the sources' own modules", () => {
    expect(sources.flatMap((source) => faultsOf(source).map((fault) => `${source.path}: ${fault}`))).toEqual([]);
  });

  test("every source is opened, once, by its own module", () => {
    const opened = sources.flatMap(({ path, text }) =>
      [...text.matchAll(/= openSource\("(\w+)"\)/g)].map(([, kind]): [string, string] => [kind ?? "", path]),
    );
    expect(opened.sort()).toEqual(Object.entries(MAKERS).sort());
  });

  test("what is listed is there, and is used", () => {
    const taken = (from: string | undefined, name: string): readonly string[] =>
      sources
        .filter(
          ({ path, imports }) =>
            !path.endsWith("/index.ts") &&
            imports.some((one) => (from === undefined || one.file === from) && one.names.includes(name)),
        )
        .map(({ path }) => path)
        .sort();
    for (const [name, users] of Object.entries(CALLERS)) expect([name, taken(MAKER, name)]).toEqual([name, users]);
    for (const [name, users] of Object.entries(HANDED)) expect([name, taken(undefined, name)]).toEqual([name, users]);
    const paths = sources.map(({ path }) => path);
    expect([...WIRE].filter((path) => !paths.includes(path))).toEqual([]);
  });

  test("the maker is at most 120 lines", () => {
    expect(
      sources
        .find(({ path }) => path === MAKER)
        ?.text.trimEnd()
        .split("\n").length,
    ).toBeLessThanOrEqual(120);
  });
});

/** Each is planted in a file that is none of those listed. */
const PLANTED: readonly (readonly [text: string, fault: RegExp])[] = [
  ['const d = { behavior: "allow", by: "readOnly", reason: "" };', /a literal/],
  ['const d = { ...held, behavior: "allow" as const };', /a literal/],
  ["const d = { 'behavior': `allow` };", /a literal/],
  ['const d = { ["behavior"]: "allow" };', /a literal/],
  ['const d = { behavior: quiet ? "allow" : "ask" };', /a literal/],
  ["const d = JSON.parse(text) as Decision;", /as Decision/],
  ["const d = <Allow>held;", /as Allow/],
  ["const d = held as unknown as Allow;", /as Allow/],
  ["const d = held as unknown as Parameters<typeof run>[0];", /as unknown as/],
  ["run(held as any);", /^any$|as any/],
  ["run(held as never);", /as never/],
  ["const read = (text: string): any => JSON.parse(text);", /^any$/],
  ["const judged = { decision: held } as Judgement;", /as Judgement/],
  ["const w = {} as Witness<'edits'>;", /as Witness/],
  ["const is = (one: object): one is Allow => true;", /a test/],
  ["function must(one: object): asserts one is Decision {}", /a test/],
  ["declare const forged: object;", /declared/],
  ["// @ts-expect-error it is one\nrun(held);", /silences/],
  ['import { brandAllow } from "../contract/allow.ts";', /takes brandAllow/],
  ['import { brandAllow as isAllow } from "../contract/allow.ts";', /takes brandAllow/],
  ['import * as brand from "../contract/allow.ts";', /takes \*/],
  ['const { brandAllow } = await import("../contract/allow.ts");', /takes \*/],
  ['export { brandAllow as bless } from "../contract/allow.ts";', /takes brandAllow/],
  ['export * from "../contract/allow.ts";', /takes \*/],
  ['import { allowAgain } from "../gate/allow.ts";', /takes allowAgain/],
  ['import { openSource } from "../contract/witness.ts";', /takes openSource/],
  ['const prove = openSource("reading");', /opens a source/],
  ['import { vouchFor } from "../judge/index.ts";', /takes vouchFor/],
  ['import { recall } from "../memory/index.ts";', /takes recall/],
];

describe("planted", () => {
  test.each(PLANTED)("%s", (text, fault) => {
    expect(faultsOf(parseSource("hosts/planted.ts", text)).join("\n")).toMatch(fault);
  });

  test.each([
    ["const prove = openSource('reading');\nexport { prove };", /elsewhere than at the top|hands on/],
    ['const prove = openSource("reading");\nexport { prove };', /hands on/],
    ['export const prove = openSource("reading");', /elsewhere/],
    ['const prove = () => openSource("reading");', /elsewhere/],
    ['const prove = openSource("verdict");', /another's/],
  ])("in a source's own module: %s", (text, fault) => {
    expect(faultsOf(parseSource(MAKERS.reading, text)).join("\n")).toMatch(fault);
  });

  test.each([
    'const held = { behavior: "deny", by: "error", reason: "" };',
    "const names = Object.keys(held) as readonly string[];",
    'import { isAllow } from "../contract/allow.ts";',
    'import type { Allow, Decision } from "../contract/decision.ts";',
    "const list = { allow: [], ask: [] };",
  ])("and nothing is said of %s", (text) => {
    expect(faultsOf(parseSource("hosts/planted.ts", text))).toEqual([]);
  });
});
