/**
 * Commands to which whatever comes by their input, or by a substitution they are handed as a file, is a secret: because the program is
 * there for it, because a sub-command or an option says so, or because an option that is called after a secret is given the input.
 */
import { FROM_INPUT } from "./named-values.ts";
import { isSecretByWords } from "./secret-words.ts";
import { baseName, type SimpleCommand } from "./shell-commands.ts";

const ASKS = new RegExp(FROM_INPUT, "i");
/** By its own name, whatever stands behind. */
const CALLED = /(?:passwd|password|passphrase|keyring|argon2|^gopass|^keepassx?c?)(?![a-z])/i;
/** `set-password`, `store_secret`, `hash-password`, and what lets somebody in. */
const SUB_COMMAND =
  /^(?:\w+:)?(?:(?:set|store|add|put|create|update|change|hash|save|reset|new|import|encrypt)[-_:]?(?:(?:admin|root|user)[-_])?(?:password|passwd|passphrase|secret|token|credential)s?|log-?in|sign-?in|logon|unlock|unseal|password|(?:load|change)-key)$/i;
/** Starts another, which then is the one that reads. */
const STARTS = /^(?:sudo|doas|env|command|nohup|time|timeout|npx|pnpx|bunx|nice|ionice|setsid|stdbuf|exec)$/;
const MAX_BEFORE = 5;
/** What they are fed is run. */
const RUNS = /^(?:(?:ba|z|da|k|a|fi)?sh|python[\d.]*|node|deno|bun|ruby|perl|php|pwsh|powershell|xargs|parallel)$/i;
/** Their words are what they look for. */
const LOOKS = /^(?:[efz]?grep|rg|ag|ack|[gmn]?awk|g?sed|jq|yq|cut|tr|sort|wc|head|tail|tee|cat|less|look)$/;

export const lineOf = ({ words }: SimpleCommand): string =>
  words
    .map(({ text }) => text.slice(0, 256))
    .join(" ")
    .slice(0, 2_048);

/** Where its program stands among the words of a command. */
export const programAt = ({ words }: SimpleCommand): number =>
  Math.max(
    0,
    words.slice(0, 8).findIndex(({ text }) => !/^-|^\w+=|^[\d.]+[smhd]?$/.test(text) && !STARTS.test(text)),
  );

/** The words of a command from its program on. */
const fromProgram = (command: SimpleCommand): readonly string[] =>
  command.words.slice(programAt(command)).map(({ text }) => text.slice(0, 256));

/** The input as a file: `-`, `@-`, `/dev/stdin`. */
const INPUT = /^@?(?:-|\/dev\/stdin|\/dev\/fd\/\d|\/proc\/self\/fd\/\d)$/;
/** What says that it comes from elsewhere. */
const BEHIND = /[-_]?(?:(?:from|on|by|via|use|read)[-_])?(?:file|path|fd|from|stdin|std-in|input|pipe)$/i;
const BEFORE = /^(?:(?:read|use|from|with)[-_])*(?:stdin|input|fd)[-_]/i;

/** The secret an option is called after, where it is one: `--password-file`, `--stdin-password`, `--key-file`. */
const isSecretSource = (option: string): boolean => {
  const name = option.replace(/^--?/, "").replace(BEHIND, "").replace(BEFORE, "");
  return (
    isSecretByWords(name) ||
    /(?:^|[-_])(?:pass|key|psk|pin|identity|netrc|defaults(?:-extra)?|vault-id)$|(?<!by|com)pass$/i.test(name)
  );
};

const ASKED_FOR = /^--(?:ask-?)?(?:password|passwd|passphrase|token|secret)$/i;

/** Their input is statements, and the password is asked for at the terminal. */
const DATABASE = /^(?:mysql|mariadb|psql|mongo)/;
/** Without a value it is asked for. */
const asksByOption = (words: readonly string[]): boolean =>
  words.some((word, i) => ASKED_FOR.test(word) && /^(?:-|$)/.test(words[i + 1] ?? ""));

/** An option says that a secret comes by the input, or by an open file. */
function saysInput(words: readonly string[]): boolean {
  return words.some((word, i) => {
    const [, option = "", value = words[i + 1] ?? ""] = /^(--?[A-Za-z][\w-]*)(?:=(.*))?$/s.exec(word) ?? [];
    if (option === "" || !isSecretSource(option)) return false;
    return /stdin|std-in/i.test(option) || INPUT.test(value) || (/[-_]fd$/i.test(option) && /^\d$/.test(value));
  });
}

/** Whether what a command is fed is a secret. */
export function asksForSecret(command: SimpleCommand): boolean {
  const values = fromProgram(command);
  const program = baseName(values[0] ?? "");
  if (/^python/.test(program) && values[1] === "-m" && CALLED.test(values[2] ?? "")) return true;
  if (ASKS.test(lineOf(command))) return true;
  if (RUNS.test(program) || LOOKS.test(program)) return false;
  return (
    CALLED.test(program) ||
    subCommands(values).some((word) => SUB_COMMAND.test(word)) ||
    encrypts(program, values) ||
    saysInput(values) ||
    (!DATABASE.test(program) && asksByOption(values))
  );
}

/** The first words, up to the first option. */
function subCommands(values: readonly string[]): readonly string[] {
  const first = values.slice(1, MAX_BEFORE);
  const option = first.findIndex((word) => word.startsWith("-"));
  return option < 0 ? first : first.slice(0, option);
}

/** What is encrypted from a line that is typed is to be read by nobody. */
const encrypts = (program: string, values: readonly string[]): boolean =>
  program === "age"
    ? !values.some((word) => /^(?:-d|--decrypt)$/.test(word))
    : /^(?:gpg2?|sops|openssl|ansible-vault|eyaml|rage)$/.test(program) &&
      values.slice(1).some((word) => /^(?:-e|-c|-ea|-ae|-ca|--encrypt|--symmetric|encrypt|enc|seal)$/.test(word));

/** Programs whose files, under whatever option, are secrets where they are typed out. */
const HANDED = /^(?:restic|borg|sshpass|ldap\w+|age|rage|cryptsetup|gpg2?|sops|wg|smbclient)$/;

/** Options of `curl`, in a file. */
const CONFIGURES = /^(?:-K|--config)$/;

/** Whether a file that is made for this command on the spot is a secret: by the program, or by the option it stands behind. */
export function takesSecretFile(command: SimpleCommand, before: string, word: string): boolean {
  const [own = ""] = /^--?[A-Za-z][\w-]*(?==)/.exec(word) ?? [];
  if (CONFIGURES.test(before)) return /^curl$/.test(baseName(fromProgram(command)[0] ?? ""));
  if (isSecretSource(own || before) || /^[\w-]*(?:pass|password|key|secret|token|pw)[:=]@?$/i.test(word)) return true;
  return HANDED.test(baseName(fromProgram(command)[0] ?? ""));
}
