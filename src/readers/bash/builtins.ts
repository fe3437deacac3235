/** Commands the shell runs itself, by name. */
import { act } from "../../contract/effect.ts";
import { type Builtin, mayDash, onlyWith, opaqueUnless, quiet, says, unclear, values } from "./builtin.ts";
import { alias, evaluate, hash, leave, source, trap } from "./code.ts";
import { declare } from "./declare.ts";
import { changeDirectory, popDirectory, printedDirectory, pushDirectory } from "./directory.ts";
import { isLikely, likelyOutput } from "./likely.ts";
import { set, shopt } from "./shell-options.ts";
import { same, text } from "./state.ts";
import { testEffects } from "./test-builtin.ts";
import { evaluatesWord, getopts, let_, mapfile, print, printf, read, unset } from "./variables.ts";

const lookups: Builtin = (point, call) => {
  const bad = call.words.some((word) => word.value === null && mayDash(word));
  if (bad) return unclear(point, `${call.name} with words that are not known`);
  return quiet(point, isLikely(point) ? likelyOutput(point, call.name, call) : null);
};

/** A number or nothing shows it; every other use changes, empties or moves the record of what was run. */
const history: Builtin = (point, call) => {
  const known = values(call.words);
  if (known?.every((value) => /^\d*$/.test(value)) === true) return quiet(point);
  return unclear(point, ["history", ...call.words.map((word) => word.text)].join(" "), [act("log.shell-record")]);
};

const test: Builtin = (point, call) => {
  const words = call.name === "[" ? call.words.slice(0, -1) : call.words;
  if (call.name === "[" && (call.words.at(-1)?.value !== "]" || call.words.at(-1)?.glob === true))
    return unclear(point, "[ without ]");
  return says(same(point.state), testEffects(point, words));
};

const always: Builtin = (point) => says({ ok: point.state, fail: null, out: text("") });
const never: Builtin = (point) => says({ ok: null, fail: point.state, out: text("") });

const BUILTINS: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  [":", always],
  ["true", always],
  ["false", never],
  ["echo", print],
  ["printf", printf],
  ["cd", changeDirectory],
  ["pushd", pushDirectory],
  ["popd", popDirectory],
  ["pwd", printedDirectory],
  ["dirs", onlyWith(/^-[lpv]$/)],
  ["read", read],
  ["mapfile", mapfile],
  ["readarray", mapfile],
  ["export", declare],
  ["declare", declare],
  ["typeset", declare],
  ["local", declare],
  ["readonly", declare],
  ["unset", unset],
  ["set", set],
  ["shopt", shopt],
  ["eval", evaluate],
  ["source", source],
  [".", source],
  ["trap", trap],
  ["alias", alias],
  ["unalias", onlyWith(/^(?:-a|[\w-]+)$/)],
  ["exit", leave],
  ["return", leave],
  ["break", leave],
  ["continue", leave],
  ["logout", leave],
  ["let", let_],
  ["getopts", getopts],
  ["type", lookups],
  ["test", test],
  ["[", test],
  [
    "shift",
    (point, call) => {
      for (const word of call.words) evaluatesWord(point, word);
      const by = call.words.length === 0 ? "1" : (values(call.words)?.[0] ?? "");
      const { args } = point.state;
      const enough = args !== null && /^\d$/.test(by) && Number(by) <= args.length;
      point.state = { ...point.state, args: enough ? args.slice(Number(by)) : null };
      return quiet(point);
    },
  ],
  ["wait", onlyWith(/^(?:-n|-f|%?\d+|%[%+-])$/)],
  ["jobs", onlyWith(/^-[lnprs]+$/)],
  ["times", onlyWith(/^$/)],
  ["caller", onlyWith(/^\d*$/)],
  ["umask", onlyWith(/^(?:-[Sp]|[0-7]+|[ugoa]*[-+=][rwx]*(?:,[ugoa]*[-+=][rwx]*)*)$/)],
  ["ulimit", onlyWith(/^(?:-[SHabcdefiklmnpqrstuvxPRT]+|\d+|unlimited|hard|soft)$/)],
  ["hash", hash],
  ["enable", opaqueUnless(/^-[aps]$/, "enable changes what a name runs")],
  ["bind", opaqueUnless(/^-[lpPsSvV]$/, "bind gives keys commands to run")],
  ["complete", opaqueUnless(/^-p$/, "complete gives words commands to run")],
  ["compgen", opaqueUnless(/^(?:-[abcdefgjksuv]|[\w./][\w./-]*)$/, "compgen may run code")],
  ["compopt", opaqueUnless(/^$/, "compopt changes completion")],
  ["history", history],
  ["fc", opaqueUnless(/^-l$/, "fc runs earlier commands")],
  ["help", lookups],
  ["disown", onlyWith(/^(?:-[ahr]|%?\d+)$/, [act("process.job")])],
  ["bg", onlyWith(/^%?[\w+-]*$/, [act("process.job")])],
  ["fg", onlyWith(/^%?[\w+-]*$/, [act("process.job")])],
  ["suspend", onlyWith(/^-f$/, [act("shell.stop")])],
]);

export const builtinNamed = (name: string): Builtin | undefined => BUILTINS.get(name);
