/** Builtins that run code, put it aside for later, or leave where they stand. */
import type { Target } from "../../contract/effect.ts";
import { unknownTarget } from "../../contract/effect.ts";
import { type Builtin, quiet, says, values } from "./builtin.ts";
import { opaque } from "./reader.ts";
import { forget, same } from "./state.ts";
import { targetOf } from "./target.ts";
import { evaluatesWord } from "./variables.ts";

export const evaluate: Builtin = (scene, call) => {
  const known = values(call.words);
  if (known === null) {
    opaque(scene, "eval of text that is not known");
    scene.state = forget({ ...scene.state, pathChanged: true });
    return says(same(scene.state), [{ do: "run", program: "eval", what: "code", language: "bash" }]);
  }
  const code = (known[0] === "--" ? known.slice(1) : known).join(" ");
  return { ...quiet(scene), script: { code, via: "eval" } };
};

/** A bare name is looked up in PATH first: then nobody can say which file it is. */
export const source: Builtin = (scene, call) => {
  const word = call.words[0]?.value === "--" ? call.words[1] : call.words[0];
  const dir = scene.state.dirs.length === 1 ? scene.state.dirs[0] : undefined;
  const placed = word?.value?.includes("/") === true && !word.splits && dir !== undefined;
  const script: Target = placed ? targetOf(word, dir, scene.reader.context.world) : unknownTarget();
  if (scene.state.touched || /^\/(?:dev|proc)\//.test(script.path)) {
    opaque(scene, "a script that an earlier command may have written");
  }
  scene.state = forget({ ...scene.state, pathChanged: true });
  return says(same(scene.state), [{ do: "run", program: call.name, what: "script", language: "bash", script }]);
};

export const trap: Builtin = (scene, call) => {
  const known = values(call.words);
  if (known === null) {
    opaque(scene, "a trap whose code is not known");
    scene.state = { ...forget(scene.state), unsteady: true };
    return quiet(scene);
  }
  const words = known[0] === "--" ? known.slice(1) : known;
  if (words.length === 0 || /^-[lpP]$/.test(words[0] ?? "")) return quiet(scene);
  const [code = "", ...signals] = words;
  if (code === "-" || code === "" || /^\d+$/.test(code) || signals.length === 0) return quiet(scene);
  if (signals.some((signal) => !/^(EXIT|0)$/.test(signal))) {
    scene.state = { ...scene.state, unsteady: true, dirs: [unknownTarget()] };
  }
  return { ...quiet(scene), script: { code, via: "trap", later: true } };
};

export const alias: Builtin = (scene, call) => {
  const defines = call.words.some((word) => word.value === null || word.splits || word.value.includes("="));
  if (!defines && call.declared.length === 0) return quiet(scene);
  opaque(scene, "an alias changes how later text is read");
  for (const word of call.words) scene.reader.aliases.add(/^[^=]*/.exec(word.value ?? word.prefix)?.[0] ?? "");
  for (const given of call.declared) scene.reader.aliases.add(given.name);
  return quiet(scene);
};

export const leave: Builtin = (scene, call) => {
  const sure =
    call.plain &&
    call.words.length <= 1 &&
    call.words.every((word) => !word.splits && !word.glob && /^\d+$/.test(word.value ?? "0"));
  for (const word of call.words) evaluatesWord(scene, word);
  const loops = call.name === "break" || call.name === "continue";
  if (call.name !== "exit") for (const escapes of scene.reader.escapes) escapes.push(scene.state);
  if (
    !sure ||
    (loops && scene.reader.escapes.length === 0) ||
    (call.name === "return" && scene.reader.calls.length === 0)
  )
    return quiet(scene);
  return says({ ok: null, fail: null, out: null });
};
