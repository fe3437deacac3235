/** `sallyport help --man`: the manual page, which npm and npx put where `man` does not look. */
import { spawnSync } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import type { CliIo } from "./terminal/io.ts";
import { refuse, tell } from "./terminal/style.ts";

/** Opens it on a terminal; elsewhere its path is all that is written out, and beside it what that is. */
export function showManual(io: CliIo): number {
  const page = join(dirname(realpathSync(process.argv[1] ?? "")), "sallyport.1");
  if (!existsSync(page)) return refuse(io, `the manual page is not at ${page}; build or install Sallyport again`);
  if (!io.stdout.isTTY) {
    tell(io, "this is where the manual page lies; man opens it by this path, on a terminal help --man does");
    io.stdout.write(`${page}\n`);
    return 0;
  }
  const { error } = spawnSync("man", [page], { stdio: "inherit", env: { ...io.env, LESSHISTFILE: "-" } });
  return error === undefined
    ? 0
    : refuse(io, `man is not on this machine; the page is ${page}, its text: sallyport help`);
}
