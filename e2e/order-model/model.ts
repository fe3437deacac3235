/**
 * A second model of how Sallyport decides, written from CORE.md and SPEC.md (sections 2, 3, 4, 7-10) alone.
 * Every fact is taken as given: what a rule matches, what the core proves, what the classifier says. The model is the
 * order, what each source of an allow needs beside its fact, the counters, and step 10.
 * Facts that must hold together (`isPossible`): a reading belongs to its kind of tool; what the core proved holds no
 * unknown word, no opaque part and runs no code of the project; a mention asks only of what could write; facts about
 * walls and words belong to commands; facts of an allow rule need one; a hard denial is never approved; consecutive
 * denials are never more than all. What is merely unlikely (a floor on the safe list) stays possible: the order holds.
 * Left out: shadow, what is left to the host, joined events, how a rule matches, fallbacks (`verdict` is the last one),
 * a fleet whose record is out of reach, doors, quarantine, the text and the label of a decision.
 * `// open:` marks where the documents leave a detail open; READINGS holds those that are a switch.
 */

const EARLY = ["denyRule", "approval", "toolCheck", "floor", "userInteraction", "safetyCheck", "askRule"] as const;
const LATE = ["allowRule", "reading", "acceptEdits", "notRelevant", "contained", "deniedBefore", "classifier"] as const;
const SAID = ["pass", "block", "blockHard", "unparseable", "notSetUp", "too_long", "aborted"] as const;
const OUT = ["rate_limited", "overloaded", "server_error", "timeout", "network", "auth", "bad_request"] as const;

/** Each fact with its values: the domain of a generator, and the type. */
export const FACTS = {
  mode: ["default", "acceptEdits", "plan", "auto", "dontAsk", "bypassPermissions"], // the mode the road is walked in
  headless: [false, true], // nobody can be asked in this run
  tool: ["shell", "powershell", "edit", "agent", "other"], // kind; the first two are commands, agent: Agent, REPL
  throwsAt: ["none", ...EARLY, ...LATE], // the row that throws when the road comes to it (or an earlier row asks it)
  denyRule: [false, true], // a deny rule matches (any sub-command, any role that fits)
  askRule: [false, true], // an ask rule matches
  askRules: ["always", "classify"], // `autoMode.askRules`
  ruleTouch: ["none", "mention", "unknownWord"], // a deny or ask rule's mention; an unknown word could complete one
  barred: [false, true], // deny or ask rules with content, and an opaque part, interpreter or unknown program
  approval: [false, true], // a person approved this exact call: bound, unused, in time, nothing voided it
  toolCheck: [false, true], // the tool's own check denies
  floor: [false, true], // the call is one of the floor
  floorSetting: ["deny", "ask"], // the setting `floor`
  needsPerson: [false, true], // the tool needs the person by nature
  safetyCheck: ["none", "found", "mention"], // 3c as an effect (not git's own); mention, and it could write
  takenApart: [true, false], // the core's reader takes the text apart; of what is no command, true
  allowRule: ["none", "literal", "wildcard", "dangerous"], // covers all: as spelled; by wildcard; auto suspends it
  ruleFree: [false, true], // that rule stands under `contain.free`
  ruleFromProject: [false, true], // that rule comes from the host's settings.local.json in the project
  classifyAllShell: [false, true], // `autoMode.classifyAllShell`
  criticalDelete: [false, true], // the call is a critical delete
  protectedPlace: ["none", "named", "unnamed"], // touched; the rule's own path names it or does not
  runsCode: ["none", "project", "session"], // the project's, or written in this session, at any depth
  reading: ["none", "safe", "plain", "service", "reads"], // proof; `reads`: rows that read, none redirects out
  containPlain: [false, true], // `contain.plain`: plain commands go into `look` too
  powershellOn: [false, true], // the setting `powershell`
  editProof: [false, true], // the edit fast path's proof passes
  classifyEdits: [false, true], // `autoMode.classifyEdits`
  notRelevant: [false, true], // on the closed list of calls that cannot matter, and its encoding is ''
  walls: ["none", "own", "host"], // self-tested ones of our own; or the host's record shows its sandbox
  wallKind: ["work", "repo", "fetch"], // the walls that would take it if it is not one that only reads
  needs: [false, true], // what those walls do not give, a write outside the project, something left running
  losses: [false, true], // a word of it stands in the table of losses
  restorable: [false, true], // the restore point fits its bounds
  refusedBefore: [false, true], // walls refused this call earlier in the session
  judge: [false, true], // `contain.judge`, or entries of the person's own in `soft_deny` or `hard_deny`
  topic: ["none", "soft", "hard"], // the topic that reading found
  deniedBefore: ["none", "soft", "hard"], // same call, by classifier or offline, nothing said since
  provider: ["model", "unset", "offline"], // a model that is set up; no key or no model set; or the provider `offline`
  stages: ["both", "thinking", "fast"], // `classifier.stages`
  firstUnparseable: [false, true], // stage 1 gave no verdict
  verdict: [...SAID, ...OUT, "bad_response"], // the last stage asked; `notSetUp`: 401, 404 in the provider's own form
  ironGate: ["closed", "open", "managed"], // the iron gate; `managed` is closed by managed settings
  consecutive: [0, 1, 2, 3], // consecutive denials before this call
  total: [0, 1, 2, 3, 18, 19, 20], // all counted denials before this call
} as const;

export type Situation = { -readonly [K in keyof typeof FACTS]: (typeof FACTS)[K][number] };

/** `counts`: it moves the counters of denials. */
export type Outcome = Record<"hard" | "headless" | "counts", boolean> & {
  behavior: "allow" | "deny" | "ask" | "abort";
  by: string;
  walls: null | "look" | "repo" | "work" | "fetch" | "host";
  unavailable: string | null;
};

/** Where two readings are possible, the one that stands. */
export const READINGS = {
  approvalInDontAsk: false, // §8 "never over a mode": dontAsk is one, too
  judgeLook: false, // §2, step 8: reading is proven "in every mode", "or inside `look`"; nothing there is judged
  judgedWithoutJudge: false, // open: `judge` on, but the mode has no classifier: are walls alone enough there?
  headlessOfflineCounts: false, // §2: step 10 stands behind the limits, and what it denies was an ask there
  hardAbortsHeadless: true, // §8: "in a headless run `abort`", whatever the deny
  abortSaysHeadless: true, // open: does an abort carry `headless: true`, or step 10's deny alone?
};

const NONE = { hard: false, headless: false, walls: null, counts: false, unavailable: null };
const out = (behavior: Outcome["behavior"], by: string, more?: Partial<Outcome>): Outcome => {
  return { behavior, by, ...NONE, ...more };
};

/** The road comes to a row: it throws there, or not. */
function reach(s: Situation, row: Situation["throwsAt"]): true {
  if (s.throwsAt === row) throw new Error(row);
  return true;
}

const isCommand = (s: Situation) => s.tool === "shell" || s.tool === "powershell";
const isJudged = (s: Situation) => s.judge && s.provider !== "offline";
const goesOnAt9 = (s: Situation) => s.askRule && s.mode === "auto" && s.askRules === "classify";
const wallOf = (s: Situation) => (s.walls === "host" ? "host" : /reads|plain/.test(s.reading) ? "look" : s.wallKind);

/** Walls could take this call, whatever the mode. §9: of Windows "none", so none for PowerShell. */
function containable(s: Situation): boolean {
  if (s.tool !== "shell" || s.walls === "none" || s.needs || s.losses || s.refusedBefore) return false;
  return s.walls === "host" || s.reading === "reads" || s.restorable; // §9: "`repo`, `work` and `fetch` run after a restore point"
}

/** Step 9: walls are enough. */
function walledAt9(s: Situation): Outcome | false {
  if (!containable(s) || s.topic === "hard" || goesOnAt9(s)) return false; // §2: an ask rule's call goes on to be judged
  if (s.classifyEdits && s.runsCode === "none") return false; // §5: "sends every edit to the classifier"
  if (s.walls === "host" && (s.runsCode !== "project" || s.ruleTouch === "unknownWord")) return false; // §9: "what only runs code"
  const by = wallOf(s) === "repo" ? "acceptEdits" : "contained"; // CORE §5: "Until `repo` lands, today's `edit` walls go on"
  return out("allow", by, { walls: wallOf(s) });
}

/** CORE §3: asks unless walls hold it; so no source may let it run bare. */
const neverBare = (s: Situation) => s.safetyCheck === "mention" || s.ruleTouch === "unknownWord";

/** The person is asked; where nobody is there the run ends. */
const askOrAbort = (s: Situation, by: string, more: Partial<Outcome>) =>
  out(s.headless ? "abort" : "ask", by, { ...more, headless: s.headless && READINGS.abortSaysHeadless });

/** §8: a counted deny, and what the limits make of it. */
function counted(s: Situation, deny: Outcome): Outcome {
  const atLimit = s.consecutive + 1 >= 3 || s.total + 1 >= 20;
  const stays = deny.hard && !(s.headless && READINGS.hardAbortsHeadless);
  return atLimit && !stays
    ? askOrAbort(s, "denialLimit", { counts: true, hard: deny.hard && s.headless })
    : { ...deny, counts: true };
}

function offline(s: Situation): Outcome {
  if (s.topic === "hard") return counted(s, out("deny", "offline", { hard: true }));
  if (s.headless && READINGS.headlessOfflineCounts) return counted(s, out("deny", "offline", { headless: true }));
  return out("ask", "offline");
}

/** §7: no key, no model, 401 or 404; CORE §5: without a model that is set up "walls are enough". */
const notSetUp = (s: Situation) =>
  s.ironGate === "managed" ? out("deny", "classifier", { unavailable: "auth" }) : walledAt9(s) || offline(s);

function classify(s: Situation): Outcome {
  if (s.provider === "offline") return offline(s);
  if (s.provider === "unset") return notSetUp(s);
  const block = out("deny", "classifier");
  if (s.firstUnparseable && s.stages === "fast") return counted(s, block);
  switch (s.verdict) {
    case "pass": // CORE §5: "judged **and** walled", whatever it was judged for
      return out("allow", "classifier", { walls: containable(s) ? wallOf(s) : null });
    case "block":
    case "unparseable": // open: does a deny for want of a readable verdict count? It has no `unavailable`: yes
      return counted(s, block);
    case "blockHard":
      return counted(s, { ...block, hard: true });
    case "notSetUp":
      return notSetUp(s);
    case "aborted":
      return { ...block, unavailable: "aborted" };
    case "too_long":
      return askOrAbort(s, "classifier", { unavailable: "too_long" });
    default:
      return out(s.ironGate === "open" ? "ask" : "deny", "classifier", { unavailable: s.verdict });
  }
}

type Step = (s: Situation) => Outcome | false;

const toolCheck: Step = (s) => reach(s, "toolCheck") && s.toolCheck && out("deny", "toolCheck");

const floor: Step = (s) => {
  const hard = s.floorSetting === "deny"; // open: is the ask, and the deny that step 10 makes of it, soft? Yes
  return reach(s, "floor") && s.floor && out(hard ? "deny" : "ask", "floor", { hard });
};

const reading: Step = (s) => {
  if (goesOnAt9(s) || !reach(s, "reading")) return false;
  if (s.reading === "reads") {
    const judged = READINGS.judgeLook && isJudged(s) && !(READINGS.judgedWithoutJudge && s.mode !== "auto");
    // SPEC §2, step 8: "inside `look`" is proof enough; a topic is not asked for
    if (s.walls !== "own" || judged || !containable(s)) return false;
    return out("allow", "readOnly", { walls: "look" });
  }
  if (s.reading === "none" || neverBare(s) || s.barred) return false;
  if (s.reading === "safe") return out("allow", "safeTool");
  if (s.tool === "powershell") return false; // open: with the flag on too? CORE §3: nothing is proven there
  const inLook = s.reading === "plain" && s.containPlain && s.walls === "own" && !s.refusedBefore;
  return out("allow", "readOnly", { walls: inLook ? "look" : null }); // open: bare if walls cannot take a plain one?
};

/** Walls of our own can be put around what a rule covers; else it goes on to the classifier or the person. */
const containsRule = (s: Situation) => !s.refusedBefore && s.restorable; // open: whatever it needs or loses? Yes

const planMode: Step = (s) => s.mode === "plan" && !reading(s) && out("deny", "planMode");

/** The road, in its order; each row knows what it decides by itself, not what stands before it. */
export const STEPS: Record<string, Step> = {
  denyRule: (s) => reach(s, "denyRule") && s.denyRule && out("deny", "denyRule", { hard: true }), // §8: nothing approves it
  approval(s) {
    if (!reach(s, "approval") || !s.approval) return false;
    const stop = toolCheck(s) || floor(s); // a floor that asks does not stop an approval
    if ((stop && stop.behavior === "deny") || planMode(s)) return false;
    if (s.mode === "dontAsk" && !READINGS.approvalInDontAsk) return false;
    const own = s.floor || s.needsPerson || s.safetyCheck === "found"; // §8 lists `safetyCheck`, whose own topics are hard
    if (s.topic === "hard" && !own) return false;
    // open: also over 3b, which §8's list of what can be approved leaves out? Taken as yes, the order says so
    return out("allow", "approval"); // open: does an approved call that runs code go into walls? Taken as none
  },
  toolCheck,
  floor,
  userInteraction: (s) => reach(s, "userInteraction") && s.needsPerson && out("ask", "userInteraction"),
  // §2: 3c never "by opacity", and a mention is not found: it asks at the end (`held`), where walls may hold it
  safetyCheck: (s) => reach(s, "safetyCheck") && s.safetyCheck === "found" && out("ask", "safetyCheck"),
  planMode,
  askRule(s) {
    reach(s, "askRule");
    if (s.ruleTouch === "mention") return out("ask", "askRule");
    return s.askRule && !goesOnAt9(s) && out("ask", "askRule"); // open: does 9 mean its fast paths and walls too? Proofs alone
  },
  // CORE §3: "not allowed bare, and asks unless walls hold it"
  bypassMode: (s) => s.mode === "bypassPermissions" && out(neverBare(s) ? "ask" : "allow", "bypassMode"),
  allowRule(s) {
    if (goesOnAt9(s) || !reach(s, "allowRule")) return false;
    const suspended = s.mode === "auto" && (s.allowRule === "dangerous" || (s.classifyAllShell && isCommand(s)));
    if (s.allowRule === "none" || suspended || s.criticalDelete || s.protectedPlace === "unnamed") return false;
    if (s.ruleFromProject && s.topic !== "none") return false;
    if (s.barred && s.allowRule !== "literal") return false; // CORE §3: "a rule that ends in a wildcard over code"
    const whole = s.allowRule === "dangerous" && !s.takenApart; // CORE §3: "what the reader cannot take apart is not covered"
    if (whole && (s.tool !== "shell" || s.walls !== "own" || (s.runsCode === "none" && (s.needs || s.losses))))
      return false;
    if ((whole || s.runsCode !== "none") && s.tool === "shell" && s.walls !== "none" && !s.ruleFree) {
      if (s.walls === "own") return containsRule(s) && out("allow", "allowRule", { walls: "work" });
      return s.runsCode === "project" && s.safetyCheck !== "mention" && out("allow", "allowRule", { walls: "host" });
    }
    // §4: "where there are none, a rule does not cover" it; a host's sandbox keeps nothing from what the session wrote
    if (s.runsCode === "session" && (s.walls !== "own" || s.tool !== "shell")) return false;
    return !neverBare(s) && out("allow", "allowRule");
  },
  reading,
  dontAskMode: (s) => s.mode === "dontAsk" && out("deny", "dontAskMode"),
  powershell: (s) => s.mode === "auto" && s.tool === "powershell" && !s.powershellOn && out("ask", "powershell"),
  acceptEdits(s) {
    if ((s.mode !== "auto" && s.mode !== "acceptEdits") || !reach(s, "acceptEdits")) return false;
    if (s.tool === "agent") return false;
    if (s.classifyEdits) return false; // §5: "sends every edit to the classifier"; where none is, the person is asked
    return s.editProof && s.tool !== "powershell" && !neverBare(s) && !s.barred && out("allow", "acceptEdits");
  },
  notRelevant(s) {
    if (s.mode !== "auto" || !reach(s, "notRelevant")) return false;
    return s.notRelevant && !neverBare(s) && out("allow", "notRelevant");
  },
  contained(s) {
    if ((s.mode !== "auto" && s.mode !== "acceptEdits") || !reach(s, "contained")) return false;
    return !(isJudged(s) && !(READINGS.judgedWithoutJudge && s.mode === "acceptEdits")) && walledAt9(s);
  },
  held: (s) =>
    s.mode === "auto" && neverBare(s) && out("ask", s.ruleTouch === "unknownWord" ? "askRule" : "safetyCheck"),
  deniedBefore(s) {
    if (s.mode !== "auto" || !reach(s, "deniedBefore") || s.deniedBefore === "none") return false;
    return counted(s, out("deny", "deniedBefore", { hard: s.deniedBefore === "hard" }));
  },
  classifier: (s) => s.mode === "auto" && reach(s, "classifier") && classify(s),
  prompt: (s) => (s.mode === "default" || s.mode === "acceptEdits") && out("ask", "prompt"),
};

/** The first step that decides wins; a step that throws denies; an ask that nobody can answer denies (step 10). */
export function decideByModel(s: Situation): Outcome {
  try {
    for (const step of Object.values(STEPS)) {
      const decided = step(s);
      if (!decided) continue;
      const nobody = s.headless || s.mode === "dontAsk";
      return decided.behavior === "ask" && nobody ? { ...decided, behavior: "deny", headless: true } : decided;
    }
    return out("deny", "error");
  } catch {
    return out("deny", "error");
  }
}

/** Which steps would decide this situation, each by itself: for counting pairs of steps. */
export function stepsOf(s: Situation): string[] {
  const calm: Situation = { ...s, throwsAt: "none" };
  return Object.keys(STEPS).filter((name) => STEPS[name]?.(calm));
}

export function isPossible(s: Situation): boolean {
  const command = isCommand(s);
  const proven = s.editProof || (s.reading !== "none" && s.reading !== "reads");
  if (s.reading === "safe" ? s.tool !== "other" : s.reading !== "none" && !command) return false;
  if ((s.editProof && s.tool === "other") || (s.notRelevant && (command || s.tool === "edit"))) return false;
  if (!command && (s.runsCode !== "none" || s.ruleTouch === "unknownWord" || s.barred || s.refusedBefore)) return false;
  if (proven && (s.runsCode !== "none" || s.ruleTouch === "unknownWord" || s.barred)) return false;
  if (s.reading === "reads" && s.tool === "powershell") return false; // rows are the core's, of the shell
  if (s.safetyCheck === "mention" && s.reading !== "none") return false; // it could not write
  if (s.allowRule === "none" && (s.ruleFree || s.ruleFromProject || s.protectedPlace === "named")) return false;
  if ((s.approval && s.deniedBefore === "hard") || (s.firstUnparseable && s.provider !== "model")) return false;
  return (!s.refusedBefore || s.walls !== "none") && s.consecutive <= s.total;
}
