/** The allow rules a person would write for a call. None is ever taken without being tried on the gate. */
import type { JsonObject } from "../../contract/action.ts";
import { actOf, type Effect, isReading } from "../../contract/effect.ts";
import type { ShellReading, SubCommand } from "../../contract/reading.ts";
import { isInside, pathBelow } from "../../machine/index.ts";
import { hideSecrets } from "../../machine/secrets/index.ts";

const MAX_EXACT_CHARACTERS = 120;
/** A sub-command's name, as opposed to a path, an option or a value. */
const NAME = /^[A-Za-z][\w:-]*$/;

/**
 * For one part of a shell command, from the one a person would choose to the narrowest. A program alone is never proposed,
 * nor the beginning of commands of several kinds: `gh pr list` may be opened, `gh pr` may not.
 */
export function proposeForCommand(command: SubCommand, read: (text: string) => ShellReading): readonly string[] {
  const words = command.words.map(({ value, glob, splits }) => (glob || splits ? null : value));
  if (command.name === null || words[0] == null || !/^[\w@./+-]+$/.test(words[0])) return [];
  // The beginning of a push opens --force and the removal of branches as well.
  const starts = (command.effects.some(isPush) ? [] : [2, 3]).flatMap((length) => {
    const start = words.slice(0, length);
    const named = start.length === length && start.slice(1).every((word) => word !== null && NAME.test(word));
    return named && isOneKind(command, read(start.join(" "))) ? [`Bash(${start.join(" ")}:*)`] : [];
  });
  const exact = words.every((word) => word !== null) ? words.join(" ") : "";
  const writable =
    exact !== "" && exact.length <= MAX_EXACT_CHARACTERS && !/[*()\n]/.test(exact) && !tellsSecret(exact);
  return [...starts, ...(writable ? [`Bash(${exact})`] : [])];
}

/** A rule is written down and shown: it says no secret, nor where one stood. */
const tellsSecret = (text: string): boolean => text.includes("[secret, ") || hideSecrets(text) !== text;

const isPush = (effect: Effect): boolean => effect.do === "vcs" && effect.op === "push";

/** The beginning alone does already whatever the whole command does. */
function isOneKind(command: SubCommand, { commands, opaque }: ShellReading): boolean {
  const alone = commands.find(({ under }) => under === undefined);
  if (alone === undefined || opaque.some(({ via }) => via === undefined)) return false;
  const acts = new Set(alone.effects.map(actOf));
  const own = command.effects.filter((effect) => !command.redirections?.includes(effect));
  return own.every((effect) => isReading(effect) || acts.has(actOf(effect)));
}

/** For a call of another tool; none where a rule would say too much. */
export function proposeForTool(tool: string, input: JsonObject): readonly string[] {
  if (tool === "WebFetch") {
    const host = hostOf(input.url);
    return host === undefined ? [] : [`WebFetch(domain:${host})`];
  }
  if (tool === "Skill" && typeof input.skill === "string" && /^[A-Za-z][\w:.-]*$/.test(input.skill))
    return [`Skill(${input.skill})`];
  return tool === "WebSearch" || /^mcp__[\w-]+__[\w-]+$/.test(tool) ? [tool] : [];
}

/** One file of the project, by its name. */
export function proposeForEdit(effects: readonly Effect[], projectRoot: string): readonly string[] {
  const [effect, ...more] = effects.filter((one) => !isReading(one));
  if (effect?.do !== "write" || more.length > 0 || effect.target.certainty !== "exact") return [];
  const { path } = effect.target;
  const name = isInside(path, projectRoot) ? pathBelow(path, projectRoot) : "";
  return /^[\w@+-][\w@+./-]*$/.test(name) ? [`Edit(${name})`] : [];
}

function hostOf(url: unknown): string | undefined {
  try {
    return typeof url === "string" ? new URL(url).hostname.toLowerCase() || undefined : undefined;
  } catch {
    return undefined;
  }
}
