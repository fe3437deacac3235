// The manual page, from the help the built program prints: `node scripts/man.mjs > dist/sallyport.1`.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

// With the indent of seven that a section has, 77.
const COLUMNS = "70";
const help = (...args) =>
  execFileSync(process.execPath, ["dist/sallyport.cjs", "help", ...args], {
    encoding: "utf8",
    env: { HOME: "/", COLUMNS },
  });
/** As it stands, every character itself. */
const verbatim = (text) =>
  `.nf\n${text
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replace(/^(?=[.'])/gm, "\\&")
    .trimEnd()}\n.fi\n`;

const { version } = JSON.parse(readFileSync("package.json", "utf8"));
const overview = help();
const names = [...overview.matchAll(/^ {2}sallyport ([a-z]+)(?= {2}|$)/gm)].map(([, name]) => name);

process.stdout.write(`.TH SALLYPORT 1 "" "sallyport ${version}" "User Commands"
.SH NAME
sallyport \\- lets an AI agent work without permission prompts, safely
.SH SYNOPSIS
.B sallyport
.I COMMAND
[\\fIOPTION\\fR]...
.SH DESCRIPTION
${verbatim(overview)}.SH COMMANDS
${names.map((name) => `.SS ${name}\n${verbatim(help(name))}`).join("")}.SH FILES
.TP
.I /etc/sallyport/settings.json
settings that bind everybody on this machine
.TP
.I ~/.config/sallyport/settings.json
your own settings
.TP
.I .sallyport/settings.json
a project's deny and ask rules
.TP
.I ~/.local/state/sallyport
the record, restore points and everything else that is kept
.SH SEE ALSO
The documents that come with the package, in its folder docs.
`);
