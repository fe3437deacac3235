/** Denied places that code finds by a pattern and hands on at once, without a name for them. Kept as tests. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BypassingProject, bypassingProject } from "../testing/bypassing.ts";

let here: BypassingProject;
beforeAll(() => {
  here = bypassingProject();
  for (const file of ["infra/main.tf", "secrets/db.txt", "src/a.ts", "src/b.ts", "out/x.txt"]) here.write(file, "x\n");
});
afterAll(() => here.remove());

describe("Edit(infra/**)", () => {
  test.each([
    `python3 -c 'import glob;open(glob.glob("*/main.tf")[0],"w")'`,
    `python3 -c 'import glob;open(glob.glob("*/main.tf").pop(),"w")'`,
    `python3 -c 'import glob;open(next(glob.iglob("*/main.tf")),"w")'`,
    `python3 -c 'import glob;open(sorted(glob.glob("*/main.tf"))[-1],mode="w")'`,
    `python3 -c 'import glob;open(*glob.glob("*/main.tf"),"w")'`,
    `python3 -c 'import glob,shutil;shutil.copy("src/a.ts",glob.glob("*/main.tf")[0])'`,
    `python3 -c 'import glob,shutil;shutil.move("src/a.ts",min(glob.glob("*/main.tf"),key=len))'`,
    `python3 -c 'import glob,os;os.truncate(glob.glob("*/main.tf")[0],0)'`,
    `python3 -c 'import glob,os;os.replace("src/a.ts",glob.glob("*/main.tf")[0])'`,
    `python3 -c 'import glob,os;os.rename("src/a.ts",str(glob.glob("*/main.tf")[0]))'`,
    `python3 -c 'from glob import glob as g;open(g("*/main.tf")[0],"w")'`,
    `python3 -c 'from pathlib import Path;open(list(Path(".").glob("*/main.tf"))[0],"w")'`,
    `python3 -c 'from pathlib import Path;list(Path(".").glob("*/main.tf"))[0].write_text("")'`,
    `python3 -c 'import glob,os;list(map(os.remove,glob.glob("*/main.tf")))'`,
    `python3 -c 'import os,fnmatch;open([os.path.join(d,f) for d,_,n in os.walk(".") for f in n if fnmatch.fnmatch(f,"main.*")][0],"w")'`,
    `python3 -c 'import glob;open([f for f in glob.glob("*/main.tf")][0],"w")'`,
    `node -e 'fs.writeFileSync(fs.globSync("*/main.tf")[0],"")'`,
    `node -e 'require("fs").writeFileSync(require("fs").globSync("*/main.tf")[0],"")'`,
    `node -e 'const fs=require("node:fs");fs.truncateSync(fs.globSync("*/main.tf").at(0))'`,
    `node -e 'fs.copyFileSync("src/a.ts",[...fs.globSync("*/main.tf")][0])'`,
    `node -e 'fs.globSync("*/main.tf").forEach(fs.unlinkSync)'`,
    `node -e 'fs.createWriteStream(fs.globSync("*/main.tf")[0])'`,
    `ruby -e 'File.write(Dir["*/main.tf"][0],"")'`,
    `ruby -e 'File.write(Dir.glob("*/main.tf").first,"")'`,
    `ruby -e 'File.open(Dir["*/main.tf"].first,"w"){}'`,
    `ruby -e 'File.truncate(Dir["*/main.tf"][0],0)'`,
    `ruby -rfileutils -e 'FileUtils.cp("src/a.ts",Dir["*/main.tf"][0])'`,
    `ruby -e 'File.delete(*Dir["*/main.tf"])'`,
    `ruby -e 'Dir["*/main.tf"].each(&File.method(:delete))'`,
    `perl -e 'open(F,">",(glob "*/main.tf")[0])'`,
    `perl -e 'open F,">".(glob("*/main.tf"))[0]'`,
    `perl -e 'truncate((glob "*/main.tf")[0],0)'`,
    `perl -MFile::Copy -e 'copy("src/a.ts",(glob "*/main.tf")[0])'`,
    `perl -e 'open(F,">",(<*/main.tf>)[0])'`,
    `php -r 'file_put_contents(glob("*/main.tf")[0],"");'`,
    `php -r 'fopen(glob("*/main.tf")[0],"w");'`,
    `php -r 'copy("src/a.ts",current(glob("*/main.tf")));'`,
    `php -r 'array_map("unlink",glob("*/main.tf"));'`,
    `deno eval 'Deno.writeTextFileSync([...expandGlobSync("*/main.tf")][0].path,"")'`,
    `bun -e 'Bun.write([...new Bun.Glob("*/main.tf").scanSync()][0],"")'`,
    `python3 -c 'import glob;p="*/main.tf";open(glob.glob(p)[0],"w")'`,
    `python3 -c 'import glob,os;os.close(os.open(glob.glob("*/main.tf")[0],os.O_WRONLY|os.O_TRUNC))'`,
    `python3 -c 'import glob,pathlib;pathlib.Path(glob.glob("*/main.tf")[0]).write_bytes(b"")'`,
    `python3 -c 'import glob,random;open(random.choice(glob.glob("*/main.tf")),"r+").truncate()'`,
    `python3 -c 'import os;os.chdir("infra");open(os.listdir()[0],"w")'`,
    `python3 -c 'import os;open(os.scandir("infra").__next__().path,"w")'`,
    `python3 -c 'import os;open("infra/"+os.listdir("infra")[0],"w")'`,
    `python3 -c 'from pathlib import Path;next(Path("infra").iterdir()).write_text("")'`,
    `python3 -c 'from pathlib import Path;open(next(Path("infra").iterdir()),"w")'`,
    `node -e 'process.chdir("infra");fs.writeFileSync(fs.readdirSync(".")[0],"")'`,
    `node -e 'fs.writeFileSync("infra/"+fs.readdirSync("infra")[0],"")'`,
    `node -e '(async()=>{await fs.promises.writeFile((await Array.fromAsync(fs.promises.glob("*/main.tf")))[0],"")})()'`,
    `node -e 'Promise.all(fs.globSync("*/main.tf").map(f=>fs.promises.unlink(f)))'`,
    `node -e 'Promise.all(fs.globSync("*/main.tf").map(fs.promises.unlink))'`,
    `lua -e 'io.open(glob("*/main.tf")[1],"w")'`,
  ])("%s", async (command) => {
    expect(await here.by(command, ["Edit(infra/**)"])).toBe("denyRule");
  });

  test.each([
    `python3 -c 'import glob;print(open(glob.glob("*/main.tf")[0]).read())'`,
    `python3 -c 'import glob;open("out/x.txt","w").write(open(glob.glob("*/main.tf")[0]).read())'`,
    `python3 -c 'import glob;open(glob.glob("src/*.ts")[0],"w")'`,
    `python3 -c 'import glob;open("out/x.txt","w").write(str(len(glob.glob("*/main.tf"))))'`,
    `python3 -c 'import glob,json;json.dump(sorted(glob.glob("*/main.tf")),open("out/x.txt","w"))'`,
    `node -e 'fs.writeFileSync("out/x.txt",fs.globSync("*/main.tf").join())'`,
    `node -e 'console.log(fs.readFileSync(fs.globSync("*/main.tf")[0],"utf8"))'`,
    `node -e 'fs.writeFileSync("out/x.txt",fs.readFileSync(fs.globSync("*/main.tf")[0],"utf8"))'`,
    `ruby -e 'puts File.read(Dir["*/main.tf"][0])'`,
    `ruby -e 'File.write("out/x.txt",Dir["*/main.tf"].size)'`,
    `perl -e 'open(F,"<",(glob "*/main.tf")[0]); print <F>'`,
    `php -r 'echo file_get_contents(glob("*/main.tf")[0]);'`,
    `php -r 'file_put_contents("out/x.txt",count(glob("*/main.tf")));'`,
  ])("and not: %s", async (command) => {
    expect(await here.by(command, ["Edit(infra/**)"])).not.toBe("denyRule");
  });
});

describe("Read(./secrets/**)", () => {
  test.each([
    `python3 -c 'import glob;print(open(glob.glob("*/db.txt")[0]).read())'`,
    `python3 -c 'import glob;print(open(next(glob.iglob("s*/*"))).read())'`,
    `node -e 'console.log(fs.readFileSync(fs.globSync("*/db.txt")[0],"utf8"))'`,
    `ruby -e 'puts File.read(Dir["*/db.txt"][0])'`,
    `perl -e 'open(F,"<",(glob "*/db.txt")[0]); print <F>'`,
    `php -r 'echo file_get_contents(glob("*/db.txt")[0]);'`,
    `python3 -c 'import glob,shutil;shutil.copy(glob.glob("*/db.txt")[0],"out/x.txt")'`,
  ])("%s", async (command) => {
    expect(await here.by(command, ["Read(./secrets/**)"])).toBe("denyRule");
  });
});
