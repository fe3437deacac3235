/**
 * Which versions of which agents were found closed, and which would not answer because nobody is logged in. A version is known by its
 * file; another one is tried again.
 */
import { mkdirSync, readFileSync, realpathSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import * as z from "zod/mini";
import { VERSION } from "../../../contract/version.ts";
import { type Completion, type Failed, notSetUp } from "../provider.ts";
import { type AgentProgram, homeIn } from "./ask.ts";
import type { AgentKind } from "./kind.ts";
import { type ProofOutcome, tryAgent } from "./proof.ts";

/** A login that was refused is not tried with every call: an agent takes seconds to say so. */
const REFUSED_MS = 5 * 60_000;

const Refused = z.object({ at: z.number(), detail: z.string(), login: z.string() });
const Kept = z.record(
  z.string(),
  z.object({ version: z.string(), leak: z.nullable(z.string()), refused: z.optional(Refused) }),
);
type KeptProofs = z.infer<typeof Kept>;

const inMemory = new Map<string, KeptProofs[string]>();

/** What is known of this version, else what comes of trying it now. */
export const provenOnce = async (
  kind: AgentKind,
  program: AgentProgram,
  signal: AbortSignal,
): Promise<ProofOutcome> => {
  const known = lookUp(program);
  return known !== undefined && known.version === versionOf(program) ? known.leak : prove(kind, program, signal);
};

/** Tries it again, whatever is known. */
export const prove = async (kind: AgentKind, program: AgentProgram, signal: AbortSignal): Promise<ProofOutcome> => {
  const version = versionOf(program);
  const leak = await tryAgent(kind, program, signal);
  if (leak !== undefined) keep(program, { version, leak });
  return leak;
};

/** The agent's own login was refused a moment ago, and is the same still. */
export const refusedLately = (kind: AgentKind, program: AgentProgram): Failed | undefined => {
  const refused = program.key === null ? lookUp(program)?.refused : undefined;
  if (refused === undefined || refused.login !== kind.loginMark(homeIn(program.env))) return undefined;
  const age = program.clock.now() - refused.at;
  return age >= 0 && age < REFUSED_MS ? notSetUp("auth", refused.detail) : undefined;
};

/** Remembers a login that was refused, until it answers again. */
export const noteAnswer = (kind: AgentKind, program: AgentProgram, answer: Completion): void => {
  const known = lookUp(program);
  if (known === undefined || program.key !== null) return;
  const { refused: before, ...proof } = known;
  if (!answer.ok && answer.setup === true && answer.failure === "auth") {
    const login = kind.loginMark(homeIn(program.env));
    keep(program, { ...proof, refused: { at: program.clock.now(), detail: answer.detail, login } });
  } else if (answer.ok && before !== undefined) keep(program, proof);
};

const nameOf = ({ command }: AgentProgram): string => command.join("\0");

/** Every word of the command that is a file. Our own version stands in it too: another one may ask in another way. */
const versionOf = ({ command }: AgentProgram): string => JSON.stringify([VERSION, ...command.map(fileVersion)]);

const fileVersion = (word: string): string => {
  try {
    const real = realpathSync(word);
    const { size, mtimeMs, ino } = statSync(real);
    return [real, size, mtimeMs, ino].join(" ");
  } catch {
    return word;
  }
};

const lookUp = (program: AgentProgram): KeptProofs[string] | undefined =>
  inMemory.get(nameOf(program)) ?? readKept(program.proofs)[nameOf(program)];

const keep = (program: AgentProgram, proof: KeptProofs[string]): void => {
  const { proofs } = program;
  inMemory.set(nameOf(program), proof);
  if (proofs === undefined) return;
  try {
    mkdirSync(dirname(proofs), { recursive: true, mode: 0o700 });
    const beside = `${proofs}.${process.pid}`;
    writeFileSync(beside, `${JSON.stringify({ ...readKept(proofs), [nameOf(program)]: proof })}\n`, { mode: 0o600 });
    renameSync(beside, proofs);
  } catch {
    // It is tried again next time.
  }
};

/** What cannot be read is not known. */
const readKept = (file: string | undefined): KeptProofs => {
  if (file === undefined) return {};
  try {
    return Kept.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return {};
  }
};
