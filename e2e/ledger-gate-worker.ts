/**
 * For `ledger-gate.test.ts`: a process that judges through the whole gate, with the ledger as its memory and a model that blocks
 * everything. `STATE ROOT COUNT`; prints one decision a line as it is returned.
 */
import { writeSync } from "node:fs";
import type { Classifier } from "../src/index.ts";
import { createGate, ledgerStore } from "../src/index.ts";

const [, , stateDir = "", root = "", count = "1"] = process.argv;

const blocking: Classifier = {
  classify: async () => ({
    block: "yes",
    label: null,
    reason: "Never.",
    clearsWhen: null,
    hard: false,
    model: "fake",
    usage: null,
    costUsd: null,
    stage: "fast",
  }),
};

const gate = createGate({ store: ledgerStore({ stateDir }), projectRoot: root, classifier: blocking });
for (let n = 0; n < Number(count); n += 1) {
  const command = n % 10 === 5 ? "deploy approved" : `deploy ${process.pid} ${n}`;
  const { id, behavior, by } = await gate.check({ tool: "Bash", input: { command }, cwd: root, session: "s1" });
  writeSync(1, `${JSON.stringify({ id, behavior, by })}\n`);
}
