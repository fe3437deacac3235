/** `sallyport refresh`: fetches the remote flags, removes sessions that are kept no longer, tries outdated walls again. */
import { loadPersonSettings, openFlags, openStore, sweep } from "../../app/index.ts";
import { command } from "../command.ts";
import { flag, text } from "../options.ts";
import { refuse, report } from "../terminal/style.ts";
import { keptWalls, tryWalls } from "../walls.ts";

export const refresh = command({
  name: "refresh",
  about:
    "fetch the remote flags, where the settings name a server, remove sessions older than record.keepDays, and try walls again that stood before an update",
  usage: [
    [
      "sallyport refresh",
      "a hook and check start this by themselves, when the flags are old, the walls' test is, and once a day",
    ],
  ],
  options: { settings: text("X", "a settings file, or JSON"), json: flag("for programs") },
  notes: "Exit: 0 the flags are fresh or there is no server, 1 it did not answer.",
  run: async ({ options }, io) => {
    const loaded = loadPersonSettings(io, options.settings);
    if (!loaded.ok) return refuse(io, loaded.error);
    const { settings } = loaded.value;
    await sweep(openStore(io), settings.record, io.now());
    const walls = keptWalls(io);
    if (!walls.stand && walls.outdated) await tryWalls(io);
    const flags = openFlags(settings, io);
    const answered = flags === null ? null : await flags.refresh();
    report(options, { value: { server: flags !== null, answered }, text: "" }, io);
    return answered === false ? 1 : 0;
  },
});
