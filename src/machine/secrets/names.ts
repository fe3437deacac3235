/** Which names mean that what stands under them is a secret: of fields, options, variables and headers. */
import type { Json, JsonObject } from "../../contract/action.ts";
import { keepAnswers, once } from "../../contract/kept.ts";

/** The last words of a name that mean a secret. */
export const SECRET_WORDS =
  "password|passwd|passphrase|passcode|pwd|secret|token|api[_-]?key|apikey|access[_-]?key|secret[_-]?key|private[_-]?key|signing[_-]?key|encryption[_-]?key|account[_-]?key|master[_-]?key|auth[_-]?key|app[_-]?key|client[_-]?secret|credentials?|creds|authorization|cookie|bearer|otp|connection[_-]?string";

const SECRET_FIELD = new RegExp(
  `(?:^|[^a-z])(?:${SECRET_WORDS}|pass|pwd|pin|passwort|auth|session_key|sessionkey|set-cookie|x-[a-z-]*(?:key|token|auth))s?$`,
);

/** Names that end alike and mean a place, a kind or a position. */
const NOT_SECRET = /(?:page|next|cursor|continuation|sync|start|stop|max|min|num|n)[^a-z]*tokens?$|^(?:pwd|oldpwd)$/;

/** Whether what stands under this name of a field is a secret, whatever it looks like. */
export const isSecretName = keepAnswers((name) => {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .trim();
  return (SECRET_FIELD.test(words) && !NOT_SECRET.test(words)) || isSecretByWords(name);
});

/** Alone or among others. */
const SECRET = new Set(
  "password passwords passwd passphrase passcode passwort pwd secret secrets token tokens apikey apikeys credential credentials creds otp bearer".split(
    " ",
  ),
);
/**
 * What people call a password, a PIN or the words of a wallet where they work in another language, and English words that are also
 * written apart. A blank: any separator, or none. Names are compared without their accents, and these are written without.
 */
export const OTHER_WORDS: readonly string[] = (
  "pass phrase|pass word|pass code|mnemonic|seed phrase|recovery phrase|backup phrase|seed words|recovery words|" +
  "contrasena|palabra clave|clave secreta|clave acceso|clave de acceso|senha|palavra passe|mot de passe|motpasse|mdp|passwort|kennwort|parola d ordine|" +
  "mima|kouling|parol|kata sandi|katakunci|kata laluan|mat khau|sifre|wachtwoord|losenord|salasana|heslo|jelszo|passord|adgangskode"
).split("|");
/** In other alphabets, and what keeps its sign without accents. */
const OTHER_SCRIPTS =
  "密码|密碼|口令|密钥|パスワード|暗証番号|비밀번호|암호|пароль|पासवर्ड|कूटशब्द|পাসওয়ার্ড|كلمة المرور|كلمة السر|كلمة مرور|پاس ورڈ|گذرواژه|رمز عبور|hasło|סיסמה|รหัสผ่าน";

/** Most names are ASCII, and the tables of Unicode take longer to make than all else here. */
const isAscii = (text: string): boolean => !/[\u0080-\uffff]/.test(text);

/** In lower case and without accents. */
const foldName = (text: string): string =>
  isAscii(text) ? text.toLowerCase() : text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

const joinWords = (phrase: string): string => foldName(phrase).replaceAll(" ", "");
const OTHER = new Set(OTHER_WORDS.map(joinWords));
const otherScripts = once(() => new Set(OTHER_SCRIPTS.split("|").map(joinWords)));
/** How many words of a name make one of them. */
const MAX_JOINED = 4;

/** Some alphabets have nothing between words. */
const unbroken = once(() => [...otherScripts()].filter((word) => /[^\p{ASCII}\p{Script=Latin}]/u.test(word)));

const isOtherWord = (words: readonly string[]): boolean =>
  isJoinedFrom(words, OTHER) || (!words.every(isAscii) && isOfOtherScript(words));
const isOfOtherScript = (words: readonly string[]): boolean =>
  words.some((word) => unbroken().some((one) => word.includes(one))) || isJoinedFrom(words, otherScripts());
const isJoinedFrom = (words: readonly string[], known: ReadonlySet<string>): boolean =>
  words.some((_, i) =>
    Array.from({ length: MAX_JOINED }, (_, more) => words.slice(i, i + more + 1).join("")).some((one) =>
      known.has(one),
    ),
  );

/** Words that end so: PGPASSWORD, MYSQLPWD. */
const SECRET_END = /(?:password|passwd|passphrase|secret)s?$/;
/** Only with a word before it that says whose: an index or a rectangle has keys too. */
const KEYED =
  /(?:^|_)(?:api|access|secret|private|preshared|psk|signing|encryption|account|master|auth|app|service|deploy|session|license|storage|webhook|hmac|jwt)_keys?(?:_|$)|(?:^|_)connection_string(?:_|$)|(?:^|_)(?:private|preshared)key(?:_|$)/;
/** Only as the last word, and not the only one. */
const LAST = /_(?:pass|pat|pw|auth|pin|psk)$/;

/** What stands behind says that it is about a secret and is none. */
const ABOUT = new Set(
  (
    "count counts max min limit limits length len size sizes type types kind name names id ids url uri urls path paths file files filename dir env endpoint " +
    "expiry expires expiration expire expired lifetime ttl age rate policy policies reset forgot change changed confirm confirmed confirmation field fields label hint rule rules regex " +
    "pattern format column columns index idx usage budget store stores manager provider service ref refs reference arn version class header headers " +
    "prefix suffix list enabled required optional status state mode position pos start end stream parser cost costs price per used left remaining " +
    "estimate estimates source sources scope scopes backend engine driver helper plugin mount volume input box form page dialog screen prompt placeholder strength " +
    "hasher encoder validator check checks checker test tests handler middleware guard error errors model schema table config settings spec template stdin fd " +
    "visible show hide toggle based number num bits bytes chars characters request response exchange generator factory bucket limiter ring key_id keyid algorithm alg " +
    "selector locator element ranges range span kinds scanner scanning detection management rotation command cmd created updated at date time timestamp"
  ).split(" "),
);
/** What stands before says that it counts or points. */
const COUNTED =
  /(?:^|_)(?:page|next|previous|prev|cursor|continuation|sync|start|stop|max|min|num|n|total|input|output|prompt|completion|cached|cache|used|context|thinking|reasoning|eos|bos|pad|unk|mask|sep|special|no|has|is|use|with|without|show|hide|forgot|reset|change|update|count|per)_(?:\w+_)?(?:tokens?|password|secrets?)$/;

const wordsOf = (name: string): readonly string[] =>
  foldName(name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").replace(/([A-Z])([A-Z][a-z])/g, "$1_$2"))
    .split(isAscii(name) ? /[^a-z0-9]+/ : /[^\p{L}\p{N}]+/u)
    .map((word) => word.replace(/\d+$/, ""))
    .filter((word) => word !== "");

/** `MY_SECRET_VALUE`, `TOKEN_GITHUB`, `gh_pat`; not `token_count`, `password_reset_url`, `max_tokens`, `author`. */
export const isSecretByWords = keepAnswers((name: string): boolean => {
  const words = wordsOf(name);
  const joined = words.join("_");
  const last = words.at(-1) ?? "";
  if (words.length > 1 && ABOUT.has(last)) return false;
  if (COUNTED.test(joined) || /^(?:old)?pwd$/.test(joined)) return false;
  return (
    words.some((word) => SECRET.has(word) || SECRET_END.test(word)) ||
    isOtherWord(words) ||
    KEYED.test(joined) ||
    LAST.test(joined)
  );
});

/** `pwd` is a directory in a shell and a password in a form: a path is no password. */
const isPassword = (name: string, value: Json): boolean =>
  /^(?:pwd|pw|passw)$/i.test(name.trim()) && typeof value === "string" && !/^(?:[/~.$]|[A-Za-z]:[/\\])/.test(value);

/** Fields that say what something is called, and those that say what it is set to. */
const CALLED = ["name", "key", "variable", "label", "field", "element", "selector", "id"];
const SET_TO = new Set("value val text content contents data default payload".split(" "));

/** By its own name, or as the value of something beside it that is called like a secret. */
export function isSecretField(key: string, beside: JsonObject): boolean {
  if (isSecretName(key) || isPassword(key, beside[key] ?? null)) return true;
  return SET_TO.has(key) && CALLED.some((name) => namesSecret(beside[name]));
}

/** A file is called with its ending; what is in it is looked at for itself. */
const namesSecret = (value: Json | undefined): boolean =>
  typeof value === "string" && value.length <= 200 && !/\.[a-z]{1,4}$/.test(value) && isSecretName(value);
