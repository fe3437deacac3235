/**
 * What a person has set for their own shell, git and agents is no part of a test: variables that bend every command make the
 * same call another call, and a hook sees them with the process that asked it. So they go before any test's process begins. Those of npm
 * stay: they say where packages come from.
 */
import { isTold, PLACED_VARIABLES } from "../machine/host-variables.ts";

const KEPT = /^(?:HOME|SHELLOPTS|NODE_|npm_|NPM_|(?:http|all|ALL)_(?:proxy|PROXY))/;

for (const name of [...Object.keys(process.env).filter(isTold), ...PLACED_VARIABLES])
  if (!KEPT.test(name)) delete process.env[name];
