/**
 * Whether the input of a tool that nobody declared asks an address for more than to be looked at. Reading are GET, HEAD and OPTIONS; any
 * other word where a method is told, a header that puts another in its place, and contents for what makes requests are not.
 */
import type { Json } from "../../contract/action.ts";

/** How deep an input is walked. */
const MAX_DEPTH = 8;

const METHOD_FIELD = /^(?:(?:https?|request|req|rest|api|web)_?)*(?:method|verb)$/;
/** Such fields mean many things: there only a method that acts counts. */
const LOOSE_FIELD = /^(?:(?:http|request|req)_?)?(?:type|action|operation|op|request|kind|mode)$/;
const READS = /^\s*(?:get|head|options)?\s*$/i;
const ACTS =
  /^\s*(?:post|put|patch|delete|connect|trace|mkcol|move|copy|lock|unlock|purge|link|unlink|proppatch|mkcalendar|acl|bind|rebind|unbind|merge|checkin|checkout)\s*$/i;
/** Headers and parameters with which a server takes a request for one of another method. */
const OVERRIDE = /^\s*x[-_]?(?:http[-_]?)?method(?:[-_]?override)?\b|[?&](?:_|%5f)method=|^_method$/i;
const CONTENT_FIELD =
  /^(?:(?:request|req|http|raw)_)?(?:body|data|json|form|form_?data|form_?fields|payload|post_?data|post_?fields|multipart|json_?body|body_?json|files?|upload)$/;
/** Words of the names of tools that make whatever request they are told. */
const REQUESTS: ReadonlySet<string> = new Set(
  "fetch request requests http https curl wget ajax xhr axios rest api call url web".split(" "),
);

/** `words`: those of the tool's own name. */
export const actsByRequest = (input: Json, words: readonly string[]): boolean =>
  acts(input, { field: "", depth: 0, requests: words.some((word) => REQUESTS.has(word)) });

interface At {
  readonly field: string;
  readonly depth: number;
  readonly requests: boolean;
}

function acts(value: Json, at: At): boolean {
  if (at.depth > MAX_DEPTH) return true;
  if (at.requests && CONTENT_FIELD.test(at.field) && isFilled(value)) return true;
  if (typeof value === "string") return saysActing(value, at);
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([name, one]: [string, Json]) => {
    const field = Array.isArray(value) ? at.field : snake(name);
    return OVERRIDE.test(name) || acts(one, { ...at, field, depth: at.depth + 1 });
  });
}

function saysActing(text: string, at: At): boolean {
  if (METHOD_FIELD.test(at.field)) return !READS.test(text);
  if (LOOSE_FIELD.test(at.field) && ACTS.test(text)) return at.requests || /^\s*[A-Z]+\s*$/.test(text);
  return OVERRIDE.test(text) || (/^\s*[[{]/.test(text) && acts(parsed(text), { ...at, depth: at.depth + 1 }));
}

const isFilled = (value: Json): boolean =>
  typeof value === "string" ? value.trim() !== "" : typeof value === "object" && Object.keys(value ?? {}).length > 0;

const snake = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .replaceAll("-", "_")
    .toLowerCase();

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
