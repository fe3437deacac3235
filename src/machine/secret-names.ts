import { nameList, segmentMatches, segmentsIntersect } from "./glob.ts";

/** Files that hold secrets wherever they lie. Only naming one counts: a search of a whole tree does not name it. */
export const SECRET_FILES: readonly string[] = [
  "*.env .env .env.* .env.local .env.*.local .env.production .env.prod .env.staging .env.development .envrc .dev.vars .secrets",
  "rootkey.csv accesskeys.csv *_accesskeys.csv key.properties deploy_key",
  "id_rsa id_dsa id_ecdsa id_ed25519 *.p12 *.pfx *.keystore *.jks *.kdbx *.key *.p8 *key*.pem *private*.pem *.ovpn",
  ".netrc _netrc .pgpass .htpasswd .git-credentials service-account*.json *.tfstate *.tfstate.backup",
  ".pypirc .boto .s3cfg .my.cnf .mylogin.cnf .vault-token .dockercfg id_ecdsa_sk id_ed25519_sk *.ppk",
  "credentials.json client_secret*.json secrets.yaml secrets.yml secrets.json secrets.toml kubeconfig",
  "terraform.tfvars terraform.tfvars.json *.auto.tfvars .vault_pass .vault_pass.txt .vault-password",
  ".sentryclirc .databrickscfg .smbcredentials .google_authenticator .msmtprc .terraformrc .dockerconfigjson credentials.tfrc.json rclone.conf kubeconfig.* wg[0-9]*.conf",
  "http-client.private.env.json kaggle.json keystore.properties cwallet.sso storagestate.json wallet.dat",
  "wp-config.php local.settings.json krb5cc_* *.keytab sasl_passwd passwd.client",
  "key4.db signons.sqlite *.1pux *.1pif *.kdb",
].flatMap((names) => names.split(" "));

/** `example.env`, `.env.sample`: made to be read. */
const EXAMPLE = /(?:^|[._-])(?:example|sample|template|tpl|dist|defaults?|schema|vault)(?:[._-]|$)/;
/** A copy is called like what it was made of. */
const OF_COPIES = /(?:[._-](?:bak|backup|old|orig|original|save|saved|copy|prev|tmp|swp|swo|txt|\d+)|[~#%])+$/;
/** What editors put around the name while somebody writes (`#.env#`, `.#.env`, `%.env%`). */
const BEFORE_COPIES = /^(?:#|\.#|%|~\$?)(?=.)/;
const called = nameList(SECRET_FILES);

const MANAGERS =
  "1password|one ?password|bitwarden|vaultwarden|lastpass|keepass(?:xc)?|dashlane|nordpass|enpass|roboform|proton[ _-]?pass|passbolt|safeincloud|stickypassword|keeper";
/** What password managers and browsers write when they are asked for all they keep, and lists that people keep themselves. */
const EXPORTS: readonly RegExp[] = [
  /passwords.*\.(?:csv|tsv|json|txt|xlsx?|ods|numbers|html?|xml)$/,
  new RegExp(`(?:^|[^a-z])(?:${MANAGERS}).*\\.(?:csv|tsv|xlsx?|ods|numbers)$`),
  new RegExp(`(?:^|[^a-z])(?:${MANAGERS}).*(?:export|vault|backup).*\\.(?:json|txt|xml|html?|zip)$`),
  /^login data(?: for account)?$|^logins\.(?:json|csv)$|^credentials\.csv$/,
];
/** A folded name. Templates are made to be read. */
export const isExportOfSecrets = (name: string): boolean =>
  EXPORTS.some((form) => form.test(name)) && !EXAMPLE.test(name.replace(/vault/g, ""));

/** The entry of `SECRET_FILES` a folded name matches. */
export const secretFile = (name: string): string | undefined =>
  /\.env(?:\.|$)/.test(name) && EXAMPLE.test(name)
    ? undefined
    : (called(name) ??
      called(name.replace(BEFORE_COPIES, "").replace(OF_COPIES, "")) ??
      calledFurther(name) ??
      (isExportOfSecrets(name) ? "passwords.csv" : undefined));

/** `.pgpass.prod`, `.netrc_work`: a hidden name that goes on says whose it is, or what for. A list of what a scanner has found is none. */
function calledFurther(name: string): string | undefined {
  const [, stem] = /^(\.[a-z\d]{2,})[._-]/.exec(name) ?? [];
  return stem === undefined || EXAMPLE.test(name) || name.endsWith(".baseline") ? undefined : called(stem);
}

/** Secret names that one segment with wildcards stands for: an example of each. */
export function secretsMatched(segment: string): readonly string[] {
  if (!/[*?[]/.test(segment)) return secretFile(segment) === undefined ? [] : [segment];
  return SECRET_FILES.flatMap((file) => {
    const example = file.replaceAll("*", "x");
    const picks = file.startsWith("*")
      ? sharesEnding(segment, file) || (saysNothing(segment) && segmentsIntersect(segment, file))
      : isParticular(segment, file) && segmentMatches(segment, example);
    return picks ? [example] : [];
  });
}

/** What takes all there is chooses nothing. */
const EVERYTHING = /^\*+(?:\.\*+)?$/;
/** A letter or a digit of the name itself, not one of a set that it may be of: `????` and `[a-z]*` have none. */
const saysNothing = (segment: string): boolean =>
  !EVERYTHING.test(segment) && !/[\p{L}\p{N}]/u.test(segment.replace(/\[[^\]]*\]/g, ""));

/** `*.p1?` for `*.p12`: how many characters stand behind the last dot is said, and those of the secret are among them. */
function sharesEnding(segment: string, file: string): boolean {
  const ending = segment.slice(segment.lastIndexOf(".") + 1);
  return (
    segment.includes(".") &&
    !/^\**$/.test(ending) &&
    segmentsIntersect(ending, file.slice(file.lastIndexOf(".") + 1)) &&
    segmentsIntersect(segment, file)
  );
}

/** It says more than an extension. Of most hidden names there is nothing but the extension (`*.env`, `*.production`). */
function isParticular(segment: string, file: string): boolean {
  if (EVERYTHING.test(segment)) return false;
  if (segment.startsWith(".")) return true;
  const isAllEnding = file.startsWith(".") && !file.endsWith(".txt");
  const dot = segment.lastIndexOf(".");
  return !/^\**$/.test(isAllEnding || dot < 0 ? segment : segment.slice(0, dot));
}
