/** Whether a call ends the gate, its service or everything that runs, or takes its program away (3c). */
import type { Effect } from "../contract/effect.ts";
import type { SubCommand } from "../contract/reading.ts";
import { isInside } from "../machine/index.ts";
import type { PolicyCall } from "./call.ts";

const GATE = /sally/i;
const valuesOf = ({ words }: SubCommand): readonly string[] =>
  words.map(({ value, outline, text }) => value ?? outline ?? text);

export function endsGate(call: PolicyCall): boolean {
  const commands = [...(call.reading?.commands ?? []), ...call.likely().flatMap((reading) => reading.commands)];
  return (
    commands.some((command) => ends(command) || takesProgram(command, call)) ||
    (commands.some(looksForProcess) && commands.some(endsWhatIsFound)) ||
    (commands.some(looksForPackages) && commands.some(takesWhatIsFound))
  );
}

const ends = (command: SubCommand): boolean => {
  const [, ...words] = valuesOf(command);
  return ENDING.some(({ by, ends }) => by.test(command.name ?? "") && ends(words));
};

const ENDING: readonly { readonly by: RegExp; readonly ends: (words: readonly string[]) => boolean }[] = [
  // A pattern of signs alone is every process.
  {
    by: /^(?:pkill|killall|skill|xkill)$/,
    ends: (words) => words.some((word) => !word.startsWith("-") && (GATE.test(word) || /^[.*+?^$]*$/.test(word))),
  },
  { by: /^killall5$/, ends: () => true },
  // Every process of the person's: -1 where a process stands, behind a signal.
  { by: /^kill$/, ends: (words) => words.slice(1).includes("-1") },
  {
    by: /^(?:systemctl|service|rc-service|launchctl|schtasks)$/,
    ends: (words) => words.some((word) => GATE.test(word)) && words.some((word) => STOPS.test(word)),
  },
];
const STOPS = /^(?:stop|disable|mask|kill|bootout|unload|remove|restart|try-restart|freeze|\/end|\/delete)$/i;

/** `pgrep -f sallyport`, `ps aux | grep sallyport`. */
const looksForProcess = (command: SubCommand): boolean =>
  /^(?:pgrep|pidof|ps|grep|egrep|rg|awk|lsof|fuser)$/.test(command.name ?? "") &&
  valuesOf(command).some((word) => GATE.test(word));
const endsWhatIsFound = ({ name, words, wrappers }: SubCommand): boolean =>
  name === "kill" &&
  (words.some(({ value }) => value === null) || wrappers.some((one) => /^(?:xargs|parallel)$/.test(one)));

/** Where everybody's packages lie, what they are, or where the gate's own program is: `npm root -g`, `which sallyport`. */
const looksForPackages = (command: SubCommand): boolean => PACKAGES.test(valuesOf(command).join(" "));
const PACKAGES =
  /^(?:\S*\/)?(?:(?:npm|pnpm|yarn|bun|cnpm) (?=(?:.* )?(?:-g|--global|--location=global|global|prefix|pm)(?: |$))(?:.* )?(?:root|prefix|bin|ls|list|ll|la|dir|get)(?: |$)|(?:which|type|command|whereis|where|readlink|realpath|dirname) (?:.* )?(?:\S*\/)?sallyport(?: |$))/;

/** All that was found there, or what it lies in; a name behind it is another package. */
const takesWhatIsFound = (command: SubCommand): boolean =>
  (command.effects.some((effect) => effect.do === "delete" || (effect.do === "write" && effect.as === "move")) ||
    REMOVES.test(valuesOf(command).join(" "))) &&
  (command.wrappers.some((one) => /^(?:xargs|parallel)$/.test(one)) ||
    command.words.some(({ value, text }) => value === null && WHOLE.test(text)));
const REMOVES = /^(?:npm|pnpm|yarn|bun|cnpm) (?:.* )?(?:rm|r|un|uninstall|remove|unlink)(?: |$)/;
const WHOLE = /(?:\)|`|\$\w+|\})["']?(?:\/+(?:lib|node_modules|bin|\*|\.{1,2})?)*["']?$/;

/** Its command, or its package where those of everybody lie. */
const PROGRAM = /(?:^|\/)(?:bin|node_modules)\/sallyport(?:\/|$)/;

function takesProgram(command: SubCommand, { projectRoot }: PolicyCall): boolean {
  const isIts = (path: string): boolean => path.startsWith("/") && PROGRAM.test(path) && !isInside(path, projectRoot);
  if (CHANGES_MODE.test(command.name ?? "") && valuesOf(command).some(isIts)) return true;
  return command.effects.flatMap(changed).some(isIts);
}
const CHANGES_MODE = /^(?:chmod|chown|chgrp|chattr|setfacl|chflags)$/;

const changed = (effect: Effect): readonly string[] => {
  if (effect.do === "delete") return [effect.target.path];
  if (effect.do !== "write") return [];
  return [effect.target.path, ...(effect.as === "move" && effect.from !== undefined ? [effect.from.path] : [])];
};
