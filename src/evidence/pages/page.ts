/** One self-contained page: no request leaves it, nothing in it runs but the script whose hash it names. */
import { createHash } from "node:crypto";
import css from "./report.css" with { type: "text" };

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text for an element or a quoted attribute. */
export const escapeHtml = (text: string): string =>
  makeVisible(text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? ""));

/** Characters that change how others are shown, or that HTML forbids, become visible. */
const makeVisible = (text: string): string =>
  text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, spellOut);

const spellOut = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** HTML made here, as opposed to text from anywhere. */
export interface Html {
  readonly html: string;
}

/** Every value is escapeHtml unless it is HTML made here. */
export function html(
  parts: TemplateStringsArray,
  ...values: readonly (string | number | Html | readonly Html[])[]
): Html {
  const inserted = values.map((value) => {
    if (typeof value === "string") return escapeHtml(value);
    if (typeof value === "number") return String(value);
    return "html" in value ? value.html : value.map((one) => one.html).join("");
  });
  return { html: parts.map((part, i) => part + (inserted[i] ?? "")).join("") };
}

/** JSON inside a script element: no sequence in it can end the element or begin a comment. */
const jsonBlock = (data: unknown): Html => {
  const text = JSON.stringify(data, (_, value: unknown) => (typeof value === "string" ? makeVisible(value) : value));
  return { html: `<script type="application/json" id="data">${text.replace(/[<>&\u2028\u2029]/g, spellOut)}</script>` };
};

export interface PageParts {
  readonly title: string;
  readonly body: Html;
  readonly data: unknown;
  /** The code of the page. */
  readonly script: string;
}

export function page({ title, body, data, script }: PageParts): string {
  const policy = `default-src 'none'; style-src '${hashOf(css)}'; script-src '${hashOf(script)}'; img-src data:; base-uri 'none'; form-action 'none'`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<title>${title}</title>
<style>${{ html: css }}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
${body}
${jsonBlock(data)}
<script>${{ html: script }}</script>
</body>
</html>
`.html;
}

const hashOf = (text: string): string => `sha256-${createHash("sha256").update(text).digest("base64")}`;
