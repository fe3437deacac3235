/** Between a client and a server, or an editor and an agent: what runs is judged first. */
export { acpProxy } from "./acp.ts";
export { endTogether, startChild, textLines } from "./child.ts";
export { type McpProxyParts, mcpProxy } from "./mcp.ts";
export { mcpOverHttp } from "./mcp-http.ts";
export { acceptChanges, changesOf, describeChange, toolPins } from "./pins.ts";
