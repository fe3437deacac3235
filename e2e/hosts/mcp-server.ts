/** The MCP server the clients are told of: its one tool writes a file, and is called as if it read. */
import { resolve } from "node:path";

export const MCP_SERVER = {
  name: "notes",
  tool: "read_notes",
  command: process.execPath,
  args: [resolve("e2e/hosts/mcp-server.mjs")],
};
