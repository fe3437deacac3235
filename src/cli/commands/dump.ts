/** `sallyport dump`: writes down what is sent to the model and what it answers, for an hour; hooks take no variable for it. */
import { stateDir } from "../../app/index.ts";
import { stateLayout } from "../../contract/state-dir.ts";
import { DUMP_LIFE_MS, dumpIsOn, dumpUntil, setDump } from "../../judge/index.ts";
import { command } from "../command.ts";
import { flag } from "../options.ts";
import type { CliIo } from "../terminal/io.ts";
import { notAgents } from "../terminal/person.ts";
import { refuse, report } from "../terminal/style.ts";

export const dump = command({
  name: "dump",
  about: "write down each request to the model and its answer, for an hour",
  usage: [
    ["sallyport dump on", "for every door, hooks included; it ends by itself after an hour"],
    ["sallyport dump off", "at once"],
    ["sallyport dump", "whether it is on"],
  ],
  options: { json: flag("for programs") },
  positionals: 1,
  notes: "Secrets are taken out, and only you can read the files. SALLYPORT_DUMP=1 does the same for one process.",
  run: ({ options, words: [what], misuse }, io) => {
    const at = stateDir(io.env);
    switch (what) {
      case "on": {
        const person = notAgents(io);
        if (!person.ok) return refuse(io, person.error);
        setDump(at, io.now() + DUMP_LIFE_MS);
        return tellState(options, io);
      }
      case "off":
        setDump(at, null);
        return tellState(options, io);
      case undefined:
        return tellState(options, io);
      default:
        return misuse(`there is no "dump ${what}"`);
    }
  },
});

function tellState(options: { readonly json: boolean }, io: CliIo): number {
  const at = stateDir(io.env);
  const until = dumpIsOn(at, io.now()) ? new Date(dumpUntil(at)).toISOString() : null;
  const directory = stateLayout(at).dump;
  const text = until === null ? "off" : `on until ${until}, into ${directory}`;
  return report(options, { value: { until, directory }, text }, io);
}
