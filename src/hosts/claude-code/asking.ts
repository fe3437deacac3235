/**
 * Whether Claude Code, told nothing by us, asks the person about a call: it is in its asking mode, somebody sits before it,
 * our hook hears of its prompt, and nothing anybody told it could let the call run. Where that is not sure, it does not.
 */
import { type Dirent, readdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { Action, HostAsking, JsonObject } from "../../contract/action.ts";
import { HOOK_MARK } from "../../contract/own-marks.ts";
import { readTextFile } from "../../machine/index.ts";
import { objectIn, objectsIn, parseObject, textOf } from "../json.ts";
import { type AgentLine, type RulesPlace, readSettingsFile, textsIn, upwards } from "../own-rules.ts";

export interface SeenSettings {
  readonly file: string;
  readonly settings: JsonObject;
}

/** What it asks about where no rule speaks; about others (a delegation, a list of things to do) it asks nobody. */
const ASKED = /^(?:Bash|PowerShell|Edit|Write|MultiEdit|NotebookEdit|WebFetch|WebSearch|mcp__.+)$/;

/** `seen`: every file of its settings that is there. */
export function askingOf(at: RulesPlace, seen: readonly SeenSettings[]): HostAsking {
  if (!asksItself(at, seen)) return "never";
  return mayRunAsReading(at.event.action) ? "unlessReading" : "always";
}

function asksItself(at: RulesPlace, seen: readonly SeenSettings[]): boolean {
  const { event, agent, home, projectRoot } = at;
  if (event.event !== "PreToolUse" || event.hostMode !== "default" || agent === undefined) return false;
  if (!ASKED.test(event.action.tool) || isUnattended(agent)) return false;
  const ofProject = projectFolders(at, agent);
  if (seen.some((one) => bringsHook(one, ofProject.includes(dirname(one.file))))) return false;
  if (!seen.some((one) => hearsPrompt(one) && !ofProject.includes(dirname(one.file)))) return false;
  const nested = foldersBelow(projectRoot);
  if (nested === undefined || [...ofProject, ...nested].some(grantsInWords)) return false;
  const allowed = [
    ...seen.map(({ settings }) => textsIn(objectIn(settings, "permissions")?.allow)),
    allowedOnLine(agent),
    allowedInState([`${home}/.claude.json`, `${agent.env.CLAUDE_CONFIG_DIR ?? home}/.claude.json`]),
  ];
  if (allowed.includes(undefined)) return false;
  const place = { ...event.action, root: projectRoot };
  return !allowed.some((texts) => texts?.some((text) => couldMatch(text, place)));
}

const PRINTS = /^-[A-Za-z]*p[A-Za-z]*$|^--print(?:=|$)/;
const ASKS_A_PROGRAM = /^--permission-prompt-tool(?:=|$)/;

/** Nobody sits before it, or another program answers its questions. */
const isUnattended = ({ words }: AgentLine): boolean =>
  words.slice(1).some((word) => PRINTS.test(word) || ASKS_A_PROGRAM.test(word));

/** It was started for one answer: what is asked there, it refuses by itself. */
export const printsOnly = ({ words }: AgentLine): boolean =>
  words.slice(0, 2).some((word) => /claude/.test(word)) &&
  words.some((word) => PRINTS.test(word)) &&
  !words.some((word) => ASKS_A_PROGRAM.test(word));

/** The folders of settings that come with a project: whoever wrote the project may have written them. */
function projectFolders({ home, projectRoot, event }: RulesPlace, agent: AgentLine): readonly string[] {
  const own = new Set([`${home}/.claude`, agent.env.CLAUDE_CONFIG_DIR, `${agent.env.HOME ?? home}/.claude`]);
  const places = [...upwards(projectRoot), ...upwards(agent.cwd), ...upwards(event.cwd)];
  return [...new Set(places)]
    .map((place) => `${place === "/" ? "" : place}/.claude`)
    .filter((place) => !own.has(place));
}

const hooksOn = (settings: JsonObject, event: string): readonly JsonObject[] =>
  objectsIn(objectIn(settings, "hooks") ?? {}, event);

/** Somebody else's hook could answer in the person's place; what a project brings is never ours. */
const bringsHook = ({ settings }: SeenSettings, ofProject: boolean): boolean =>
  ["PreToolUse", "PermissionRequest"].some((event) =>
    hooksOn(settings, event).some((entry) => ofProject || !textOf(entry).includes(HOOK_MARK)),
  );

const hearsPrompt = ({ settings }: SeenSettings): boolean =>
  hooksOn(settings, "PermissionRequest").some(
    (entry) => textOf(entry).includes(HOOK_MARK) && /^\*?$/.test(textOf(entry.matcher ?? "")),
  );

/** What was allowed on its command line counts as anything: where that list ends is the host's own reading. */
const allowedOnLine = ({ words }: AgentLine): readonly string[] =>
  words.some((word) => /^--allowed-?tools(?:=|$)/i.test(word)) ? ["*"] : [];

/** It keeps what a person typed beside them, for every project. */
const STATE_MAX_BYTES = 64_000_000;

/** What earlier versions kept of a person's answers, for each project. */
function allowedInState(files: readonly string[]): readonly string[] | undefined {
  const found = [...new Set(files)].map((file) => readSettingsFile(file, parseObject, STATE_MAX_BYTES));
  if (found.includes(null)) return undefined;
  const lists = found.flatMap((state) =>
    Object.values(objectIn(state ?? {}, "projects") ?? {}).map((one) =>
      typeof one === "object" && one !== null && "allowedTools" in one ? textsIn(one.allowedTools) : [],
    ),
  );
  return lists.includes(undefined) ? undefined : lists.flatMap((texts) => texts ?? []);
}

const MAX_WORDS_FILES = 200;
const MAX_WORDS_BYTES = 1_000_000;
const MAX_WORDS_FOLDERS = 400;

/** Commands, skills and agents of a project can bring tools that are allowed, and hooks, in their first lines. */
function grantsInWords(folder: string): boolean {
  const files = ["commands", "skills", "agents"].flatMap((name) => markdownBelow(`${folder}/${name}`) ?? [""]);
  return files.length > MAX_WORDS_FILES || files.some((file) => grants(file));
}

function grants(file: string): boolean {
  try {
    return (
      file === "" || /^\s*(?:allowed-?tools|hooks|permission-?mode)\s*:/im.test(readTextFile(file, MAX_WORDS_BYTES))
    );
  } catch {
    return true;
  }
}

const MAX_PROJECT_FOLDERS = 4_000;
/** It loads none from what git ignores; these are always ignored. */
const NOT_BELOW: ReadonlySet<string> = new Set(["node_modules", ".git"]);

/** Further down it finds skills beside the files it works with. Undefined where there is more than is looked through. */
function foldersBelow(root: string): readonly string[] | undefined {
  const found: string[] = [];
  const folders = [root];
  for (const next of folders) {
    const below = (entriesIn(next) ?? []).filter(({ name }) => !NOT_BELOW.has(name));
    found.push(...below.filter(({ name }) => name === ".claude").map(({ name }) => `${next}/${name}`));
    folders.push(
      ...below.filter((one) => one.isDirectory() && one.name !== ".claude").map(({ name }) => `${next}/${name}`),
    );
    if (folders.length > MAX_PROJECT_FOLDERS) return undefined;
  }
  return found;
}

/** Undefined where it cannot be read, or there is more than is looked through: links to folders can lead in a circle. */
function markdownBelow(folder: string): readonly string[] | undefined {
  const found: string[] = [];
  const folders = [folder];
  for (const next of folders) {
    const entries = entriesIn(next);
    if (entries === undefined) return undefined;
    found.push(...entries.filter(isMarkdown).map(({ name }) => `${next}/${name}`));
    const rest = entries
      .filter((entry) => !isMarkdown(entry))
      .map((entry) => ({ entry, path: `${next}/${entry.name}` }));
    folders.push(...rest.filter(isFolder).map(({ path }) => path));
    if (found.length > MAX_WORDS_FILES || folders.length > MAX_WORDS_FOLDERS) return undefined;
  }
  return found;
}

function entriesIn(folder: string): readonly Dirent[] | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    return error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR")
      ? []
      : undefined;
  }
}

const isMarkdown = ({ name }: Dirent): boolean => name.endsWith(".md");

/** A link that leads nowhere brings nothing. */
function isFolder({ entry, path }: { readonly entry: Dirent; readonly path: string }): boolean {
  if (!entry.isSymbolicLink()) return entry.isDirectory();
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return true;
  }
}

// Whether an allow rule of Claude Code could cover a call, or a part of it, in any way its own matching might read the two.
// Told from the texts alone and generously: a rule that could not match certainly does not.

const EDITS = new Set(["edit", "write", "multiedit", "notebookedit"]);

export function couldMatch(text: string, { tool, input }: Pick<Action, "tool" | "input">): boolean {
  const [, name, content] = /^\s*([^()\s]+)\s*(?:\(([\s\S]*)\))?\s*$/.exec(text) ?? [];
  if (name === undefined) return true;
  if (!couldName(name.toLowerCase(), tool.toLowerCase())) return false;
  if (content === undefined) return true;
  if (tool === "Bash" || tool === "PowerShell") return couldHold(input.command, content.replace(/:\*$/, "*"));
  if (tool === "WebFetch" && content.startsWith("domain:"))
    return couldHold(input.url, content.slice("domain:".length));
  return true;
}

const couldName = (rule: string, tool: string): boolean =>
  rule === tool ||
  (EDITS.has(rule) && EDITS.has(tool)) ||
  tool.startsWith(`${rule}__`) ||
  (rule.includes("*") && inOrder(tool, rule));

/** Every fixed piece of the pattern stands in the text, in order: as it is written, or as a shell would read its words. */
function couldHold(given: unknown, pattern: string): boolean {
  if (typeof given !== "string") return true;
  const bare = (text: string): string =>
    text
      .toLowerCase()
      .replace(/["'\\]/g, "")
      .replace(/\s+/g, " ");
  return inOrder(given.toLowerCase(), pattern.toLowerCase()) || inOrder(bare(given), bare(pattern));
}

function inOrder(text: string, pattern: string): boolean {
  let from = 0;
  for (const piece of pattern.split("*").map((one) => one.trim())) {
    const found = text.indexOf(piece, from);
    if (found < 0) return false;
    from = found + piece.length;
  }
  return true;
}

// What Claude Code may take for reading by tables of its own and run without a prompt: told from the text alone and
// generously, since its tables grow. A command is outside of them if one of its programs certainly is.

/** It fetches from some hosts without asking, and looks at what its sub-commands read by name only. */
function mayRunAsReading({ tool, input }: Pick<Action, "tool" | "input">): boolean {
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
