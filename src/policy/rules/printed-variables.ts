/** Variables of the environment that a program prints because its words, its code or its input name them (`envsubst <<< '$X'`). */
import type { SubCommand } from "../../contract/reading.ts";
import type { PolicyCall } from "../call.ts";

const MAX_TEMPLATE_BYTES = 65_536;

interface PrintingRow {
  readonly programs: RegExp;
  /** One of its words must say so; absent: always. */
  readonly says?: RegExp;
  /** How it names one; the name is the first group that is there. */
  readonly names: RegExp;
  /** Its input, and the files it reads, name them too. */
  readonly input?: true;
}

const NAME = String.raw`([A-Za-z_]\w*)`;
/** In a template, by whatever language it has. */
const IN_TEMPLATE = new RegExp(
  String.raw`\$\{?${NAME}|\.Env\.${NAME}|\b(?:get_?)?env\w*[\s(.[]+["']?${NAME}|\bENV\[["']${NAME}["']\]`,
  "gi",
);

const ROWS: readonly PrintingRow[] = [
  {
    programs:
      /^(?:g?envsubst|envtpl|envplate|ep|gomplate|consul-template|dockerize|confd|esh|mo|j2|jinja2?|minijinja(?:-cli)?|tera|ytt|sigil|tpl|renvsubst)$/,
    names: IN_TEMPLATE,
    input: true,
  },
  { programs: /^(?:declare|typeset|local|readonly|export)$/, says: /^-[a-zA-Z]*p/, names: /^([A-Za-z_]\w*)$/g },
  { programs: /^tmux$/, says: /^show-?env\w*$/, names: /^([A-Za-z_]\w*)$/g },
  { programs: /^launchctl$/, says: /^getenv$/, names: /^([A-Za-z_]\w*)$/g },
  { programs: /^(?:printenv|gprintenv)$/, names: /^([A-Za-z_]\w*)$/g },
];

/** As the code of other languages names one. */
const IN_CODE = new RegExp(
  [
    String.raw`\b(?:environb?|ENV(?:IRON)?|env|\$_(?:ENV|SERVER))(?:\.(?:get|fetch|pop)\(|\[|\.get\()\s*b?["']${NAME}["']`,
    String.raw`\b(?:process|Bun|Deno|import\.meta)\.env\??\.${NAME}`,
    String.raw`\b(?:os\.)?(?:getenvb?|get_env|fetch_env!?|Getenv|LookupEnv)\(?\s*b?["']${NAME}["']`,
    String.raw`\$ENV\{\s*["']?${NAME}`,
  ].join("|"),
  "g",
);

/** Every name, secret or not. */
export function variablesPrinted(command: SubCommand, call: PolicyCall): readonly string[] {
  const words = command.words.slice(1).map(({ value, prefix }) => value ?? prefix);
  const told = ROWS.filter(
    ({ programs, says }) =>
      programs.test(command.name ?? "") && (says === undefined || words.some((word) => says.test(word))),
  ).flatMap(({ names, input }) =>
    [...words, ...(input === undefined ? [] : textsTaken(command, call))].flatMap((text) => namesIn(text, names)),
  );
  const codes = command.effects.flatMap((effect) =>
    effect.do === "run" && effect.code !== undefined ? [effect.code] : [],
  );
  return [...told, ...codes.flatMap((code) => namesIn(code, IN_CODE))];
}

const namesIn = (text: string, names: RegExp): readonly string[] =>
  [...text.matchAll(names)].flatMap(([, ...groups]) => groups.find((name) => name !== undefined) ?? []);

function textsTaken({ input, effects }: SubCommand, { world }: PolicyCall): readonly string[] {
  const files = effects.flatMap((effect) =>
    effect.do === "read" && effect.target.certainty === "exact"
      ? [world.readFile(effect.target.path, MAX_TEMPLATE_BYTES)]
      : [],
  );
  const texts = files.flatMap((bytes) => (bytes === undefined ? [] : [new TextDecoder().decode(bytes)]));
  return [...(input === undefined ? [] : [input]), ...texts];
}
