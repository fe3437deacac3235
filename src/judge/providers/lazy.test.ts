import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

/** Each costs tens to hundreds of milliseconds to load: only a call to a model, or a refresh of flags, may. */
const HEAVY = [
  "@anthropic-ai/sdk",
  "@anthropic-ai/bedrock-sdk",
  "@anthropic-ai/vertex-sdk",
  "openai",
  "@openfeature/server-sdk",
  "@openfeature/growthbook-provider",
];

const source = fileURLToPath(new URL("../..", import.meta.url));
const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter(
  (name) => name.endsWith(".ts") && !name.endsWith(".test.ts"),
);

test.each(HEAVY)("%s is imported by those who call it, when they call", (name) => {
  const uses = files.flatMap((file) =>
    readFileSync(`${source}${file}`, "utf8")
      .split("\n")
      .filter((line) => line.includes(`"${name}"`) && /\b(?:import|from|require)\b/.test(line))
      .map((line) => ({ file, line: line.trim() })),
  );
  expect(uses.length).toBeGreaterThan(0);
  for (const { file, line } of uses) expect(`${file}: ${line}`).toMatch(/import\("|: import type /);
});
