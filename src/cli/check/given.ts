/** What the options of `check` say of an action; what was not given is not there. */
import type { CheckFlags } from "../commands/check.ts";

export const givenFields = ({ cwd, mode, headless, host, session, walls }: CheckFlags) => ({
  ...(cwd === undefined ? {} : { cwd }),
  ...(mode === undefined ? {} : { mode }),
  ...(headless ? { headless } : {}),
  ...(walls ? { walls } : {}),
  ...(host === undefined ? {} : { host }),
  ...(session === undefined ? {} : { session }),
});
