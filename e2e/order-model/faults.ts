/** Faults planted in the order and in what each source of an allow rests on: each must make a difference. */
import type { Fault } from "../planted.ts";

const GATE = "src/gate/gate.ts";
const RULE = "src/gate/steps/7-allow-rule.ts";
const WALLED = "src/gate/steps/contained.ts";
const BY_MODE = "src/gate/steps/9-by-mode.ts";
const COUNTING = "src/memory/session/counting.ts";

const fault = (name: string, file: string, find: string, put: string): Fault => ({ name, file, find, put });

export const FAULTS: readonly Fault[] = [
  fault(
    "an approval is looked at before the deny rules",
    GATE,
    "denyRule(call) ??\n    (await approval(call, OVER_APPROVAL)) ??",
    "(await approval(call, OVER_APPROVAL)) ??\n    denyRule(call) ??",
  ),
  fault("an approval over the floor", GATE, "[toolCheck, floor, (call", "[toolCheck, (call"),
  fault("an approval over plan mode", GATE, "floor, (call: Call) => planMode(call, reading)]", "floor]"),
  fault(
    "an approval over a hard topic",
    "src/gate/steps/2-approval.ts",
    ".hard === true ? undefined : allowApproved(approved)",
    ".hard === true ? allowApproved(approved) : allowApproved(approved)",
  ),
  fault(
    "bypass mode before the floor",
    GATE,
    "    ownCheck(call) ??",
    "    bypassMode(call) ??\n    ownCheck(call) ??",
  ),
  fault(
    "an allow rule before the safety check",
    GATE,
    "    ownCheck(call) ??",
    "    toolCheck(call) ?? floor(call) ?? (await allowRule(call)) ??\n    ownCheck(call) ??",
  ),
  fault(
    "a rule that rests counts",
    RULE,
    'const rules = inForce(call.book, "allow");\n  const covered',
    "const rules = call.book.lists.allow;\n  const covered",
  ),
  fault(
    "a critical delete by a rule",
    "src/rules/covers.ts",
    "if (criticalDelete(scene.met) !== undefined) return undefined;",
    "",
  ),
  fault(
    "a protected place by any rule",
    "src/rules/covers.ts",
    "covering !== undefined && namesProtected(covering, scene)",
    "covering !== undefined",
  ),
  fault(
    "what walls refused runs bare by its rule",
    RULE,
    'if (call.around === "refused") return undefined;',
    'if (call.around === "refused") return { rules: used, around: undefined };',
  ),
  fault("code of the session by a rule, without walls", RULE, '!(walled && call.around !== "host") &&', "false &&"),
  fault("an ask of dontAsk stays one", "src/gate/steps/10-nobody-there.ts", "!isUnattended(call)", "!call.headless"),
  fault("an outage counts", COUNTING, " && (decision.unavailable ?? null) === null", ""),
  fault(
    "a hard denial is asked about at the limit",
    COUNTING,
    "if (draft.hard === true) return",
    "if (draft.by === 'prompt') return",
  ),
  fault("walls for a hard topic", WALLED, "if (hard === true || isJudgedToo(call))", "if (isJudgedToo(call))"),
  fault("walls without the judge", WALLED, "if (hard === true || isJudgedToo(call))", "if (hard === true)"),
  fault(
    "askRules: classify in every mode",
    "src/gate/steps/5-ask-rule.ts",
    "  MODE_TRAITS[call.mode].automatic &&\n",
    "",
  ),
  fault(
    "the limit is one too late",
    COUNTING,
    "const consecutive = memory.consecutiveDenials + 1;\n  const total = memory.totalDenials + 1;",
    "const consecutive = memory.consecutiveDenials;\n  const total = memory.totalDenials;",
  ),
  fault(
    "a step that throws is passed over",
    GATE,
    "    ownCheck(call) ??",
    "    (() => { try { return ownCheck(call); } catch { return undefined; } })() ??",
  ),
  fault(
    "what was denied before is judged again",
    BY_MODE,
    "deniedBefore(call) ??\n        verdictInWalls(await judge(call), call)",
    "(await verdictInWalls(await judge(call), call)) ??\n        deniedBefore(call)",
  ),
  // Beyond the twenty.
  fault(
    "plan mode yields to an allow rule",
    GATE,
    "    planMode(call, reading) ??\n",
    "    (call.mode === 'plan' ? await allowRule(call) : undefined) ??\n    planMode(call, reading) ??\n",
  ),
  fault(
    "bypass mode before the ask rules",
    GATE,
    "(askRule(call) ?? bypassMode(call) ??",
    "(bypassMode(call) ?? askRule(call) ??",
  ),
  fault(
    "walls in the asking mode, too",
    BY_MODE,
    'case "default":\n      return prompt();',
    'case "default":\n      return (await contained(call)) ?? prompt();',
  ),
  fault(
    "a managed iron gate is passed",
    "src/gate/steps/judge.ts",
    "verdict.setup === true && !isKeptClosed(call)",
    "verdict.setup === true",
  ),
  fault("an approval in dontAsk", "src/gate/steps/2-approval.ts", ' || call.mode === "dontAsk"', ""),
  fault(
    "a rule runs code bare where its walls could not be put up",
    GATE,
    'walk(runIn(call, "refused"))',
    "walk(runIn(call, null))",
  ),
  fault("walls for what an ask rule sends to the classifier", WALLED, "isClassified(call) || ", ""),
  fault(
    "a deny rule's mention is left to the classifier",
    "src/gate/steps/5-ask-rule.ts",
    '  restrictionOf(call, "deny")?.answer !== "ask" &&\n',
    "",
  ),
  fault(
    "a rule for a whole tool covers code of the session",
    "src/rules/covers.ts",
    "runsFresh || (scene.restricted",
    "(scene.restricted",
  ),
  fault("a verdict's walls are forgotten", WALLED, "wallVerdict(draft, around)", "draft"),
];
