/** Whether a rule speaks of a call. Deny and ask bind effects under any spelling; allow means exactly what it says. */
import type { Met, MetHost } from "../../contract/describe.ts";
import type { Effect } from "../../contract/effect.ts";
import { foldText } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { isMethodName, spokenCommands, toolLikeMethod } from "../tools/index.ts";
import { standsAnywhere } from "../typed-directories.ts";
import { mentionsCommand } from "./code-mentions.ts";
import { hostNamed } from "./contacted-hosts.ts";
import { bindsHost, permitsHost } from "./domains.ts";
import { usesMovedAlias } from "./git-aliases.ts";
import { hiddenCode } from "./hidden-code.ts";
import { looseHosts } from "./loose-values.ts";
import { metPath, permitsPath } from "./paths.ts";
import type { Content, Rule } from "./rule.ts";
import { bindsReading, couldBind, foldedContent, mayBindReading, neededWords, speaksOfGit } from "./shell.ts";
import {
  familyOf,
  foldToolName,
  isOurTool,
  READ_TOOLS,
  shellFamily,
  squeezeToolName,
  WRITE_TOOLS,
} from "./tool-names.ts";
import { wildcardMatches } from "./wildcard.ts";

/** The first of the rules that matches the call, and by which place. */
export function firstBound(rules: readonly Rule[], call: PolicyCall): (Binding & { readonly rule: Rule }) | undefined {
  for (const rule of rules) {
    const bound = binding(rule, call);
    if (bound !== undefined) return { ...bound, rule };
  }
  return undefined;
}

/** A deny or ask rule matches the call: by which place, where the rule is about places. */
function binding(rule: Rule, call: PolicyCall): Binding | undefined {
  const { content } = rule;
  const isBound = { met: undefined };
  if (content === null) return bindsName(rule, call) ? isBound : undefined;
  switch (content.kind) {
    case "path": {
      const isOfReading = rule.tools.some((tool) => READ_TOOLS.includes(tool));
      return bound(metPath(content, call, isOfReading ? "reads" : "changes"));
    }
    case "domain":
      return bound(metHost(content.host, call));
    case "name":
      return bindsNamed(rule, content.pattern, call) ? isBound : undefined;
    default:
      return bindsShell(rule, content, call) ? isBound : undefined;
  }
}

interface Binding {
  /** Undefined: the rule is about no place. */
  readonly met: Met | undefined;
}

const bound = (met: Met | undefined): Binding | undefined => met && { met };

function metHost(host: string, call: PolicyCall): MetHost | undefined {
  const contacted = [...call.effects, ...hiddenCode(call).effects].flatMap((effect) =>
    effect.do === "network" && bindsHost(host, effect.host) ? [effect.host] : [],
  );
  if (contacted.length > 0) return { program: null, does: "contact", host: contacted[0] ?? null };
  const named = looseHosts(call).find((one) => bindsHost(host, one)) ?? hostNamed(host, call);
  return named === undefined ? undefined : { program: null, does: "name", host: named };
}

/** A rule for a shell holds for what any shell tool runs, and for what a shell is given by way of another tool. */
function bindsShell({ tools }: Rule, content: Content, call: PolicyCall): boolean {
  const shell = shellFamily(call.tool);
  if (call.reading === undefined && tools.some((tool) => shellFamily(tool) === shell))
    return bindsReading(content, { text: call.encoding, commands: [] });
  if (speaksOfGit(content) && mayBeAnyGitCommand(call)) return true;
  const typed = call.reading === undefined ? [] : [{ text: call.reading.command, commands: call.reading.commands }];
  return (
    [...typed, { text: "", commands: hiddenCode(call).commands }].some((code) => bindsReading(content, code)) ||
    call.likely().some((reading) => mayBindReading(content, reading)) ||
    isCalledAfter(content, call) ||
    mentionsCommand(neededWords(foldedContent(content)), call)
  );
}

/** A tool nobody declared is called as the rule's command begins: `git_push` for `git push`. */
function isCalledAfter(content: Content, call: PolicyCall): boolean {
  if (call.spec.anyField !== true) return false;
  const [program = ""] = neededWords(foldedContent(content));
  const { cwd, projectRoot, world } = call;
  return spokenCommands(call.tool, call.input)
    .filter((text) => program !== "" && foldText(text).startsWith(`${program} `))
    .map((text) => call.readShell(text, { cwd, projectRoot, world, written: new Set(), likely: 0 }))
    .some(({ command: text, commands }) => bindsReading(content, { text, commands }));
}

/** A command of the call, code in it included, goes by a name that a moved configuration may give to any command of git's. */
const mayBeAnyGitCommand = (call: PolicyCall): boolean =>
  [...(call.reading?.commands ?? []), ...hiddenCode(call).commands].some((command) => usesMovedAlias(command, call));

/** A deny or ask rule that the call might match, for all anyone can read: it then passes neither 7 nor 8. */
export function couldMatch(rule: Rule, call: PolicyCall): boolean {
  const { content } = rule;
  if (content === null) return false;
  if (call.reading !== undefined && (call.reading.opaque.length > 0 || call.effects.some(isUnreadCode))) return true;
  if (content.kind === "path" && call.spec.keepsState === true && standsAnywhere(call)) return true;
  if (content.kind === "domain")
    return call.effects.some((effect) => effect.do === "network" && effect.host === null && call.reading !== undefined);
  if (content.kind === "path" || content.kind === "name" || !rule.tools.includes(shellFamily(call.tool))) return false;
  const folded = foldedContent(content);
  return call.reading?.commands.some((command) => couldBind(folded, command)) ?? false;
}

/** Code that nobody has seen may be anything. */
const isUnreadCode = (effect: Effect): boolean =>
  effect.do === "run" && (effect.what === "code" || effect.what === "remote") && effect.code === undefined;

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
      return rule.tool === call.tool && wildcardMatches(content.pattern, contentName(call));
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

/** By any name the tool has: ours, its family's, the one it was called by, and what other hosts call it. */
function bindsName({ tool, tools }: Rule, call: PolicyCall): boolean {
  const pattern = foldToolName(tool);
  const names = [...familyOf(call.tool), ...(call.calledAs === undefined ? [] : [call.calledAs])].flatMap((name) =>
    isMethodName(name) ? [name, toolLikeMethod(name)] : [name],
  );
  if (tools.some((one) => names.includes(one))) return true;
  const squeezed = squeezeToolName(tool);
  return names.some(
    (name) =>
      bindsToolName(pattern, foldToolName(name), isOurTool(name)) || nameMatches(squeezed, squeezeToolName(name)),
  );
}

function bindsToolName(pattern: string, name: string, ours: boolean): boolean {
  if (nameMatches(pattern, name) || nameMatches(pattern, name.replace(/^[a-z]+_(?=mcp_)/, ""))) return true;
  if (ours || !/^mcp__./.test(pattern)) return false;
  // Some hosts put the server's name in front of the tool's with one sign between them, and nothing else.
  const bare = pattern.slice("mcp__".length).replace("__", "_");
  return wildcardMatches(bare, name) || name.startsWith(`${bare}_`);
}

/** A name that says more than can be seen is covered only where it is written out. */
const isPlainName = (tool: string): boolean => /^[\x21-\x7e]+$/.test(tool);

function permitsName(pattern: string, tool: string): boolean {
  return (
    pattern === tool ||
    (isPlainName(tool) && (coversName(pattern, tool) || isWholeServer(pattern, tool))) ||
    (pattern === "Edit" && WRITE_TOOLS.includes(tool)) ||
    (pattern === "Read" && READ_TOOLS.includes(tool))
  );
}

/** A method of a server's is none of its tools: a pattern covers it that is for all there is, not one for names of tools. */
const coversName = (pattern: string, tool: string): boolean =>
  wildcardMatches(pattern, tool) && (!isMethodName(tool) || /^(?:mcp__(?:(?:(?!__)[^*])+__)?)?\*$/.test(pattern));

/** `mcp__server`; a name with a tool in it is that tool, and no server whose name has the sign in it too. */
const isWholeServer = (pattern: string, tool: string): boolean =>
  /^mcp__(?:(?!__)[^*])+$/.test(pattern) && tool.startsWith(`${pattern}__`);

/** `mcp__server` stands for all its tools. */
const nameMatches = (pattern: string, tool: string): boolean =>
  wildcardMatches(pattern, tool) || (/^mcp__[^*]+$/.test(pattern) && tool.startsWith(`${pattern}__`));

function bindsNamed(rule: Rule, pattern: string, call: PolicyCall): boolean {
  const spoken = spokenSkill(call);
  const has = (name: string): boolean => wildcardMatches(foldText(pattern.replace(/^\/+/, "")), foldText(name));
  if (bindsName(rule, call) && wildcardMatches(foldText(pattern), foldText(contentName(call)))) return true;
  return spoken !== undefined && (rule.tool === "Skill" || bindsName(rule, call)) && spoken.some(has);
}

/** A skill as hosts take it: without the slash that people type, and what stands behind its name; two tools start one. */
function spokenSkill({ tool, input }: PolicyCall): readonly string[] | undefined {
  const text = tool === "Skill" ? input.skill : tool === "SlashCommand" ? input.command : undefined;
  if (typeof text !== "string") return undefined;
  const bare = text.trim().replace(/^[/\s]+/, "");
  return [bare, bare.split(/\s/)[0] ?? ""];
}

/** What `Tool(name)` is compared with: the agent's name for Agent, else the encoding. */
function contentName(call: PolicyCall): string {
  const name = call.tool === "Agent" ? call.input.subagent_type : call.tool === "Skill" ? call.input.skill : undefined;
  return typeof name === "string" ? name : call.encoding;
}
