/** Servers and runners that start a project's code. */
import { act } from "../../contract/effect.ts";
import { task } from "../makers.ts";
import type { CommandSpec, ProgramSpec } from "../spec.ts";
import { wholly } from "./packages-effects.ts";

const server: CommandSpec = wholly(act("door.server"), task);

export const languagesServers: readonly ProgramSpec[] = [
  {
    names:
      "flask uvicorn gunicorn hypercorn daphne streamlit jupyter http-server serve live-server json-server rails rackup puma nodemon pm2 forever concurrently",
    launcher: true,
    ...server,
    unsafe: [
      ["flask run --host 0.0.0.0", ["door.server", "run.task"]],
      ["http-server .", ["door.server", "run.task"]],
    ],
  },
];
