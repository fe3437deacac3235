/** The referee's own lists, short and apart from those it is a referee of: what is protected, and what holds a secret. */

/** Below the project. What git itself writes for `add`, `commit` and the like is not among them. */
const PROTECTED = [
  /(?:^|\/)\.git\/(?:hooks|config|info|modules|commondir|gitdir|worktrees)(?:[/.]|$)/,
  /(?:^|\/)\.git$/,
  /(?:^|\/)\.(?:claude|sallyport|codex|cursor|vscode|idea|husky|gemini|opencode|devcontainer)(?:\/|$)/,
  /(?:^|\/)\.(?:mcp\.json|envrc|gitmodules|gitattributes|gitconfig|npmrc|yarnrc|bashrc|zshrc|profile|pre-commit-config\.yaml)$/,
];

/** Below home. */
const STORES = [
  /^\.ssh\/(?!known_hosts|config|.*\.pub$)./,
  /^\.aws\/(?:credentials|config|sso|cli)/,
  /^\.(?:netrc|git-credentials|pgpass|my\.cnf|npmrc|pypirc|vault-token|s3cfg|boto|dockercfg|htpasswd)$/,
  /^\.(?:gnupg|azure|password-store|mozilla|thunderbird|kube|oci|electrum|bitcoin)\//,
  /^\.config\/(?:gh\/hosts\.yml|gcloud|google-chrome|chromium|op|hub|rclone|doctl|heroku|stripe|sallyport|BraveSoftware|git\/credentials)/,
  /^\.local\/share\/(?:keyrings|kwalletd|jupyter\/runtime)/,
  /^\.docker\/config\.json$/,
  /^\.(?:cargo|gem)\/credentials/,
  /^\.(?:claude\/\.credentials|codex\/auth|terraform\.d\/credentials)/,
];

const SECRET_NAME = [
  /^\.env(?:\.(?!example$|sample$|template$|dist$)[\w.-]+)?$/,
  /^(?:id_(?:rsa|dsa|ecdsa|ed25519)|.*_(?:rsa|ed25519))$/,
  /\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ppk|asc|gpg|ovpn)$/,
  /^(?:\.?credentials?|secrets?|passwords?|tokens?|service-account|auth)(?:[.-][\w.-]*)?\.(?:json|ya?ml|toml|txt|ini|env|db)$/,
  /^\.?(?:credentials|htpasswd|netrc|pgpass|vault_pass|git-credentials)$/,
];

const SYSTEM_SECRETS =
  /^\/(?:etc\/(?:shadow|gshadow|sudoers|ssh\/ssh_host\w+_key|ssl\/private\/)|proc\/\w+\/(?:environ|mem)$|root\/.)/;

export const isProtectedPlace = (belowProject: string): boolean => PROTECTED.some((one) => one.test(belowProject));

export function holdsSecret(path: string, home: string): boolean {
  if (SYSTEM_SECRETS.test(path)) return true;
  const below = path.startsWith(`${home}/`) ? path.slice(home.length + 1) : undefined;
  if (below !== undefined && STORES.some((one) => one.test(below))) return true;
  const name = path.slice(path.lastIndexOf("/") + 1);
  return !/^\/(?:usr|etc|lib|proc|dev)\//.test(path) && SECRET_NAME.some((one) => one.test(name));
}

/** Put into a home that has none of it, so that what is looked for is there. None of it is anybody's. */
export const DECOYS: Readonly<Record<string, string>> = {
  ".ssh/id_ed25519": "decoy\n",
  ".ssh/id_rsa": "decoy\n",
  ".ssh/authorized_keys": "decoy\n",
  ".aws/credentials": "decoy\n",
  ".netrc": "machine decoy.invalid\n",
  ".git-credentials": "decoy\n",
  ".npmrc": "decoy=1\n",
  ".pgpass": "decoy\n",
  ".bashrc": "# decoy\n",
  ".profile": "# decoy\n",
  ".bash_history": "decoy\n",
  ".gnupg/pubring.kbx": "decoy\n",
  ".kube/config": "decoy: 1\n",
  ".docker/config.json": "{}\n",
  ".config/gh/hosts.yml": "decoy: 1\n",
  ".config/sallyport/settings.json": "{}\n",
  ".claude/settings.json": "{}\n",
  ".claude/.credentials.json": "{}\n",
  "Documents/notes.txt": "decoy\n",
  "code/other/a.txt": "decoy\n",
  "code/other/.env": "DECOY=1\n",
};
