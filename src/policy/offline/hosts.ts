/** Hosts as far as their names tell: this machine and its neighbours, official installers, drops, and whose key is whose. */

/** This machine, the local network, and names that are reserved for neither. */
const LOCAL =
  /^(?:localhost|.*\.localhost|.*\.local|.*\.test|.*\.internal|ip6-localhost|host\.docker\.internal|127(?:\.\d+){3}|0\.0\.0\.0|\[?::1?\]?|10(?:\.\d+){3}|192\.168(?:\.\d+){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d+){2}|\[?f[cd][0-9a-f]{2}:.*)$/;

/** Answers with the machine's own cloud credentials to whoever asks. */
const METADATA =
  /^(?:169\.254\.169\.254|169\.254\.170\.2|metadata\.google\.internal|metadata\.azure\.com|100\.100\.100\.200|\[?fd00:ec2::254\]?)$/;

export const isMetadata = (host: string): boolean => METADATA.test(host);

export const isLocalHost = (host: string): boolean => LOCAL.test(host) && !isMetadata(host);

/** Where the makers of well-known tools hand out their installers: host, and path where others publish there too. */
const INSTALLERS: readonly (readonly [host: RegExp, path?: RegExp])[] = [
  [/^(?:sh|static)\.rustup\.rs$/],
  [
    /^get\.(?:docker|pnpm|volta|helm|sdkman|haskellup|jetify|k3s|rvm|chezmoi|starship|nexte|opentofu)\.(?:com|io|sh|org|net|in)$/,
  ],
  [/^(?:deb|rpm)\.nodesource\.com$/],
  [
    /^(?:bun|deno|astral|fly|ollama|mise|starship|foundry\.paradigm|nixos|pixi|sdk\.cloud\.google|dl\.google|turso|atuin|proto|moonrepo|install\.cursor|claude|opencode|cursor)\.(?:sh|com|run|io|land|xyz|org|ai|app|dev|tech)$/,
  ],
  [
    /^(?:ollama\.com|claude\.ai|cursor\.com|opencode\.ai|releases\.hashicorp\.com|cli\.github\.com|dot\.net|dist\.nuget\.org)$/,
  ],
  [
    /^install\.(?:python-poetry\.org|duckdb\.org|meteor\.com|determinate\.systems|terraform\.io|direnv\.net|cursor\.com)$/,
  ],
  [
    /^(?:www\.)?(?:python|pypa|golang|go|rust-lang|nodejs|haskell|ruby-lang|yarnpkg|direnv|opam\.ocaml|netlify|getcomposer|sdkman|scala-sbt|lean-lang)\.(?:org|io|com|net|dev)$/,
  ],
  [/^bootstrap\.pypa\.io$/],
  [
    /^(?:dl\.yarnpkg|aka|packages\.microsoft|awscli\.amazonaws|storage\.googleapis|dl\.k8s|apt\.llvm|packages\.cloud\.google)\.(?:com|ms|io|org)$/,
  ],
  [
    /^raw\.github(?:usercontent)?\.com$/,
    /^\/(?:nvm-sh\/nvm|homebrew\/(?:install|homebrew)|ohmyzsh\/ohmyzsh|helm\/helm|rbenv\/rbenv-installer|pyenv\/pyenv-installer|tj\/n|golangci\/golangci-lint|kubernetes-sigs\/\w+|asdf-vm\/asdf|junegunn\/fzf|creationix\/nvm|zsh-users\/\w+|anchore\/\w+|aquasecurity\/\w+|trufflesecurity\/trufflehog|install\/master)\//i,
  ],
  [/^github\.com$/, /^\/(?:nvm-sh|pyenv|rbenv|cli|helm|kubernetes|docker|hashicorp|golangci)\//i],
];

/** A script from here is the official installer of a well-known tool. */
export function isInstaller(url: string): boolean {
  const found = /^https:\/\/([^/:?#@]+)(\/[^?#]*)?/i.exec(url);
  if (found === null) return false;
  const [, host = "", path = "/"] = found;
  return INSTALLERS.some(([name, where]) => name.test(host.toLowerCase()) && (where === undefined || where.test(path)));
}

/** Anybody may put something there and read it by its link. */
const DROPS =
  /(?:^|\.)(?:paste\.rs|pastebin\.com|hastebin\.com|dpaste\.(?:org|com)|termbin\.com|ix\.io|sprunge\.us|0x0\.st|transfer\.sh|file\.io|tmpfiles\.org|bashupload\.com|temp\.sh|oshi\.at|gofile\.io|anonfiles\.com|catbox\.moe|wetransfer\.com|ghostbin\.\w+|rentry\.co|paste\.ee|controlc\.com|keep\.sh|send\.vis\.ee|uguu\.se)$/;

export const isDrop = (host: string): boolean => DROPS.test(host);

/** Hosts that exist to see who calls. */
const CALLBACKS =
  /(?:^|\.)(?:webhook\.site|requestbin\.\w+|requestcatcher\.com|pipedream\.net|beeceptor\.com|interact\.sh|oast\.\w+|burpcollaborator\.net|oastify\.com|canarytokens\.\w+|dnslog\.\w+|ceye\.io|mockbin\.(?:org|io)|hookbin\.com|ptsv\d?\.com|postb\.in|smee\.io|ngrok(?:-free)?\.(?:io|app|dev)|trycloudflare\.com|serveo\.net|loca\.lt|localtunnel\.me)$/;

export const isCallback = (host: string): boolean => CALLBACKS.test(host);

/** Addresses that post into a chat. */
const CHATS =
  /(?:^|\.)(?:hooks\.slack\.com|discord(?:app)?\.com|api\.telegram\.org|outlook\.office\.com|webhook\.office\.com|chat\.googleapis\.com)$/;

export const isChat = (host: string): boolean => CHATS.test(host);

interface Owner {
  readonly variable?: RegExp;
  /** Acts, and stores of the table. */
  readonly origins?: readonly string[];
  readonly home: RegExp;
}

/** Whose key a variable's name or the place it comes from speaks of, and where it is at home. */
const OWNERS: readonly Owner[] = [
  { variable: /^(?:GH|GITHUB)_/i, origins: ["secret.host-login"], home: /github|ghcr|gitlab|gitea/ },
  { variable: /^(?:GL|GITLAB|CI_JOB)_/i, home: /gitlab/ },
  { variable: /^(?:AWS|AMAZON)_|^S3_/i, home: /amazonaws|aws|minio|localstack/ },
  { variable: /^(?:GOOGLE|GCP|GCLOUD|FIREBASE|GEMINI)_/i, home: /google|firebase|gcr\.io|appspot/ },
  { variable: /^(?:AZURE|ARM)_/i, home: /azure|microsoft|windows\.net/ },
  {
    origins: ["secret.cloud", "cloud credentials"],
    home: /amazonaws|googleapis|google|azure|microsoft|windows\.net|aliyun|digitalocean|hetzner|cloudflare/,
  },
  {
    variable: /^(?:NPM|NODE_AUTH)_/i,
    origins: ["secret.registry-token", "package registry tokens"],
    home: /npm|yarnpkg|github|jfrog|nexus|artifactory|registry/,
  },
  { variable: /^(?:PYPI|TWINE)_/i, home: /pypi|python/ },
  { variable: /^OPENAI_/i, home: /openai|azure|oai/ },
  { variable: /^(?:ANTHROPIC|CLAUDE)_/i, home: /anthropic|claude/ },
  { variable: /^(?:HF|HUGGING_?FACE)_/i, home: /huggingface|hf\.co/ },
  { variable: /^CARGO_/i, home: /crates\.io/ },
  { variable: /^DOCKER_/i, home: /docker/ },
];

/** Undefined: nobody can tell whose it is. `source` is a variable's name, an act or a store. */
export function belongsTo(source: string, host: string): boolean | undefined {
  const owner = OWNERS.find(
    ({ variable, origins }) => variable?.test(source) === true || origins?.some((origin) => origin === source) === true,
  );
  if (owner !== undefined) return owner.home.test(host);
  const vendor = /^([A-Z][A-Z0-9]{2,})_/.exec(source)?.[1]?.toLowerCase();
  return vendor !== undefined && host.includes(vendor) ? true : undefined;
}
