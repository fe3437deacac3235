/** The grammar of a permission rule (§4). A rule that cannot be parsed is an error when the settings load. */
import { fail, ok, type Result } from "../contract/result.ts";
import { hostPattern } from "./domains.ts";
import {
  foldToolName,
  type NamedTools,
  ourToolNames,
  READ_TOOLS,
  SHELL_TOOLS,
  shellFamily,
  type ToolNames,
  WRITE_TOOLS,
} from "./tool-names.ts";

export const LISTS = ["allow", "ask", "deny"] as const;
export type List = (typeof LISTS)[number];

/** What stands in the parentheses. */
export type Content =
  | { readonly kind: "prefix"; readonly words: string } // Bash(npm test:*), Bash(git push:everyday)
  | { readonly kind: "wildcard"; readonly pattern: string } // Bash(git * main), Skill(x*)
  | { readonly kind: "exact"; readonly text: string } // Bash(npm test)
  /** Read(./src/**); `from`: where `./` is, of the file of a project. Without it, the session's root and the top of its repository. */
  | { readonly kind: "path"; readonly pattern: string; readonly from?: string }
  | { readonly kind: "domain"; readonly host: string } // WebFetch(domain:example.com)
  | { readonly kind: "name"; readonly pattern: string }; // Agent(reviewer)

export interface Rule {
  /** As written. */
  readonly text: string;
  readonly list: List;
  /** The tool's name as written; may hold `*`. */
  readonly tool: string;
  /** Our tools it stands for. */
  readonly tools: readonly string[];
  /** Our tools that somebody calls by this name, whatever the rule means; absent: as `tools`. */
  readonly alike?: readonly string[];
  /** Somebody has a tool of this name. */
  readonly known: boolean;
  readonly content: Content | null;
  /** The file, or "--settings", or what the harness calls it. */
  readonly source: string;
  /** It never covers a call with a topic: written with `:everyday`, or saved by a host in a project for the person. */
  readonly bounded?: true;
}

const TOOL_NAME = /^(\*|[A-Za-z_][\w.:*-]*)$/;

/** Deny and ask rules speak by every name in `names`; an allow rule means the name as it is written. */
export function parseRule(text: string, list: List, source: string, names: ToolNames = ourToolNames): Result<Rule> {
  const wrong = (why: string): Result<Rule> => fail(`${source}: permissions.${list}: ${JSON.stringify(text)}: ${why}`);
  const trimmed = text.trim();
  if (trimmed === "") return wrong("a rule must not be empty");
  const open = trimmed.indexOf("(");
  const tool = (open < 0 ? trimmed : trimmed.slice(0, open)).trimEnd();
  if (!TOOL_NAME.test(tool)) return wrong("a rule begins with a tool's name, such as Bash or mcp__server__tool");
  const { tools, known, narrow, alike } = namedBy(tool, list, names);
  const head = { text: trimmed, list, tool, tools, known, source, ...(alike === undefined ? {} : { alike }) };
  if (open < 0) return ok({ ...head, tools: narrow === true ? [] : tools, content: null });
  if (!trimmed.endsWith(")")) return wrong("the parenthesis is not closed");
  if (tool === "*") return wrong('"*" stands for every tool and takes no parentheses');
  if (tool.includes("*")) return wrong("a name with a wildcard takes no parentheses");
  if (/^mcp__/i.test(tool)) return wrong("a rule for an MCP tool takes no parentheses");
  const content = parseContent(tools, trimmed.slice(open + 1, -1));
  return content.ok ? bounding({ ...head, content: content.value }, wrong) : wrong(content.error);
}

function bounding(rule: Rule, wrong: (why: string) => Result<Rule>): Result<Rule> {
  if (rule.content?.kind !== "prefix" || !rule.text.endsWith(":everyday)")) return ok(rule);
  return rule.list === "allow" ? ok({ ...rule, bounded: true }) : wrong('":everyday" is for allow rules, ":*" for all');
}

function namedBy(tool: string, list: List, names: ToolNames): NamedTools & Pick<Rule, "alike"> {
  if (tool.includes("*") || /^mcp__./i.test(tool)) return { tools: [], known: true };
  const named = names(foldToolName(tool));
  if (list !== "allow") return named;
  const known = named.tools.includes(tool);
  return known ? { tools: [tool], known } : { tools: [tool], known, alike: named.tools };
}

function parseContent(tools: readonly string[], inner: string): Result<Content | null> {
  const isOneOf = (names: readonly string[]): boolean => tools.some((tool) => names.includes(tool));
  if (inner.trim() === "") return fail("the parentheses are empty; leave them out to mean every use of the tool");
  if (inner.includes("\0")) return fail("a rule must not hold a NUL character");
  if (tools.some((tool) => SHELL_TOOLS.includes(shellFamily(tool)))) return shellContent(inner);
  if (isOneOf(READ_TOOLS) || isOneOf(WRITE_TOOLS)) return ok({ kind: "path", pattern: inner });
  if (isOneOf(["WebFetch"])) return domainContent(inner);
  if (isOneOf(["WebSearch"])) return fail("WebSearch takes no parentheses");
  return ok({ kind: "name", pattern: inner });
}

function shellContent(inner: string): Result<Content> {
  const text = inner.trim().replace(/:everyday$/, ":*");
  if (text.endsWith(":*")) {
    const words = text.slice(0, -2).trim().replace(/\s+/g, " ");
    if (words.includes("*"))
      return fail('":*" at the end already means "anything behind"; use either it or "*", not both');
    return ok({ kind: "prefix", words });
  }
  if (text.includes(":*")) return fail('":*" may only stand at the end');
  return ok(text.includes("*") ? { kind: "wildcard", pattern: text } : { kind: "exact", text });
}

function domainContent(inner: string): Result<Content> {
  const found = /^domain:\s*(\S+)$/.exec(inner.trim());
  if (found?.[1] === undefined) return fail("write a domain, as in WebFetch(domain:example.com)");
  const host = hostPattern(found[1]);
  if (host === undefined) return fail("write the domain alone, without scheme, user, port or path");
  return ok({ kind: "domain", host });
}
