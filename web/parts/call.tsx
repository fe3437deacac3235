/** The call itself: what would be executed large, the other fields below. */
import type { JSX } from "preact";
import { Code, Copy } from "./basics.tsx";
import { Text } from "./text.tsx";

interface CallProps {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly call: string;
}

/** Fields that are the call for a person; the first that is there is shown large. */
const MAIN_FIELDS = ["command", "cmd", "file_path", "path", "url", "query", "pattern", "prompt"];

export function CallText({ tool, input, call }: CallProps): JSX.Element {
  const main = MAIN_FIELDS.find((name) => typeof input[name] === "string");
  const text = main === undefined ? call : String(input[main]);
  const rest = Object.entries(input).filter(([name]) => name !== main);
  return (
    <div class="call">
      <header>
        <span class="call-tool">
          <Text value={tool} />
        </span>
        <Copy text={text} what="the call" />
      </header>
      {(main !== undefined || rest.length === 0) && <Code value={text} label="The call" />}
      {rest.length > 0 && (
        <dl class="fields">
          {rest.map(([name, value]) => (
            <div key={name}>
              <dt>
                <Text value={name} />
              </dt>
              <dd>
                <FieldValue value={value} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

const LONG_FIELD = 160;

function FieldValue({ value }: { readonly value: unknown }): JSX.Element {
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  return text.length > LONG_FIELD || text.includes("\n") ? (
    <Code value={text} label="The field" />
  ) : (
    <code>
      <Text value={text} />
    </code>
  );
}
