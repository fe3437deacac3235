/** Values of a file of Terraform's variables that nobody would write by hand. Most of such a file says how something is set up. */
import type { Range } from "./assigned-values.ts";

const NAME = String.raw`[\w@./~-]*\.tfvars(?:\.json)?`;
const FILE = new RegExp(`^${NAME}$`);
const WRITTEN = new RegExp(`(?:>>?|\\btee(?:\\s+-a)?)\\s*["']?${NAME}(?![\\w.-])`);

export const isTerraformFile = (path: string): boolean => path.length <= 1_024 && FILE.test(path.trim());
export const writesTerraform = (text: string): boolean => text.includes(".tfvars") && WRITTEN.test(text);

const STRING = /"([^"\s\\$]{8,4096})"(?!\s{0,8}:)/dg;
/** Names of things, addresses, places, keys that everybody may see. */
const PLAIN =
  /^(?:[a-z]{1,10}-[0-9a-f]{8,17}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|arn:.*|sha\d+:.*|[~./].*|[\d.:/]+|.*:\/\/[^@]*|.*@.*|[\w-]+(?:\.[\w-]+)*\.[a-z]{2,24}|\[(?:secret|redacted).*)$/i;

const isMixed = (part: string): boolean =>
  part.length >= 8 &&
  /\d/.test(part) &&
  /[A-Za-z]/.test(part) &&
  !/^(?:[A-Za-z]+\d{1,4}|v?\d{1,4}[A-Za-z]+)$/.test(part);

export const terraformRanges = (text: string): readonly Range[] =>
  [...text.matchAll(STRING)].flatMap(({ 1: value = "", indices }) => {
    const [from, to] = indices?.[1] ?? [0, 0];
    return PLAIN.test(value) || !value.split(/[^A-Za-z0-9]+/).some(isMixed) ? [] : [{ from, to }];
  });
