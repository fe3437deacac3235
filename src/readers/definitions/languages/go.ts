/** Go: a closed list of packages. Without one that reaches the system, Go code can only compute. */
import { dirOf, type Judged, notShown, type Project, type Reader, shown, words } from "./judge.ts";
import {
  closingOf,
  type Grammar,
  isSign,
  isWord,
  lex,
  longString,
  type Quoted,
  type Source,
  simpleString,
  type Token,
} from "./lexer.ts";
import { oddString } from "./strings.ts";

const PACKAGES = words(`
  testing testing/quick testing/iotest fmt strings strconv errors math math/big math/bits math/cmplx math/rand
  math/rand/v2 sort slices maps bytes unicode unicode/utf8 unicode/utf16 time regexp container/heap container/list
  container/ring context sync sync/atomic cmp iter unique encoding encoding/json encoding/hex encoding/base64
  encoding/base32 encoding/binary encoding/csv encoding/xml hash hash/fnv hash/crc32 hash/crc64 hash/adler32
  crypto/sha256 crypto/sha1 crypto/sha512 crypto/md5 crypto/hmac crypto/subtle crypto/rand bufio io path html net/url
  github.com/stretchr/testify/assert github.com/stretchr/testify/require github.com/google/go-cmp/cmp
`);
/** Of the harmless packages, what changes the process or the disk. */
const NEVER = words("Setenv Chdir TempDir MkdirTemp FileExists DirExists Artifacts");

function quoted({ text }: Source, at: number): Quoted | undefined | null {
  const char = text.charAt(at);
  if (char === "`") return longString(text, at, "`", "`", false);
  return char === '"' || char === "'" ? simpleString(text, at, char) : undefined;
}

const GRAMMAR: Grammar = {
  comment: /\/\/[^\n]*|\/\*[\s\S]*?\*\//y,
  word: /[A-Za-z_]\w*/y,
  signs: ["...", ":=", "<-"],
  single: "{}()[];,.:=<>+-*/%&|^!~",
  quoted,
};

export const go: Reader = (text, path, project) => {
  if (/\/\/go:(?!build\b)|\/\/export\b|#cgo/.test(text)) return notShown("a directive to the tools");
  const tokens = lex(text, GRAMMAR);
  if (tokens === null) return notShown("it is not understood");
  const odd = tokens.find(
    ({ kind, text: word }, i) => kind === "word" && NEVER.has(word) && isSign(tokens[i - 1], "."),
  );
  const found = odd?.text ?? oddString(tokens);
  if (found !== undefined) return notShown(found);
  return imports(tokens, path, project);
};

function imports(tokens: readonly Token[], path: string, project: Project): Judged {
  const module = moduleOf(path, project);
  const needs = siblings(dirOf(path), path, project);
  for (const name of importedBy(tokens)) {
    if (PACKAGES.has(name)) continue;
    if (module === undefined || !(name === module.name || name.startsWith(`${module.name}/`)))
      return notShown(`the package ${name.slice(0, 60)}`);
    const dir = module.dir + name.slice(module.name.length);
    const files = siblings(dir, "", project);
    if (files.length === 0) return notShown(`the package ${name.slice(0, 60)} is not there to be read`);
    needs.push(...files.filter((file) => !file.endsWith("_test.go")));
  }
  return shown(needs);
}

function importedBy(tokens: readonly Token[]): readonly string[] {
  return tokens.flatMap((token, i) => {
    if (!isWord(token, "import")) return [];
    const open = isSign(tokens[i + 1], "(");
    const end = open ? closingOf(tokens, i + 1) : i + 4;
    const names = tokens.slice(i + 1, end).filter(({ kind }) => kind === "string");
    return names.slice(0, open ? undefined : 1).map(({ text }) => text);
  });
}

/** The rest of the package: everything there can be called. */
const siblings = (dir: string, but: string, project: Project): string[] =>
  project
    .names(dir)
    .filter((name) => /\.(?:go|s|c|h|cc|cpp|syso|m|S|sx)$/.test(name))
    .map((name) => `${dir}/${name}`)
    .filter((file) => file !== but);

function moduleOf(path: string, project: Project): { readonly name: string; readonly dir: string } | undefined {
  for (let dir = dirOf(path); dir.startsWith(project.root); dir = dirOf(dir)) {
    const name = /^module\s+(\S+)\s*$/m.exec(project.text(`${dir}/go.mod`) ?? "")?.[1];
    if (name !== undefined) return { name, dir };
    if (dir === "/") break;
  }
  return undefined;
}
