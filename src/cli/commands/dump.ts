/** `sallyport dump`: writes down what is sent to the model and what it answers, for an hour; hooks take no variable for it. */
import { stateDir } from "../../app/index.ts";
import { stateLayout } from "../../contract/state-dir.ts";
import { DUMP_LIFE_MS, dumpIsOn, dumpUntil, setDump } from "../../judge/index.ts";
import { command } from "../command.ts";
import type { CliIo } from "../io.ts";

export const dump = command({
  name: "dump",
  about: "write down each request to the model and its answer, for an hour",
  usage: [
    ["sallyport dump on", "for every door, hooks included; it ends by itself after an hour"],
    ["sallyport dump off", "at once"],
    ["sallyport dump", "whether it is on"],
  ],
  options: {},
  positionals: 1,
  notes: "Secrets are taken out, and only you can read the files. SALLYPORT_DUMP=1 does the same for one process.",
  run: ({ words: [what], misuse }, io) => {
    const at = stateDir(io.env);
    switch (what) {
      case "on":
        setDump(at, io.now() + DUMP_LIFE_MS);
        return tellState(io);
      case "off":
        setDump(at, null);
        return tellState(io);
      case undefined:
        return tellState(io);
      default:
        return misuse(`there is no "dump ${what}"`);
    }
  },
});

function tellState(io: CliIo): number {
  const at = stateDir(io.env);
  io.stdout.write(
    dumpIsOn(at, io.now())
      ? `on until ${new Date(dumpUntil(at)).toISOString()}, into ${stateLayout(at).dump}\n`
      : "off\n",
  );
  return 0;
}
