/** `sallyport doctor`: looks at each piece, says what is wrong and how to fix it. */
import type { HealthFinding } from "../../hosts/doctor/index.ts";
import { HOST_NAMES, HOSTS, hostNamed } from "../../hosts/index.ts";
import { command } from "../command.ts";
import { examine } from "../examine.ts";
import type { CliIo } from "../io.ts";
import { flag } from "../options.ts";
import { painter, visible, wrap } from "../style.ts";

export const doctor = command({
  name: "doctor",
  about: "say what works, what does not, and how to fix it",
  usage: [
    ["sallyport doctor", "everything, and every agent the gate is installed in"],
    ["sallyport doctor HOST…", `these agents: ${HOST_NAMES.join(", ")}`],
  ],
  options: {
    model: flag("ask the model one harmless question (it costs a little)"),
    json: flag("for programs"),
  },
  positionals: Number.POSITIVE_INFINITY,
  notes: "Exit: 0 when nothing is wrong, 1 otherwise.",
  run: async ({ options, words, misuse }, io) => {
    const unknown = words.find((name) => hostNamed(name) === undefined);
    if (unknown !== undefined) return misuse(`there is no host "${unknown}"; there are ${HOST_NAMES.join(", ")}`);
    const findings = await examine(
      { hosts: HOSTS.filter(({ name }) => words.includes(name)), askModel: options.model },
      io,
    );
    if (options.json) io.stdout.write(`${JSON.stringify(findings)}\n`);
    else showFindings(findings, io);
    return findings.some(({ state }) => state === "bad") ? 1 : 0;
  },
});

const SIGNS = { ok: ["allow", "ok  "], warn: ["ask", "note"], bad: ["deny", "BAD "] } as const;
const INDENT = "     ";

function showFindings(findings: readonly HealthFinding[], io: CliIo): void {
  const paint = painter(io.stdout, io.env);
  const lines = (word: string, text: string): readonly string[] =>
    wrap(`${word} ${visible(text)}`, Math.max(io.stdout.columns - INDENT.length, 20));
  for (const { about, state, says, fix } of findings) {
    const [style, sign] = SIGNS[state];
    const [head = "", ...more] = lines(`${about}:`, says);
    io.stdout.write(`${paint(style, sign)} ${paint("bold", about)}${head.slice(about.length)}\n`);
    for (const line of more) io.stdout.write(`${INDENT}${line}\n`);
    const [first = "", ...rest] = fix === undefined ? [] : lines("fix:", fix);
    if (fix !== undefined) io.stdout.write(`${INDENT}${paint("dim", "fix:")}${first.slice(4)}\n`);
    for (const line of rest) io.stdout.write(`${INDENT}${line}\n`);
  }
}
