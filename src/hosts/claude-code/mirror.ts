/**
 * The person's deny rules and the credential stores in the words of Claude Code's own `permissions.deny`, so that it refuses without a
 * hook too. What it cannot say exactly is left out, with a sentence. A path there stands for itself and everything below, in any case.
 */

import { assertNever, fail, ok, type Result } from "../../contract/result.ts";
import { storeNames } from "../../core/places/index.ts";
import type { Rule } from "../../rules/index.ts";
import type { HostMirror, Mirrored } from "../host.ts";
import type { ToolTable } from "../names.ts";

export const claudeMirror = (tools: () => ToolTable): HostMirror => ({
  at: ["permissions", "deny"],
  say: (rules) => say(rules, tools()),
});

function say(rules: readonly Rule[], tools: ToolTable): Mirrored {
  const said = rules
    .filter(({ list }) => list === "deny")
    .map((rule) => ({ text: rule.text, as: wordsFor(rule, tools) }));
  return {
    texts: [...new Set([...said.flatMap(({ as }) => (as.ok ? as.value : [])), ...storeTexts()])],
    leftOut: [...said.flatMap(({ text, as }) => (as.ok ? [] : [{ text, why: as.error }])), ...STORES_LEFT_OUT],
  };
}

/** What processes and devices tell is no place a file lies in. */
const NO_FILES = /^\/(?:proc|dev)\//;

const storeTexts = (): readonly string[] =>
  storeNames({ exact: true })
    .filter((name) => !NO_FILES.test(name))
    .map((name) => (name.startsWith("/") ? `/${name}` : name))
    .flatMap((name) => [`Read(${name})`, `Edit(${name})`]);

const STORES_LEFT_OUT: Mirrored["leftOut"] = [
  { text: "stores told by a word in a name", why: "~/.config/*/* with token or secret in it: a pattern cannot say it" },
  { text: "stores that count at any depth", why: "a pattern for any place would meet files that are none" },
  { text: "/proc and /dev", why: "what processes and devices tell is no file of a store" },
];

type Words = Result<readonly string[]>;

/** In Claude Code's words; a sentence where they would not be the same. */
function wordsFor({ tool, content }: Rule, tools: ToolTable): Words {
  if (tool.includes("*")) return fail("not every version reads a wildcard in a tool's name");
  switch (content?.kind) {
    case undefined:
      return Object.hasOwn(tools, tool) || /^mcp__\w/.test(tool)
        ? ok([tool])
        : fail("Claude Code has no tool of this name");
    case "prefix":
      return ofBash(tool, content.words, ":*");
    case "exact":
      return ofBash(tool, content.text, "");
    case "wildcard":
      return fail("a * inside a command is read in another way there");
    case "domain":
      return ofDomain(tool, content.host);
    case "path":
      return ofPath(tool, content.pattern);
    case "name":
      return fail("what stands in the parentheses of this tool was not tried there");
    default:
      return assertNever(content);
  }
}

/** Here a domain is denied with everything below it. */
function ofDomain(tool: string, host: string): Words {
  const bare = host.replace(/^\*\./, "");
  return bare.includes("*") || tool !== "WebFetch"
    ? fail("a wildcard in a domain is read in another way there")
    : ok([`WebFetch(domain:${bare})`, `WebFetch(domain:*.${bare})`]);
}

function ofPath(tool: string, pattern: string): Words {
  const as = OF_PATHS.get(tool);
  if (as === undefined) return fail("paths are said of Read and Edit alone");
  if (!/^(?:~\/|\/\/)[^/]/.test(pattern)) return fail("there a path has to begin with ~/ or //");
  return UNPLAIN_PATH.test(pattern) ? fail(UNPLAIN_SIGN) : ok([`${as}(${pattern})`]);
}

function ofBash(tool: string, words: string, end: string): Words {
  if (tool !== "Bash") return fail("it is said of commands for Bash alone");
  return words === "" || UNPLAIN.test(words) ? fail(UNPLAIN_SIGN) : ok([`Bash(${words}${end})`]);
}

/** Nothing there asks for a rule of Write: one of Edit is for every tool that writes. */
const OF_PATHS: ReadonlyMap<string, string> = new Map([
  ["Read", "Read"],
  ["Edit", "Edit"],
  ["Write", "Edit"],
]);
const UNPLAIN_SIGN = "a sign in it means something else there";
const UNPLAIN = /[()*\\]|:$/;
const UNPLAIN_PATH = /[()[\]{}!#\\]|\s$/;
