/** A link to sign in with: for the person who sits here, and for nobody's log. */
import { stateDir } from "../../app/index.ts";
import { messageOf } from "../../contract/result.ts";
import { makeSigninCode } from "../../service/auth/index.ts";
import { findServing } from "../../service/running/index.ts";
import type { CliIo } from "../terminal/io.ts";
import { ownTerminal, type TerminalFacts } from "../terminal/person.ts";
import { refuse, report } from "../terminal/style.ts";

export interface AtTerminal {
  readonly terminal: TerminalFacts;
  readonly io: CliIo;
}

/** Good for one use. Whoever calls this has made sure that a person sits here. */
export const linkTo = (address: string, { env, now }: CliIo): string =>
  `${address}/#signin=${makeSigninCode(stateDir(env), now())}`;

export function showLink({ json }: { readonly json: boolean }, { terminal, io }: AtTerminal): number {
  const person = ownTerminal(io, terminal);
  if (!person.ok) return refuse(io, person.error);
  const serving = findServing(stateDir(io.env));
  if (serving === undefined) return refuse(io, "no service runs: sallyport serve");
  try {
    const link = linkTo(serving.address, io);
    return report({ json }, { value: { link }, text: link }, io);
  } catch (error) {
    return refuse(io, messageOf(error));
  }
}
