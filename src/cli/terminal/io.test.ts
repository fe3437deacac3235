import { expect, test, vi } from "vitest";
import { processIo } from "./io.ts";

test("a directory that is gone is named in a sentence", () => {
  const out = { write: () => {}, isTTY: false, columns: 80 };
  const gone = vi.spyOn(process, "cwd").mockImplementation(() => {
    throw Object.assign(new Error("ENOENT: no such file or directory, uv_cwd"), { code: "ENOENT" });
  });
  vi.stubEnv("PWD", "/old/place");
  try {
    expect(() => processIo({ stdout: out, stderr: out, exit: () => {} })).toThrow(
      /^the directory it was started in \(\/old\/place\) is gone or cannot be read\./,
    );
  } finally {
    gone.mockRestore();
    vi.unstubAllEnvs();
  }
});
