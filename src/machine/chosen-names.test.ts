import { describe, expect, test } from "vitest";
import { chooser } from "./chosen-names.ts";

const SECRET = "/p/infra/certs/server.key";

describe("what filters of a search may choose", () => {
  test.each([
    [[]],
    [["*"]],
    [["**"]],
    [["*.key"]],
    [["*.{pem,key}"]],
    [["server*"]],
    [["infra/**"]],
    [["certs"]],
    [["/infra/"]],
    [["./infra/*"]],
    [["**/certs/*.KEY"]],
    [["!src"]],
    [["*.ts", "*.key"]],
    [["server.[!x]ey"]],
    [["+(server).key"]],
    [["s\\erver.key"]],
    [["{".repeat(3)]],
    [["s*e*r*v*e*r*k*z*"]],
  ])("%j", (filters) => {
    expect(chooser(filters)(SECRET)).toBe(true);
  });

  test.each([
    [["*.ts"]],
    [["*.{ts,tsx}"]],
    [["src/**"]],
    [["*_test.go"]],
    [["README*"]],
    [["*.[ch]", "!x"]],
    [["erver.key"]],
  ])("%j surely not", (filters) => {
    expect(chooser(filters)(SECRET)).toBe(false);
  });
});
