import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "e2e/**/*.test.ts", "bench/**/*.test.ts"],
    setupFiles: ["src/testing/seed.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
