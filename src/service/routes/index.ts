/** Every route of the service, in one list. */
import type { Route } from "../http/route.ts";
import { aboutRoutes } from "./about.ts";
import { accountRoutes } from "./account.ts";
import { approvalRoutes } from "./approvals.ts";
import { checkRoutes } from "./check.ts";
import { decisionRoutes } from "./decisions.ts";
import { eventRoutes } from "./events.ts";
import { restoreRoutes } from "./restore.ts";
import { ruleRoutes } from "./rules.ts";
import { statusRoutes } from "./status.ts";

export const ROUTES: readonly Route[] = [
  ...accountRoutes,
  ...checkRoutes,
  ...decisionRoutes,
  ...eventRoutes,
  ...approvalRoutes,
  ...restoreRoutes,
  ...ruleRoutes,
  ...statusRoutes,
  ...aboutRoutes(() => ROUTES),
];
