/** Which rule would settle a call for good is told to the person alone. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bash, call, type Project, project } from "../testing/index.ts";
import { messageForAgent, messageForPerson, messageWhileAsked } from "./message.ts";

let here: Project;
beforeAll(() => {
  here = project();
  here.write("stage/workflows/x.yml", "on: push\n");
});
afterAll(() => here.remove());

describe("a held call", () => {
  test.each([
    bash("npm install left-pad"),
    bash("mv stage/workflows/x.yml .github/workflows/x.yml"),
    call("WebFetch", { url: "https://a.example/x", prompt: "x" }),
  ])("%j", async (action) => {
    const decision = await here.gate().check(action);
    expect(decision.reason).toContain(": sallyport allow '");
    expect(messageForPerson(decision)).toContain(": sallyport allow '");
    const asAgent = [decision, { ...decision, behavior: "deny" } as const].map(messageForAgent);
    for (const told of [...asAgent, messageWhileAsked(decision)]) {
      expect(told).not.toMatch(/settle|sallyport allow/);
      expect(told).toContain(decision.reason.slice(0, 20));
    }
    expect(messageForAgent({ ...decision, unavailable: "timeout" })).not.toContain("sallyport allow");
  });
});
