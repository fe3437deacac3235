import type { HostFolder } from "../install/place.ts";

export const piFolder: HostFolder = ({ home, env }) => env.PI_CODING_AGENT_DIR || `${home}/.pi/agent`;
