/** Pages: where the browser goes and what it does there. */
import { isMcpTool, textField } from "../offline/index.ts";
import { mcp, topics } from "./build.ts";
import ROWS from "./rows/browser.json" with { type: "json" };

export const BROWSER = topics(ROWS, {
  "Off-Origin Navigation": [
    {
      would: "open a web page ({})",
      clue: {
        do: "unknown",
        when: (_, { tool, input }) =>
          tool.startsWith("mcp__") &&
          /(?:navigate|goto|open_url|new_tab)/.test(tool) &&
          /^https?:/.test(textField(input, "url")) &&
          !/^https?:\/\/(?:localhost|127\.|0\.0\.0\.0|\[::1\])/.test(textField(input, "url")),
      },
      match: [mcp("playwright", "browser_navigate", { url: "https://x.example" })],
      notMatch: [mcp("playwright", "browser_navigate", { url: "http://localhost:3000" })],
    },
  ],
  "Browser Submit": [
    {
      would: "act on a web page",
      clue: {
        do: "unknown",
        when: isMcpTool(
          /(?:browser|playwright|puppeteer|chrome)\w*__\w*(?:click|type|fill|press|select|submit|drag|form|handle_dialog)/,
        ),
      },
      match: [mcp("playwright", "browser_click", { ref: "e1" })],
      notMatch: [mcp("playwright", "browser_snapshot", {})],
    },
  ],
  "Browser Exfiltration": [
    {
      would: "run a script in a web page or upload a file to it",
      clue: {
        do: "unknown",
        when: isMcpTool(
          /(?:browser|playwright|puppeteer|chrome)\w*__\w*(?:evaluate|run_code|execute|upload|file_chooser)/,
        ),
      },
      match: [mcp("playwright", "browser_evaluate", { function: "() => 1" })],
      notMatch: [mcp("playwright", "browser_snapshot", {})],
    },
  ],
  "Live-Shared Page": [],
});
