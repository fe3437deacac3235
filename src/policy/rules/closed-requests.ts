/** Whether every word of a web request behind those a rule spells out is one that the closed form accounts for (request-forms.ts). */
import type { KnownWord, SubCommand } from "../../contract/reading.ts";
import { toTarget } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { belongsAt } from "../offline/destinations.ts";
import { protectionOf } from "../protection.ts";
import { isLoopback } from "./addresses.ts";
import { isOwnReach } from "./own-reach.ts";
import {
  FITS,
  hostWritten,
  isPlainItem,
  kindOfOption,
  type RequestForm,
  type RequestValue,
  requestForm,
  SHOWS_WHO,
} from "./request-forms.ts";

interface Scene {
  readonly form: RequestForm;
  readonly command: SubCommand;
  readonly call: PolicyCall;
  /** Whom it contacts. */
  readonly hosts: readonly (string | null)[];
}

/** `fixed`: the words the rule spells out. */
export function isOpenRequest(command: SubCommand, fixed: readonly string[], call: PolicyCall): boolean {
  const form = requestForm(command.name ?? "");
  if (form === undefined) return false;
  const hosts = command.effects.flatMap((effect) => (effect.do === "network" ? [effect.host] : []));
  const scene: Scene = { form, command, call, hosts };
  const { words } = command;
  const operands: KnownWord[] = [];
  for (let i = 1; i < words.length; ) {
    const word = words[i];
    if (word === undefined) return true;
    const isNamed = fixed[i] === word.value;
    const taken = isOption(word) ? optionTaken(word, words[i + 1], scene) : 1;
    if (taken === 0 && !isNamed) return true;
    if (!isOption(word) && !isNamed) operands.push(word);
    i += Math.max(taken, 1);
  }
  return !areOperands(operands, scene);
}

const isOption = ({ value, prefix }: KnownWord): boolean => /^-./s.test(value ?? prefix);

/** How many words are accounted for from here on; 0: none. */
function optionTaken(word: KnownWord, next: KnownWord | undefined, scene: Scene): 0 | 1 | 2 {
  const { form } = scene;
  const { value } = word;
  if (value === null || word.splits || word.glob) return 0;
  if (form.flags.split(" ").includes(value)) return 1;
  const { option, attached } = optionIn(value, form);
  const kind = option === undefined ? undefined : kindOfOption(form, option);
  if (kind === undefined) return option === "" ? 1 : 0;
  if (attached !== undefined) return fits(kind, { ...word, value: attached }, scene) ? 1 : 0;
  return next !== undefined && fits(kind, next, scene) ? 2 : 0;
}

/** The option that has a value, "" where every letter is a flag; undefined: something else. */
function optionIn(word: string, form: RequestForm): { readonly option?: string; readonly attached?: string } {
  const [, long, value] = /^(--[\w-]+)=(.*)$/s.exec(word) ?? [];
  if (long !== undefined && value !== undefined) return form.equals ? { option: long, attached: value } : {};
  if (word.startsWith("--") || kindOfOption(form, word) !== undefined) return { option: word };
  const flags = [...word.slice(1)].findIndex((letter) => !form.letters.includes(letter));
  if (flags < 0) return { option: "" };
  const attached = word.slice(flags + 2);
  return { option: `-${word.charAt(flags + 1)}`, ...(attached === "" ? {} : { attached }) };
}

function fits(kind: RequestValue, word: KnownWord, scene: Scene): boolean {
  const { value, splits, glob } = word;
  if (value === null) return kind === "header" && isOwnToken(word, scene);
  if (splits || glob) return false;
  if (kind === "place") return FITS.place(value) && isOwnPlace(value, scene);
  const isHere = scene.hosts.length > 0 && scene.hosts.every((host) => host !== null && isLoopback(host));
  return FITS[kind](value) || (kind === "header" && isHere && SHOWS_WHO.test(value));
}

const TOKEN_HEADER = /^"Authorization: (?:Bearer|token) \$(?:(\w+)|\{(\w+)\})"$/i;

/** A token in a variable, shown to the service it belongs to and to nobody else. */
function isOwnToken({ text }: KnownWord, { hosts }: Scene): boolean {
  const [, bare, braced] = TOKEN_HEADER.exec(text) ?? [];
  const name = bare ?? braced;
  return name !== undefined && hosts.length > 0 && hosts.every((host) => belongsAt(`$${name}`, host) === true);
}

/** Shown, thrown away, or an exact place of the project that nothing protects. */
function isOwnPlace(value: string, { command, call }: Scene): boolean {
  if (value === "-" || /^\/dev\/(?:null|stdout|stderr)$/.test(value)) return true;
  if (command.cwd.certainty !== "exact") return false;
  const target = toTarget(value, command.cwd.path, call.world);
  return target.certainty === "exact" && isOwnReach(target.path, call) && protectionOf(target, call) === undefined;
}

function areOperands(operands: readonly KnownWord[], { form, command }: Scene): boolean {
  const globs = !command.words.some(
    ({ value }) => value === "--globoff" || /^-[sSfLIiv#GNOR0146]*g[sSfLIiv#GNOR0146]*$/.test(value ?? ""),
  );
  const isAddress = (word: KnownWord): boolean => hostWritten(word, globs) !== undefined;
  if (form.items === undefined) return operands.every(isAddress);
  const [first, ...rest] = operands;
  const [address, items] = /^[A-Z]{3,7}$/.test(first?.value ?? "") ? [rest[0], rest.slice(1)] : [first, rest];
  return (
    (address === undefined || isAddress(address) || /^:\d{0,5}(?:\/.*)?$/s.test(address.value ?? "")) &&
    items.every(({ value, splits, glob }) => value !== null && !splits && !glob && isPlainItem(value))
  );
}
