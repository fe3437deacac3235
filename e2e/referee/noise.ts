/** What is seen of every program and is none of its row's: each line with its reason. No more than twenty. */

interface Noise {
  readonly did: "read" | "write" | "connect";
  /** By this program alone. */
  readonly by?: RegExp;
  readonly path: RegExp;
  readonly why: string;
}

export const NOISE: readonly Noise[] = [
  {
    did: "write",
    path: /^\/dev\/(?:null|tty|ptmx|pts\/.*)$/,
    why: "what is written to a terminal or to nothing is kept nowhere",
  },
  { did: "write", path: /^\/proc\/(?:self|\d+)\/fd\/\d+$/, why: "a descriptor that was opened before, by its number" },
  { did: "write", by: /^bash$/, path: /^\/tmp\/sh-thd\.\w+$/, why: "bash keeps a here-document in a file of its own" },
  {
    did: "write",
    by: /^sort$/,
    path: /\/sort\w{6}$/,
    why: "its row says so: a temporary file where the input is long",
  },
  {
    did: "write",
    by: /^sed$/,
    path: /\/sed\w{6}$/,
    why: "what `-i` writes stands beside the file until it takes its name",
  },
  {
    did: "write",
    by: /^git$/,
    path: /\/(?:\.git|worktrees\/\w+)\/(?:gc\.pid|gc\.log|FETCH_HEAD)(?:\.lock)?$/,
    why: "`git maintenance`, which the row of commit starts",
  },
  {
    did: "read",
    by: /^git$/,
    path: /\/me\/\.(?:gitconfig|config\/git\/\w+)$/,
    why: "the person's own configuration is the person's",
  },
  { did: "read", path: /\/me\/own(?:\/|$)/, why: "what the person's own configuration starts is the person's" },
  {
    did: "read",
    by: /^rg$/,
    path: /\/(?:\.gitconfig|git\/(?:config|ignore)|\.(?:git|rg)?ignore|info\/exclude|commondir|\.git)$/,
    why: "rg asks what is ignored, and where the person's own list of that lies",
  },
  { did: "read", by: /^docker$/, path: /\/me\/\.docker\//, why: "its row says so: the person's own settings" },
  { did: "read", by: /^gh$/, path: /\/me\/\.config\/gh\//, why: "its row says so: where the person is signed in" },
  {
    did: "read",
    by: /^curl$/,
    path: /\/me\/(?:\.curlrc|\.config\/curlrc|\.local\/.*|\.netrc)$/,
    why: "its row says so: the person's own settings",
  },
  {
    did: "read",
    by: /^ps$/,
    path: /^\/proc\/\d+\/environ$/,
    why: "ps opens all that the system tells of a process, and prints no variables but with `e`",
  },
  {
    did: "read",
    by: /^git$/,
    path: /\/\.git\/(?:(?:remotes|branches|refs)\/.*|[^/]+)$/,
    why: "a name of a revision or a remote is looked up among git's own files",
  },
  {
    did: "connect",
    path: /^$|^\/(?:var\/)?run\/nscd\/socket$/,
    why: "the C library asks for names of users and hosts",
  },
  {
    did: "connect",
    by: /^curl$/,
    path: /^(?:127\.0\.0\.1|::1)$/,
    why: "its row says so: a server on this machine that the address names",
  },
  {
    did: "connect",
    by: /^docker$/,
    path: /^\/(?:var\/)?run\/docker\.sock$/,
    why: "its row says so: the daemon of the person's context",
  },
];

export const isNoise = (did: Noise["did"], program: string, path: string): boolean =>
  NOISE.some((one) => one.did === did && (one.by?.test(program) ?? true) && one.path.test(path));
