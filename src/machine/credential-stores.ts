/** Where programs keep what gives access, as patterns of rules: `~/` and absolute. */

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
      "~/.{cf/config.json,sf,sfdx,circleci/cli.yml,chef/*.pem,jfrog,turso,runpod,vast_api_key,expo/state.json,travis}",
      "~/.{influxdbv2,upctl.yaml,vultr-cli.yaml,tccli}",
      "~/.config/{turso,mongocli,atlascli,cloudflared,upctl.yaml}",
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
      "~/.argocd",
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
      "~/.config/{msmtp,syncthing,tailscale,vnc,mbsync,filezilla,weechat/sec.conf}",
      "~/.weechat/sec.conf",
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
      "~/.{copilot/config.json,sentryclirc,config/jira,jira.d,hgrc,cvspass}",
      "~/.config/{lab/lab.toml,hut/config,breezy/authentication.conf}",
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
      "~/.config/{coursier/credentials.properties,attic/config.toml,cachix/cachix.dhall}",
      "~/.coursier/credentials.properties",
      "~/.local/share/uv/credentials",
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
      "~/.{factory/auth.json,iflow,kimi/config.toml,local/share/crush/crush.json}",
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
      "~/.{android/adbkey,ansible_vault_pass*,vault_pass*,local/share/atuin/key}",
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
  {
    what: "files named for their secret",
    // Last: of programs that stand in no other row. A table of all of them would never be whole.
    paths: ["~/.*", "~/.config/*", "~/.local/share/*"].map(
      (folder) =>
        `${folder}/{,*[._-]}{auth,oauth,creds,credential,credentials,token,tokens,secret,secrets,passwd,password,passwords,apikey,api_key,api-key}{,[._-]*}` as const,
    ),
  },
] as const satisfies readonly { readonly what: string; readonly paths: readonly string[] }[];

/** Below whatever serves as a home: named there, they are what they are in any. */
export const IN_ANY_HOME = [
  { what: "SSH keys", paths: ["/**/.ssh"] },
  { what: "cloud credentials", paths: ["/**/.aws/{credentials,config,sso,cli}", "/**/.azure", "/**/.config/gcloud"] },
  { what: "cluster credentials", paths: ["/**/.kube/config"] },
  { what: "git and code-host tokens", paths: ["/**/.config/{gh,hub,glab-cli}"] },
  { what: "package registry tokens", paths: ["/**/.docker/config.json", "/**/.config/pypoetry/auth.toml"] },
  { what: "password stores and key rings", paths: ["/**/.{gnupg,password-store}"] },
] as const satisfies readonly {
  readonly what: (typeof CREDENTIAL_STORES)[number]["what"];
  readonly paths: readonly string[];
}[];
