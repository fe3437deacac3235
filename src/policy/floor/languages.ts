/** Trees that code of other languages deletes: the words each has for it, and home as each names it. */
import { beside } from "../../contract/beside.ts";
import type { Target } from "../../contract/effect.ts";
import { toTarget } from "../../machine/index.ts";
import { deletesOpenly, placesMentioned, spellHome, spellingsIn } from "../../readers/bash/index.ts";
import type { CallCommand, CallView } from "../offline/index.ts";
import { listsTakenAway } from "./lists-in-code.ts";

/** Programs whose words and whose input are code of a language of their own. */
const SPEAKS =
  /^(?:tclsh[\d.]*|wish|expect|elixir|iex|erl|escript|julia|R|Rscript|littler|groovy|groovysh|scala|scala-cli|kotlin|kotlinc|kscript|jshell|bsh|clojure|clj|bb|lein|ghci?|runghc|runhaskell|stack|guile|racket|sbcl|clisp|ecl|ccl|csi|gosh|emacs|emacsclient|g?vim?|nvim|ex|nim|ocaml|utop|crystal|swift|osascript|octave|matlab|scilab|dart|raku|perl6|lua\w*|luajit|fennel|janet|pike|newlisp|gforth|pwsh|powershell|csharp|csi|dotnet-script|v|hy|coffee|qjs|php|ruby|perl|python[\d.]*|node|deno|bun)$/;

export const speaksLanguage = (program: string): boolean => SPEAKS.test(program);

const PLACE = String.raw`["'\x60]([~/][^"'\x60\n]{0,160})["'\x60]`;
/** What only makes a path, a file or an object of the place. */
const MADE = String.raw`(?:new\s+|(?![\w.:$]*(?:join|combine|concat|append|child|build|file\.path))[\w.:$]{1,60}\s*\(\s*|\(\s*){0,4}`;
/** Nothing is put behind the place. */
const ENDS = String.raw`(?!\s*\)?\s*(?:<>|[+/*&^.]))`;
/** What stands between the place and an option behind it. */
const UP_TO = String.raw`\s*\)*\s*[,;)][^;\n]{0,80}?`;

/** Words that take a directory with everything in it. */
const TAKES_TREE = String.raw`(?:rm_rf!?|rm-rf|rmtree|rm_tree|remove_tree|remove-tree|dir_delete|removeDir(?:ectoryRecursive)?|removePathForcibly|delete-file-recursively|delete-directory\/files|delete-directory-tree|delete-tree|delete-dir|del_dir_r|deleteDir(?:ectory)?|deleteRecursively|deleteQuietly|forceDelete|cleanDirectory|removeItem(?:AtPath\w*)?|removeAll|os\.remove_all|rmdir_all)`;

const WAYS: readonly RegExp[] = [
  new RegExp(String.raw`\b${TAKES_TREE}\s*\(?\s*(?:at(?:Path)?:\s*)?${MADE}${PLACE}${ENDS}`, "g"),
  // The place first: a method, a pipe, a bind.
  new RegExp(String.raw`${PLACE}\s*\)*!?\s*\.\s*${TAKES_TREE}\b`, "g"),
  new RegExp(String.raw`${PLACE}\s*\)*\s*(?:\|>|>>=|\|>>|->)\s*(?:[\w.:]{1,40}[.:])?${TAKES_TREE}`, "g"),
  // Only with the option that says so.
  new RegExp(String.raw`\b(?:rm|unlink|remove)\s*\(\s*${MADE}${PLACE}${UP_TO}\brecursive\s*=\s*T(?:rue)?\b`, "gi"),
  new RegExp(String.raw`${PLACE}\s*\)*\s*\.\s*delete(?:Sync)?\(\s*recursive\s*:\s*true`, "g"),
  new RegExp(String.raw`\brmdir\s*\(\s*${PLACE}\s*,\s*["']s["']`, "g"),
  new RegExp(String.raw`\bdelete\s*\(\s*${PLACE}\s*,\s*["']rf["']`, "g"),
  new RegExp(String.raw`\bdelete-directory\s+${MADE}${PLACE}\s*\)?\s+(?:t\b|:recursive|'t)`, "g"),
  new RegExp(String.raw`\bDirectory\]?(?:::|\.)Delete\(\s*${PLACE}\s*,\s*\$?true`, "gi"),
  new RegExp(
    String.raw`\b(?:Get-ChildItem|gci|dir|ls)\s(?:[^|;\n]{0,40}\s)?${PLACE}[^|;\n]{0,60}\|[^;\n]{0,60}\b(?:Remove-Item|ri|rm|del|rd)\b`,
    "gi",
  ),
  // Tcl needs no quotes.
  /\bfile\s+delete\s+(?:-force\s+|--\s+)+["{]?(~\/?|\/[\w./-]*)(?=["}\];\s]|$)/g,
  /\bfile\s+delete\s+(?:-force\s+|--\s+)+"([~/][^"\n]*)"/g,
  /\bfile\s+rename\s+(?:-force\s+|--\s+)*["{]?(~\/?|\/[\w./-]*)["}]?\s/g,
];

/** The places such code deletes with everything in them. */
export function deletedByCode(command: CallCommand, view: CallView): readonly Target[] {
  const dir = command.cwd?.certainty === "exact" ? command.cwd.path : view.cwd;
  const codes = codesOf({ ...command, assignments: [...(command.assignments ?? []), ...setBefore(view)] });
  return [
    ...codes.flatMap((code) => WAYS.flatMap((way) => [...code.matchAll(way)].map(([, path = ""]) => path))),
    ...codes.filter(deletesOpenly).flatMap(placesMentioned),
    ...codes.flatMap(listsTakenAway),
    ...(codes.some(deletesHanded) ? placesHanded(command) : []),
  ].map((path) => toTarget(path, dir, view.world));
}

type Assignments = NonNullable<CallCommand["assignments"]>;
const assigned = beside<CallView["commands"], Assignments>();

/** Variables that the call sets, whichever command is to find them; looked for once for all of them. */
function setBefore({ commands }: CallView): Assignments {
  const kept = assigned.get(commands);
  if (kept !== undefined) return kept;
  const set = commands.flatMap(({ effects }) =>
    effects.flatMap((effect) => (effect.do === "environment" ? [{ name: effect.name, value: effect.value }] : [])),
  );
  assigned.set(commands, set);
  return set;
}

/** A tree by a name that the code does not hold itself, with nothing put behind it. */
const BY_NAME = new RegExp(
  String.raw`\b(?:${TAKES_TREE}|(?:rm|rmdir)(?:Sync)?(?=[^;\n]{0,80}\brecursive\b))\s{0,8}\(?\s{0,8}(?![^,;\n]{0,60}(?:join|resolve|child))[$@]?([A-Za-z_]\w{0,60})[\w.$[\]()]{0,60}\s*[,);}\n](?!\s*\)?\s*[+/.%])`,
  "g",
);
/** Where code gets something from outside. */
const GETS_VALUES =
  /\bstdin\b|\binput\b|\bgets\b|<>|\bargv\b|\bargs\b|\breadline\w*|\bgetopt\w*|\bargparse\b|\bfileinput\b|readFileSync\(\s*0|open\(\s*0/i;
/** It comes by the names itself, or tells some from others. */
const CHOOSES =
  /\b(?:i?glob\w*|rglob|walk\w*|listdir|iterdir|scandir|readdir\w*|children|entries|find\w*|if|unless|grep|filter|select|reject)\b|&&|ends_?with|starts_?with|=~/i;

/** Turned round: code that deletes a tree it was told of, told of in a way that is not followed, is told of all it is handed. */
const deletesHanded = (code: string): boolean =>
  GETS_VALUES.test(code) &&
  !CHOOSES.test(code) &&
  [...code.matchAll(BY_NAME)].some(([, name = ""]) => !new RegExp(`\\b${name}\\s*:?=\\s*["'\`]`).test(code));

const placesHanded = ({ words, effects, input = "" }: CallCommand): readonly string[] => {
  const isCode = (text: string): boolean =>
    effects.some((effect) => effect.do === "run" && effect.code !== undefined && effect.code === text);
  const lines = isCode(input) ? [] : input.split("\n");
  return [...lines, ...words.slice(1).map(({ value }) => value ?? "")]
    .map((text) => text.trim())
    .filter((text) => /^[~/]\S*$/.test(text));
};

function codesOf(command: CallCommand): readonly string[] {
  const { name, words, effects, input = "" } = command;
  const program = name ?? "";
  const codes = effects.flatMap((effect) => (effect.do === "run" && effect.code !== undefined ? [effect.code] : []));
  const said = speaksLanguage(program) ? [...words.slice(1).map(({ value }) => value ?? ""), input] : [];
  const texts = [...new Set([...codes, ...said])].filter((text) => /[\s(]/.test(text));
  return texts.flatMap((text) => spellingsIn(command, text)).map((text) => spellHome(bareHome(text, program)));
}

/** PowerShell and editors name home without quotes. */
const bareHome = (text: string, program: string): string =>
  /^(?:pwsh|powershell|g?vim?|nvim|ex)$/.test(program)
    ? text.replace(/(?<!["'\w])(?:\$(?:env:)?(?:HOME|USERPROFILE)|~)(?![\w/\\"'])/gi, '"~"')
    : text;
