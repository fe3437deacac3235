/** Scripts of package.json: `npm run x`, `pnpm x`, `yarn x`, `bun run x`, `node --run x`, with their hooks. */
import { fileIn, findUp, type TaskText } from "./files.ts";
import { type AskedTask, inside } from "./words.ts";

const RUNS = new Set(["run", "run-script", "rum", "urn"]);
/** Sub-commands that run the script of their own name. */
const NAMED: Readonly<Record<string, string>> = { test: "test", t: "test", tst: "test", start: "start", stop: "stop" };
const INSTALL = ["preinstall", "install", "postinstall", "prepare"];
const INSTALLS = new Set(["install", "i", "ci", "add"]);

export function packageTexts(asked: AskedTask, program: string): readonly TaskText[] {
  const found = packageOf(asked);
  const scripts = found === undefined ? undefined : scriptsIn(found.text);
  if (found === undefined || scripts === undefined) return [];
  return namesOf(program, asked.operands, scripts).flatMap((name) => {
    const text = scripts.get(name);
    return text === undefined ? [] : [{ via: `${program} run ${name}`, text, file: found.path, cwd: found.dir }];
  });
}

/** The nearest package, or the part of the repository that an option names by its directory. */
function packageOf({ at, part }: AskedTask): ReturnType<typeof findUp> {
  if (part === undefined) return findUp(at, ["package.json"]);
  const name = part.replace(/^@[^/]+\//, "").replace(/^\.\//, "");
  const places = [name, `packages/${name}`, `apps/${name}`].map((place) => inside(at.dir, place));
  return places.flatMap((dir) => fileIn({ ...at, dir }, ["package.json"]) ?? [])[0];
}

type Scripts = ReadonlyMap<string, string>;

function namesOf(program: string, [verb = "", name]: readonly string[], scripts: Scripts): readonly string[] {
  const hooked = (one: string): readonly string[] => [`pre${one}`, one, `post${one}`];
  if (program === "node") return verb === "" ? [] : [verb];
  if (RUNS.has(verb)) return name === undefined ? [] : hooked(name);
  if (Object.hasOwn(NAMED, verb) && program !== "bun") return hooked(NAMED[verb] ?? verb);
  if (INSTALLS.has(verb)) return INSTALL;
  return program !== "npm" && scripts.has(verb) ? hooked(verb) : [];
}

function scriptsIn(text: string): Scripts | undefined {
  try {
    const held: unknown = JSON.parse(text);
    const scripts = typeof held === "object" && held !== null && "scripts" in held ? held.scripts : undefined;
    if (typeof scripts !== "object" || scripts === null) return undefined;
    return new Map(Object.entries(scripts).filter((one): one is [string, string] => typeof one[1] === "string"));
  } catch {
    return undefined;
  }
}
