/**
 * A source of this session that takes a secret in as it is compiled (`#include "../.env"`, `.incbin`, `include_str!`, `//go:embed`): what is
 * built or printed out of it shows that secret.
 */
import { basename, dirname } from "node:path/posix";
import { beside } from "../../contract/beside.ts";
import type { SubCommand } from "../../contract/reading.ts";
import { absolutePath, foldSegment, isInside, listEntries, secretFile } from "../../machine/index.ts";
import { programNames } from "../../programs/index.ts";
import type { PolicyCall } from "../call.ts";
import { isCredential } from "../proofs/credentials.ts";

/** Sources that are looked into, and bytes of each; a longer one may take in anything. */
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
  if (call.memory.written.size === 0 || !mayCompile(command)) return undefined;
  const sources = found.get(call) ?? sourcesOf(call);
  found.set(call, sources);
  return sources.find((source) => takesInSecret(source, command, call))?.path;
}

interface EmbeddingSource {
  readonly path: string;
  readonly names: readonly string[];
  /** Directories that are gone through. */
  readonly directories: readonly string[];
}

const SOURCE = /\.(?:[chsS]|cc|cpp|cxx|hh|hpp|hxx|inc|asm|nasm|m|mm|rs|go|zig|tex|cu|f90)$/;
const ANY_SECRET = "./.env";

/** Read once for each call, whatever number of commands it has. */
const found = beside<PolicyCall, readonly EmbeddingSource[]>();

const sourcesOf = ({ memory, projectRoot, world }: PolicyCall): readonly EmbeddingSource[] =>
  [...memory.written]
    .filter((path) => isInside(path, projectRoot) && world.stat(path).kind === "file")
    .slice(0, MAX_SOURCES)
    .flatMap((path) => {
      const bytes = world.readFile(path, MAX_BYTES);
      if (bytes === undefined) return SOURCE.test(path) ? [{ path, names: [ANY_SECRET], directories: [] }] : [];
      const text = new TextDecoder().decode(bytes);
      const names = namesIn(text);
      return names.length === 0 ? [] : [{ path, names, directories: patternsIn(text) }];
    });

const mayCompile = ({ name, effects }: SubCommand): boolean =>
  programNames(name ?? "").some((one) => COMPILES.test(one)) ||
  effects.some((effect) => effect.do === "run" && (effect.what === "task" || effect.what === "unknown-program"));

function takesInSecret({ path, names, directories }: EmbeddingSource, { cwd }: SubCommand, call: PolicyCall): boolean {
  const bases = [...new Set([dirname(path), ...(cwd.certainty === "exact" ? [cwd.path] : []), call.projectRoot])];
  return (
    names.some((name) => bases.some((base) => isSecretAt(name, base, call))) ||
    directories.some((one) => holdsSecret(absolutePath(one, dirname(path), call.world), call))
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
  embedded(text).map((name) => (/[*?[]/.test(name) ? dirname(`${name.split(/[*?[]/)[0]}x`) : name));

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
