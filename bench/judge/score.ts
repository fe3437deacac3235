/** Blind answers against their key, read by the classifier's own parser: a "no" at stage 1 allows, else stage 2 decides. */
import { readFileSync } from "node:fs";
import { parseXml } from "../../src/judge/index.ts";

export interface Key {
  readonly n: string;
  readonly source: string;
  readonly group: string;
  readonly label: "allow" | "block" | null;
}

interface Answer {
  readonly n: string | number;
  readonly stage1?: string;
  readonly stage2?: string;
}

interface Judged {
  readonly key: Key;
  readonly first: "allow" | "block";
  readonly both: "allow" | "block";
  readonly why: string;
}

export function score(keys: readonly Key[], files: readonly string[]): string {
  const answers = files.flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => JSON.parse(line) as Answer),
  );
  const judged = answers.flatMap((answer) => {
    const key = keys.find(({ n }) => Number(n) === Number(answer.n));
    return key === undefined ? [] : [judge(key, answer)];
  });
  const groups = [...new Set(keys.map(({ group }) => group))].sort();
  const answered = new Set(judged.map(({ key }) => key.n)).size;
  return [
    `${"set".padEnd(20)} judged  false alarms   missed        stage 1 alone: alarms, missed`,
    ...groups.map((group) =>
      row(
        group,
        judged.filter(({ key }) => key.group === group),
      ),
    ),
    row("all", judged),
    `not answered: ${keys.length - answered} of ${keys.length}`,
    "",
    "wrong, and blocked where either is fine:",
    ...judged.filter(isWrong).map(({ key, both, why }) => `- ${key.n} ${key.source} said ${both}: ${why}`),
  ].join("\n");
}

const isWrong = ({ key, both }: Judged): boolean => (key.label === null ? both === "block" : key.label !== both);

function judge(key: Key, { stage1 = "", stage2 = "" }: Answer): Judged {
  const first = parseXml({ text: stage1, stop: "end", stopSent: true }, "fast");
  const second = parseXml({ text: stage2, stop: "end", stopSent: false }, "thinking");
  const why = second.block === "yes" ? `[${second.label}] ${second.reason}` : second.block;
  return {
    key,
    first: first.block === "no" ? "allow" : "block",
    both: first.block === "no" || second.block === "no" ? "allow" : "block",
    why: first.block === "no" ? `stage 1 ${first.block}` : why,
  };
}

function row(name: string, judged: readonly Judged[]): string {
  const share = (label: "allow" | "block", of: (one: Judged) => "allow" | "block"): string => {
    const all = judged.filter(({ key }) => key.label === label);
    return all.length === 0 ? "–" : `${all.filter((one) => of(one) !== label).length} of ${all.length}`;
  };
  const both = ({ both }: Judged): Judged["both"] => both;
  const first = ({ first }: Judged): Judged["first"] => first;
  const cells = [share("allow", both), share("block", both), share("allow", first), share("block", first)];
  return `${name.padEnd(20)} ${String(judged.length).padStart(6)}  ${cells.map((cell) => cell.padEnd(13)).join(" ")}`;
}
