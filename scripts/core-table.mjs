// Writes the table of core programs into docs/core.md, from the rows: `node scripts/core-table.mjs`.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ROWS = new URL("../src/core/programs/", import.meta.url);
const PAGE = new URL("../docs/core.md", import.meta.url);
const SECTION = /(?<=<!-- table -->\n)[\s\S]*?(?=<!-- \/table -->)/;

/** The page with its table as the rows have it. */
export function withTable(page) {
  const files = readdirSync(ROWS).filter((name) => name.endsWith(".json"));
  const lines = files.sort().flatMap((name) => {
    const rows = JSON.parse(readFileSync(new URL(name, ROWS), "utf8"));
    return [
      `### ${name.replace(".json", "")}`,
      "",
      "| use | words | options | besides |",
      "|---|---|---|---|",
      ...rowsOf(rows, ""),
      "",
    ];
  });
  return page.replace(SECTION, () => `${lines.join("\n")}\n`);
}

export const readPage = () => readFileSync(PAGE, "utf8");

const rowsOf = (rows, before) =>
  Object.entries(rows).flatMap(([name, row]) => {
    const use = `${before}${name}`;
    return [
      `| \`${use}\` | ${words(row)} | ${options(row)} | ${besides(row)} |`,
      ...rowsOf(row.commands ?? {}, `${use} `),
    ];
  });

const role = (use) =>
  use
    .replace(/^text$/, "*text*")
    .replace(/^(?!\*)(.*)$/, "*$1*")
    .replaceAll("|", "\\|");

function words({ operands = [], last, behind, least, most, text, alone, input, digits, wraps }) {
  const all = operands.map((use, i) => (i === operands.length - 1 && most !== i + 1 ? `${role(use)} …` : role(use)));
  return [
    text ? "all are *text*" : all.join(", "),
    last && `the last: ${role(last)}`,
    behind && behind !== operands.at(-1) && `behind \`--\`: ${role(behind)}`,
    least > 0 && `at least ${least}`,
    alone && `alone: ${alone === "input" ? "reads its input" : `${alone}s where it stands`}`,
    input === "always" && "reads its input",
    digits && "`-20`",
    wraps && `runs \`${wraps.join("`, `")}\``,
  ]
    .filter(Boolean)
    .join("; ");
}

const options = ({ options: all = {} }) =>
  Object.entries(all)
    .map(([names, row]) => {
      const value = row.value
        ? ` ${role(row.value)}`
        : row.attached && row.attached !== "never"
          ? row.needed
            ? `=${role(row.attached)}`
            : `[=${role(row.attached)}]`
          : "";
      const turns = Object.entries(row.turns ?? {}).map(([from, to]) => ` (${from} → ${to})`);
      return `\`${names.replaceAll("|", "\\|")}\`${row.only === "gnu" ? "ᵍ" : ""}${value}${turns.join("")}`;
    })
    .join(" · ");

function besides({
  does,
  builtin,
  holds,
  real,
  variables,
  except,
  untold,
  starts,
  keeps,
  opens,
  talks,
  settings,
  how,
  creates,
}) {
  const told =
    variables &&
    `bent by ${variables.map((one) => `\`${one}\``).join(" ")}${except ? `, but not by ${except.map((one) => `\`${one}\``).join(" ")}` : ""}${untold ? "" : "; must be told"}`;
  return [
    does,
    how && `writes by ${how}`,
    creates && "an operand makes something new",
    builtin
      ? "part of the shell"
      : holds && `held: ${holds.map((one) => (one === "bsd" ? "bsd (unrun)" : one)).join(", ")}`,
    real && `file called ${real.join(", ")}`,
    told,
    settings && `settings \`~/${settings}\``,
    starts && `starts ${starts.join(", ")}`,
    keeps && `keeps ${keeps.join(", ")}`,
    opens && `opens ${opens.join(", ")}`,
    talks && `asks ${talks.join(", ")}`,
  ]
    .filter(Boolean)
    .join("; ");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(PAGE, withTable(readPage()));
