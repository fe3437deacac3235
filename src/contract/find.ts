/** What the probe can find in a result that came from outside. Ids for code; the words are for agents, people and the classifier. */
export const FIND_KINDS = ["hidden", "instruction", "turn"] as const;
export type FindKind = (typeof FIND_KINDS)[number];

export const FIND_WORDS: Readonly<Record<FindKind, string>> = {
  hidden: "hidden text",
  instruction: "instructions to the agent",
  turn: "imitated system or user turns",
};

export const describeFinds = (kinds: readonly FindKind[]): string => {
  const words = FIND_KINDS.filter((kind) => kinds.includes(kind)).map((kind) => FIND_WORDS[kind]);
  return [words.slice(0, -1).join(", "), words.at(-1) ?? ""].filter((part) => part !== "").join(" and ");
};
