/** Tokens for programs: made and removed by the person, shown once. */
import { stateDir } from "../../app/index.ts";
import { messageOf } from "../../contract/result.ts";
import { openServiceDir, SCOPES, type TokenBook, tokenBook } from "../../service/index.ts";
import type { ServeGiven } from "../commands/serve.ts";
import { refuse, report, visible } from "../style.ts";
import { ownTerminal } from "../terminal.ts";
import type { AtTerminal } from "./link.ts";

export function changeTokens([what, name, ...more]: readonly string[], given: ServeGiven, at: AtTerminal): number {
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
    return what === "add" ? addToken(name, given, { tokens, ...at }) : removeToken(name, given, { tokens, ...at });
  } catch (error) {
    return refuse(io, messageOf(error));
  }
}

type WithTokens = AtTerminal & { readonly tokens: TokenBook };

function addToken(name: string, { options, misuse }: ServeGiven, { tokens, io }: WithTokens): number {
  const scope = SCOPES.find((one) => one === options.scope);
  if (scope === undefined) return misuse(`say what it may do: --scope ${SCOPES.join(", ")}`);
  const token = tokens.add({ name, scope, at: io.now() });
  if (!token.ok) return refuse(io, token.error);
  const text = `${token.value}\nIt is shown this once. Authorization: Bearer TOKEN`;
  return report(options, { value: { name, scope, token: token.value }, text }, io);
}

function removeToken(name: string, { options }: ServeGiven, { tokens, io }: WithTokens): number {
  const removed = tokens.remove(name);
  if (!removed.ok) return refuse(io, removed.error);
  return report(options, { value: { removed: name }, text: `${name} is no token any more.` }, io);
}

function listTokens(tokens: TokenBook, options: ServeGiven["options"], { io }: AtTerminal): number {
  const value = tokens.list();
  const lines = value.map(
    ({ name, scope, made }) => `${visible(name)}  ${scope}  ${new Date(made).toISOString().slice(0, 10)}`,
  );
  return report(options, { value, text: lines.length === 0 ? "There is no token." : lines.join("\n") }, io);
}
