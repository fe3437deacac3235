/** Java: packages that only compute, no reflection, and every class of the project it can reach. */
import { baseOf, dirOf, type Judged, notShown, type Project, type Reader, shown, words } from "./judge.ts";
import {
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

const PACKAGES =
  /^(?:java\.(?:util(?:\.(?:function|stream|regex|concurrent(?:\.atomic)?))?|math|time(?:\.\w+)?|text)|org\.junit(?:\.jupiter\.(?:api|params(?:\.provider)?))?)\.(?:[A-Z]\w*(?:\.[\w*]+)?|\*)$/;
const NEVER = words(`
  Runtime ProcessBuilder Process ProcessHandle Class ClassLoader Method Field Constructor Unsafe MethodHandles
  ServiceLoader Compiler Thread ThreadGroup Timer ForkJoinPool Executors ExecutorService native forName getClass newInstance invoke
  getMethod getDeclaredMethod getDeclaredField getDeclaredConstructor setAccessible getClassLoader loadClass loadLibrary
  System Properties Scanner Formatter ResourceBundle Logger File Files Path Paths URL URI Socket HttpClient ObjectInputStream
  Script ScriptEngine Module ModuleLayer Proxy ExtendWith TempDir RegisterExtension module sun com reflect invoke lang
  CompletableFuture MethodSource EnumSource CsvFileSource ArgumentsSource
`);
const SYSTEM = words("out err currentTimeMillis nanoTime lineSeparator arraycopy identityHashCode");
/** Of `java.lang`, and of the packages above: types that only compute. */
const TYPES = words(`
  Object String StringBuilder Integer Long Double Float Boolean Character Byte Short Number Math Comparable Iterable
  CharSequence Exception RuntimeException IllegalArgumentException IllegalStateException NullPointerException
  IndexOutOfBoundsException ArithmeticException UnsupportedOperationException Override Deprecated SuppressWarnings
  FunctionalInterface SafeVarargs Record Enum Void Throwable Error AssertionError StrictMath Cloneable AutoCloseable
`);

function quoted({ text }: Source, at: number): Quoted | undefined | null {
  if (text.startsWith('"""', at)) return longString(text, at, '"""', '"""', true);
  const char = text.charAt(at);
  return char === '"' || char === "'" ? simpleString(text, at, char) : undefined;
}

const GRAMMAR: Grammar = {
  comment: /\/\/[^\n]*|\/\*[\s\S]*?\*\//y,
  word: /[A-Za-z_$][\w$]*/y,
  signs: ["...", "->", "::"],
  single: "{}()[];,.:=<>+-*/%&|^!~?@",
  quoted,
};

export const java: Reader = (text, path, project) => {
  // Java reads \u0041 as A wherever it stands, in comments too.
  if (/\\+u/.test(text)) return notShown("characters written as numbers");
  const tokens = lex(text, GRAMMAR);
  if (tokens === null) return notShown("it is not understood");
  for (const [i, { kind, text: word }] of tokens.entries()) {
    if (kind !== "word" || !NEVER.has(word)) continue;
    const part = isSign(tokens[i + 1], ".") ? (tokens[i + 2]?.text ?? "") : "";
    if (word === "System" && SYSTEM.has(part)) continue;
    if (isWord(tokens[i - 1], "package") || isInHeader(tokens, i)) continue;
    return notShown(word);
  }
  const outside = tokens.find(
    ({ kind, text: word }, i) =>
      kind === "word" &&
      /^[A-Z]/.test(word) &&
      isSign(tokens[i - 1], ".") &&
      /^[a-z]/.test(tokens[i - 2]?.text ?? "") &&
      !isInHeader(tokens, i),
  );
  if (outside !== undefined) return notShown(`${outside.text} by its full name`);
  const odd = oddString(tokens);
  if (odd !== undefined) return notShown(odd);
  return imports(tokens, path, project);
};

/** Inside `package a.b;` or `import a.b.C;`: judged as a whole. */
function isInHeader(tokens: readonly Token[], i: number): boolean {
  for (let at = i; at >= 0 && !isSign(tokens[at], ";") && !isSign(tokens[at], "{"); at -= 1)
    if (isWord(tokens[at], "import") || isWord(tokens[at], "package")) return true;
  return false;
}

function imports(tokens: readonly Token[], path: string, project: Project): Judged {
  const needs: string[] = [];
  const known = new Set(TYPES);
  for (const [i, token] of tokens.entries()) {
    if (isWord(tokens[i - 1], "class") || /^(?:interface|enum|record)$/.test(tokens[i - 1]?.text ?? ""))
      known.add(token.text);
    if (!isWord(token, "import")) continue;
    const end = tokens.findIndex((each, at) => at > i && isSign(each, ";"));
    const name = tokens
      .slice(i + 1, end)
      .filter((each) => !isWord(each, "static"))
      .map(({ text }) => text)
      .join("");
    if (PACKAGES.test(name)) {
      if (name.endsWith(".*")) known.add("*");
      for (const part of name.split(".")) if (/^[A-Z]/.test(part)) known.add(part);
      if (name.split(".").some((part) => NEVER.has(part) && part !== "lang")) return notShown(`the class ${name}`);
      continue;
    }
    const files = sourcesOf(name, project);
    if (files.length === 0) return notShown(`the class ${name.slice(0, 60)}`);
    needs.push(...files);
    for (const part of name.split(".")) known.add(part);
  }
  const others = neighbours(path, project);
  for (const { name, file } of others) {
    known.add(name);
    needs.push(file);
  }
  const odd = tokens.find(
    ({ kind, text }, i) =>
      kind === "word" &&
      /^[A-Z]/.test(text) &&
      !known.has(text) &&
      !isTypeLetter(text) &&
      !isSign(tokens[i - 1], ".") &&
      !isConstant(text) &&
      text !== "System" &&
      !isInHeader(tokens, i),
  );
  if (odd !== undefined && !(known.has("*") && FROM_STAR.has(odd.text)))
    return notShown(`the class ${odd.text.slice(0, 60)}`);
  return shown([...new Set(needs)]);
}

const FROM_STAR = words(`
  List ArrayList LinkedList Map HashMap LinkedHashMap TreeMap Set HashSet LinkedHashSet TreeSet Collections Arrays Objects
  Optional Iterator Collection Deque ArrayDeque Queue PriorityQueue Stream Collectors IntStream Function BiFunction Supplier
  Consumer Predicate UnaryOperator Comparator Random StringJoiner BitSet UUID Locale Test BeforeEach AfterEach BeforeAll
  AfterAll Assertions Assert DisplayName Nested ParameterizedTest ValueSource CsvSource BigDecimal BigInteger Duration
  Instant LocalDate LocalDateTime LocalTime
`);
const isTypeLetter = (text: string): boolean => /^[A-Z]\d?$/.test(text);
const isConstant = (text: string): boolean => /^[A-Z][A-Z0-9]*_[A-Z0-9_]*$|^[A-Z]{2,}\d*$/.test(text);

/** The files of a class by its full name, in the usual places. */
function sourcesOf(name: string, project: Project): readonly string[] {
  const parts = name.split(".").filter((part) => part !== "*");
  const cut = parts.findIndex((part) => /^[A-Z]/.test(part));
  const place = (cut < 0 ? parts : parts.slice(0, cut + 1)).join("/");
  return ["src/main/java", "src/test/java", "src"].flatMap((base) => {
    const at = `${project.root}/${base}/${place}`;
    if (cut < 0)
      return project
        .names(at)
        .filter((file) => file.endsWith(".java"))
        .map((file) => `${at}/${file}`);
    return project.names(dirOf(at)).includes(`${baseOf(at)}.java`) ? [`${at}.java`] : [];
  });
}

/** Classes of the same package, here and in the other source tree: they need no import. */
function neighbours(path: string, project: Project): readonly { readonly name: string; readonly file: string }[] {
  const dir = dirOf(path);
  const other = dir.includes("/src/test/java")
    ? dir.replace("/src/test/java", "/src/main/java")
    : dir.replace("/src/main/java", "/src/test/java");
  return [...new Set([dir, other])].flatMap((each) =>
    project
      .names(each)
      .filter((name) => name.endsWith(".java") && `${each}/${name}` !== path)
      .map((name) => ({ name: name.slice(0, -5), file: `${each}/${name}` })),
  );
}
