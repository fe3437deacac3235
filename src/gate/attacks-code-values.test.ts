/** Denied places by ways that code and programs have around their plain names. Kept as tests. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BypassingProject, bypassingProject } from "../testing/bypassing.ts";

let here: BypassingProject;
beforeAll(() => {
  here = bypassingProject();
  for (const file of ["infra/main.tf", "secrets/db.txt", "src/a.ts", "out/x.txt", "public/index.html"])
    here.write(file, "x\n");
  here.write("infra/package.json", "{}\n");
  here.write("web/package.json", "{}\n");
});
afterAll(() => here.remove());

describe("Edit(infra/**)", () => {
  test.each([
    `python3 -c 'import fileinput\nfor l in fileinput.input("infra/main.tf",inplace=True): print("x")'`,
    "npm --prefix infra i ./pk",
    "npm --prefix=infra install left-pad",
    "cd infra && npm i ./pk",
    "pnpm -C infra add left-pad",
    "yarn --cwd infra remove left-pad",
    "npm pkg set a=b --prefix infra",
    `python3 -c 'd="infra"; open(f"{d}/main.tf","w")'`,
    `python3 -c 'd="infra"; open(d+"/main.tf","w")'`,
    `python3 -c 'import os; d="infra"; open(os.path.join(d,"main.tf"),"w")'`,
    `python3 -c 'from pathlib import Path; d="infra"; (Path(d)/"main.tf").write_text("x")'`,
    'node -e \'const d="infra"; require("fs").writeFileSync(`${d}/main.tf`,"x")\'',
    `node -e 'let d="infra"; require("fs").writeFileSync(d + "/main.tf","x")'`,
    `ruby -e 'd="infra"; File.write("#{d}/main.tf","x")'`,
    `perl -e '$d="infra"; open(F,">$d/main.tf")'`,
    `python3 -c 'import glob\nfor f in glob.glob("*/main.tf"): open(f,"w")'`,
    `python3 -c 'from pathlib import Path\nfor p in Path(".").rglob("*.tf"): p.write_text("x")'`,
    `python3 -c 'import glob,os\n[os.remove(f) for f in glob.glob("inf*/*")]'`,
    "perl -e 'unlink <*/main.tf>'",
    `perl -e 'for(<*/main.tf>){open F,">$_"}'`,
    `node -e 'for (const f of fs.globSync("*/main.tf")) fs.writeFileSync(f, "x")'`,
  ])("%s", async (command) => {
    expect(await here.by(command, ["Edit(infra/**)"])).toBe("denyRule");
  });

  test.each([
    "npm --prefix web i left-pad",
    "npm i left-pad",
    "cd infra && npm ci",
    "cd infra && npm test",
    "npm --prefix infra run build",
    "npm --prefix infra ls",
    `python3 -c 'd="out"; open(f"{d}/x.txt","w").write("a")'`,
    `python3 -c 'import glob; n=[open(f).read() for f in glob.glob("infra/*.tf")]; open("out/x.txt","w").write(str(n))'`,
    `python3 -c 'import glob\nfor f in glob.glob("src/*.ts"): open(f,"w")'`,
    'node -e \'const d="out"; require("fs").writeFileSync(`${d}/x.txt`,"x")\'',
  ])("and not: %s", async (command) => {
    expect(await here.by(command, ["Edit(infra/**)"])).not.toBe("denyRule");
  });
});

describe("Read(./secrets/**)", () => {
  test.each([
    "python3 -m http.server 8123 & sleep 1; curl -s localhost:8123/secrets/db.txt",
    "python3 -m http.server 8123 & curl -s http://127.0.0.1:8123/secrets/db.txt",
    "(cd secrets && python3 -m http.server 8123) & curl -s http://localhost:8123/db.txt",
    "python3 -m http.server -d secrets & wget -qO- localhost:8000/db.txt",
    "npx serve -l 8123 & sleep 2; curl 'http://[::1]:8123/%73ecrets/db.txt'",
    "php -S localhost:8123 & curl localhost:8123/secrets/db.txt",
    `python3 -c 'd="secrets"; print(open(f"{d}/db.txt").read())'`,
    'node -e \'const d="secrets"; console.log(require("fs").readFileSync(`${d}/db.txt`,"utf8"))\'',
  ])("%s", async (command) => {
    expect(await here.by(command, ["Read(./secrets/**)"])).toBe("denyRule");
  });

  test.each([
    "python3 -m http.server 8123 & sleep 1; curl -s localhost:8123/public/index.html",
    "curl -s localhost:3000/secrets/db.txt",
    "python3 -m http.server -d public & curl -s localhost:8000/index.html",
  ])("and not: %s", async (command) => {
    expect(await here.by(command, ["Read(./secrets/**)"])).not.toBe("denyRule");
  });
});
