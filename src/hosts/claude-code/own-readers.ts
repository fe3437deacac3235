/**
 * What Claude Code may take for reading by tables of its own and run without a prompt: told from the text alone and
 * generously, since its tables grow. A command is outside of them if one of its programs certainly is.
 */
import type { Action } from "../../contract/action.ts";

/** It fetches from some hosts without asking, and looks at what its sub-commands read by name only. */
export function mayRunAsReading({ tool, input }: Pick<Action, "tool" | "input">): boolean {
  if (tool === "WebFetch") return true;
  if (tool !== "Bash" && tool !== "PowerShell") return false;
  if (tool === "PowerShell" || typeof input.command !== "string") return true;
  return !writesFile(input.command) && !partsOf(input.command).some(isNoReader);
}

/** What is redirected into a file, before anything that could only look so, is no reading to anybody. */
const writesFile = (command: string): boolean =>
  /(?:^|[^<>&\d])>{1,2}\s*(?!&|\/dev\/null)[\w./~-]/.test(/^[^"'`\\$(){}#]*/.exec(command)?.[0] ?? "");

/** Each command of a plain line; of one with quotes, substitutions or documents only how it begins. */
function partsOf(command: string): readonly string[] {
  return /["'`\\$<(){}#]/.test(command) ? [command] : command.split(/[;&|\n]+/);
}

const NAME = /^\s*(?:[A-Za-z_]\w*=[\w./:-]*\s+)*([\w./+-]+)(?:\s+(\S+))?(?=\s|$)/;

function isNoReader(part: string): boolean {
  const [, program, use = ""] = NAME.exec(part) ?? [];
  if (program === undefined) return false;
  const name = program.slice(program.lastIndexOf("/") + 1);
  const writes = WRITING_USES.get(name);
  if (writes !== undefined) return writes.has(use);
  // `node --version`, and no file that it runs.
  return INTERPRETERS.has(name) ? /^\w/.test(use) : !READERS.has(name);
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

const INTERPRETERS = words("node deno bun python python3 ruby perl php claude tsc");

/** Programs that read in some of their uses: what stands here does not. */
const WRITING_USES: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [
    "git",
    words(
      "add am apply checkout cherry-pick clean clone commit fetch gc init merge mv pull push rebase reset restore revert rm submodule switch update-index update-ref",
    ),
  ],
  ["docker", words("build compose cp create exec kill login pull push restart rm rmi run start stop tag")],
  ["podman", words("build compose cp create exec kill login pull push restart rm rmi run start stop tag")],
  ["npm", words("audit ci exec i init install link pack publish rebuild run run-script start test uninstall update")],
  ["pnpm", words("add build dlx exec i install publish remove run start test update")],
  ["pip", words("download install uninstall wheel")],
  ["pip3", words("download install uninstall wheel")],
  ["kubectl", words("apply create delete edit exec patch replace rollout run scale")],
  ["yarn", words("add build dlx install publish remove run start test upgrade")],
]);

const READERS = words(
  "alias arch apropos ar awk base32 base64 basename bat batcat bc break builtin bunzip2 cal cat cd cksum cmp col column comm command compgen continue cut date declare delta df diff dig dir dirname dirs du echo egrep env exa expand export expr eza factor false fd fdfind fgrep file find fmt fold free getconf getent gh glab grep groups gunzip head help hexdump history host hostid hostname hostnamectl htop iconv id ifconfig info iostat ip jobs join jq lastlog lesspipe less locale localectl locate look ls lsattr lsb_release lsblk lscpu lsmod lsof lspci lsusb man md5sum mdfind mdls more nl nproc nslookup numfmt objdump od paste pgrep ping popd pr printenv printf ps pstree pushd pwd pyright read readelf readlink realpath return rev rg ruff sar sed seq set sha1sum sha224sum sha256sum sha384sum sha512sum shasum sleep sort source ss stat strings stty sum sw_vers sysctl systemctl tac tail test time timeout top tput tr traceroute tree true tsort tty type ulimit umask uname unexpand uniq unset uptime users vmstat w wait watch wc whatis whereis which who whoami xargs xmllint xxd yes yq zcat zgrep zless",
);
