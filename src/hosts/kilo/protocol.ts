import type { HostProtocol } from "../host.ts";
import { opencodeProtocol } from "../opencode/protocol.ts";

export const kiloProtocol: HostProtocol = opencodeProtocol("kilo");
