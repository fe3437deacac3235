/** Hidden text: characters that are not drawn, and what a page does not show, where it speaks to the agent. */
import { wordsOf } from "./forms.ts";
import { AGENT, INSTRUCTIONS } from "./instructions.ts";
import { LANGUAGES } from "./languages.ts";
import { hasSigns, type Sign, strong } from "./sign.ts";

/** Letters that only programs read (flags of regions apart), data in variation selectors, rows of what has no width. */
export const CHARACTERS: readonly Sign[] = [
  strong(
    /(?<!\u{1f3f4}[\u{e0020}-\u{e007f}]{0,6})[\u{e0020}-\u{e007e}]{4}/u,
    ["a\u{e0041}\u{e0042}\u{e0043}\u{e0044}"],
    ["\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}"],
  ),
  strong(/[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{4}/u, ["a\ufe00\ufe01\ufe02\ufe03"], ["\u2764\ufe0f"]),
  strong(
    /[\u200b-\u200d\u2060-\u2064\ufeff]{8}/u,
    ["a\u200b\u200c\u200b\u200c\u200b\u200c\u200b\u200cb"],
    ["\ufeffa", "\u200b"],
  ),
  strong(
    /(?:[a-z][\u200b-\u200d\u2060-\u2064\ufeff]{1,4}){8}[a-z]/iu,
    ["i\u200bg\u200bn\u200bo\u200br\u200be\u200bt\u200bh\u200bis"],
    ["foo\u200bbar\u200bbaz"],
  ),
  // What is shown in another order than it is read (Trojan Source), in a line of Latin letters.
  strong(
    /[\u202d\u202e][^\n\u202c\p{Script=Hebrew}\p{Script=Arabic}]{0,200}[a-z]{2}/iu,
    ["user\u202e // check"],
    ["\u202eשלום"],
  ),
  strong(
    /[\u2066\u2067][^\n\u2069]{0,200}[\u2066\u2067][^\n\u2069]{0,200}$/mu,
    ["a \u2066b \u2066c"],
    ["a \u2066b\u2069 c"],
  ),
];

const NOT_SHOWN =
  "display ?: ?none|visibility ?: ?hidden|opacity ?: ?0(?:\\.0+)?(?![.\\d])|font-size ?: ?[01](?:px|pt|em|%)?(?![.\\d])|(?<![a-z-])color ?: ?(?:transparent|white|#fff(?:fff)?\\b|rgba?\\(255, ?255, ?255)|(?:left|top|text-indent|right) ?: ?-\\d{3,}|(?:max-)?(?:height|width) ?: ?0(?![.\\d])|clip ?: ?rect\\(0|clip-path ?: ?inset\\(|mso-hide ?: ?all";
/** A tag whose contents are not shown, by itself or by a style of its own. */
const HIDES = new RegExp(
  `^<(?:template|noscript|desc|metadata)\\b|\\shidden(?=[\\s=>/])|\\saria-hidden ?= ?["']?true|\\sclass ?= ?["'][^"']{0,80}\\b(?:hidden|sr-only|invisible|visually-hidden)\\b|\\s(?:font-)?size ?= ?["']?[01]["'\\s>]|\\sfill ?= ?["']?(?:white|#fff|transparent)|${NOT_SHOWN}`,
  "i",
);
const TAG = /<[a-z][^<>]{0,600}>/gi;
const ATTRIBUTE =
  /\s(?:alt|title|aria-label|data-[a-z-]{1,30}|content|value|placeholder|summary) ?= ?(?:"([^"<>]{12,600})"|'([^'<>]{12,600})')/gi;
const COMMENTS: readonly RegExp[] = [
  /<!--([\s\S]{4,4000}?)-->/g,
  /^ {0,3}\[(?:\/\/|comment|_)[^\]\n]{0,20}\]: ?#? ?[("'<]([^\n]{4,2000})/gim,
];
/** A rule of a page's own style sheet that hides a class. */
const HIDING_RULE = new RegExp(`\\.([a-z_][\\w-]{0,40})\\s{0,3}\\{[^{}]{0,300}(?:${NOT_SHOWN})`, "gi");
const MAX_PLACES = 2_000;
const MAX_INNER_CHARACTERS = 2_000;
const MAX_CLASSES = 50;

/** In a place nobody sees, speaking to the agent is enough. */
const TO_AGENT = new RegExp(
  `(?:^|[^\\p{L}\\p{N}])(?:${AGENT}|assistants?|agents?|(?:the )?models?|llm readers)(?:[ ,-]{0,2}(?:assistants?|agents?|models?))?(?: ?[:,]|,? (?:must|should|shall|please|use|run|open|add|send|ignore|do not|don't|fetch|approve|submit|transfer))|\\byou must (?:e-?mail|send|run|call|forward|execute|transfer|delete)|\\b(?:dear|instructions? (?:to|for)) (?:the )?(?:agent|model|assistant)|\\bki-assistent|(?:ai|人工智能)助手`,
  "u",
);

const STRONG: readonly Sign[] = [...INSTRUCTIONS, ...LANGUAGES].filter(({ weight }) => weight === "strong");

export function hasHiddenText(text: string): boolean {
  if (!/^[\0-\x7f]*$/.test(text) && hasSigns(text, CHARACTERS)) return true;
  if (!/<[a-z!]|\]: ?[#("'<]/i.test(text)) return false;
  const unseen = wordsOf([...placesUnshown(text)].join("\n. \n"));
  return TO_AGENT.test(unseen) || hasSigns(unseen, STRONG);
}

function* placesUnshown(text: string): Generator<string> {
  for (const pattern of COMMENTS) for (const [, inner = ""] of firstMatches(text, pattern)) yield inner;
  const classes = [...text.matchAll(HIDING_RULE)].slice(0, MAX_CLASSES).map(([, name = ""]) => name);
  let places = 0;
  for (const { 0: tag, index } of text.matchAll(TAG)) {
    for (const [, double, single] of tag.matchAll(ATTRIBUTE)) yield double ?? single ?? "";
    if (!HIDES.test(tag) && !carriesOne(tag, classes)) continue;
    yield innerText(text, index + tag.length);
    if (++places >= MAX_PLACES) return;
  }
}

function* firstMatches(text: string, pattern: RegExp): Generator<RegExpMatchArray> {
  let places = 0;
  for (const found of text.matchAll(pattern)) {
    yield found;
    if (++places >= MAX_PLACES) return;
  }
}

const carriesOne = (tag: string, classes: readonly string[]): boolean =>
  classes.length > 0 && tag.includes("class") && classes.some((name) => new RegExp(`\\b${name}\\b`, "i").test(tag));

/** Up to where the block around it ends. */
function innerText(text: string, from: number): string {
  const inner = text.slice(from, from + MAX_INNER_CHARACTERS);
  const end = inner.search(/<\/(?:div|p|span|section|body|template|noscript|details|text|font)>/i);
  return end < 0 ? inner : inner.slice(0, end);
}
