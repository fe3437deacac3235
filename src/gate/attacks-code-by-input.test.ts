/** Words behind the dash of an interpreter that reads its code from the input are what the code is given. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BypassingProject, bypassingProject } from "../testing/bypassing.ts";

let here: BypassingProject;
beforeAll(() => {
  here = bypassingProject();
  here.write("infra/main.tf", "x\n");
});
afterAll(() => here.remove());

const PYTHON = "import sys\nopen(sys.argv[1],'w').write('x')";
const NODE = "require('fs').writeFileSync(process.argv[2],'x')";

describe("what is given behind the dash", () => {
  test.each([
    `python3 - infra/main.tf <<'EOF'\n${PYTHON}\nEOF`,
    `python3 - <<'EOF' infra/main.tf\n${PYTHON}\nEOF`,
    `cat <<'EOF' | python3 - infra/main.tf\n${PYTHON}\nEOF`,
    `node - infra/main.tf <<'EOF'\n${NODE}\nEOF`,
    `python3 - infra/main.tf <<< "${PYTHON.replace("\n", ";")}"`,
  ])("Edit(./infra/**): %j", async (command) => {
    expect(await here.by(command, ["Edit(./infra/**)"])).toBe("denyRule");
  });

  test.each([
    `python3 - ~/.claude/settings.json <<'EOF'\n${PYTHON}\nEOF`,
    `cd ~ && python3 - .claude/settings.json <<'EOF'\n${PYTHON}\nEOF`,
    `node - ~/.claude/settings.json <<'EOF'\n${NODE}\nEOF`,
  ])("3c: %j", async (command) => {
    expect(await here.by(command)).toBe("safetyCheck");
  });

  test.each([
    "python3 - ~ <<'EOF'\nimport sys, shutil\nshutil.rmtree(sys.argv[1])\nEOF",
    "node - ~ <<'EOF'\nrequire('fs').rmSync(process.argv[2], {recursive: true})\nEOF",
    "python3 - /dev/sda <<'EOF'\nimport sys\nopen(sys.argv[1],'wb').write(b'0')\nEOF",
  ])("floor: %j", async (command) => {
    expect(await here.by(command)).toBe("floor");
  });

  test.each([
    "python3 - README.md <<'EOF'\nimport sys\nprint(open(sys.argv[1]).read())\nEOF",
    "python3 - src out <<'EOF'\nimport sys\nprint(sys.argv)\nEOF",
  ])("left alone: %j", async (command) => {
    expect(await here.by(command, ["Edit(./infra/**)"])).toBe("bypassMode");
  });
});
