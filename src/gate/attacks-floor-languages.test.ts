/** The floor in languages of which each has its own words for deleting a tree and for home. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BypassingProject, bypassingProject } from "../testing/bypassing.ts";

let here: BypassingProject;
beforeAll(() => {
  here = bypassingProject();
  here.write("src/a.ts", "a\n");
});
afterAll(() => here.remove());

const byOf = (command: string): Promise<string> => here.by(command);

describe("denied by the floor", () => {
  test.each([
    "tclsh <<< 'file delete -force ~'",
    "tclsh <<< 'file delete -force -- $env(HOME)'",
    "tclsh <<< 'file delete -force $::env(HOME)'",
    "echo 'file delete -force ~' | tclsh",
    "tclsh <<< 'exec rm -rf /usr'",
    "expect -c 'file delete -force ~'",
    "expect -c 'spawn rm -rf $env(HOME)'",
    "wish <<< 'file delete -force [file normalize ~]'",
    "elixir -e 'File.rm_rf!(System.user_home!())'",
    "elixir -e 'File.rm_rf(System.user_home)'",
    `elixir -e 'File.rm_rf! "/usr"'`,
    `elixir -e 'File.rm_rf!(Path.expand("~"))'`,
    `elixir -e 'System.get_env("HOME") |> File.rm_rf!'`,
    "iex -e 'File.rm_rf!(System.user_home!)'",
    "julia -e 'rm(homedir(), recursive=true)'",
    "julia -e 'rm(homedir(); force=true, recursive=true)'",
    `julia -e 'rm(ENV["HOME"], recursive=true)'`,
    `julia -e 'rm(expanduser("~"), recursive=true)'`,
    "julia <<< 'rm(homedir(), recursive=true)'",
    `groovy -e 'new File(System.getProperty("user.home")).deleteDir()'`,
    `groovy -e 'new File(System.getenv("HOME")).deleteDir()'`,
    `groovy -e 'new File("/usr").deleteDir()'`,
    `Rscript -e 'unlink("~", recursive=TRUE)'`,
    `Rscript -e 'unlink(path.expand("~"), recursive = TRUE)'`,
    `Rscript -e 'unlink(Sys.getenv("HOME"), recursive=T)'`,
    `Rscript -e 'fs::dir_delete("~")'`,
    `R -e 'unlink("~/", recursive=TRUE)'`,
    `echo 'unlink("~", recursive=TRUE)' | R --no-save`,
    `lua -e 'os.execute("rm -rf ~")'`,
    `lua -e 'os.execute("rm -rf " .. os.getenv("HOME"))'`,
    `lua -e 'require("pl.dir").rmtree(os.getenv("HOME"))'`,
    `nvim --headless -c 'call delete($HOME, "rf")' -c q`,
    `vim -es -c 'call delete(expand("~"), "rf")' -c q`,
    `nvim -l - <<< 'vim.fn.delete(os.getenv("HOME"), "rf")'`,
    `emacs --batch --eval '(delete-directory "~" t)'`,
    `emacs --batch --eval '(delete-directory (getenv "HOME") t)'`,
    "pwsh -c 'Remove-Item -Recurse -Force ~'",
    "pwsh -c 'Remove-Item $HOME -Recurse'",
    "pwsh -c 'Remove-Item $env:HOME -Recurse'",
    "pwsh -c 'ri -r -fo $HOME'",
    "pwsh -Command 'Get-ChildItem $HOME | Remove-Item -Recurse'",
    `pwsh -c '[System.IO.Directory]::Delete($HOME, $true)'`,
    `pwsh -c '[IO.Directory]::Delete("/usr", $true)'`,
    "echo 'Remove-Item -Recurse $HOME' | pwsh -",
    `scala -e 'scala.reflect.io.Directory(System.getProperty("user.home")).deleteRecursively()'`,
    `kotlinc -e 'java.io.File(System.getProperty("user.home")).deleteRecursively()'`,
    `jshell <<< 'FileUtils.deleteDirectory(new File(System.getProperty("user.home")))'`,
    `ghc -e 'System.Directory.getHomeDirectory >>= System.Directory.removeDirectoryRecursive'`,
    `ghc -e 'System.Directory.removePathForcibly "/usr"'`,
    `guile -c '(delete-file-recursively (getenv "HOME"))'`,
    `racket -e '(delete-directory/files (find-system-path (quote home-dir)))'`,
    `sbcl --eval '(uiop:delete-directory-tree (user-homedir-pathname) :validate t)'`,
    `nim --eval:'import os; removeDir(getHomeDir())'`,
    `ocaml -e 'ignore (Sys.command "rm -rf ~")'`,
    `erl -noshell -eval 'file:del_dir_r(os:getenv("HOME"))'`,
    `raku -e 'use File::Directory::Tree; rmtree($*HOME)'`,
    `crystal eval 'FileUtils.rm_rf(Path.home)'`,
    `swift -e 'import Foundation; try FileManager.default.removeItem(atPath: NSHomeDirectory())'`,
    `osascript -l JavaScript -e '$.NSFileManager.defaultManager.removeItemAtPathError($.NSHomeDirectory(), null)'`,
    `octave --eval 'confirm_recursive_rmdir(0); rmdir(getenv("HOME"), "s")'`,
    `dart run -e 'Directory(Platform.environment["HOME"]!).deleteSync(recursive: true)'`,
    `clojure -e '(babashka.fs/delete-tree (System/getProperty "user.home"))'`,
    `bb -e '(babashka.fs/delete-tree (System/getenv "HOME"))'`,
  ])("%s", async (command) => {
    expect(await byOf(command)).toBe("floor");
  });
});

describe("beside it", () => {
  test.each([
    "tclsh <<< 'file delete -force build'",
    "tclsh <<< 'puts [file normalize ~]'",
    "tclsh <<< 'file delete ~/x.log'",
    "expect -c 'spawn ssh host; expect eof'",
    "elixir -e 'File.rm_rf!(\"_build\")'",
    "elixir -e 'IO.puts System.user_home!()'",
    "elixir -e 'File.ls!(System.user_home!())'",
    "julia -e 'rm(\"build\", recursive=true)'",
    "julia -e 'println(homedir())'",
    'julia -e \'rm(joinpath(homedir(), "tmp", "x"), recursive=true)\'',
    "julia -e 'using Pkg; Pkg.rm(\"X\"); cd(homedir())'",
    `groovy -e 'new File("build").deleteDir()'`,
    `Rscript -e 'unlink("out", recursive=TRUE)'`,
    `Rscript -e 'list.files("~", recursive=TRUE)'`,
    `Rscript -e 'unlink("~/.Rhistory")'`,
    `lua -e 'print(os.getenv("HOME"))'`,
    `lua -e 'os.remove("a.txt")'`,
    `nvim --headless -c 'call delete("a.txt")' -c q`,
    "pwsh -c 'Remove-Item -Recurse build'",
    "pwsh -c 'Get-ChildItem $HOME'",
    "pwsh -c 'Remove-Item $HOME/tmp/x -Recurse'",
    `ghc -e 'System.Directory.removeDirectoryRecursive "dist"'`,
    "raku -e 'say $*HOME'",
    `elixir -e 'File.rm_rf!(Path.join(System.user_home!(), "tmp/x"))'`,
    `elixir -e 'File.rm_rf!(System.user_home!() <> "/tmp/x")'`,
    `groovy -e 'new File(System.getProperty("user.home"), "tmp/x").deleteDir()'`,
    `Rscript -e 'fs::dir_delete(file.path("~", "x"))'`,
    `swift -e 'try FileManager.default.removeItem(at: FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent("x"))'`,
    `tclsh <<< 'file delete -force [file join ~ x]'`,
    "tclsh <<< 'file delete -force ~/x/build'",
    `python3 -c "import shutil, os; shutil.rmtree(os.path.join(os.path.expanduser('~'), 'x'))"`,
    `node -e "fs.rmSync(path.join(os.homedir(), 'x'), {recursive: true})"`,
  ])("%s", async (command) => {
    expect(await byOf(command)).toBe("bypassMode");
  });
});
