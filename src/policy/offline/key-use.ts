/** Keys that a program logs in with: named by an option of its own, and not shown. */
import type { ReadEffect } from "../../contract/effect.ts";
import type { CallCommand } from "./flow.ts";

/** Options that name the key a program logs in with: the key is used, not sent. */
const KEY_OPTIONS: readonly (readonly [name: RegExp, option: RegExp])[] = [
  [
    /^(?:ssh|scp|sftp|ssh-copy-id|mosh|sshfs|autossh|rsync|ansible\S*)$/,
    /^(?:-i|-F|-o|-E|-S|-e|--private-key|--key-file|--rsh)$/,
  ],
  // By a setting, in letters of any size: `-F` of its own is a message, and `-C` a directory.
  [
    /^git$/,
    /^(?:-c|--config|(?:--config=)?\S*(?:[sS][sS][hH][cC][oO][mM][mM][aA][nN][dD]|[kK][eE][yY]|[cC][eE][rR][tT]\w*))$/,
  ],
  [
    /^(?:curl|wget|http|https|xh)$/,
    /^(?:--cert|-E|--key|--cacert|--capath|--netrc-file|-K|--config|-b|--cookie|--certificate|--private-key|--ca-certificate|--verify|--cert-key|--load-cookies)$/,
  ],
  [
    /^(?:kubectl|helm|docker|podman|aws|gcloud|az|doctl|oc|k9s|flux|argocd|terraform|psql|mysql|gpg|age|sops|openssl|skopeo|crane)$/,
    /^--?(?:kubeconfig|config|tlscacert|tlscert|tlskey|key-file|credential-file-override|cred-file|authfile|i|identity|key|CAfile|cert|defaults-file|defaults-extra-file|account-file)$/,
  ],
];

/** Flags by which a program looks a login up by itself. */
const LOGIN_FLAGS: readonly (readonly [name: RegExp, flag: RegExp, file: string])[] = [
  [/^curl$/, /^(?:-[A-Za-z#0-9]*n[A-Za-z#0-9]*|--netrc|--netrc-optional)$/, ".netrc"],
];

/** Every time the command reads the file: a key that is also uploaded is sent, whatever else is done with it. */
export function usesAsKey(command: CallCommand, effect: ReadEffect): boolean {
  const name = command.name ?? "";
  const { path } = effect.target;
  const file = path.slice(path.lastIndexOf("/") + 1);
  const options = KEY_OPTIONS.find(([programs]) => programs.test(name))?.[1];
  if (options === undefined || file === "") return false;
  const values = command.words.map((word) => word.value ?? word.text);
  const naming = values.flatMap((value, i) =>
    value.includes(file) || (effect.target.certainty === "unknown" && command.words[i]?.under === path) ? [i] : [],
  );
  const itself = LOGIN_FLAGS.some(
    ([programs, flag, login]) => programs.test(name) && login === file && values.some((value) => flag.test(value)),
  );
  const uses = naming.length + (itself ? 1 : 0);
  const reads = command.effects.filter((one) => one.do === "read" && one.target.path === path).length;
  return uses > 0 && reads <= uses && naming.every((i) => isKeyWord(command, i));
}

/** The word is the value of an option that names a key. */
export function isKeyWord({ name, words }: CallCommand, at: number): boolean {
  const options = KEY_OPTIONS.find(([programs]) => programs.test(name ?? ""))?.[1];
  const [option = "", attached] = (words[at]?.value ?? words[at]?.text ?? "").split("=", 2);
  const before = words[at - 1];
  return options?.test(attached === undefined ? (before?.value ?? before?.text ?? "") : option) ?? false;
}
