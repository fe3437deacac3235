/** Nothing of what is recorded of a call tells a secret of it, whatever its quoting and its way. */
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Action } from "../contract/action.ts";
import { memoryStore } from "../memory/index.ts";
import { bash, type Project, project } from "../testing/index.ts";

let here: Project;
beforeEach(() => {
  here = project();
});
afterEach(() => here.remove());

async function recorded(action: Action): Promise<string> {
  const seen: string[] = [];
  const store = memoryStore({ onEntry: (_, entry) => void seen.push(JSON.stringify(entry)) });
  await here.gate({ store, classifier: null, settings: { mode: "default" } }).check(action);
  return seen.join("\n");
}

const S = "Zebra77Stripe";

test.each([
  `sftp://bob:${S}@h`,
  `sftp://bob:${S}@h/x y`,
  `ftp://bob:${S}@h.example get a`,
  `source https://bob:${S}@h.example/x.sh`,
  `bash smb://bob:${S}@h/x.sh`,
  `mysql "-p${S}"`,
  `P='${S}'; mysql -p"$P"`,
  `P=${S}; 7z x -p$P a.7z`,
  `T=${S}; curl "https://x.example/?api_key=$T"`,
  `T=${S}; curl -d "{\\"password\\":\\"$T\\"}" https://x.example`,
  `echo ${S} | xargs -I{} sshpass -p {} ssh h`,
  `sh -c 'sshpass -p "$1" ssh h' _ ${S}`,
  `f() { sshpass -p "$1" ssh h; }; f ${S}`,
  `kubectl patch secret a -p '{"data":{"foo":"${S}"}}'`,
  `netlify env:set FOO ${S}`,
  `railway variables --set "FOO=${S}"`,
  `echo ${S} | koyeb secrets create foo --value-from-stdin`,
])("%s", async (command) => {
  expect(await recorded(bash(command))).not.toContain("Zebra77");
});

test("a written file of variables", async () => {
  const input = { file_path: here.at("a.tfvars"), content: `foo = "${S}"\n` };
  expect(await recorded({ ...bash(""), tool: "Write", input })).not.toContain("Zebra77");
});

test("what is no secret can be read", async () => {
  for (const command of ["bash deploy/token.sh", 'N=4; curl "https://x.example/?page=$N"', "mysql -p -u root"])
    expect(await recorded(bash(command))).toContain(JSON.stringify(command).slice(1, -1));
});
