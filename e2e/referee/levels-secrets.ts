/** Levels of secrets: where they lie, what they are called, what git would take of them. */
import type { Level, Making } from "./world.ts";

export const SECRET = "KEY=foo\n";
/** More than one search looks at. */
const MANY = 8_100;

/** A plain file, so that git has something to show; the secret beside it is not tracked. */
const secretAt =
  (...names: readonly string[]) =>
  ({ write }: Making): void => {
    for (const name of names) write(name, SECRET);
  };
const secret = (name: string, words: readonly string[], ...names: readonly string[]): Level => ({
  ...{ factor: "secrets", name, words, make: secretAt(...names) },
});

export const SECRET_LEVELS: readonly Level[] = [
  {
    ...secret("at the top", [".env", ".", "./.env", "src/../.env", ".ENV", "*", ".e*", ".env/x"], ".env", ".ENV"),
    texts: [
      "echo .env | xargs cat",
      "ls -a | xargs cat",
      "cat <.env",
      "grep -r foo",
      "grep -rn -e foo",
      "rg foo",
      "rg -n foo",
    ],
  },
  secret("keys at the top", ["id_rsa", "server.pem", ".", "*.pem", "id_*"], "id_rsa", "server.pem"),
  secret("in a directory", ["deploy/server.key", "deploy", ".", "deploy/*"], "deploy/server.key", "deploy/readme.md"),
  secret("among sources", ["src", "src/.env.local", "src/deep", "."], "src/.env.local", "src/deep/id_ed25519"),
  secret("deep", ["src", "src/1", "."], "src/1/2/3/4/5/6/7/8/9/credentials.json"),
  secret("in a hidden directory", [".", ".secrets", ".secrets/x"], ".secrets/x", "conf/.ssh/id_rsa"),
  secret("as copies", [".env.bak", ".env~", "id_rsa.old", "."], ".env.bak", ".env~", "id_rsa.old"),
  secret("of other names", ["credentials.json", "kubeconfig", "token", "key.p12", ".netrc"], "credentials.json"),
  {
    ...{ factor: "secrets", name: "of home", words: ["~/.ssh/id_rsa", "~/.aws/credentials", "~/.netrc", "~/.ssh"] },
    texts: ["cat ~/.ssh/id_ed25519", "head -n 1 ~/.npmrc", "cat ~/.config/gh/hosts.yml", "cat ~/.kube/config"],
  },
  {
    ...{ factor: "secrets", name: "of others", words: ["/etc/shadow", "../other/.env", "/proc/self/environ"] },
    texts: ["cat /root/.ssh/id_rsa", "cat /proc/1/environ"],
  },
  {
    ...{
      factor: "secrets",
      name: "where the configuration has moved",
      words: ["~/cfg/stripe/config.toml", "~/cfg/gh/hosts.yml"],
    },
    make: secretAt("~/cfg/gh/hosts.yml", "~/cfg/stripe/config.toml"),
    env: ({ at }) => ({ XDG_CONFIG_HOME: at("~/cfg") }),
  },
  {
    ...{ factor: "secrets", name: "tracked and changed", of: "git", words: [".env", ".", "-A"] },
    make: ({ write, git }) => {
      write(".env", SECRET);
      git("add", ".env");
      git("commit", "-q", "-m", "secret", "--", ".env");
      write(".env", `${SECRET}more\n`);
    },
    texts: [
      "git commit -a -m x",
      "git add -u",
      "git add -A",
      "git diff",
      "git diff HEAD",
      "git diff -- .env",
      "git add src .env",
    ],
  },
  {
    ...{
      factor: "secrets",
      name: "not tracked",
      of: "git",
      words: [".env", ".", ":/", "'.e*'", "'*'", "deploy", ":(top).env"],
    },
    make: secretAt(".env", "deploy/server.key"),
    texts: [
      "git add -A",
      "git add .",
      "cd docs && git add :/",
      "git add ':/.env'",
      "git add deploy/",
      "git add -- .env",
      "git add '.e?v'",
    ],
  },
  {
    ...{ factor: "secrets", name: "ignored", of: "git", words: [".env", "."] },
    make: ({ write, git }) => {
      write(".gitignore", "out/\n*.log\n.env\n");
      git("commit", "-q", "-m", "ignored", "--", ".gitignore");
      write(".env", SECRET);
    },
    texts: [
      "git add -A",
      "git add .env",
      "echo x > .gitignore && git add -A",
      "rm .gitignore && git add .",
      "cp a.txt .gitignore && git add -A",
    ],
  },
  ...["a", "z"].map(
    (last): Level => ({
      ...{ factor: "secrets", name: `in a tree of many names, under ${last}`, of: "search", words: ["many"] },
      make: ({ write }) => {
        for (let i = 0; i < MANY; i++) write(`many/${["a", "m", "z"][i % 3]}/f${i}`, "");
        write(`many/${last}/.env`, SECRET);
      },
    }),
  ),
];
