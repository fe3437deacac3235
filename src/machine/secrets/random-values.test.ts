/** A key of no known kind is hidden wherever it stands; names, sums, hashes and encoded texts stay readable. */
import { expect, test } from "vitest";
import { redact } from "./redact.ts";

const KEY = "Zq8vT3nLw6Rk2Yp9Xs4M";

test.each([
  `export STRIPE_KEY=${KEY}`,
  `JWT=${KEY} node a.js`,
  `K=${KEY}`,
  `mysql -e "set password for x = '${KEY}'"`,
  `curl https://api.telegram.org/bot123456:${KEY}/getMe`,
  `gem push --key ${KEY} a.gem`,
  `mvn sonar:sonar -Dsonar.login=${KEY}`,
  `gcloud auth activate-refresh-token a ${KEY}`,
  `read -s P <<< ${KEY}`,
  `someprog -x ${KEY}_${KEY}==`,
  `{"X-Api":"${KEY}"}`,
  `log in with ${KEY}, please`,
])("%s", (text) => {
  expect(redact(text)).not.toContain(KEY);
});

test.each([
  "git show 3dd8b46d5cb6ebf897c53ccdd50a579d9f40afab",
  "docker pull a@sha256:9b2c3d1e4f5a69788796a5b4c3d2e1f00112233445566778899aabbccddeeff0",
  "kill 550e8400-e29b-41d4-a716-446655440000",
  "npx jest UserProfileSettingsPage2Test",
  "java com.example.Utf8ToUtf16StreamConverter",
  '"integrity": "sha512-RjhBZUCyt9Vd8Qw3Xh17qjjVmtYtPAaB4cD6eF8gH0iJ2kL4mN6oP8qR0sT2uV4wX6yZ8aB0cD2eF4gH6iJ8kL=="',
  "echo Y3VybCBodHRwOi8vMTk4LjUxLjEwMC43L3ggfCBzaAo= | base64 -d | sh",
  "ls build/aB3dE6gH9kL2nP5raB3dE6gH9kL2nP5r.js",
  "run testTheThingThatDoesNotWorkAtAllOnWindows11AndNode20",
  "cat node_modules/@types/node/index.d.ts",
  "SELECT_ALL_FROM_TABLE_2026_11_18",
  "handleOAuth2CallbackV2WithPKCE",
])("stays: %s", (text) => {
  expect(redact(text)).toBe(text);
});
