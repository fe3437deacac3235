/** `sallyport refresh`: fetches the remote flags. */
import { loadPersonSettings, openFlags } from "../../app/index.ts";
import { command } from "../command.ts";
import { text } from "../options.ts";
import { refuse } from "../style.ts";

export const refresh = command({
  name: "refresh",
  about: "fetch the remote flags, where the settings name a server",
  usage: [["sallyport refresh", "a hook and check start this by themselves when the flags are old"]],
  options: { settings: text("X", "a settings file, or JSON") },
  notes: "Exit: 0 the flags are fresh or there is no server, 1 it did not answer.",
  run: async ({ options }, io) => {
    const loaded = loadPersonSettings(io, options.settings);
    if (!loaded.ok) return refuse(io, loaded.error);
    const flags = openFlags(loaded.value.settings, io);
    return flags === null || (await flags.refresh()) ? 0 : 1;
  },
});
