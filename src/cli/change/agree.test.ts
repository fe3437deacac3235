import { expect, test } from "vitest";
import { shortenRepeated } from "./agree.ts";

test("a hook's line is shown once, and how often it stands again is said", () => {
  const line = '+        "command": "/usr/bin/env -i SALLYPORT_HOOK=codex a \\"b\\""';
  const other = '+        "command": "/usr/bin/env -i SALLYPORT_HOOK=codex tell"';
  expect(shortenRepeated(["+ a", line, "+ b", line, other, line])).toEqual([
    ...["+ a", line, "+ b", '+        "command": … the line shown above, again', other],
    ...['+        "command": … the line shown above, again', "  (the same line for 2 more events)"],
  ]);
  expect(shortenRepeated(["+ a", "+ a"])).toEqual(["+ a", "+ a"]);
});
