import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { defineConfig } from "vitest/config";
import "./src/testing/own-environment.ts";
import { closingReporter } from "./src/testing/closing-reporter.ts";

/** `import text from "./file" with { type: "text" }`, as the bundler does it. */
const TEXT = "\0text:";
const textFiles = {
  name: "text-files",
  enforce: "pre" as const,
  resolveId: (source: string, importer: string | undefined) =>
    /\.(?:md|css|sh|client\.js)$/.test(source) && importer !== undefined
      ? `${TEXT}${resolve(dirname(importer), source)}.js`
      : undefined,
  load: (id: string) =>
    id.startsWith(TEXT)
      ? `export default ${JSON.stringify(readFileSync(id.slice(TEXT.length, -".js".length), "utf8"))};`
      : undefined,
};

/** Rooms of rows on texts and throw-away folders: their tests change nothing of their process, so that a worker loads the code once. */
const ROOMS = "contract core machine rules programs watch policy gate judge memory app evidence hosts cli".split(" ");
const SHARED = [`src/{${ROOMS.join(",")}}/**/*.test.ts`];
/** But these do, or look at what a process loads. */
const ALONE = [
  "src/judge/providers/{network,command,lazy}.test.ts",
  "src/judge/providers/agents/*.test.ts",
  "src/hosts/doors.test.ts",
  "src/cli/{rules/saved,terminal/io,every-command}.test.ts",
];
const OTHERS = [`src/!(${ROOMS.join("|")})/**/*.test.ts`, "src/*.test.ts", "{bench,corpus}/**/*.test.ts"];
/** What `npm run test:all` adds to `npm test`: built programs, browsers, agents, processes that are killed, walls in depth. */
const DEEP = [
  "e2e/**/*.test.ts",
  "src/contain/{plan/around,escapes}.test.ts",
  "src/core/programs/referee.test.ts",
  "src/evidence/pages/pages.test.ts",
  "src/contain/ticket/{host,sweep}.test.ts",
  "src/service/index-store/heal.test.ts",
  "src/memory/stores/file/{processes,verify,many-sessions,powerloss}.test.ts",
];

/** The examples import the package, as whoever has installed it does. */
const alias = [
  { find: /^sallyport$/, replacement: resolve("src/index.ts") },
  { find: /^sallyport\/sdk$/, replacement: resolve("src/hosts/sdk/index.ts") },
];

export default defineConfig({
  plugins: [textFiles],
  resolve: { alias },
  test: {
    projects: [
      { extends: true, test: { name: "shared", include: SHARED, exclude: [...ALONE, ...DEEP], isolate: false } },
      {
        extends: true,
        test: {
          name: "alone",
          include: [...ALONE, ...OTHERS],
          exclude: DEEP,
        },
      },
      { extends: true, test: { name: "deep", include: DEEP, globalSetup: ["src/testing/unpack-browser.ts"] } },
    ],
    setupFiles: ["src/testing/seed.ts"],
    reporters: ["default", closingReporter],
    // Most of the long tests wait for programs they started.
    maxWorkers: "100%",
    // Only what hangs is ended: a busy machine is slow, and no test is timed.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
