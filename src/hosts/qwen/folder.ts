import type { HostFolder } from "../install/place.ts";

export const qwenFolder: HostFolder = ({ home, env }) => env.QWEN_HOME || `${home}/.qwen`;
