/** Builtins that run code, put it aside for later, or leave where they stand. */
import type { Target } from "../../contract/effect.ts";
import { unknownTarget } from "../../contract/effect.ts";
import { codeOfWords } from "../../programs/index.ts";
import { takeAlias } from "./aliases.ts";
import { type Builtin, opaqueUnless, quiet, says, values } from "./builtin.ts";
import { isLikely, textAt } from "./likely.ts";
import { opaque, type ScriptPoint, type Stdin } from "./reader.ts";
import { forget, same } from "./state.ts";
import { targetOf } from "./target.ts";
import { evaluatesWord } from "./variables.ts";

export const evaluate: Builtin = (point, call) => {
  const words = call.words[0]?.value === "--" ? call.words.slice(1) : call.words;
  const known = values(words);
  if (known !== null) return { ...quiet(point), script: { code: known.join(" "), via: "eval" } };
  opaque(point, "eval of text that is not known");
  point.state = forget({ ...point.state, pathChanged: true });
  const code = codeOfWords(words);
  return {
    ...says(same(point.state), [{ do: "run", program: "eval", what: "code", language: "bash" }]),
    ...(code === null ? {} : { script: { code, via: "eval" } }),
  };
};

/** A bare name is looked up in PATH first: then nobody can say which file it is. */
export const source: Builtin = (point, call) => {
  const word = call.words[0]?.value === "--" ? call.words[1] : call.words[0];
  const dir = point.state.dirs.length === 1 ? point.state.dirs[0] : undefined;
  const named = isLikely(point) ? word?.value != null : word?.value?.includes("/") === true && !word.splits;
  const placed = named && word !== undefined && dir !== undefined;
  const script: Target = placed ? targetOf(word, dir, point.reader.context.world) : unknownTarget();
  if (point.state.touched || /^\/(?:dev|proc)\//.test(script.path)) {
    opaque(point, "a script that an earlier command may have written");
  }
  point.state = forget({ ...point.state, pathChanged: true });
  const printed = isLikely(point) ? sourcedText(point, script.path, call.stdin) : undefined;
  if (printed !== undefined) return { ...quiet(point), script: { code: printed, via: call.name } };
  return says(same(point.state), [{ do: "run", program: call.name, what: "script", language: "bash", script }]);
};

/** Standard input, what a substituted process prints, or what a file holds by now. */
function sourcedText(point: ScriptPoint, path: string, stdin: Stdin): string | undefined {
  if (/^\/dev\/(?:stdin|fd\/0)$/.test(path)) return stdin.kind === "text" ? stdin.text : undefined;
  return point.reader.pipes.get(path) ?? textAt(point, path);
}

export const trap: Builtin = (point, call) => {
  const known = values(call.words);
  if (known === null) {
    opaque(point, "a trap whose code is not known");
    point.state = { ...forget(point.state), unsteady: true };
    const code = codeOfWords(call.words.slice(0, 1));
    return code === null ? quiet(point) : { ...quiet(point), script: { code, via: "trap", later: true } };
  }
  const words = known[0] === "--" ? known.slice(1) : known;
  if (words.length === 0 || /^-[lpP]$/.test(words[0] ?? "")) return quiet(point);
  const [code = "", ...signals] = words;
  if (code === "-" || code === "" || /^\d+$/.test(code) || signals.length === 0) return quiet(point);
  if (signals.some((signal) => !/^(EXIT|0)$/.test(signal))) {
    point.state = { ...point.state, unsteady: true, dirs: [unknownTarget()] };
  }
  return { ...quiet(point), script: { code, via: "trap", later: true } };
};

export const alias: Builtin = (point, call) => {
  const defines = call.words.some((word) => word.value === null || word.splits || word.value.includes("="));
  if (!defines && call.declared.length === 0) return quiet(point);
  opaque(point, "an alias changes how later text is read");
  for (const word of call.words) point.reader.aliases.add(/^[^=]*/.exec(word.value ?? word.prefix)?.[0] ?? "");
  for (const given of call.declared) point.reader.aliases.add(given.name);
  if (isLikely(point)) {
    for (const word of call.words) takeAlias(point, word.value ?? "");
    for (const given of call.declared) takeAlias(point, `${given.name}=${given.shown(point) ?? ""}`);
  }
  return quiet(point);
};

/** `hash -p FILE NAME`: from now on the name is that file. */
export const hash: Builtin = (point, call) => {
  knownHash(point, call);
  const at = call.words.findIndex(({ value }) => /^-\w*p$/.test(value ?? ""));
  const file = at < 0 ? undefined : call.words[at + 1]?.value;
  if (isLikely(point) && typeof file === "string")
    for (const { value } of call.words.slice(at + 2)) takeAlias(point, `${value ?? ""}=${file}`);
  return quiet(point);
};

const knownHash = opaqueUnless(/^-[rlt]$|^[\w.][\w.-]*$/, "hash changes what a name runs");

export const leave: Builtin = (point, call) => {
  const sure =
    call.plain &&
    call.words.length <= 1 &&
    call.words.every((word) => !word.splits && !word.glob && /^\d+$/.test(word.value ?? "0"));
  for (const word of call.words) evaluatesWord(point, word);
  const loops = call.name === "break" || call.name === "continue";
  if (call.name !== "exit") for (const escapes of point.reader.escapes) escapes.push(point.state);
  if (
    !sure ||
    (loops && point.reader.escapes.length === 0) ||
    (call.name === "return" && point.reader.calls.length === 0)
  )
    return quiet(point);
  return says({ ok: null, fail: null, out: null });
};
