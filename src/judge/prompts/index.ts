/** The prompts: the `.md` files beside this one, each put into the bundle as it is. */
import base from "./base.md" with { type: "text" };
import critique from "./critique.md" with { type: "text" };
import facts from "./facts.md" with { type: "text" };
import handoff from "./handoff.md" with { type: "text" };
import instructions from "./instructions.md" with { type: "text" };
import permissions from "./permissions.md" with { type: "text" };
import probe from "./probe.md" with { type: "text" };
import stageFast from "./stage-fast.md" with { type: "text" };
import stageThinking from "./stage-thinking.md" with { type: "text" };
import stageTool from "./stage-tool.md" with { type: "text" };
import userIntent from "./user-intent.md" with { type: "text" };

export const PROMPTS = {
  base,
  critique,
  facts,
  handoff,
  instructions,
  permissions,
  probe,
  stageFast,
  stageThinking,
  stageTool,
  userIntent,
} as const;
