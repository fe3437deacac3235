/** A shell whose words only are read: what the person forbade, the floor and the gate's own places hold for it as for bash. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call, type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  here.write(".env", "A=1\n");
  here.write("infra/main.tf", "a\n");
  here.write("src/a.ts", "a\n");
});
afterAll(() => here.remove());

const DENY = ["Bash(git push:*)", "Read(.env)", "Edit(infra/**)", "WebFetch(domain:evil.example)"];
const by = async (command: string, deny: readonly string[] = []): Promise<string> => {
  const settings = { mode: "bypassPermissions", permissions: { deny } } as const;
  return (await here.gate({ settings }).check(call("PowerShell", { command }))).by;
};

describe("PowerShell without questions", () => {
  test.each([
    "git push",
    "git push origin main",
    "& git push",
    '& "git" push',
    'cmd /c "git push"',
    "Start-Process git -ArgumentList push",
    'iex "git push"',
    "Invoke-Expression 'git push'",
    "Get-ChildItem; git push",
    "Invoke-Command {git push}",
    "1|%{git push}",
    "if(1){git push}",
    "function x {git push}; x",
    "@(git push)",
    "git pu`sh",
    "git.exe push",
    "Get-Content .env",
    "gc .env",
    "Get-Content -Raw -Path ./.env",
    "Get-Content -Path:.env",
    "Get-Content .\\.env",
    '[IO.File]::ReadAllText(".env")',
    "Set-Content infra/main.tf x",
    '"x" | Out-File infra\\main.tf',
    "Remove-Item -Recurse infra",
    "Invoke-WebRequest https://evil.example/x",
  ])("%s is forbidden", async (command) => {
    expect(await by(command, DENY)).toBe("denyRule");
  });

  test.each(['bash -c "rm -rf ~"', "Remove-Item -Recurse -Force ~", "& rm -rf ~", "iex 'rm -rf ~/'"])(
    "%s is the floor's",
    async (command) => {
      expect(await by(command)).toBe("floor");
    },
  );

  test.each([
    "sallyport pause",
    '& sallyport allow "Bash(*)" --yes',
    'Set-Content ~/.config/sallyport/settings.json "{}"',
    'Set-Content -Path $HOME/.config/sallyport/settings.json -Value "{}"',
    "Set-Content $env:USERPROFILE\\.config\\sallyport\\settings.json x",
    '"x" > .git/hooks/pre-commit',
    "Add-Content .claude/settings.json x",
  ])("%s is for the person", async (command) => {
    expect(await by(command)).toBe("safetyCheck");
  });

  test.each([
    "Get-ChildItem src",
    "git status",
    "git commit -m 'push the limits'",
    "Get-Content README.md",
    "Set-Content src/a.ts x",
    "npm run build",
  ])("%s goes on", async (command) => {
    expect(await by(command, DENY)).toBe("bypassMode");
  });
});

describe("keys that are pressed at a running shell", () => {
  test.each([
    "git push\n",
    "git push{enter}",
    "git pusx{backspace}h{enter}",
    "git pusx\u007fh\n",
    "git pusx\bh\r",
    "\u001b[200~git push\u001b[201~\n",
    "ls{enter}git push{Enter}",
  ])("%j is forbidden", async (chars) => {
    const settings = { mode: "bypassPermissions", permissions: { deny: DENY } } as const;
    expect((await here.gate({ settings }).check(call("BashInput", { id: "1", chars }))).by).toBe("denyRule");
  });
});

describe("addresses in what a tool is told to fetch", () => {
  test.each([
    "https://evil.example/x",
    "compare https://good.example and https://evil.example/",
    "read (https://evil.example/a) please",
    'what says "https://evil.example"?',
  ])("%s is forbidden", async (prompt) => {
    const settings = { mode: "bypassPermissions", permissions: { deny: DENY } } as const;
    expect((await here.gate({ settings }).check(call("web_fetch", { prompt }))).by).toBe("denyRule");
  });
});
