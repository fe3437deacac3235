/** `sallyport doctor`: looks at each piece, says what is wrong and how to fix it. */
import type { HealthFinding } from "../../hosts/doctor/index.ts";
import { allHosts, HOST_NAMES, hostNamed } from "../../hosts/index.ts";
import { command } from "../command.ts";
import { examine } from "../doctor/examine.ts";
import { unknownHost } from "../nearest.ts";
import { flag } from "../options.ts";
import type { CliIo } from "../terminal/io.ts";
import { formatLabelled, pageOf, visible } from "../terminal/style.ts";

export const doctor = command({
  name: "doctor",
  about: "say what works, what does not, and how to fix it",
  usage: [
    ["sallyport doctor", "everything, and every agent the gate is installed in"],
    ["sallyport doctor HOST…", `these agents: ${HOST_NAMES.join(", ")}`],
  ],
  options: {
    model: flag("ask the model one harmless question (it costs a little)"),
    full: flag("try the walls again on this machine, and check all of the record (it takes a while)"),
    json: flag("for programs"),
  },
  positionals: Number.POSITIVE_INFINITY,
  notes: "Exit: 0 when nothing is wrong, 1 otherwise.",
  run: async ({ options, words, misuse }, io) => {
    const unknown = words.find((name) => hostNamed(name) === undefined);
    if (unknown !== undefined) return misuse(unknownHost(unknown));
    const findings = await examine(
      { hosts: allHosts().filter(({ name }) => words.includes(name)), askModel: options.model, full: options.full },
      io,
    );
    if (options.json) io.stdout.write(`${JSON.stringify(findings)}\n`);
    else showFindings(findings, io);
    return findings.some(({ state }) => state === "bad") ? 1 : 0;
  },
});

const SIGNS = { ok: ["allow", "ok  "], warn: ["ask", "note"], bad: ["deny", "BAD "] } as const;
const INDENT = 5;

function showFindings(findings: readonly HealthFinding[], io: CliIo): void {
  const page = pageOf(io.stdout, io.env);
  for (const { about, state, says, fix } of findings) {
    const [style, sign] = SIGNS[state];
    const found = formatLabelled({ label: `${about}:`, text: visible(says), style: "bold", indent: INDENT }, page);
    io.stdout.write(`${page.paint(style, sign)} ${found.slice(INDENT)}`);
    if (fix !== undefined)
      io.stdout.write(formatLabelled({ label: "fix:", text: visible(fix), style: "dim", indent: INDENT }, page));
  }
}
