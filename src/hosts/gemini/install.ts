import { hostTimeoutSeconds } from "../install/line.ts";
import { claudeHooks, filesAt, type HostInstall } from "../install/place.ts";

const HOOKS = claudeHooks({
  host: "gemini",
  events: [
    { event: "BeforeTool", matcher: "*" },
    { event: "BeforeAgent", matcher: "*" },
  ],
  timeout: (pins) => hostTimeoutSeconds(pins) * 1000,
  more: { name: "sallyport" },
});

export const geminiInstall: HostInstall = {
  file: filesAt(({ home }) => `${home}/.gemini/settings.json`, ".gemini/settings.json"),
  content: () => HOOKS,
  notes: [
    "A hook's allow does not skip Gemini's own confirmation: to work without prompts, let its policy allow (for example a rule in ~/.gemini/policies) and leave the refusing to Sallyport.",
    "Nobody is asked through Gemini, because that hangs where nobody is there: what would be asked is denied, and the person approves it with `sallyport approve`.",
  ],
};
