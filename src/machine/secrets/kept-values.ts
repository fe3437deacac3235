/** Secrets that are put into a store under any name, and what is typed at a prompt that shows nothing. */
import { row, VALUE } from "./named-values.ts";
import type { OwnPattern } from "./pattern.ts";

/** Of what is written into a vault, settings of the vault itself are none: `auth/`, `sys/`, `pki/`, roles and `config`. */
const INTO_VAULT =
  "(?<=\\b(?:vault|bao)\\s+(?:write|kv\\s+(?:put|patch))\\s+(?:-\\S{1,64}\\s+){0,4}(?!(?:auth|sys|pki)/)(?!\\S{0,200}(?:/roles?/|/config\\b))[^\\s=-][^\\s=]{0,200}\\s(?:[^;&|\\n]{0,300}\\s)?)";
const NO_FILE = "(?!\\S{0,200}(?:/|\\.(?:json|p12|pem)\\b))";
const FRESH = "(?!\\$|\\[(?:redacted |secret, ))";

export const KEPT_PATTERNS: readonly OwnPattern[] = [
  row(
    ["vault", "bao"],
    `${INTO_VAULT}[\\w.][\\w.-]{0,64}=(?!@)${VALUE}`,
    ["vault write s/x v=zebra", "vault kv put -mount=s x a=$A b=zebra", "bao write -f s/x v='zebra stripe'"],
    [
      "vault write s/x v=@f.txt",
      "vault write auth/approle/role/a token_ttl=20m",
      "vault write pki/issue/x common_name=a.example",
      "vault write database/roles/x default_ttl=1h",
      "vault kv get -field=v s/x",
      "vault write s/x v=$V",
    ],
  ),
  row(
    ["activate"],
    `\\bauth\\s+activate-[\\w-]{1,40}\\s(?:[^;&|\\n]{0,200}\\s)?--key[= ]${NO_FILE}${VALUE}`,
    ["gcloud auth activate-service-account --key zebra", "gcloud auth activate-service-account a@b --key=zebra"],
    ["gcloud auth activate-service-account --key-file k.json", "gcloud auth activate-service-account --key ./k.json"],
  ),
  row(
    ["expect"],
    `\\bsend(?<=\\bexpect\\b[^\\r\\n]{0,400}(?:assw|passphrase|\\bpin\\b|secret)[^\\r\\n]{0,200}send)\\s+(?:--?\\s+)?(${FRESH}[^\\s"'{}\\\\$;]{1,256})\\\\+[rn]`,
    ['expect -c "spawn su; expect assword:; send zebra\\n"', "expect -c 'expect *assword*; send -- zebra\\r'"],
    ["expect -c 'spawn sh; send ls\\n'", "expect -c 'expect assword; send $pw\\r'"],
  ),
  row(
    ["stty"],
    `\\bstty\\s+(?:\\S{1,20}\\s+){0,3}-echo\\b[^\\r\\n]{0,120}?\\bread\\s+[^;&|<\\n]{0,80}<<<\\s*${VALUE}`,
    ["stty -echo; read p <<< zebra", "stty -echo && read -r p <<<'zebra'"],
    ["stty echo; read p <<< zebra", 'stty -echo; read p <<< "$X"', "stty -echo; read p; stty echo"],
  ),
];
