/** Code with the values of its plainest variables in place (`d = "infra"; open(f"{d}/main.tf")`): for what finds, and never proves. */

const MAX_NAMES = 32;
const ASSIGNED = /(?:^|[\s;{(,])(\$?[A-Za-z_]\w*)\s*:?=\s*(["'`])([^"'`\n{}$]{1,256})\2/g;

/** The same text where nothing is put in place. */
export function withValues(code: string): string {
  const values = new Map(
    [...code.matchAll(ASSIGNED)].slice(0, MAX_NAMES).map(([, name = "", , value = ""]) => [name, value]),
  );
  let out = code;
  for (const [name, value] of values) out = putIn(out, name.replace("$", "\\$"), value);
  return values.size === 0 ? code : out.replace(/(["'`])\s*(?:\+|\.)\s*[fr]?\1/g, "");
}

/** In a template, before or behind a sign that joins, as the first part of a path. */
const putIn = (code: string, name: string, value: string): string =>
  code
    .replace(
      new RegExp(`[$#]?\\{\\s*${name}\\s*\\}${name.startsWith("\\$") ? `|${name}(?=[/\\w.-]*["'])` : ""}`, "g"),
      () => value,
    )
    .replace(
      new RegExp(`(?<![\\w$"'\`])${name}\\s*(?:\\+|\\.)\\s*[fr]?(["'\`])`, "g"),
      (_, quote: string) => `${quote}${value}`,
    )
    .replace(
      new RegExp(`\\b(?:join|resolve|Path)\\(\\s*${name}\\s*\\)?\\s*[,/]\\s*(["'\`])`, "g"),
      (_, quote: string) => `join(${quote}${value}/`,
    );
