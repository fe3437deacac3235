/** Credential stores: reading one leaves the safe path for every tool (§5). Patterns as in rules: `~/` and absolute. */
import { answersByText } from "../contract/answers.ts";
import { once } from "../contract/once.ts";
import type { World } from "../contract/world.ts";
import { existingPlaces } from "./existing.ts";
import { foldPath } from "./fold.ts";
import { compilePattern, meets, type Pattern, patternOf, placePattern } from "./glob.ts";
import { reaches, type Ways } from "./reach.ts";

export const CREDENTIAL_STORES = [
  { what: "SSH keys", paths: ["~/.ssh", "~/.tsh", "/etc/ssh/ssh_host_*", "/root/.ssh"] },
  {
    what: "cloud credentials",
    paths: [
      "~/.{aws,azure,oci,aliyun,digitalocean,boto,s3cfg,passwd-s3fs,rclone.conf}",
      "~/.config/{gcloud,doctl,rclone,hcloud,scw,linode-cli,vultr-cli.yaml,exoscale,stripe,doppler,.wrangler,netlify}",
      "~/.{terraform.d/credentials*,terraformrc,pulumi,fly,supabase,databrickscfg,databricks,cloudflared,wrangler,doppler,snowsql}",
      "~/.{modal.toml,bluemix,ovh.conf,heroku,railway,netlify,vercel,mc/config.json,snowflake,kaggle,dbt/profiles.yml}",
      "~/.local/share/com.vercel.cli",
      "~/.config/{ngrok,configstore,heroku,railway,snowflake,kaggle,infisical}",
      "~/.ngrok2",
      "~/.{cf/config.json,sf,sfdx,circleci/cli.yml,chef/*.pem,jfrog}",
      "~/.config/openstack/clouds*.y*ml",
      "~/.config/openstack/secure*.y*ml",
      "/var/lib/cloud/{instance,instances/*}/{user-data,vendor-data}*",
      "~/Library/Application Support/{com.vercel.cli,netlify,ngrok,gcloud,doctl}",
    ],
  },
  {
    what: "cluster credentials",
    paths: [
      "~/.kube",
      "/etc/kubernetes",
      "/var/run/secrets",
      "/run/secrets",
      "~/.config/{helm,argocd}",
      "/etc/rancher/{k3s/k3s.yaml,rke2/rke2.yaml}",
      "/var/lib/rancher/{k3s,rke2}/server/{token,node-token,tls,cred}",
      "~/.minikube/{profiles,ca.key,proxy-client-ca.key,machines}",
      "~/.docker/{contexts/tls,machine,trust/private}",
    ],
  },
  {
    what: "network passwords",
    paths: [
      "~/.{netrc,authinfo,authinfo.gpg,curlrc,wgetrc,my.cnf,pgpass,mylogin.cnf}",
      "~/.{msmtprc,fetchmailrc,davfs2/secrets,smbcredentials,vnc/passwd,config/tigervnc/passwd,mbsyncrc,offlineimaprc}",
      "~/.config/{msmtp,syncthing,tailscale,vnc,mbsync}",
      "~/_netrc",
      "/etc/{wireguard,openvpn,ppp/chap-secrets,ppp/pap-secrets,davfs2/secrets,ipsec.secrets,swanctl/private}",
      "/var/lib/tailscale",
      "/etc/mysql/debian.cnf",
      "~/.local/share/jupyter/runtime",
      "~/.local/share/DBeaverData/workspace*/*/.dbeaver/credentials-config.json",
      "~/Library/DBeaverData/workspace*/*/.dbeaver/credentials-config.json",
      "/{tmp,var/tmp,private/tmp}/krb5cc*",
      "/etc/NetworkManager/system-connections",
      "/etc/wpa_supplicant",
    ],
  },
  {
    what: "git and code-host tokens",
    paths: [
      "~/.git-credentials",
      "~/.config/git/credentials",
      "~/.gitcookies",
      "~/.subversion/auth",
      "/etc/gitlab-runner/config.toml",
      "~/.gitlab-runner/config.toml",
      "~/.config/{gh,hub,glab-cli,github-copilot,tea}",
      "~/.{copilot/config.json,sentryclirc,config/jira,jira.d}",
    ],
  },
  {
    what: "package registry tokens",
    paths: [
      "~/.{npmrc,yarnrc.yml,pypirc}",
      "~/.config/{pip,pypoetry/auth.toml,containers/auth.json}",
      "~/.{pip/pip.conf,hex/hex.config,bundle/config,condarc,conan2/credentials.json,conan/.conan.db,twinerc}",
      "~/.{pub-cache/credentials.json,config/dart/pub-credentials.json,cache/huggingface/token,huggingface/token}",
      "~/.cache/huggingface/stored_tokens",
      "~/.config/{composer/auth.json,rubygems,cargo/credentials*,NuGet,huggingface}",
      "~/.local/share/gem/credentials",
      "~/.gem/credentials",
      "~/.cargo/credentials*",
      "~/.nuget/NuGet/NuGet.Config",
      "~/.m2/{settings.xml,settings-security.xml}",
      "~/.gradle/gradle.properties",
      "~/.composer/auth.json",
      "~/.docker/config.json",
      "~/.{sbt,ivy2}/.credentials*",
      "~/.config/coursier/credentials.properties",
      "/run/user/*/containers/auth.json",
      "/etc/apt/{auth.conf,auth.conf.d}",
    ],
  },
  {
    what: "agent credentials",
    paths: [
      "~/.{claude/.credentials.json,claude.json,codex/auth.json}",
      "~/.gemini/{oauth_creds.json,google_accounts.json}",
      "~/.local/share/{opencode,kilo}/auth.json",
      "~/.qwen/{oauth_creds.json,.env}",
      "~/.pi/agent/{auth,models}.json",
      "~/.cline/data/settings/{providers,secrets}.json",
      "~/.config/{openai,anthropic,io.datasette.llm/keys.json,cursor/auth.json,goose/secrets.yaml}",
      "~/.config/{Code*,VSCodium*,Cursor*,Windsurf*}/User/{globalStorage,workspaceStorage/*}/state.vscdb*",
      "~/Library/Application Support/{Code*,VSCodium*,Cursor*,Windsurf*}/User/{globalStorage,workspaceStorage/*}/state.vscdb*",
      "~/.{cursor/auth.json,continue/config.json,continue/.env,aider.conf.yml,wandb,cline/data/secrets.json,grok}",
    ],
  },
  {
    what: "password stores and key rings",
    paths: [
      "~/.{password-store,gnupg,op,vault-token,google_authenticator,age,step/secrets,step/certs,acme.sh,pki,lpass}",
      "~/.config/{borg,sops/age,age,keepassxc,rbw,lastpass,restic,chezmoi/key.txt,google-authenticator}",
      "~/.local/share/{rbw,lpass,age}",
      "~/.local/share/{keyrings,kwalletd}",
      "~/Library/Keychains",
      "/Library/Keychains",
      "~/.config/{op,Bitwarden*,sops}",
    ],
  },
  {
    what: "browser profiles",
    paths: [
      "~/.mozilla",
      "~/.config/{google-chrome*,chromium,BraveSoftware,microsoft-edge,vivaldi,opera}",
      "~/snap/firefox",
      "~/.var/app/*/.mozilla",
      "~/Library/{Safari,Cookies}",
      "~/Library/Application Support/{Google/Chrome,Firefox,BraveSoftware,Microsoft Edge}",
      "~/AppData/Local/{Google/Chrome/User Data,Microsoft/Credentials}",
      "~/AppData/Roaming/{Mozilla,Microsoft/Credentials,Microsoft/Protect}",
    ],
  },
  {
    what: "mail and messages",
    paths: [
      "~/.thunderbird",
      "~/Library/{Mail,Messages}",
      "~/.config/{Signal,Slack}",
      "~/.local/share/TelegramDesktop/tdata",
      "~/Library/Application Support/Telegram Desktop/tdata",
      "~/Library/Application Support/Slack",
    ],
  },
  {
    what: "shell and program histories",
    paths: [
      "~/.{bash_history,zsh_history,zhistory,history,local/share/fish/fish_history}",
      "~/.{python_history,node_repl_history,psql_history,mysql_history,sqlite_history,rediscli_history}",
    ],
  },
  {
    what: "wallets",
    paths: ["~/.bitcoin", "~/.ethereum", "~/.config/solana", "~/.electrum", "~/Library/Ethereum", "~/.monero"],
  },
  {
    what: "system secrets",
    paths: [
      "/etc/{shadow*,gshadow*,sudoers,sudoers.d,ssl/private,security/opasswd,krb5.keytab,master.passwd}",
      "/etc/letsencrypt/{live/*/privkey*.pem,archive/*/privkey*.pem,keys,accounts}",
      "/etc/{pki/tls/private,pki/nssdb,docker/key.json,salt/pki,vault.d,borgmatic,restic,credstore*,rclone.conf,sssd}",
      "/var/backups/{shadow,gshadow}*",
      "/private/etc/master.passwd",
      "/var/db/dslocal",
      "/var/lib/sss/db",
    ],
  },
  {
    what: "another process's memory or environment",
    paths: [
      "/proc/*/{environ,mem,fd,task,root,cwd}",
      "/proc/{kcore,keys}",
      "/dev/{mem,kmem,port,sd*,nvme*,disk*,vd*,input}",
    ],
  },
] as const satisfies readonly { readonly what: string; readonly paths: readonly string[] }[];

const WHOLE_HOME = "a home directory with everything in it";

/** What a store is called, in words and as its id: code that asks for one names it by this type. */
export type CredentialStore = (typeof CREDENTIAL_STORES)[number]["what"] | typeof WHOLE_HOME;

/** Below whatever serves as a home: named there, they are what they are in any. */
const IN_ANY_HOME = [
  { what: "SSH keys", paths: ["/**/.ssh"] },
  { what: "cloud credentials", paths: ["/**/.aws/{credentials,config,sso,cli}", "/**/.azure", "/**/.config/gcloud"] },
  { what: "cluster credentials", paths: ["/**/.kube/config"] },
  { what: "git and code-host tokens", paths: ["/**/.config/{gh,hub,glab-cli}"] },
  { what: "package registry tokens", paths: ["/**/.docker/config.json", "/**/.config/pypoetry/auth.toml"] },
  { what: "password stores and key rings", paths: ["/**/.{gnupg,password-store}"] },
] as const satisfies readonly { readonly what: CredentialStore; readonly paths: readonly string[] }[];

const anyHome = once((): readonly Store[] =>
  IN_ANY_HOME.flatMap(({ what, paths }) =>
    paths.flatMap((path) => {
      const pattern = compilePattern(path);
      return pattern === undefined ? [] : [{ what, pattern }];
    }),
  ),
);

interface Store {
  readonly what: CredentialStore;
  readonly pattern: Pattern;
}

/** The table, written out once: what lies below a home directory, seen from there, and what lies elsewhere. */
let table: { readonly inHome: readonly Store[]; readonly elsewhere: readonly Store[] } | undefined;

function stores(): NonNullable<typeof table> {
  if (table !== undefined) return table;
  const compiled = (home: boolean): Store[] =>
    CREDENTIAL_STORES.flatMap(({ what, paths }) =>
      paths
        .filter((path) => path.startsWith("~/") === home)
        .flatMap((path) => {
          const pattern = compilePattern(foldPath(home ? path.slice(1) : path));
          return pattern === undefined ? [] : [{ what, pattern }];
        }),
    );
  table = { inHome: compiled(true), elsewhere: compiled(false) };
  return table;
}

/** Every other user's, by the usual places. In a container home may be the root itself. */
const OTHER_HOMES: readonly Pattern[] = [
  patternOf(),
  patternOf("root"),
  patternOf("home", "*"),
  patternOf("users", "*"),
];

/** The credential store something at these places could be, or undefined. `direct`: only naming it counts. */
export const credentialStore = (
  ways: Ways,
  recursive: boolean,
  direct: boolean,
  { home }: Pick<World, "home">,
): CredentialStore | undefined =>
  storesFound(JSON.stringify([ways, recursive, direct, home]), () => findStore(ways, recursive, direct, home));

const storesFound = answersByText<CredentialStore | undefined>();

type StoreQuestion = readonly [ways: Ways, recursive: boolean, direct: boolean, home: string];

function findStore(...[{ links, ...named }, recursive, direct, home]: StoreQuestion): CredentialStore | undefined {
  const { inHome, elsewhere } = stores();
  const ways = { ...named, ways: direct ? named.ways : [...named.ways, ...links], links: [] };
  const found = elsewhere.find(({ pattern }) => reaches(pattern, ways, recursive, direct));
  if (found !== undefined) return found.what;
  for (const one of [placePattern(home), ...OTHER_HOMES]) {
    if (reaches(one, { ...ways, ways: ways.ways.filter((way) => way.length < depthOf(one)) }, recursive, direct))
      return WHOLE_HOME;
    const inside = ways.ways.filter(
      (way) => way.length >= depthOf(one) && meets(one, way.slice(0, depthOf(one)), ways.globs) === "at",
    );
    if (inside.length === 0) continue;
    const seen = { ...ways, ways: inside.map((way) => way.slice(depthOf(one))) };
    const store = inHome.find(({ pattern }) => reaches(pattern, seen, recursive, direct));
    if (store !== undefined) return store.what;
  }
  const hidden = ways.ways.flatMap((way) => fromHidden(way));
  return anyHome().find(({ pattern }) => hidden.some((way) => meets(pattern, way, ways.globs) === "at"))?.what;
}

/** From the first hidden name on: a wildcard does not match one by itself. */
function fromHidden(way: readonly string[]): readonly (readonly string[])[] {
  const first = way.findIndex((segment) => segment.startsWith("."));
  return first < 0 ? [] : [way.slice(first)];
}

const depthOf = (home: Pattern): number => home.ways[0]?.segments.length ?? 0;

/**
 * Every store that is there now, this person's and those of the others on this machine, by its path. What processes
 * and devices tell is not among them: that is no place a file lies in.
 */
export function credentialPlaces(world: World): readonly string[] {
  const patterns = CREDENTIAL_STORES.flatMap(({ paths }) => [...paths]).filter(
    (path) => !path.startsWith("/proc/") && !path.startsWith("/dev/"),
  );
  const homes = [world.home === "/" ? "" : world.home, ...existingPlaces("/{root,home/*,Users/*}", world)];
  const places = patterns.flatMap((path) =>
    path.startsWith("~/")
      ? homes.flatMap((home) => existingPlaces(path.slice(1), world, home))
      : existingPlaces(path, world),
  );
  return [...new Set(places)];
}
