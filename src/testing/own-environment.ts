/**
 * What a person has set for their own shell, git and agents is no part of a test: variables that bend every command make the
 * same call another call, and a hook sees them with the process that asked it. So they go before any test's process begins. Those of npm
 * stay: they say where packages come from.
 */
import { NAMED_VARIABLES, PLACED_VARIABLES } from "../machine/host-variables.ts";

const KEPT = /^(?:HOME|SHELLOPTS|NODE_|npm_|NPM_|(?:http|all|ALL)_(?:proxy|PROXY))/;

const functions = Object.keys(process.env).filter((name) => name.startsWith("BASH_FUNC_"));
for (const name of [...NAMED_VARIABLES, ...PLACED_VARIABLES, ...functions])
  if (!KEPT.test(name)) delete process.env[name];
