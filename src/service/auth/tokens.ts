/** Bearer tokens: shown once, kept as hashes, compared in constant time. */
import { hash as hashOnce, randomBytes, timingSafeEqual } from "node:crypto";
import * as z from "zod/mini";
import { eachTurn } from "../../contract/kept.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import { acquire } from "../../memory/index.ts";
import { SCOPES, type TokenScope } from "../api.ts";
import { serviceLayout } from "../folder.ts";
import { type KeptFile, keptFile } from "./kept-file.ts";

const TOKEN_BYTES = 32;
const MAX_TOKENS = 1_000;
const NAME = /^[A-Za-z0-9][\w.@-]{0,63}$/;
const TOKEN = /^spt_(?:agent|viewer|approver|admin)_[\w-]{43}$/;

const schema = z.object({
  tokens: z.array(
    z.object({
      ...{ name: z.string(), scope: z.enum(SCOPES), hash: z.string(), made: z.number() },
      root: z.optional(z.string()),
    }),
  ),
});

export interface TokenHead {
  readonly name: string;
  readonly scope: TokenScope;
  readonly made: number;
  /** Of an agent's: the directory it is bound to, its real path. Those of earlier versions have none. */
  readonly root?: string | undefined;
}

export interface NewToken extends Pick<TokenHead, "name" | "scope" | "root"> {
  readonly at: number;
}

export interface TokenBook {
  readonly list: () => readonly TokenHead[];
  /** The token itself, told this once. */
  readonly add: (given: NewToken) => Promise<Result<string>>;
  readonly remove: (name: string) => Promise<Result<null>>;
  /** Whose token it is; undefined: nobody's. Takes as long for a wrong one as for a right one. */
  readonly find: (token: string) => TokenHead | undefined;
}

export const digest = (text: string): Buffer => hashOnce("sha256", text, "buffer");

export function tokenBook(stateDir: string): TokenBook {
  const path = serviceLayout(stateDir).tokens;
  const file = keptFile(path, { schema, empty: { tokens: [] } });
  /** Of tokens that were somebody's: whether they still are is asked each time. */
  const digests = new Map<string, Buffer>();
  const known = eachTurn(() => file.read().tokens.map(({ hash, ...head }) => ({ head, hash: digestOf(hash) })));
  /** One writer at a time, across processes: what another has just removed does not come back. */
  const alone = async <T>(change: () => T): Promise<T> => {
    const release = await acquire(`${path}.lock`);
    try {
      return change();
    } finally {
      release();
    }
  };
  return {
    list: () => file.read().tokens.map(({ hash: _, ...head }) => head),
    add: (given) => alone(() => addTo(file, given)),
    remove: (name) =>
      alone(() => {
        const { tokens } = file.read();
        if (!tokens.some((one) => one.name === name)) return fail(`there is no token named ${name}`);
        file.write({ tokens: tokens.filter((one) => one.name !== name) });
        return ok(null);
      }),
    find: (token) => {
      const given = digests.get(token) ?? digest(token);
      let found: TokenHead | undefined;
      for (const { head, hash } of known()) if (timingSafeEqual(given, hash) && TOKEN.test(token)) found = head;
      if (found !== undefined && digests.size < MAX_TOKENS) digests.set(token, given);
      return found;
    },
  };
}

function addTo(file: KeptFile<z.infer<typeof schema>>, { name, scope, root, at }: NewToken): Result<string> {
  const { tokens } = file.read();
  if (!NAME.test(name)) return fail("a token's name is up to 64 letters, digits and . _ @ -");
  if (tokens.some((one) => one.name === name)) return fail(`there is a token named ${name} already`);
  if (tokens.length >= MAX_TOKENS) return fail(`there are ${MAX_TOKENS} tokens: remove some`);
  if ((root === undefined) === (scope === "agent"))
    return fail("a token is bound to a directory where its scope is agent, and nowhere else");
  const token = `spt_${scope}_${randomBytes(TOKEN_BYTES).toString("base64url")}`;
  const bound = root === undefined ? {} : { root };
  file.write({ tokens: [...tokens, { name, scope, hash: digest(token).toString("hex"), made: at, ...bound }] });
  return ok(token);
}

/** A hash that was tampered with is nobody's. */
const digestOf = (hash: string): Buffer => {
  const bytes = Buffer.from(hash, "hex");
  return bytes.length === 32 ? bytes : randomBytes(32);
};
