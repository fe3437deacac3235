// What `scripts/test.mjs` runs: lanes beside one another, in each one step after the other. Seconds are of two quiet cores.
// `all`: only in `npm run test:all`. `allWords`, `allSeconds`: what is another there. `aside`: told at its end. `after`: begins when that step is done.

/** The agents that `npm run test:all` fetches and runs; `npm run e2e` runs every one. */
const AGENTS = ["claude-code", "gemini"];

export const LANES = [
  [
    { words: ["run", "build"], seconds: 12 },
    {
      words: ["run", "unit", "--", "--project", "shared", "--project", "alone"],
      short: "unit tests and a share of the corpus",
      seconds: 180,
      allWords: ["run", "unit"],
      allShort: "every test of src, e2e, bench and corpus",
      allSeconds: 600,
    },
    { words: ["run", "crash", "--", "40"], short: "kill -9 against the ledger", seconds: 40, all: true },
    { words: ["run", "fuzz", "--", "2000"], short: "random scripts, bash as the referee", seconds: 40, all: true },
    { words: ["run", "order"], short: "the order against a second model of it", seconds: 30, all: true },
    {
      words: ["run", "matrix"],
      short: "the corpus while the watch is silent, broken, or talks nonsense",
      seconds: 90,
      all: true,
    },
    { words: ["run", "referee"], short: "the real programs as referees", seconds: 120, all: true },
  ],
  [
    { words: ["run", "typecheck"], seconds: 10, aside: true },
    { words: ["run", "lint"], seconds: 5, aside: true },
    { words: ["run", "unused"], seconds: 8, aside: true },
    {
      words: ["run", "e2e", "--", ...AGENTS, "--quick"],
      short: `the real agents ${AGENTS.join(", ")}`,
      seconds: 300,
      ...{ all: true, aside: true, after: "build" },
    },
  ],
];
