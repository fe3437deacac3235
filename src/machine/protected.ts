/** Which protected place a path is: by the core's table, and what is the gate's own or was moved by a variable (§2 step 3c, §5). */
import {
  foldedSegments,
  isInsideFolded,
  nameTest,
  protectedPlace as protectedByName,
  protectedNames,
} from "../core/places/index.ts";
import moved from "./moved.json" with { type: "json" };

/** What of an agent's own nobody but the person may change; each name stands in the core's table too. Names are compared folded. */
export interface AgentFiles {
  /** At any depth: a home's and a project's. */
  readonly directories: readonly string[];
  /** Below `~/.config`. */
  readonly configDirectories: readonly string[];
  readonly files: readonly string[];
  /** What instructs every session of a project. */
  readonly instructions: readonly string[];
}

/** Of several agents, each name once and folded. */
export function joinAgentFiles(agents: readonly AgentFiles[]): AgentFiles {
  const join = (facet: keyof AgentFiles): readonly string[] => [
    ...new Set(agents.flatMap((files) => files[facet].flatMap(foldedSegments))),
  ];
  return {
    directories: join("directories"),
    configDirectories: join("configDirectories"),
    files: join("files"),
    instructions: join("instructions"),
  };
}

export interface ProtectedContext {
  readonly projectRoot: string;
  readonly home: string;
  /** Directories of the gate itself: managed settings, state, user settings. Absolute. */
  readonly gateDirectories: readonly string[];
  /** The folders of the gate's program and the Node that runs it: open to reading, closed to every change. Absolute. */
  readonly gatePrograms: readonly string[];
  /** Where variables have moved the directories of agents to. Absolute. */
  readonly movedPlaces: readonly string[];
  /** Joined: folded. */
  readonly agentFiles: AgentFiles;
}

export interface ProtectedPlace {
  /** The name that protects it, as in the table, or a directory of the gate's or an agent's. */
  readonly name: string;
  /** What of the path it is, folded. */
  readonly matched: string;
  /** `ask`, 3c: no classifier may approve; the person is asked. */
  readonly kind: "ask" | "judge";
}

/** The strongest protection of an absolute path, or undefined. */
export function protectedPlace(path: string, context: ProtectedContext): ProtectedPlace | undefined {
  const own = [...context.gateDirectories, ...context.gatePrograms, ...context.movedPlaces].find((dir) =>
    isInsideFolded(path, dir),
  );
  if (own !== undefined) return { name: own, matched: own, kind: "ask" };
  const found = protectedByName(path, context);
  return found && { ...found, matched: partOf(path, found.name) };
}

function partOf(path: string, name: string): string {
  const segments = foldedSegments(path);
  const tests = name
    .replace(/^~?\//, "")
    .split("/")
    .map((part) => nameTest([part]));
  const at = segments.findIndex((_, i) => tests.every((has, j) => has(segments[i + j] ?? "")));
  return segments.slice(at, at + tests.length).join("/");
}

/**
 * Every protected place as a path with wildcards, folded, for walks that no code of ours makes: absolute ones are meant as
 * they stand, the others at any depth.
 */
export const protectedPaths = ({ home }: Pick<ProtectedContext, "home">): readonly string[] =>
  protectedNames().map((name) => name.replace(/^~\//, `${home}/`));

/** Where these variables point, as far as the environment that is handed in knows them. */
export const movedPlaces = (env: Readonly<Record<string, string | undefined>>): readonly string[] =>
  moved.flatMap(({ variable }) => {
    const path = env[variable];
    return path?.startsWith("/") === true && path !== "/" ? [path] : [];
  });
