/**
 * A source of this session that takes a secret in as it is compiled (`#include "../.env"`, `.incbin`, `include_str!`, `//go:embed`): what is
 * built or printed out of it shows that secret.
 */
import { basename, dirname } from "node:path/posix";
import type { SubCommand } from "../../contract/reading.ts";
import { absolutePath, foldSegment, isInside, listEntries, secretFile } from "../../machine/index.ts";
import { programNames } from "../../programs/index.ts";
import type { PolicyCall } from "../call.ts";
import { isCredential } from "../proofs/credentials.ts";

/** Sources that are looked into, and bytes of each; of a longer one all that was read counts. */
const MAX_SOURCES = 256;
const MAX_BYTES = 256 * 1024;
const MAX_NAMES = 512;

/** What takes a file in while something is compiled or typeset, with what it is given. */
const EMBEDS: readonly RegExp[] = [
  /(?:^|["'\n;])[ \t]*[#%]?[ \t]*(?:(?<=[#%][ \t]*)(?:include|include_next|import|imacros|embed)|\.include|\.?incbin)\b([^\n]{0,1024})/gm,
  /\binclude(?:_str|_bytes)?!([^;]{0,1024})/g,
  /@embedFile\b([^;\n]{0,1024})/g,
  /\\(?:input|include|verbatiminput|lstinputlisting|VerbatimInput)\b([^\n]{0,1024})/g,
];
/** A macro is what is included: any string of the text may be it. */
const BY_MACRO = /^[ \t]*#[ \t]*(?:include|include_next|import|embed)[ \t]+[A-Za-z_]/m;
const COMPILES =
  /^(?:(?:[\w-]*-)?(?:g?cc|g\+\+|c\+\+|cpp|clang|clang\+\+|clang-cpp|as|gas|ld)(?:-[\d.]+)?|tcc|nasm|yasm|fasm|rustc|cargo|go|gofmt|tinygo|zig|nvcc|dmd|gfortran|pdflatex|xelatex|lualatex|latex|tex|latexmk|m4|dtc|protoc|swiftc?|odin|cmake|ninja|make|bazel)$/;

/** The first such source, absolute. */
export function embedsSecret(command: SubCommand, call: PolicyCall): string | undefined {
  const { written } = call.memory;
  if (written.size === 0 || !mayCompile(command)) return undefined;
  return [...written]
    .filter((path) => isInside(path, call.projectRoot) && call.world.stat(path).kind === "file")
    .slice(0, MAX_SOURCES)
    .find((path) => takesInSecret(path, command, call));
}

const mayCompile = ({ name, effects }: SubCommand): boolean =>
  programNames(name ?? "").some((one) => COMPILES.test(one)) ||
  effects.some((effect) => effect.do === "run" && (effect.what === "task" || effect.what === "unknown-program"));

function takesInSecret(path: string, { cwd }: SubCommand, call: PolicyCall): boolean {
  const bytes = call.world.readFile(path, MAX_BYTES);
  const text = bytes === undefined ? "" : new TextDecoder().decode(bytes);
  const bases = [...new Set([dirname(path), ...(cwd.certainty === "exact" ? [cwd.path] : []), call.projectRoot])];
  return (
    namesIn(text).some((name) => bases.some((base) => isSecretAt(name, base, call))) ||
    patternsIn(text).some((pattern) => holdsSecret(absolutePath(pattern, dirname(path), call.world), call))
  );
}

/** Strings, what stands in `<…>` and `{…}`, and bare words. */
function namesIn(text: string): readonly string[] {
  const given = EMBEDS.flatMap((embeds) => [...text.matchAll(embeds)].map(([, behind = ""]) => behind));
  const all = BY_MACRO.test(text) ? [...given, text] : given;
  const quoted = all.flatMap((one) =>
    [...one.matchAll(/["'<{]([^"'<>{}\n\\]{1,512})[\\"'>}]/g)].map(([, name = ""]) => name),
  );
  const bare = given.flatMap((one) => /^[ \t]+([^\s"'<>{}\\]{1,512})/.exec(one)?.[1] ?? []);
  return [...quoted, ...bare, ...embedded(text)]
    .map((name) => name.trim())
    .filter((name) => name !== "" && !/\s|:\/\//.test(name))
    .slice(0, MAX_NAMES);
}

const embedded = (text: string): readonly string[] =>
  [...text.matchAll(/go:embed[ \t]+(.+)$/gm)].flatMap(([, names = ""]) =>
    names.split(/\s+/).map((name) => name.replace(/^["'`]|["'`]$/g, "").replace(/^all:/, "")),
  );

/** Directories and wildcards behind `go:embed`, as the directory that is gone through. */
const patternsIn = (text: string): readonly string[] =>
  embedded(text).map((name) => (/[*?[]/.test(name) ? dirname(name.split(/[*?[]/)[0] + "x") : name));

const isSecretAt = (name: string, base: string, call: PolicyCall): boolean => {
  const path = absolutePath(name, base, call.world);
  return (
    (/[./]/.test(name) && secretFile(foldSegment(basename(name))) !== undefined) ||
    (call.world.stat(path).kind === "file" &&
      isCredential({ do: "read", target: { path, certainty: "exact" }, recursive: false, content: true }, call))
  );
};

const holdsSecret = (dir: string, { world }: PolicyCall): boolean =>
  (listEntries(dir, world) ?? []).some(({ name }) => secretFile(foldSegment(name)) !== undefined);
