import type { HostFolder } from "../install/place.ts";

export const clineFolder: HostFolder = ({ home, env }) => env.CLINE_DIR || `${home}/.cline`;
export const clineData: HostFolder = (at) => at.env.CLINE_DATA_DIR || `${clineFolder(at)}/data`;
