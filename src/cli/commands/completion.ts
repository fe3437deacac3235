/** `sallyport completion SHELL`: what a shell reads to complete commands, options and the names of agents. */
import { inQuotes } from "../../contract/shell-word.ts";
import { HOST_NAMES } from "../../hosts/index.ts";
import { type Command, command } from "../command.ts";

const SHELLS = ["bash", "zsh", "fish"] as const;
type Shell = (typeof SHELLS)[number];

/** Words behind a command that are names of agents. */
const TAKES_HOST = ["install", "uninstall", "hook"];

export const completionOf = (all: () => Promise<readonly Command[]>): Command =>
  command({
    name: "completion",
    about: "completion for bash, zsh or fish",
    usage: [
      ["sallyport completion bash", "source <(sallyport completion bash), in ~/.bashrc"],
      ["sallyport completion zsh", "source <(sallyport completion zsh), in ~/.zshrc"],
      ["sallyport completion fish", "sallyport completion fish | source, in ~/.config/fish/config.fish"],
    ],
    options: {},
    positionals: 1,
    run: async ({ words: [name], misuse }, io) => {
      const shell = SHELLS.find((one) => one === name);
      if (shell === undefined) return misuse(`say which shell: ${SHELLS.join(", ")}`);
      io.stdout.write(SCRIPTS[shell](await all()));
      return 0;
    },
  });

const optionsOf = ({ options }: Command): readonly string[] => options.map((name) => `--${name}`);
const wordsOf = (one: Command): string =>
  [...optionsOf(one), ...(TAKES_HOST.includes(one.name) ? HOST_NAMES : [])].join(" ");

const SCRIPTS: Readonly<Record<Shell, (all: readonly Command[]) => string>> = {
  bash: (all) => `_sallyport() {
  local word=\${COMP_WORDS[COMP_CWORD]} words=
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then words='${all.map(({ name }) => name).join(" ")} help'; else
    case \${COMP_WORDS[1]} in
${all.map((one) => `      ${one.name}) words='${wordsOf(one)}' ;;`).join("\n")}
      help) words='${all.map(({ name }) => name).join(" ")}' ;;
    esac
  fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}
complete -o default -F _sallyport sallyport
`,
  zsh: (all) => `_sallyport() {
  local -a commands
  commands=(${all.map(({ name, about }) => `\n    ${inQuotes(`${name}:${about}`)}`).join("")}
  )
  if ((CURRENT == 2)); then _describe command commands; return; fi
  case \${words[2]} in
${all.map((one) => `    ${one.name}) compadd -- ${wordsOf(one)} ;;`).join("\n")}
    help) _describe command commands ;;
  esac
  _files
}
compdef _sallyport sallyport
`,
  fish: (all) =>
    [
      "complete -c sallyport -f",
      ...all.map(
        ({ name, about }) => `complete -c sallyport -n __fish_use_subcommand -a ${name} -d ${inQuotes(about)}`,
      ),
      ...all.flatMap((one) => [
        ...one.options.map(
          (option) => `complete -c sallyport -n '__fish_seen_subcommand_from ${one.name}' -l ${option}`,
        ),
        ...(TAKES_HOST.includes(one.name)
          ? [`complete -c sallyport -n '__fish_seen_subcommand_from ${one.name}' -a '${HOST_NAMES.join(" ")}'`]
          : []),
      ]),
      "",
    ].join("\n"),
};
