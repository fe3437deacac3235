/** The grammar of a permission rule (§4). A rule that cannot be parsed is an error when the settings load. */
import { fail, ok, type Result } from "../../contract/result.ts";

export const LISTS = ["allow", "ask", "deny"] as const;
export type List = (typeof LISTS)[number];

/** What stands in the parentheses. */
export type Content =
  | { readonly kind: "prefix"; readonly words: string } // Bash(npm test:*)
  | { readonly kind: "wildcard"; readonly pattern: string } // Bash(git * main), Skill(x*)
  | { readonly kind: "exact"; readonly text: string } // Bash(npm test)
  | { readonly kind: "path"; readonly pattern: string } // Read(./src/**)
  | { readonly kind: "domain"; readonly host: string } // WebFetch(domain:example.com)
  | { readonly kind: "name"; readonly pattern: string }; // Agent(reviewer)

export interface Rule {
  /** As written. */
  readonly text: string;
  readonly list: List;
  /** The tool's name; may hold `*`. */
  readonly tool: string;
  readonly content: Content | null;
  /** The file, or "--settings", or what the harness calls it. */
  readonly source: string;
}

export const SHELL_TOOLS: readonly string[] = ["Bash", "PowerShell"];
export const READ_TOOLS: readonly string[] = ["Read", "Grep", "Glob", "LS"];
export const WRITE_TOOLS: readonly string[] = ["Edit", "MultiEdit", "Write", "NotebookEdit", "Patch"];

const TOOL_NAME = /^(\*|[A-Za-z_][\w.:*-]*)$/;

export function parseRule(text: string, list: List, source: string): Result<Rule> {
  const wrong = (why: string): Result<Rule> => fail(`${source}: permissions.${list}: ${JSON.stringify(text)}: ${why}`);
  const trimmed = text.trim();
  if (trimmed === "") return wrong("a rule must not be empty");
  const open = trimmed.indexOf("(");
  const tool = open < 0 ? trimmed : trimmed.slice(0, open);
  if (!TOOL_NAME.test(tool)) return wrong("a rule begins with a tool's name, such as Bash or mcp__server__tool");
  if (open < 0) return ok({ text: trimmed, list, tool, content: null, source });
  if (!trimmed.endsWith(")")) return wrong("the parenthesis is not closed");
  if (tool === "*") return wrong('"*" stands for every tool and takes no parentheses');
  if (tool.startsWith("mcp__")) return wrong("a rule for an MCP tool takes no parentheses");
  const content = parseContent(tool, trimmed.slice(open + 1, -1));
  return content.ok ? ok({ text: trimmed, list, tool, content: content.value, source }) : wrong(content.error);
}

function parseContent(tool: string, inner: string): Result<Content | null> {
  if (inner.trim() === "") return fail("the parentheses are empty; leave them out to mean every use of the tool");
  if (inner.includes("\0")) return fail("a rule must not hold a NUL character");
  if (SHELL_TOOLS.includes(tool)) return shellContent(inner);
  if (READ_TOOLS.includes(tool) || WRITE_TOOLS.includes(tool)) return ok({ kind: "path", pattern: inner });
  if (tool === "WebFetch") return domainContent(inner);
  if (tool === "WebSearch") return fail("WebSearch takes no parentheses");
  return ok({ kind: "name", pattern: inner });
}

function shellContent(inner: string): Result<Content> {
  const text = inner.trim();
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
  return ok({ kind: "domain", host: found[1].toLowerCase() });
}

/** `*` stands for any run of characters, line breaks included. Linear: no regular expression is built. */
export function wildcardMatches(pattern: string, text: string): boolean {
  const parts = pattern.split("*");
  const first = parts[0] ?? "";
  const last = parts.at(-1) ?? "";
  if (parts.length === 1) return pattern === text;
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false;
  let at = first.length;
  const end = text.length - last.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}
