/** What would go and what would come, line by line. */
import type { JSX } from "preact";
import { Text } from "./text.tsx";

const MAX_LINES = 2_000;

const toneOf = (line: string): string => {
  if (line.startsWith("+++") || line.startsWith("---") || line.startsWith("@@")) return "head";
  return line.startsWith("+") ? "come" : line.startsWith("-") ? "go" : "same";
};

export function Diff({ text, label }: { readonly text: string; readonly label: string }): JSX.Element {
  const lines = text.replace(/\n$/, "").split("\n");
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls, and must scroll by keyboard.
    <figure class="code diff" tabIndex={0} aria-label={label}>
      <pre>
        {lines.slice(0, MAX_LINES).map((line, at) => (
          <span key={at} class={`line ${toneOf(line)}`}>
            <Text value={line} lines />
            {"\n"}
          </span>
        ))}
        {lines.length > MAX_LINES && <span class="line head">… {lines.length - MAX_LINES} more lines</span>}
      </pre>
    </figure>
  );
}
