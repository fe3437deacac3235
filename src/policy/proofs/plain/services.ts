/** Whether a plain command is a closed form of a service that reads (forms.ts), and nothing here bends it. */
import type { Effect } from "../../../contract/effect.ts";
import { once } from "../../../contract/once.ts";
import type { SubCommand } from "../../../contract/reading.ts";
import { findRepo, gitHelpers, remotes } from "../../../machine/git/index.ts";
import { isInside } from "../../../machine/index.ts";
import { redact } from "../../../machine/secrets/index.ts";
import type { PolicyCall } from "../../call.ts";
import { CONFIGURED, FORMS, KINDS, type ServiceForm } from "./forms.ts";
import type { PlainCommand, PlainWord } from "./grammar.ts";
import { hasHarmlessSettings } from "./own-settings.ts";
import { runsWritten } from "./served-files.ts";

export const isServiceForm = (command: PlainCommand, seen: SubCommand, call: PolicyCall): boolean => {
  const form = formsFor(command.words[0]?.value ?? "").find((one) => fits(one, command.words));
  if (form === undefined || command.words.some(({ value }) => runsWritten(value, call) || isLikeSecret(value)))
    return false;
  return asksOnly(seen.effects, form) && isUnbent(command.words[0]?.value ?? "", seen, call);
};

/** What is asked for is told to the service. Names are made of words; hashes, which services show, are of hexadecimal digits. */
const isLikeSecret = (word: string): boolean =>
  redact(word) !== word ||
  word
    .split(/[-_./@:=]/)
    .some(
      (part) =>
        part.length >= 16 &&
        !/^[0-9a-f]+$/.test(part) &&
        ((/\d/.test(part) && /[a-z]/i.test(part)) || (/[a-z]/.test(part) && /[A-Z]{2}/.test(part))),
    );

/** By the program they begin with. */
const byProgram = once(() => {
  const forms = new Map<string, ServiceForm[]>();
  for (const form of FORMS) {
    const [program = ""] = form.words.split(" ");
    forms.set(program, [...(forms.get(program) ?? []), form]);
  }
  return forms;
});
const formsFor = (program: string): readonly ServiceForm[] => byProgram().get(program) ?? [];

function fits(
  { words, flags = "", values = {}, operands = [], least = 0, most }: ServiceForm,
  given: readonly PlainWord[],
): boolean {
  const fixed = words.split(" ");
  if (given.some(({ glob }) => glob) || fixed.some((word, i) => given[i]?.value !== word)) return false;
  const rest = given.slice(fixed.length).map(({ value }) => value);
  const listed = new Set(flags.split(" "));
  let count = 0;
  for (let i = 0; i < rest.length; i += 1) {
    const word = rest[i] ?? "";
    if (word.startsWith("-")) {
      const took = takesOption(word, rest[i + 1], { listed, values });
      if (took === undefined) return false;
      i += took;
      continue;
    }
    const kind = operands[Math.min(count, operands.length - 1)];
    if (kind === undefined || !KINDS[kind].test(word)) return false;
    count += 1;
  }
  return count >= least && count <= (most ?? Number.POSITIVE_INFINITY);
}

/** How many further words it takes: `--limit 5`, `--limit=5`; undefined where it is not listed or its value does not fit. */
function takesOption(
  word: string,
  next: string | undefined,
  { listed, values }: { readonly listed: ReadonlySet<string>; readonly values: NonNullable<ServiceForm["values"]> },
): 0 | 1 | undefined {
  if (listed.has(word) || isCluster(word, listed)) return 0;
  const [name = "", ...attached] = word.split("=");
  const kind = Object.hasOwn(values, name) ? values[name] : undefined;
  if (kind === undefined || (attached.length > 0 && !name.startsWith("--"))) return undefined;
  const value = attached.length > 0 ? attached.join("=") : next;
  return value !== undefined && KINDS[kind].test(value) ? (attached.length > 0 ? 0 : 1) : undefined;
}

/** `-sSf`: every letter is a listed flag. */
const isCluster = (word: string, listed: ReadonlySet<string>): boolean =>
  /^-[A-Za-z]{2,}$/.test(word) && [...word.slice(1)].every((letter) => listed.has(`-${letter}`));

/** The reader found nothing but questions. A form that only tells its version is a task of the tool to the reader. */
const asksOnly = (effects: readonly Effect[], { words }: ServiceForm): boolean =>
  effects.every((effect) => {
    switch (effect.do) {
      case "read":
        return true;
      case "network":
        return !effect.sends;
      case "environment":
        return !effect.matters;
      case "run":
        return effect.what === "task" && /\s-?-?v(?:ersion)?$/.test(words);
      case "container":
      case "cluster":
      case "package":
        return effect.op === "read";
      default:
        return false;
    }
  });

/** Neither this session nor the repository has a say in whom it asks and what it starts. */
function isUnbent(program: string, { cwd }: SubCommand, call: PolicyCall): boolean {
  const own = CONFIGURED[program];
  const home = `${call.world.home}/${own ?? ""}`;
  if (own !== undefined && [...call.memory.written].some((path) => isInside(path, home))) return false;
  if (cwd.certainty !== "exact" || !hasHarmlessSettings(program, cwd.path, call)) return false;
  return program !== "gh" || asksItsHost(cwd.path, call);
}

/** gh asks git where the project lives, and asks there: the service's own host, or where it was when the session began. */
function asksItsHost(dir: string, call: PolicyCall): boolean {
  const repo = findRepo(dir, call.world);
  if (repo === undefined) return true;
  const { runs, unknown } = gitHelpers(dir, "log", call.world);
  if (runs.length > 0 || unknown !== null) return false;
  const before = new Set(call.memory.start.remotes?.flatMap(({ urls }) => urls));
  return remotes(repo, call.world).every(({ urls }) => urls.every((url) => before.has(url) || GITHUB.test(url)));
}

const GITHUB = /^(?:https:\/\/|git@|ssh:\/\/)github\.com[:/]/;
