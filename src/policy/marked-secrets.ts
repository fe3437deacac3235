/** Files that hold a secret because this session, or this very call, put it there: whoever shows one shows the secret, whatever it is called. */
import type { ReadEffect } from "../contract/effect.ts";
import type { SubCommand } from "../contract/reading.ts";
import type { FileMark } from "../contract/session.ts";
import { matchesNow } from "../machine/index.ts";
import type { PolicyCall } from "./call.ts";
import { secretArchives } from "./rules/printed-trees.ts";

/** What is left by archives of a tree with a secret in it. */
export const archiveMarks = (call: Pick<PolicyCall, "reading" | "world">): readonly FileMark[] =>
  (call.reading?.commands ?? []).flatMap((command) =>
    secretArchives(command, call).map((path) => ({ path, of: "secret", from: "an archive with secrets", whole: true })),
  );

/** They say how much, whether or which names, or lay the contents down elsewhere; what they print of an archive is looked at by itself. */
const SHOWS_NOTHING =
  /^(?:wc|sha\d*sum|md5sum|md5|cksum|b2sum|test|\[|\[\[|stat|file|du|cmp|ls|(?:g|bsd)?tar|star|(?:un)?zip|zipinfo|7z[arz]?|cpio|pax|ar|jar|(?:un)?(?:gzip|xz|zstd|pigz)|bzip2|cp|mv|ln|rm|install|rsync|scp|touch|chmod|chown)$/;

/** Named to be read; a search of all that lies below a place names none. */
export function showsMarked(call: PolicyCall): boolean {
  const commands = call.reading?.commands ?? [{ name: null, effects: call.effects }];
  return commands.some((command) => showsMarkedBy(command, call));
}

export function showsMarkedBy({ name, effects }: Pick<SubCommand, "name" | "effects">, call: PolicyCall): boolean {
  if (SHOWS_NOTHING.test(name ?? "")) return false;
  const made = archiveMarks(call);
  const marks = [...(call.memory.marks ?? []), ...made].filter(({ of, whole }) => of === "secret" && whole);
  if (marks.length === 0) return false;
  // What was moved within the call is the archive under another name.
  const moved = made.length === 0 ? [] : call.effects.flatMap((one) => (one.do === "write" ? [one.target.path] : []));
  const paths = new Set([...marks.map(({ path }) => path), ...moved]);
  return effects.some(
    (effect) =>
      effect.do === "read" &&
      effect.content &&
      placesNamed(effect, call).some((path) => paths.has(path) || paths.has(call.real(path).path)),
  );
}

const placesNamed = ({ target: { certainty, path } }: ReadEffect, { world }: PolicyCall): readonly string[] =>
  certainty === "exact" ? [path] : certainty === "glob" ? (matchesNow(path, world) ?? []) : [];
