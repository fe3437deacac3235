/** Tokens for programs: made and removed by the person, shown once. */
import { realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { stateDir } from "../../app/index.ts";
import { fail, messageOf, ok, type Result } from "../../contract/result.ts";
import { openServiceDir, SCOPES, type TokenBook, tokenBook } from "../../service/index.ts";
import type { ServeGiven } from "../commands/serve.ts";
import type { CliIo } from "../terminal/io.ts";
import { ownTerminal } from "../terminal/person.ts";
import { refuse, report, visible } from "../terminal/style.ts";
import type { AtTerminal } from "./link.ts";

export async function changeTokens(
  [what, name, ...more]: readonly string[],
  given: ServeGiven,
  at: AtTerminal,
): Promise<number> {
  const { options, misuse } = given;
  const { io, terminal } = at;
  const state = stateDir(io.env);
  if (more.length > 0) return misuse(`one word too many: ${more.join(" ")}`);
  try {
    const folder = openServiceDir(state);
    if (!folder.ok) return refuse(io, folder.error);
    const tokens = tokenBook(state);
    if (what === "list" && name === undefined) return listTokens(tokens, options, at);
    if ((what !== "add" && what !== "remove") || name === undefined)
      return misuse("say: serve token add NAME --scope SCOPE, serve token list, or serve token remove NAME");
    const person = ownTerminal(io, terminal);
    if (!person.ok) return refuse(io, person.error);
    const change = what === "add" ? addToken : removeToken;
    return await change(name, given, { tokens, ...at });
  } catch (error) {
    return refuse(io, messageOf(error));
  }
}

type WithTokens = AtTerminal & { readonly tokens: TokenBook };

async function addToken(name: string, { options, misuse }: ServeGiven, { tokens, io }: WithTokens): Promise<number> {
  const scope = SCOPES.find((one) => one === options.scope);
  if (scope === undefined) return misuse(`say what it may do: --scope ${SCOPES.join(", ")}`);
  if (scope !== "agent" && options.root !== undefined) return misuse("--root goes with --scope agent");
  const bound: Result<BoundToken> = scope === "agent" ? rootOf(options.root, io) : ok({});
  if (!bound.ok) return refuse(io, bound.error);
  const token = await tokens.add({ name, scope, at: io.now(), ...bound.value });
  if (!token.ok) return refuse(io, token.error);
  const { root } = bound.value;
  const where = root === undefined ? "" : `\nIt is bound to ${visible(root)}.`;
  const text = `${token.value}\nIt is shown this once. Authorization: Bearer TOKEN${where}`;
  return report(options, { value: { name, scope, ...bound.value, token: token.value }, text }, io);
}

interface BoundToken {
  readonly root?: string;
}

/** The directory itself, whatever links lead to it. */
function rootOf(given: string | undefined, { cwd }: CliIo): Result<BoundToken> {
  const path = resolve(cwd, given ?? ".");
  try {
    const root = realpathSync(path);
    return statSync(root).isDirectory() ? ok({ root }) : fail(`${path} is no directory`);
  } catch (error) {
    return fail(`${path} cannot be looked at: ${messageOf(error)}`);
  }
}

async function removeToken(name: string, { options }: ServeGiven, { tokens, io }: WithTokens): Promise<number> {
  const removed = await tokens.remove(name);
  if (!removed.ok) return refuse(io, removed.error);
  return report(options, { value: { removed: name }, text: `${name} is no token any more.` }, io);
}

function listTokens(tokens: TokenBook, options: ServeGiven["options"], { io }: AtTerminal): number {
  const value = tokens.list();
  const lines = value.map(
    ({ name, scope, made, root }) =>
      `${visible(name)}  ${scope}  ${new Date(made).toISOString().slice(0, 10)}${describeRoot(scope, root)}`,
  );
  return report(options, { value, text: lines.length === 0 ? "There is no token." : lines.join("\n") }, io);
}

function describeRoot(scope: string, root: string | undefined): string {
  if (scope !== "agent") return "";
  return root === undefined ? "  of an earlier version: make a new one" : `  in ${visible(root)}`;
}
