/** Whether a rule speaks of a call. Deny and ask bind effects under any spelling; allow means exactly what it says. */
import type { Effect } from "../../contract/effect.ts";
import type { ShellReading } from "../../contract/reading.ts";
import { foldText } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { bindsPath, changes, permitsPath, reads } from "./paths.ts";
import { type Content, READ_TOOLS, type Rule, WRITE_TOOLS, wildcardMatches } from "./rule.ts";
import { bindsCommand, contentMatches, couldBind } from "./shell.ts";

/** A deny or ask rule matches the call. */
export function binds(rule: Rule, call: PolicyCall): boolean {
  const { content } = rule;
  if (content === null) return bindsName(rule.tool, call.tool);
  switch (content.kind) {
    case "path":
      return READ_TOOLS.includes(rule.tool)
        ? bindsPath(content.pattern, call, reads)
        : bindsPath(content.pattern, call, changes);
    case "domain":
      return call.effects.some((effect) => effect.do === "network" && bindsHost(content.host, effect.host));
    case "name":
      return bindsName(rule.tool, call.tool) && wildcardMatches(foldText(content.pattern), foldText(contentName(call)));
    default:
      return bindsShell(rule.tool, content, call);
  }
}

function bindsShell(tool: string, content: Content, call: PolicyCall): boolean {
  if (!wildcardMatches(tool, shellFamily(call.tool))) return false;
  if (call.reading === undefined) return contentMatches(content, foldText(call.encoding));
  return (
    contentMatches(content, foldedCommand(call.reading)) ||
    call.reading.commands.some((command) => bindsCommand(content, command))
  );
}

const folded = new WeakMap<ShellReading, string>();

/** Folding a long text is dear, and every rule asks for it. */
function foldedCommand(reading: ShellReading): string {
  const text = folded.get(reading) ?? foldText(reading.command);
  folded.set(reading, text);
  return text;
}

/** A deny or ask rule that the call might match, for all anyone can read: it then passes neither 7 nor 8. */
export function couldMatch(rule: Rule, call: PolicyCall): boolean {
  const { content } = rule;
  if (content === null) return false;
  if (call.reading !== undefined && call.reading.opaque.length > 0) return true;
  if (content.kind === "domain")
    return call.effects.some((effect) => effect.do === "network" && effect.host === null && call.reading !== undefined);
  if (content.kind === "path" || content.kind === "name" || !wildcardMatches(rule.tool, shellFamily(call.tool)))
    return false;
  return call.reading?.commands.some((command) => couldBind(content, command)) ?? false;
}

/** An allow rule covers the call, or for a shell call this one sub-command of it. */
export function permits(rule: Rule, call: PolicyCall): boolean {
  const { content } = rule;
  if (content === null) return permitsName(rule.tool, call.tool);
  switch (content.kind) {
    case "path":
      return (
        permitsName(rule.tool, call.tool) &&
        pathsOf(call.effects).length > 0 &&
        pathsOf(call.effects).every((path) => path !== null && permitsPath(content.pattern, path, call))
      );
    case "domain":
      return (
        call.tool === "WebFetch" &&
        call.effects.every(
          (effect) => effect.do === "network" && effect.host !== null && permitsHost(content.host, effect.host),
        )
      );
    case "name":
      return wildcardMatches(rule.tool, call.tool) && wildcardMatches(content.pattern, contentName(call));
    default:
      // The person wrote out this exact command.
      return rule.tool === call.tool && content.kind === "exact" && call.reading?.command.trim() === content.text;
  }
}

/** Where a call with a path rule goes; null for a place that is not fully known. */
function pathsOf(effects: readonly Effect[]): readonly (string | null)[] {
  return effects.flatMap((effect) => {
    if (effect.do !== "read" && effect.do !== "write" && effect.do !== "delete") return [];
    return [effect.target.certainty === "exact" ? effect.target.path : null];
  });
}

/** `Edit` means every tool that edits and `Read` every one that reads; typing into a shell is a shell. */
function bindsName(pattern: string, tool: string): boolean {
  const names = [
    tool,
    shellFamily(tool),
    ...(WRITE_TOOLS.includes(tool) ? ["Edit"] : []),
    ...(READ_TOOLS.includes(tool) ? ["Read"] : []),
  ];
  return names.some((name) => nameMatches(foldText(pattern), foldText(name)));
}

function permitsName(pattern: string, tool: string): boolean {
  return (
    nameMatches(pattern, tool) ||
    (pattern === "Edit" && WRITE_TOOLS.includes(tool)) ||
    (pattern === "Read" && READ_TOOLS.includes(tool))
  );
}

/** `mcp__server` stands for all its tools. */
const nameMatches = (pattern: string, tool: string): boolean =>
  wildcardMatches(pattern, tool) || (/^mcp__[^*]+$/.test(pattern) && tool.startsWith(`${pattern}__`));

const shellFamily = (tool: string): string => (tool === "BashInput" ? "Bash" : tool);

/** A domain covers itself and what lies below it for deny and ask; an allow covers only what it names. */
function bindsHost(host: string, seen: string | null): boolean {
  if (seen === null) return false;
  const name = foldText(seen).replace(/\.$/, "");
  const bare = foldText(host).replace(/^\*\./, "");
  return name === bare || name.endsWith(`.${bare}`) || wildcardMatches(foldText(host), name);
}

function permitsHost(host: string, seen: string): boolean {
  return host.startsWith("*.") ? seen.endsWith(host.slice(1)) && seen.length > host.length - 1 : seen === host;
}

/** What `Tool(name)` is compared with: the agent's name for Agent, else the encoding. */
function contentName(call: PolicyCall): string {
  const name = call.tool === "Agent" ? call.input.subagent_type : undefined;
  return typeof name === "string" ? name : call.encoding;
}
