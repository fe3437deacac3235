/** Secrets that are known by their shape: tokens that their issuers mark, private keys, headers. Each row brings its examples. */
/** How a secret is known in text. */
export interface SecretPattern {
  readonly name: string;
  /** One of these is in every match, in lower case: what has none is not looked at further. Null where there is no such word. */
  readonly hints: readonly string[] | null;
  /** The secret within the match: all of it (0), a group, or whichever group matched. */
  readonly part: number | string;
  readonly pattern: RegExp;
}

/** A pattern of our own brings its examples. */
export interface OwnPattern extends SecretPattern {
  readonly match: readonly string[];
  readonly notMatch: readonly string[];
}

type TokenRow = readonly [shape: string, example: string];

const W = "[\\w-]";
const ALNUM = "[A-Za-z0-9]";
/** A stretch of letters and digits, as long as asked for. */
const made = (length: number): string => "aB3dE6gH9kL2nP5r".repeat(Math.ceil(length / 16)).slice(0, length);

/** What comes before the first bracket is in every token of the row. */
const TOKENS: readonly TokenRow[] = [
  [`ya29\\.${W}{20,512}`, `ya29.a0Af${made(60)}`],
  [`1//0${W}{30,128}`, `1//0e${made(40)}`],
  [`GOCSPX-${W}{24,40}`, `GOCSPX-${made(28)}`],
  [`AIza${W}{35}`, `AIza${made(35)}`],
  [`hv[sbr]\\.${W}{20,400}`, `hvs.CAES${made(40)}`],
  [`whsec_[A-Za-z0-9+/=]{24,80}`, `whsec_${made(32)}`],
  [`[sr]k_(?:live|test)_${ALNUM}{16,128}`, `sk_live_${made(24)}`],
  [`dapi[a-f0-9]{32}`, `dapi${"0123456789abcdef".repeat(2)}`],
  [`dckr_(?:pat|oat)_${W}{20,64}`, `dckr_pat_${made(27)}`],
  [`AT(?:ATT|CTT|BB)[A-Za-z0-9]{1,4}${W}{20,256}`, `ATATT3xFfGF0${made(60)}`],
  [`gsk_${ALNUM}{20,64}`, `gsk_${made(52)}`],
  [`xai-${ALNUM}{40,128}`, `xai-${made(80)}`],
  [`NRA[KAIL]-${ALNUM}{20,48}`, `NRAK-${"AB12CD34EF".repeat(3).slice(0, 27)}`],
  [`figd_${W}{20,200}`, `figd_${made(40)}`],
  [`gl(?:pat|ptt|dt|rt|ft|cbt|agent|soat|imt)-${W}{20,64}`, `glpat-${made(20)}`],
  [`gl(?:c|sa)_[A-Za-z0-9+/_=]{20,400}`, `glsa_${made(32)}_0a1b2c3d`],
  [`ops_ey[A-Za-z0-9+/=_-]{20,2048}`, `ops_ey${made(120)}`],
  [
    `0\\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\\.${W}{10,80}:[A-Za-z0-9+/=]{16,80}`,
    `0.48b34a7c-1d2e-4f56-8a90-0123456789ab.${made(30)}:${made(22)}==`,
  ],
  [`hf_${ALNUM}{30,64}`, `hf_${made(34)}`],
  [`sk-ant-${W}{20,256}`, `sk-ant-api03-${made(80)}`],
  [`sk-(?:proj|or|svcacct|admin|lf|None)-${W}{20,256}`, `sk-or-v1-${made(64)}`],
  [`sk-${ALNUM}{32,64}`, `sk-${made(48)}`],
  [`pplx-${ALNUM}{32,64}`, `pplx-${made(48)}`],
  [`r8_${ALNUM}{30,48}`, `r8_${made(37)}`],
  [`ntn_${ALNUM}{40,60}`, `ntn_${"12345678901"}${made(35)}`],
  [`secret_${ALNUM}{32,64}`, `secret_${made(43)}`],
  [`lin_(?:api|oauth)_${W}{32,128}`, `lin_api_${made(40)}`],
  [`vc[a-z]_${ALNUM}{20,60}`, `vcp_${made(24)}`],
  [`c(?:fk|fut|fat)_${ALNUM}{40,64}`, `cfut_${made(48)}`],
  [`tskey-[a-z]{2,20}-\\w{8,40}-\\w{16,60}`, `tskey-auth-${made(12)}-${made(32)}`],
  [`dop_v1_[a-f0-9]{64}`, `dop_v1_${"0123456789abcdef".repeat(4)}`],
  [`do[or]_v1_[a-f0-9]{64}`, `doo_v1_${"0123456789abcdef".repeat(4)}`],
  [`pypi-${W}{50,256}`, `pypi-AgEIcHlwaS5vcmc${made(60)}`],
  [`rubygems_[a-f0-9]{48}`, `rubygems_${"0123456789abcdef".repeat(3)}`],
  [`cio${ALNUM}{32}`, `cio${made(32)}`],
  [`oy2[a-z0-9]{43}`, `oy2${"abc1def2".repeat(6).slice(0, 43)}`],
  [
    `PMAK-[a-f0-9]{24}-[a-f0-9]{34}`,
    `PMAK-${"0123456789abcdef".repeat(2).slice(0, 24)}-${"0123456789abcdef".repeat(3).slice(0, 34)}`,
  ],
  [`pul-[a-f0-9]{40}`, `pul-${"0123456789".repeat(4)}`],
  [`sq0[a-z]{3}-${W}{22,60}`, `sq0atp-${made(22)}`],
  [`EAAA${W}{56,70}`, `EAAA${made(60)}`],
  [`EAAC[A-Za-z0-9]{60,300}`, `EAACEdEose0cBA${made(80)}`],
  [`SK[a-f0-9]{32}`, `SK${"0123456789abcdef".repeat(2)}`],
  [`key-[a-f0-9]{32}`, `key-${"0123456789abcdef".repeat(2)}`],
  [`[a-f0-9]{32}-us\\d{1,2}`, `${"0123456789abcdef".repeat(2)}-us12`],
  [`sntry[su]_[A-Za-z0-9+/=_-]{40,300}`, `sntrys_${made(80)}`],
  [`dp\\.(?:pt|st|ct|sa|scim|audit)\\.(?:[\\w-]{1,64}\\.)?${ALNUM}{40,48}`, `dp.pt.${made(43)}`],
  [`fm[12]_[A-Za-z0-9+/=_-]{40,600}`, `fm2_${made(80)}`],
  [`HRKU-${W}{36,80}`, `HRKU-${made(60)}`],
  [`nf[pcoub]_${ALNUM}{36,48}`, `nfp_${made(40)}`],
  [`pscale_(?:tkn|pw|oauth)_${W}{32,64}`, `pscale_tkn_${made(43)}`],
  [`sb[a-z]_(?:[a-z]{1,12}_)?[A-Za-z0-9_-]{20,64}`, `sbp_${"0123456789abcdef".repeat(3).slice(0, 40)}`],
  [`pat[A-Za-z0-9]{14}\\.[a-f0-9]{64}`, `pat${made(14)}.${"0123456789abcdef".repeat(4)}`],
  [`CCI(?:PAT|PRJ)_${W}{20,120}`, `CCIPAT_${made(22)}_${"0123456789".repeat(4)}`],
  [`${ALNUM}{14}\\.atlasv1\\.[A-Za-z0-9=_-]{60,80}`, `${made(14)}.atlasv1.${made(67)}`],
  [`bk(?:ua|aj|ct|et)_${ALNUM}{30,80}`, `bkua_${"0123456789".repeat(4)}`],
  [`sl\\.${W}{100,1200}`, `sl.${made(136)}`],
  [`ph[cx]_${ALNUM}{40,50}`, `phx_${made(43)}`],
  [`[ps]k\\.eyJ[\\w-]{40,200}\\.[\\w-]{20,40}`, `sk.eyJ${made(60)}.${made(22)}`],
  [`AAAA[\\w-]{7}:[\\w-]{140}`, `AAAA${made(7)}:${made(140)}`],
  [`[\\w~.-]{3}8Q~[\\w~.-]{34}`, `abc8Q~${made(34)}`],
  [`AGE-SECRET-KEY-1[A-Z0-9]{58}`, `AGE-SECRET-KEY-1${"QPZRY9X8GF2TVDW0".repeat(4).slice(0, 58)}`],
  [`xkeysib-[a-f0-9]{64}-${ALNUM}{16}`, `xkeysib-${"0123456789abcdef".repeat(4)}-${made(16)}`],
  [`\\d{8,10}:AA[\\w-]{33}`, `1102015430:AA${made(33)}`],
  [`bot\\d{8,10}:AA[\\w-]{30,40}`, `https://api.telegram.org/bot1102015430:AA${made(33)}/getMe`],
  [`fc-[a-f0-9]{32}`, `fc-${"0123456789abcdef".repeat(2)}`],
  [`re_${ALNUM}{6,16}_${ALNUM}{16,48}`, `re_${made(8)}_${made(24)}`],
  [`dt0[a-z]\\d{2}\\.[A-Z0-9]{24}\\.[A-Z0-9]{64}`, `dt0c01.${"ST2EY72K".repeat(3)}.${"G3DFPBEJ".repeat(8)}`],
  [`lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}`, `lsv2_pt_${"0123456789abcdef".repeat(2)}_0123456789`],
  [
    `pat-[a-z]{2}\\d-[a-f0-9]{8}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{4}-[a-f0-9]{12}`,
    "pat-na1-01234567-89ab-cdef-0123-456789abcdef",
  ],
  [`[12]/\\d{10,20}(?:/\\d{10,20})?:[a-f0-9]{32}`, `1/1204567890123456:${"0123456789abcdef".repeat(2)}`],
  [`[MNO][A-Za-z\\d_-]{23,27}\\.[\\w-]{6}\\.[\\w-]{27,40}`, `MTE4${made(20)}.GabcdE.${made(38)}`],
  [
    `https://(?:ptb\\.|canary\\.)?discord(?:app)?\\.com/api/webhooks/\\d{16,20}/[\\w-]{60,80}`,
    `https://discord.com/api/webhooks/123456789012345678/${made(68)}`,
  ],
  [
    `https://[a-z0-9-]{1,64}\\.webhook\\.office\\.com/webhookb2/[\\w@/-]{40,300}`,
    `https://x.webhook.office.com/webhookb2/${made(60)}`,
  ],
  [`AccountKey=[A-Za-z0-9+/]{80,96}={0,2}`, `AccountKey=${made(86)}==`],
  [`SharedAccessKey=[A-Za-z0-9+/]{40,96}={0,2}`, `SharedAccessKey=${made(43)}=`],
  [`[?&]sig=[A-Za-z0-9%+/]{40,120}`, `https://x.blob.example/a?sv=1&sig=${made(46)}%3D`],
  [`[?&]X-Amz-Signature=[a-f0-9]{64}`, `https://b.example/o?X-Amz-Signature=${"0123456789abcdef".repeat(4)}`],
];

/** A parameter of an address has its own beginning. */
const BOUNDED = (shape: string): string => (shape.startsWith("[?&]") ? shape : `(?<![A-Za-z0-9])(?:${shape})`);

const TOKEN_PATTERNS: readonly OwnPattern[] = [
  {
    name: "token",
    hints: null,
    part: 0,
    pattern: new RegExp(TOKENS.map(([shape]) => BOUNDED(shape)).join("|"), "dg"),
    match: TOKENS.map(([, example]) => example),
    notMatch: [
      "hf_transfer",
      "glpat-short",
      "pypi-publish",
      "sk-learn",
      "key-value",
      "secret_name",
      "gl_context",
      "sl.exe",
    ],
  },
];

/** A value that looks made, not written: letters and digits, nothing a shell or a language would act on. */
const MADE = "(?=[^\\s\"'`;&|]{0,512}[0-9])(?=[^\\s\"'`;&|]{0,512}[A-Za-z])[A-Za-z0-9_+/=.~!@%^*-]{8,512}";

export const SHAPE_PATTERNS: readonly OwnPattern[] = [
  {
    name: "private key",
    hints: ["private key"],
    part: 0,
    // Ends at the first line that is no line of base64 or of a key's own headers: what follows is a command to be seen.
    pattern:
      /-----BEGIN[A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----(?:(?:\\[nr]|[\r\n\t ])+(?:Proc-Type: [\w,]+|DEK-Info: [\w,-]+|(?:Version|Comment): [^\r\n\\]{0,80}|[A-Za-z0-9+/]{16,}={0,2}|[A-Za-z0-9+/]{1,15}={0,2}(?=(?:\\[nr]|[\r\n\t ])+-----END)|=[A-Za-z0-9+/]{4}(?![A-Za-z0-9+/])))+(?:(?:\\[nr]|[\r\n\t ])*-----END[A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----)?/dg,
    match: ["-----BEGIN EC PRIVATE KEY-----\nMHcCAQEEIIrYSSNQFaA2Hwf1duRSxKtLYX5CB04f"],
    notMatch: ["grep -r 'BEGIN PRIVATE KEY' .", "-----BEGIN PUBLIC KEY-----\nMHcCAQEE"],
  },
  {
    name: "private key",
    hints: ["private-lines"],
    part: 1,
    pattern:
      /Private-Lines: \d{1,4}(?:\\[nr]|[\r\n\t ])+((?:[A-Za-z0-9+/]{1,128}={0,2}(?:\\[nr]|[\r\n\t ])*){1,400}(?=Private-MAC|$|[^A-Za-z0-9+/]))/dg,
    match: ["PuTTY-User-Key-File-3: ssh-rsa\nPrivate-Lines: 1\nAAAAIQCq3x7b\nPrivate-MAC: a1"],
    notMatch: ["grep Private-Lines: k.ppk"],
  },
  {
    name: "token",
    hints: [":aa"],
    part: 1,
    pattern: /(?<![\w-])(?:bot)?(\d{8,10}:AA[\w-]{33})(?![\w-])/dg,
    match: [`curl https://api.telegram.org/bot12345678:AA${"x1Y2_3z".repeat(5).slice(0, 33)}/getMe`],
    notMatch: ["12345678:AAbb"],
  },
  {
    name: "private key",
    hints: ["key", "secret", "seed"],
    part: 1,
    pattern:
      /\b(?:[a-z]+[_-])*(?:private|secret|encryption|master|signing|api|aes|hmac|wallet)?[_ -]?(?:key|secret|seed)["']?[\s:=]{1,4}["']?(?:0x)?([0-9a-f]{64})(?![0-9a-f])/dgi,
    match: [`the key ${"0123456789abcdef".repeat(4)}`, `--private-key 0x${"0123456789abcdef".repeat(4)}`],
    notMatch: [`sha256:${"0123456789abcdef".repeat(4)}`, `git show ${"0123456789".repeat(4)}`],
  },
  {
    name: "authorization",
    hints: ["authorization"],
    part: 1,
    pattern: /authorization["']?\s*[:=]\s*["']?(?:(?:bearer|basic|token)\s+)?((?!\$)[A-Za-z0-9_+/=.~-]{8,4096})/dgi,
    match: ["curl -H 'Authorization: Bearer abcdefgh12345678'", "authorization: Basic dXNlcjpwYXNzd29yZA=="],
    notMatch: ['curl -H "Authorization: Bearer $TOKEN"', "Authorization: none"],
  },
  {
    name: "token",
    hints: ["eyj"],
    part: 0,
    pattern: /\beyJ[A-Za-z0-9_-]{10,1024}\.[A-Za-z0-9_-]{10,8192}\.[A-Za-z0-9_-]{10,2048}/dg,
    match: ["eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P"],
    notMatch: ["eyJhbGciOiJIUzI1NiJ9 alone"],
  },
  {
    name: "password",
    hints: ["pass", "secret", "token", "api_key", "apikey", "api-key", "access_key"],
    part: 1,
    pattern: new RegExp(
      `(?:passw(?:or)?d|passphrase|secret|token|api[_-]?key|access[_-]?key)["']?\\s?(?:=|:)\\s?["']?(${MADE})`,
      "dgi",
    ),
    match: ["DB_PASSWORD=hunter2hunter2 ./run", '{"api_key": "a1b2c3d4e5f6"}', "--token=abc123def456"],
    notMatch: ["PASSWORD=$SECRET1 ./run", "token: string;", "TOKEN=$(cat t1)", "secret: `x1`"],
  },
  {
    name: "password",
    hints: ["-u", "--user"],
    part: 1,
    pattern: /(?:^|\s)(?:-u|--user)[ =]?["']?[\w.@-]{1,128}:((?!\$|\[(?:redacted |secret, ))[^\s"'$`@/]{3,256})/dg,
    match: ["curl -u admin:hunter2 https://x.example", "curl --user 'a:b c' -u me:pa55"],
    notMatch: ["curl -u admin:$PW https://x.example", "docker run -u 1000:10 x", "git push -u origin main:dev/x"],
  },
  ...TOKEN_PATTERNS,
];
