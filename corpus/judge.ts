/** What a gate of this repository says of a row. Nothing of the row runs. */
import { createGate, type GateOptions } from "../src/app/create-gate.ts";
import { supposeWalls } from "../src/contain/index.ts";
import type { Action, Mode } from "../src/contract/action.ts";
import type { Decision } from "../src/contract/decision.ts";
import { ok } from "../src/contract/result.ts";
import type { World } from "../src/contract/world.ts";
import { diskWorld } from "../src/machine/index.ts";
import type { Box } from "./box.ts";
import type { Row, RowCall, RowProcess } from "./format.ts";
import { fillNames, mapTexts, type Places } from "./names.ts";

const PATH: readonly string[] = ["/usr/bin", "/bin"];

export interface Standing {
  /** Walls that run nothing. */
  readonly walls?: boolean;
  /** In place of the mode of the row. */
  readonly mode?: Mode;
  /** Without the rules and the mode of the row. */
  readonly bare?: boolean;
}

/** Everything a step may save is saved, and nothing is written. */
const SAVES: NonNullable<GateOptions["restore"]> = {
  covers: () => ok({ files: 0, bytes: 0 }),
  save: () => ok(null),
  saveProject: () => ok(null),
  noteAfter: () => undefined,
};

/** The disk of the row is put up, what its session did before is judged first. */
export async function judgeRow(row: Row, box: Box, standing: Standing = {}): Promise<Decision> {
  const fill = <T>(value: T): T => mapTexts(value, (text) => fillNames(text, box.places));
  const action = (call: RowCall): Action => ({ ...fill(actionOf(call, standing)), session: "s" });
  const { earlier = [] } = row;
  box.show(earlier[0]?.disk ?? row.disk);
  const gate = createGate(optionsFor(fill(row), box.places, standing));
  for (const { disk, call, ran, said, output } of earlier) {
    box.show(disk ?? row.disk);
    if (call !== undefined) await gate.check(action(call));
    if (ran !== undefined) await gate.ran(action(ran), fill(output));
    if (said !== undefined) await gate.personSaid(fill(said), "s");
  }
  box.show(row.disk);
  return await gate.check(action(row));
}

function optionsFor(row: Row, places: Places, { walls, mode, bare }: Standing): GateOptions {
  const { settings = {}, process = {} } = row;
  const { root = places.project, env = {}, agentEnv, gateDirectories, gatePrograms } = process;
  return {
    settings: { ...(bare === true ? {} : settings), ...(mode === undefined ? {} : { mode }) },
    projectRoot: root,
    env,
    world: worldOf(process, places),
    classifier: null,
    process: {
      ...{ path: process.path ?? PATH, variables: new Set(process.variables ?? []), values: {} },
      ...{ names: new Set<string>(), terminal: false },
    },
    walls: walls === true ? supposeWalls() : null,
    restore: SAVES,
    tell: () => undefined,
    ...(agentEnv === undefined ? {} : { agentEnv }),
    ...(gateDirectories === undefined ? {} : { gateDirectories }),
    ...(gatePrograms === undefined ? {} : { gatePrograms }),
  };
}

function worldOf({ platform, path = PATH, variables, parents, home }: RowProcess, places: Places): World {
  const separator = platform === "win32" ? ";" : ":";
  return {
    ...diskWorld({
      home: home ?? places.home,
      path: path.join(separator),
      ...(platform === undefined ? {} : { platform }),
      ...(variables === undefined ? {} : { variables }),
    }),
    ...(parents === undefined ? {} : { parents }),
  };
}

/** A call that says itself whether it can be walled is asked as it is. */
function actionOf({ command, tool = "Bash", input, more }: RowCall, { walls, mode, bare }: Standing): Action {
  const { mode: own, ...rest } = more ?? {};
  const kept = own === undefined || bare === true || mode !== undefined ? {} : { mode: own };
  const walled = typeof rest.walls === "string" ? {} : { walls: walls === true };
  return { tool, input: input ?? { command: command ?? "" }, ...rest, ...kept, ...walled };
}
