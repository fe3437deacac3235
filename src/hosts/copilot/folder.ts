import type { HostFolder } from "../install/place.ts";

export const copilotFolder: HostFolder = ({ home, env }) => env.COPILOT_HOME || `${home}/.copilot`;
