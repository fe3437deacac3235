/** Programs that take a secret under an option that does not say so, or as a word in its place: one row a kind of program. */
import { VALUE } from "./named-values.ts";
import type { OwnPattern } from "./pattern.ts";

interface ProgramRow {
  /** Names, as a regular expression; sub-commands stand behind. */
  readonly programs: string;
  /** What stands before the value, as a regular expression; its value is attached or the next word. */
  readonly options?: string;
  /** Words between the last option and the value, where it is known by its place. */
  readonly place?: string;
  readonly match: readonly string[];
  readonly notMatch?: readonly string[];
}

const ROWS: readonly ProgramRow[] = [
  {
    programs:
      "sshpass|altool|mysql\\w*|mariadb\\w*|mongo\\w*|cqlsh|7z[arz]?|rdesktop|evil-winrm|crackmapexec|netexec|nxc|ncftp\\w*|psexec|supabase|useradd|usermod|(?:docker|podman|buildah|skopeo|helm\\s+registry|oc|az|nerdctl|cf|ibmcloud|argocd)\\s+login|hdbsql|security\\s+(?:unlock|create|set)-key[\\w-]+|twine\\s+upload|(?:vsce|ovsx)\\s+\\w+|conan\\s+user|nuget\\s+add\\s+source|jfrog\\s+rt\\s+c|unrar|rar",
    options: "-p|-hp",
    match: [
      "sshpass -p hunter ssh a@b",
      "mysql -u root -psecret db",
      "mongosh 'mongodb://h/?a=1&b=2' -u a -p hunter",
      "docker login -u me -p tok reg.example",
      "docker login -p=tok reg.example",
      "rar a -hphunter f.rar x",
      "7z x f.7z -phunter",
    ],
    notMatch: ["docker run -p 80:80 x", "mysql -u root -p $PW", "mkdir -p a/b"],
  },
  {
    programs: "security\\s+import|zip|unzip|sqlcmd|bcp|isql|tsql|ipmitool|mosquitto_\\w+|7z[arz]?|fastzip",
    options: "-P",
    match: ["unzip -P open a.zip", "sqlcmd -S 'h;1' -U sa -P hunter -Q x", "ipmitool -U a -P hunter -H h"],
  },
  {
    programs: "redis-cli|valkey-cli|keydb-cli",
    options: "-a|--pass",
    match: ["redis-cli -h x -a hunter get y"],
    notMatch: ["redis-cli -a $PW get y"],
  },
  {
    programs: "(?:redis|valkey|keydb)-cli",
    options: "auth(?:[ \\t]+\\w+(?=[ \\t]+\\w))?(?=[ \\t])|(?:requirepass|masterauth)(?=\\s)",
    match: ["redis-cli AUTH hunter", "redis-cli -h x CONFIG SET requirepass hunter", "redis-cli AUTH me hunter"],
    notMatch: ["redis-cli GET a", "redis-cli AUTH $PW"],
  },
  {
    programs: "bw\\s+unlock|smbclient\\s+[/\\\\]{2}\\S+|bw\\s+login\\s+\\S+@\\S+",
    place: "",
    match: ["bw unlock hunter", "smbclient //h/s hunter -U u", "bw login a@b.example hunter"],
    notMatch: ["bw unlock --raw", "smbclient //h/s -U u"],
  },
  {
    programs:
      "cf\\s+auth|isql\\s+[\\w-]+(?=\\s+\\S+\\s+\\S+\\s*(?:$|[-;&|\\n<]))|dscl\\s+\\S+\\s+-?passwd(?=\\s+\\S+\\s+\\S)",
    place: "[^\\s[\"',]+",
    match: ["cf auth u zebra", "isql dsn u zebra", "dscl . -passwd /Users/u zebra", "dscl . passwd /Users/u zebra"],
    notMatch: [
      "bcp trino isql iredis etcdctl consul nats",
      "cf auth u",
      "dscl . -passwd /Users/u",
      "dscl . -read /Users/u",
      "cf auth u $PW",
    ],
  },
  {
    programs: "dscl\\s+\\S+\\s+-?passwd\\s+\\S+|set\\s+password(?=\\s+\\S+\\s+\\S)",
    place: "[^\\s[\"',]+",
    match: ["dscl . -passwd /Users/u old zebra", "dsmc set password old zebra"],
  },
  {
    programs: "hdbuserstore\\s+set",
    place: "\\S+\\s+\\S+\\s+\\S+",
    match: ["hdbuserstore SET k h:1 u zebra"],
    notMatch: ["hdbuserstore LIST k"],
  },
  { programs: "caddy\\s+hash-password", options: "--plaintext|-p", match: ["caddy hash-password --plaintext zebra"] },
  {
    programs: "gem\\s+push|mix\\s+hex\\.\\w+",
    options: "--key|-k",
    match: ["gem push x.gem --key hunter", "mix hex.organization auth acme --key hunter"],
  },
  {
    programs:
      "conda\\s+token\\s+set|wandb\\s+login(?:\\s+--\\w+)*|cloudflared\\s+service\\s+install|gcloud\\s+auth\\s+activate-refresh-token\\s+\\S+",
    place: "",
    match: ["conda token set hunter", "wandb login --relogin hunter", "gcloud auth activate-refresh-token u hunter"],
    notMatch: ["wandb login", "wandb login $KEY", "cloudflared service install"],
  },
  { programs: "doctl", options: "-t", match: ["doctl auth init -t hunter"], notMatch: ["doctl auth list"] },
  {
    programs: "mc\\s+(?:alias\\s+set|config\\s+host\\s+add)",
    place: "\\S+\\s+\\S+\\s+\\S+",
    match: ["mc alias set x https://h KEY hunter"],
    notMatch: ["mc alias list"],
  },
  {
    programs: "rclone\\s+config\\s+(?:create|update)",
    options: "[\\w-]*(?:secret|pass|password|token|key)\\w*(?!\\w)",
    match: ["rclone config create x s3 secret_access_key hunter", "rclone config update x pass=hunter"],
  },
  {
    programs: "composer\\s+config(?:\\s+-\\S+)*\\s+http-basic\\.\\S+",
    place: "\\S+",
    match: ["composer config http-basic.x.example u hunter", "composer config --global http-basic.x u hunter"],
  },
  {
    programs: "composer\\s+config(?:\\s+-\\S+)*\\s+(?:github-oauth|gitlab-token|bearer)\\.\\S+",
    place: "",
    match: ["composer config github-oauth.github.com hunter"],
  },
  {
    programs: "ldap\\w+|security|vsql",
    options: "-w",
    match: ["ldapsearch -D cn=x -w pw12", "ldapsearch -D cn=x -wpw12", "security add-generic-password -a a -w hunter"],
    notMatch: ["ldapsearch -s base x"],
  },
  { programs: "ldappasswd", options: "-[sa]", match: ["ldappasswd -s hunter u"] },
  {
    programs: "openssl",
    options: "-k|-K|-(?:pass|passin|passout)[ =]\\s*pass:",
    match: ["openssl enc -aes-256-cbc -k hunter -in f", "openssl rsa -passin pass:hunter -in k"],
  },
  {
    programs: "keytool|jarsigner|apksigner",
    options: "-(?:storepass|keypass|srcstorepass|deststorepass)|--(?:ks|key)-pass",
    match: ["keytool -storepass changeit -list", "jarsigner -storepass changeit x"],
  },
  { programs: "snmp\\w+", options: "-A", match: ["snmpwalk -v3 -A hunter2x h"] },
  { programs: "snmp\\w+", options: "-X", match: ["snmpwalk -v3 -A hunter2x -X other22 h"] },
  { programs: "snmp\\w+", options: "-c", match: ["snmpget -v2c -c public1 h"] },
  { programs: "plink|pscp|psftp|putty", options: "-pw", match: ["plink -pw hunter h", "pscp -pw hunter a h:b"] },
  {
    programs: "xfreerdp\\d?|wmic|winscp|cmdkey|schtasks|net|psexec",
    options: "/(?:p|pw|pass|password|rp):?",
    match: ["xfreerdp /u:a /p:hunter /v:h", "cmdkey /pass:hunter", "schtasks /create /rp hunter"],
  },
  {
    programs: "htpasswd|mosquitto_passwd",
    options: "-[A-Za-z]*b[A-Za-z]*(?:\\s+-\\w+)*(?:\\s+[^\\s-]\\S*){1,2}(?=\\s+\\S+\\s*(?:$|[;&|\\n]))",
    match: [
      "htpasswd -cb f me pw12",
      "htpasswd -b -c f me pw12",
      "htpasswd -nbB me pw12",
      "mosquitto_passwd -b f me pw12",
    ],
  },
  {
    programs: "oathtool",
    options: "(?:-b|--base32|--totp(?:=\\w+)?|--hotp|-\\w)(?=\\s+[A-Za-z0-9=]{8})",
    match: ["oathtool --totp -b JBSWY3DPEHPK3PXP", "oathtool -b --totp JBSWY3DPEHPK3PXP"],
    notMatch: ["oathtool --totp -b $SEED"],
  },
  {
    programs: "net\\s+(?:use|user)",
    place: "\\S+",
    match: ["net use \\\\h\\s hunter /user:a", "net user bob hunter /add"],
    notMatch: ["net user bob /delete"],
  },
  {
    programs:
      "cargo\\s+login|vault\\s+login|snyk\\s+auth|ngrok\\s+(?:config\\s+add-)?authtoken|netlify\\s+login|rclone\\s+obscure|openssl\\s+passwd(?:\\s+-\\S+)*|mkpasswd(?:\\s+-\\S+)*|flyctl\\s+auth\\s+token",
    place: "",
    match: [
      "cargo login abc123",
      "vault login hunter",
      "ngrok config add-authtoken abc123",
      "openssl passwd -1 hunter",
    ],
    notMatch: ["vault login -method=oidc", "cargo login --registry x"],
  },
  {
    programs: "rabbitmqctl\\s+(?:add_user|change_password)|wpa_passphrase|npm\\s+config\\s+set(?=\\s+\\S*_auth)",
    place: "\\S+",
    match: ["rabbitmqctl add_user a hunter", "wpa_passphrase net hunter22", "npm config set _auth abc12"],
  },
  {
    programs: "fly(?:ctl)?\\s+secrets\\s+set|heroku\\s+config:set|doppler\\s+secrets\\s+set",
    options: "\\w+=",
    match: ["fly secrets set A=hunter", "heroku config:set A_KEY=hunter -a x"],
  },
  {
    programs: "pdftk|nmcli|rclone\\s+config|mysqladmin|datree",
    options: "(?:input_pw|owner_pw|user_pw|password|pass|token)",
    match: [
      "pdftk a.pdf input_pw hunter output b",
      "nmcli dev wifi connect n password hunter",
      "mysqladmin -u r password hunter",
    ],
  },
  {
    programs:
      "pdf(?:totext|tohtml|tocairo|toppm|tops|info|images|fonts|detach|separate|unite|sig|topng|attach|crop)|xpdf",
    options: "--?[uo]pw",
    match: ["pdftotext -upw hunter a", "pdfinfo -opw hunter a.pdf", "pdftoppm -r 9 -upw 'hunter' a.pdf b"],
    notMatch: ["pdftotext -layout a.pdf", "pdftotext -upw $PW a.pdf"],
  },
  {
    programs: "pdfcpu(?:\\s+\\w+)?|mutool(?:\\s+\\w+)?|cpdf|gs|couchdb|couchbase-cli",
    options: "--?[uo]pw|-p|--?(?:user|owner)-?pass(?:word)?|-sPDFPassword|-sUserPassword|-sOwnerPassword|-pw",
    match: ["couchdb -p hunter", "pdfcpu decrypt -upw hunter a.pdf", "mutool show -p hunter a.pdf"],
    notMatch: ["couchdb -c x.ini", "couchdb -p $PW"],
  },
  {
    programs: "qpdf",
    options: "--(?:copy-encryption-|encryption-file-|user-|owner-)?password(?:=|\\s)",
    match: ["qpdf --password=hunter --decrypt a b", "qpdf --decrypt a b --password=hunter"],
    notMatch: ["qpdf --password=$PW a b", "qpdf --check a.pdf"],
  },
  {
    programs: "qpdf",
    options: "--encrypt(?:\\s+\\S+)?(?=\\s+\\S+\\s)",
    match: ["qpdf --encrypt hunter hunter 256 -- a b"],
  },
  {
    programs: "wrangler\\s+secret\\s+put|gh\\s+secret\\s+set|vercel\\s+env\\s+add",
    options: "-b|<<<",
    match: ['gh secret set A -b"hunter"', "wrangler secret put A <<< hunter"],
  },
  { programs: "(?:dotnet\\s+)?nuget\\s+push", options: "-k", match: ["dotnet nuget push a.nupkg -k hunter -s x"] },
  {
    programs: "nuget\\s+push",
    place: "\\S+\\.nupkg",
    match: ["nuget push a.nupkg hunter -Source x"],
    notMatch: ["dotnet nuget push a.nupkg -s x"],
  },
  {
    programs: "ansible-vault\\s+encrypt_string(?:\\s+--?(?:vault-\\S+|encrypt-\\S+|name|n)[ =]\\S+)*",
    place: "",
    match: ["ansible-vault encrypt_string hunter --name x", "ansible-vault encrypt_string --name x 'hunter'"],
    notMatch: ["ansible-vault encrypt_string --prompt"],
  },
  {
    programs: "(?:convertto-securestring)",
    place: "",
    match: ["ConvertTo-SecureString 'hunter' -AsPlainText"],
    notMatch: ["ConvertTo-SecureString -String $x"],
  },
];

/** Words before it: those in quotes may hold what would end a command. */
const GAP = "(?:\"[^\"\\n]{0,200}\"|'[^'\\n]{0,200}'|\\\\\\n|[^;&|\\n\"']){0,300}?";

const pattern = ({ programs, options, place }: ProgramRow): RegExp => {
  const start = `(?:^|[\\s;&|(/"'])(?:${programs})(?![\\w-])`;
  const behind =
    options === undefined ? `${place === "" ? "" : `\\s+${place}`}\\s+(?![-/])` : `${GAP}\\s(?:${options})(?:\\s+|=)?`;
  return new RegExp(`${start}${behind}${VALUE}`, options?.startsWith("-P") === true ? "dg" : "dgi");
};

/** One name of the row is in every match. */
const hintsOf = (programs: string): readonly string[] =>
  programs
    .replaceAll(/\(\?:|\(\?=[^)]*\)|[()?]/g, "|")
    .split("|")
    .flatMap((name) => /^[a-z0-9:_-]{2,}/.exec(name.trim())?.[0] ?? []);

export const PROGRAM_PATTERNS: readonly OwnPattern[] = ROWS.map((row) => ({
  name: "password",
  hints: hintsOf(row.programs),
  part: "any",
  pattern: pattern(row),
  match: row.match,
  notMatch: row.notMatch ?? [],
}));
