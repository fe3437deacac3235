/** The values of one action, from its own words and from what was read of it. */
import type { Json, JsonObject } from "../../contract/action.ts";
import type { Effect } from "../../contract/effect.ts";
import { hideInObject, hideSecrets } from "../../machine/secrets/index.ts";
import { leavesOf, lowerAscii } from "./text.ts";
import {
  type ActionValue,
  hostValue,
  isFileName,
  plainName,
  VALUE_KINDS,
  type ValueKind,
  type ValuePlace,
  valuesIn,
} from "./values.ts";

/** What an action may hold of text that is looked at. */
const MAX_ACTION_CHARACTERS = 64 * 1024;
const MAX_NAME_CHARACTERS = 100;

export interface ValuedAction extends ValuePlace {
  readonly tool: string;
  readonly input: JsonObject;
  readonly effects: readonly Effect[];
}

/** What a file is to hold is about many things; only addresses in it say where something goes. */
const CONTENTS: Readonly<Record<string, ReadonlySet<string>>> = {
  Write: new Set(["content"]),
  Edit: new Set(["new_string", "old_string"]),
  NotebookEdit: new Set(["new_source", "source"]),
  apply_patch: new Set(["input", "patch"]),
};
/** Words for a person or an agent, or about how long to wait: nothing to act on. */
const UNSHOWN: ReadonlySet<string> = new Set(["description", "timeout"]);
/** Tools of this machine: their fields are words of a language, not names of things. */
const OWN_LANGUAGE =
  /^(?:Bash|PowerShell|REPL|Write|Edit|NotebookEdit|apply_patch|Agent|Task|WebFetch|WebSearch|Grep|Glob|Read)$/;

/** Each once, the weightiest first. Secrets are taken out before anything is looked at. */
export function valuesOf({ tool, input, effects, ...place }: ValuedAction): readonly ActionValue[] {
  const fields = Object.entries(hideInObject(input)).filter(([name]) => !UNSHOWN.has(name));
  const text = hideSecrets(fields.flatMap(([, value]) => [...leavesOf(value)]).join("\n"));
  const found = fields.flatMap(([name, value]) => fieldValues(value, { tool, name, place }));
  const isLogin = tool === "Bash" && /(?:^|[\s;&|(])(?:ssh|scp|sftp|rsync|mosh)\s/.test(text);
  const addresses = found.filter(({ kind }) => kind === "address" || kind === "host");
  const named = [...effects.flatMap((effect) => effectValues(effect, lowerAscii(text))), ...scopesIn(text, effects)];
  const byText = new Map<string, ActionValue>();
  for (const value of [...addresses, ...named, ...found]) if (!byText.has(value.text)) byText.set(value.text, value);
  const all = [...byText.values()];
  return all.filter((value) => !isPartOf(value, all, { isLogin })).toSorted((a, b) => weight(a) - weight(b));
}

/** The end of a longer name (`team/branch`), or a login where its host is one of the values. */
function isPartOf(
  { kind, text }: ActionValue,
  all: readonly ActionValue[],
  { isLogin }: { readonly isLogin: boolean },
): boolean {
  if (kind === "e-mail address" && isLogin) return all.some((other) => text.endsWith(`@${other.text}`));
  return kind === "name" && all.some((other) => other.text.endsWith(`/${text}`));
}

/** Options that say where: the same command elsewhere is another act. */
const SCOPE =
  /(?<![^\s])(?:--(?:namespace|context|kube-context|cluster|project|profile|env|environment|stage|account|subscription|resource-group|workspace|app|database|bucket)|-n)[ =]["']?([\p{L}\p{N}][\p{L}\p{N}_.-]{1,80})/giu;

const scopesIn = (text: string, effects: readonly Effect[]): readonly ActionValue[] =>
  effects.some((effect) => effect.do === "cluster" || effect.do === "cloud" || effect.do === "database")
    ? [...text.matchAll(SCOPE)].flatMap(([, name]) => (name === undefined ? [] : [plainName(name)]))
    : [];

const weight = ({ kind, ordinary }: ActionValue): number =>
  ordinary === true ? VALUE_KINDS.length : VALUE_KINDS.indexOf(kind);

interface FieldPlace {
  readonly tool: string;
  readonly name: string;
  readonly place: ValuePlace;
}

function fieldValues(value: Json, { tool, name, place }: FieldPlace): readonly ActionValue[] {
  const strong = CONTENTS[tool]?.has(name) === true;
  let left = MAX_ACTION_CHARACTERS;
  return [...leavesOf(value)].flatMap((leaf) => {
    const text = hideSecrets(leaf.slice(0, Math.max(0, left)));
    left -= text.length;
    const values = valuesIn(text, place, { strong });
    return values.length === 0 && !OWN_LANGUAGE.test(tool) ? wholeLeaf(text, name) : values;
  });
}

/** Fields that say whom or where: there even an ordinary word is one. */
const AIMS =
  /(?:^|_)(?:to|cc|bcc|recipients?|participants?|attendees?|channel|user(?:name)?|members?|owner|assignee|account|namespace|cluster|env|environment|project|bucket|host|server|service|database|table|repo|repository|stage|target|tenant|group|team)(?:_?(?:name|id))?$/i;

/** Fields of words rather than names. */
const PROSE = /(?:^|_)(?:body|text|message|content|comment|note|reason|query|prompt|description)$/i;

/** What stands alone in a field of another's tool is a name: of a person, a channel, an environment, an event. */
function wholeLeaf(leaf: string, field: string): readonly ActionValue[] {
  const text = leaf.trim();
  if (text.length < 2 || text.length > MAX_NAME_CHARACTERS || !/\p{L}/u.test(text) || isFileName(text)) return [];
  if (/^(?:true|false|null|none)$/i.test(text)) return [];
  if (PROSE.test(field) || /[.!?]$|(?:\S+\s+){5}/.test(text)) return [];
  return [AIMS.test(field) ? plainName(text) : { ...plainName(text), ordinary: true }];
}

/** What the reading of a command names. A host that its text does not name is the program's own. */
function effectValues(effect: Effect, text: string): readonly ActionValue[] {
  switch (effect.do) {
    case "vcs":
      return [...namedAs("remote", effect.remote, text), ...namedAs("branch", effect.branch, text)];
    case "network":
      return effect.host !== null && isDotted(effect.host) && text.includes(effect.host)
        ? [hostValue(effect.host)]
        : [];
    case "package":
      return namedAs("package", packageName(effect.on), text);
    case "container":
    case "cluster":
    case "cloud":
    case "database":
    case "account":
    case "message":
      return namedAs("name", effect.on, text);
    default:
      return [];
  }
}

/** An address or a path is found by itself. */
const namedAs = (kind: ValueKind, name: string | null | undefined, text: string): readonly ActionValue[] =>
  isWord(name) && !/:|^[.~/]/.test(name) && text.includes(lowerAscii(name)) ? [plainName(name, kind)] : [];

const isWord = (value: string | null | undefined): value is string =>
  typeof value === "string" && /^[^\s*?$`"'|&;<>]{2,100}$/.test(value);

const isDotted = (host: string): boolean => /^[^.\s]+(?:\.[^.\s]+)+$/.test(host) && host !== "127.0.0.1";

/** Without its version: the person says the name. */
const packageName = (word: string | null | undefined): string =>
  (word ?? "").replace(/(?<=.)(?:@|==|>=|<=|~=|\^).*$/, "");
