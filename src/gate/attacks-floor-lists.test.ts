/** The floor in code that says a word for deleting of each name of a list: a word that is handed on, and not called. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BypassingProject, bypassingProject } from "../testing/bypassing.ts";

let here: BypassingProject;
beforeAll(() => {
  here = bypassingProject();
  here.write("src/a.ts", "a\n");
});
afterAll(() => here.remove());

describe("denied by the floor", () => {
  test.each([
    `php -r 'array_map("unlink",glob(getenv("HOME")."/*"));'`,
    `php -r 'array_walk(glob(getenv("HOME")."/*"),"unlink");'`,
    `php -r 'foreach(glob(getenv("HOME")."/*") as $f) unlink($f);'`,
    `php -r 'array_map(fn($f)=>unlink($f),glob(getenv("HOME")."/*"));'`,
    `php -r 'array_map("unlink",glob("/usr/*"));'`,
    `php -r 'array_map(unlink(...),glob($_SERVER["HOME"]."/*"));'`,
    `perl -e 'unlink glob("$ENV{HOME}/*")'`,
    `perl -e 'unlink <$ENV{HOME}/*>'`,
    `perl -e 'map {unlink} glob("$ENV{HOME}/*")'`,
    `perl -e 'unlink for glob "~/*"'`,
    `python3 -c 'import glob,os;list(map(os.remove,glob.glob(os.path.expanduser("~/*"))))'`,
    `python3 -c 'import glob,os;[os.remove(f) for f in glob.glob(os.path.expanduser("~/*"))]'`,
    `python3 -c 'import glob,os;[*map(os.unlink,glob.glob(os.environ["HOME"]+"/*"))]'`,
    `python3 -c 'from pathlib import Path;[p.unlink() for p in Path.home().iterdir()]'`,
    `python3 -c 'from pathlib import Path;list(map(Path.unlink,Path.home().glob("*")))'`,
    `python3 -c 'import glob,shutil;list(map(shutil.rmtree,glob.glob("/home/*")))'`,
    `python3 -c 'from multiprocessing import Pool;import os,glob;Pool().map(os.remove,glob.glob(os.path.expanduser("~/*")))'`,
    `python3 -c 'import os,glob,itertools;list(itertools.starmap(os.remove,zip(glob.glob(os.path.expanduser("~/*")))))'`,
    `python3 -c 'import os,glob\nfor f in glob.glob(os.path.expanduser("~/*")): os.remove(f)'`,
    `node -e 'fs.globSync(os.homedir()+"/*").forEach(fs.unlinkSync)'`,
    `node -e 'fs.globSync(process.env.HOME+"/*").map(f=>fs.rmSync(f,{recursive:true}))'`,
    `node -e 'Promise.all(fs.globSync(process.env.HOME+"/*").map(fs.promises.unlink))'`,
    `node -e 'Promise.all(fs.readdirSync(process.env.HOME).map(f=>fs.promises.rm(process.env.HOME+"/"+f,{recursive:true})))'`,
    `node -e 'for (const f of fs.globSync(os.homedir()+"/*")) fs.unlinkSync(f)'`,
    `ruby -e 'Dir[Dir.home+"/*"].each(&File.method(:delete))'`,
    `ruby -e 'File.delete(*Dir[Dir.home+"/*"])'`,
    `ruby -e 'Dir.glob(Dir.home+"/*").each{|f| File.delete(f)}'`,
    `ruby -e 'Dir["/usr/*"].each { |f| File.unlink f }'`,
    `ruby -e 'Dir["#{ENV["HOME"]}/*"].each{File.delete _1}'`,
    `ruby -rfileutils -e 'FileUtils.rm_rf(Dir.glob(Dir.home+"/*"))'`,
    `ruby -rpathname -e 'Pathname.new(Dir.home).children.each(&:delete)'`,
    `groovy -e 'new File(System.getProperty("user.home")).listFiles().each(File::delete)'`,
    `jshell <<< 'Files.list(Path.of(System.getProperty("user.home"))).map(Path::toFile).forEach(File::delete);'`,
    `kotlinc -e 'java.io.File(System.getProperty("user.home")).listFiles().forEach(java.io.File::delete)'`,
    `Rscript -e 'sapply(list.files("~",full.names=TRUE),unlink)'`,
    `Rscript -e 'file.remove(list.files("~",full.names=TRUE))'`,
    `julia -e 'foreach(rm,readdir(homedir(),join=true))'`,
    `elixir -e 'Path.wildcard(System.user_home!() <> "/*") |> Enum.each(&File.rm/1)'`,
    `elixir -e 'Enum.each(Path.wildcard("/usr/*"), &File.rm/1)'`,
  ])("%s", async (command) => {
    expect(await here.by(command)).toBe("floor");
  });

  test.each([
    `php -r 'array_map("unlink",glob("build/*"));'`,
    `php -r 'array_map("unlink",glob(getenv("HOME")."/.cache/app/*"));'`,
    `php -r 'array_map("basename",glob(getenv("HOME")."/*"));'`,
    `php -r 'array_map("unlink",glob(getenv("HOME")."/*.log"));'`,
    `python3 -c 'import glob,os;list(map(os.remove,glob.glob("build/*")))'`,
    `python3 -c 'import glob,os;list(map(os.remove,glob.glob("/tmp/x/*")))'`,
    `python3 -c 'import glob,os;print(list(map(os.path.getsize,glob.glob(os.path.expanduser("~/*")))))'`,
    `python3 -c 'import glob,os;n=glob.glob(os.path.expanduser("~/*"));os.remove("out/x.txt")'`,
    `node -e 'fs.globSync("build/*").forEach(fs.unlinkSync)'`,
    `node -e 'fs.readdirSync(os.homedir()).forEach(f=>console.log(f))'`,
    `node -e 'fs.readdirSync("build").forEach(f=>fs.unlinkSync("build/"+f))'`,
    `node -e 'fs.readdirSync(os.homedir()).filter(f=>f.endsWith(".log")).forEach(fs.unlinkSync)'`,
    `ruby -e 'Dir[Dir.home+"/*"].grep(/log$/).each(&File.method(:delete))'`,
    `ruby -e 'Dir["build/*"].each(&File.method(:delete))'`,
    `ruby -e 'puts Dir.home; Dir["tmp/*"].each{|f| File.delete(f)}'`,
    `perl -e 'unlink glob("build/*")'`,
    `groovy -e 'new File("build").listFiles().each(File::delete)'`,
    `Rscript -e 'file.remove(list.files("build",full.names=TRUE))'`,
  ])("and not: %s", async (command) => {
    expect(await here.by(command)).not.toBe("floor");
  });
});
