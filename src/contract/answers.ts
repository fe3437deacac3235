/**
 * Answers of a pure function of one text, kept: what it is asked, it is asked again and again. Never for what looks at the disk or
 * at the clock. Long texts are not kept, and when there are too many of them all are forgotten: both bound what is held.
 */
const MAX_ANSWERS = 2_048;
const MAX_CHARACTERS = 1_024;

export const keepAnswers = <T>(answer: (text: string) => T): ((text: string) => T) => {
  const answers = answersByText<T>();
  return (text) => answers(text, () => answer(text));
};

/** The same for a question of several parts; `text` says all of them, and no other question is said so. */
export function answersByText<T>(): (text: string, answer: () => T) => T {
  const known = new Map<string, { readonly is: T }>();
  return (text, answer) => {
    const before = known.get(text);
    if (before !== undefined) return before.is;
    const is = answer();
    if (text.length > MAX_CHARACTERS) return is;
    if (known.size >= MAX_ANSWERS) known.clear();
    known.set(text, { is });
    return is;
  };
}
