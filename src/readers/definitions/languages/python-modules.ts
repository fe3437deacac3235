/**
 * Standard modules that only compute, and what may be taken of each. A module is also a way to whatever it imports for
 * itself (`enum.bltns`, `json.codecs`), so the lists are closed. `*`: all of it; `A*`: every name with a capital.
 */
import { words } from "./judge.ts";

const TABLE: Readonly<Record<string, string>> = {
  __future__: "annotations",
  math: "*",
  cmath: "*",
  itertools: "*",
  time: "*",
  struct: "*",
  binascii: "*",
  unicodedata: "*",
  decimal:
    "Decimal getcontext localcontext Context InvalidOperation DivisionByZero ROUND_HALF_UP ROUND_HALF_EVEN ROUND_DOWN ROUND_UP",
  fractions: "Fraction",
  statistics: "mean median mode stdev pstdev variance pvariance fmean quantiles StatisticsError",
  random: "random randint choice choices shuffle sample uniform seed Random gauss randrange",
  functools: "reduce partial wraps lru_cache cache cached_property total_ordering singledispatch cmp_to_key",
  collections: "defaultdict Counter OrderedDict deque namedtuple ChainMap",
  "collections.abc": "A*",
  dataclasses: "dataclass field asdict astuple replace fields is_dataclass FrozenInstanceError",
  enum: "Enum IntEnum Flag IntFlag StrEnum auto unique",
  typing: "A* cast overload final runtime_checkable",
  string: "ascii_letters ascii_lowercase ascii_uppercase digits punctuation whitespace hexdigits Template capwords",
  re: "A* compile match search fullmatch findall finditer sub subn split escape error",
  textwrap: "dedent indent fill wrap shorten",
  datetime: "datetime date time timedelta timezone tzinfo UTC MINYEAR MAXYEAR",
  calendar: "monthrange isleap monthcalendar month_name day_name",
  json: "loads dumps JSONDecodeError",
  abc: "ABC abstractmethod ABCMeta",
  copy: "copy deepcopy",
  heapq: "heappush heappop heapify nlargest nsmallest heappushpop heapreplace merge",
  bisect: "bisect bisect_left bisect_right insort insort_left insort_right",
  numbers: "A*",
  operator: "add sub mul itemgetter eq ne lt le gt ge and_ or_ not_ neg mod floordiv truediv xor contains getitem",
  contextlib: "contextmanager suppress nullcontext ExitStack closing asynccontextmanager",
  hashlib: "sha256 sha1 md5 sha512 sha224 sha384 blake2b blake2s new",
  base64: "b64encode b64decode urlsafe_b64encode urlsafe_b64decode b32encode b32decode b16encode b16decode",
  html: "escape unescape",
  difflib: "SequenceMatcher unified_diff ndiff get_close_matches",
  graphlib: "TopologicalSorter CycleError",
  unittest: "TestCase main skip skipIf skipUnless expectedFailure IsolatedAsyncioTestCase",
  pytest: "raises mark fixture approx param skip fail warns",
};

/** Whether a name may be taken from a module; undefined: the module is not known. */
export function mayTake(module: string, name: string): boolean | undefined {
  const list = Object.hasOwn(TABLE, module) ? TABLE[module] : undefined;
  if (list === undefined) return undefined;
  if (name === "*" || name.startsWith("_") || name === "ForwardRef") return false;
  const names = words(list);
  return names.has("*") || names.has(name) || (names.has("A*") && /^[A-Z]/.test(name));
}

export const isKnownModule = (name: string): boolean => Object.hasOwn(TABLE, name);
