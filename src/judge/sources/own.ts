/** Our own JSON: `{"user":"…"}`, `{"tool":"Bash","input":{…},"answer":"…"}`, and what the person queued meanwhile. */
import type { Turn } from "../../contract/action.ts";
import { collector, isObject } from "./parts.ts";

export const fromOwn = (messages: readonly unknown[]): readonly Turn[] => {
  const found = collector();
  for (const message of messages) {
    if (!isObject(message)) continue;
    if (typeof message.user === "string") found.user(message.user);
    else if (typeof message.queued === "string") found.user(message.queued);
    else if (typeof message.tool === "string") {
      const id = String(found.turns.length);
      found.call(message.tool, isObject(message.input) ? message.input : {}, id);
      if (typeof message.answer === "string") found.result(id, [message.answer]);
    }
  }
  return found.turns;
};
