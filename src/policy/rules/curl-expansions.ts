/** What curl puts together by itself from its variables: `--variable h=evil --expand-url 'http://{{h}}.example/'`. */

/** Stands for what nobody knows. */
export const ANY = "*";

/** The words, each expanded option under its own name; what a variable of the environment, a file or a function gives is not known. */
export function expandedWords(words: readonly string[]): readonly string[] {
  if (!/(?:^|\/)curl$/.test(words[0] ?? "") || !words.some((word) => word.startsWith("--expand-"))) return words;
  const variables = new Map(
    words.flatMap((word, i): readonly (readonly [string, string])[] => {
      const [, attached] = /^--variable=(.*)$/s.exec(word) ?? [];
      const [, name, sign, value = ""] =
        /^(\w+)(?:\[[^\]]*\])?([=@])(.*)$/s.exec(attached ?? (words[i - 1] === "--variable" ? word : "")) ?? [];
      return name === undefined ? [] : [[name, sign === "=" ? value : ANY]];
    }),
  );
  const filled = (text: string): string =>
    text.replace(/\{\{([^{}]*)\}\}/g, (_, inner: string) => variables.get(inner) ?? ANY);
  return words.map((word, i) => {
    const own = word.startsWith("--expand-") ? `--${word.slice("--expand-".length)}` : word;
    return own !== word || (words[i - 1] ?? "").startsWith("--expand-") ? filled(own) : word;
  });
}
