import { filesAt, type HostInstall } from "../install/place.ts";
import { pluginSource } from "./plugin.ts";

export const opencodeInstall: HostInstall = {
  file: filesAt(
    ({ home, env }) => `${env.XDG_CONFIG_HOME || `${home}/.config`}/opencode/plugins/sallyport.js`,
    ".opencode/plugins/sallyport.js",
  ),
  content: () => ({ kind: "whole", text: pluginSource }),
  notes: [
    "Check with `sallyport doctor opencode` that the plugin is live.",
    "Nobody can be asked from the plugin: what would be asked is denied, and the person approves it with `sallyport approve`.",
  ],
};
