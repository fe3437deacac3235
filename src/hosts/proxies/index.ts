/** Between a client and a server, or an editor and an agent: what runs is judged first. */
export { type AcpProxy, type AcpProxyParts, acpProxy } from "./acp.ts";
export { type Child, endTogether, startChild, textLines } from "./child.ts";
export { type McpProxy, type McpProxyParts, mcpProxy } from "./mcp.ts";
