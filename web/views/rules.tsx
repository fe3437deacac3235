/** The rules in force, where each comes from, which rest, and what a change would have changed. */
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { RuleInForce, RulesAnswer } from "../../src/service/api.ts";
import { plural } from "../data/format.ts";
import { useListKeys } from "../data/list-keys.ts";
import { useLoad } from "../data/load.ts";
import { route } from "../data/route.ts";
import { service } from "../data/service.ts";
import { mayChange } from "../data/state.ts";
import { Chip, Head } from "../parts/basics.tsx";
import { Icon } from "../parts/icon.tsx";
import { When } from "../parts/states.tsx";
import { Text } from "../parts/text.tsx";
import { type RuleChange, RuleEditor } from "./rule-editor.tsx";

const LISTS = [
  ["deny", "Deny", "Never passes, whatever else says yes."],
  ["ask", "Ask", "You are asked each time."],
  ["allow", "Allow", "Passes, where rules cover the whole call."],
] as const;

export function Rules(): JSX.Element {
  const { query } = route.value;
  const project = query.get("project") ?? "";
  useListKeys(".rule-line");
  const { loaded, reload } = useLoad(`rules ${project}`, () => service.rules({ project }));
  return (
    <div class="view">
      <Head title="Rules" lead="Matched by code before any model is asked: deny first, then ask, then allow." />
      <When loaded={loaded} what="rules" again={reload}>
        {(answer) => <RuleLists answer={answer} reload={reload} />}
      </When>
    </div>
  );
}

interface RuleListsProps {
  readonly answer: RulesAnswer;
  readonly reload: () => Promise<void>;
}

function RuleLists({ answer, reload }: RuleListsProps): JSX.Element {
  const { query } = route.value;
  const proposed = query.get("rule") ?? "";
  const wished = LISTS.find(([name]) => name === query.get("behavior"))?.[0] ?? "allow";
  const open = useSignal<string | undefined>(undefined);
  const find = useSignal(query.get("find") ?? "");
  const shown = answer.rules.filter(({ rule }) => rule.toLowerCase().includes(find.value.toLowerCase()));
  return (
    <>
      {answer.warnings.map((warning) => (
        <div key={warning} class="notice ask">
          <Icon name="warn" />
          <p>
            <Text value={warning} />
          </p>
        </div>
      ))}
      {mayChange() ? (
        <section class="card">
          <h2>Add a rule</h2>
          <p class="soft">
            It goes into your own settings
            {answer.file !== null && (
              <>
                ,{" "}
                <code class="path">
                  <Text value={answer.file} />
                </code>
              </>
            )}
            . Before it is saved you see what it would have changed.
          </p>
          <RuleEditor
            key={`${wished} ${proposed}`}
            start={{ kind: "add", behavior: wished, rule: proposed }}
            onSaved={reload}
          />
        </section>
      ) : (
        <p class="soft">Your sign-in may look at rules, not change them.</p>
      )}
      {(answer.rules.length > FIND_FROM || find.value !== "") && (
        <search class="search-field">
          <Icon name="search" />
          <input
            type="search"
            aria-label="Find a rule"
            placeholder="Find a rule"
            value={find.value}
            onInput={({ currentTarget }) => {
              find.value = currentTarget.value;
            }}
          />
        </search>
      )}
      {LISTS.map(([behavior, title, lead]) => {
        const rules = shown.filter((rule) => rule.behavior === behavior);
        return (
          <section key={behavior} class={`rule-list ${behavior}`}>
            <header>
              <h2>
                <span class={`swatch ${behavior}`} />
                {title}
              </h2>
              <p class="soft">
                {lead} {plural(rules.length, "rule")}.
              </p>
            </header>
            {rules.length > 0 && (
              <ul>
                {rules.map((rule) => {
                  const key = `${rule.behavior} ${rule.rule} ${rule.source.kind} ${rule.source.path}`;
                  return (
                    <li key={key}>
                      <RuleLine
                        rule={rule}
                        open={open.value === key}
                        onOpen={() => {
                          open.value = open.value === key ? undefined : key;
                        }}
                        onSaved={async () => {
                          open.value = undefined;
                          await reload();
                        }}
                      />
                    </li>
                  );
                })}
              </ul>
            )}
          </section>
        );
      })}
    </>
  );
}

/** With so few rules nobody has to search. */
const FIND_FROM = 8;

const SOURCES: Readonly<Record<RuleInForce["source"]["kind"], string>> = {
  managed: "managed settings",
  run: "this run",
  user: "your settings",
  project: "the project",
  host: "the agent’s own settings",
};

interface RuleLineProps {
  readonly rule: RuleInForce;
  readonly open: boolean;
  readonly onOpen: () => void;
  readonly onSaved: () => Promise<void>;
}

function RuleLine({ rule, open, onOpen, onSaved }: RuleLineProps): JSX.Element {
  const change: RuleChange = { kind: "change", behavior: rule.behavior, rule: rule.rule };
  return (
    <div class={`rule-line ${rule.rests === null && rule.overruled === null ? "" : "rests"}`} tabIndex={-1}>
      <div class="rule-main">
        <code>
          <Text value={rule.rule} />
        </code>
        <span class="soft" title={rule.source.path ?? undefined}>
          from {SOURCES[rule.source.kind]}
        </span>
        {rule.overruled !== null && <Chip tone="deny">overruled</Chip>}
        {rule.rests !== null && <Chip tone="ask">rests in auto mode</Chip>}
        {rule.editable && mayChange() && (
          <button type="button" class="quiet" aria-expanded={open} onClick={onOpen}>
            <Icon name="edit" />
            {open ? "Leave it" : "Change"}
          </button>
        )}
      </div>
      {rule.overruled !== null && (
        <p class="soft">
          <Text value={rule.overruled} />
        </p>
      )}
      {rule.rests !== null && (
        <p class="soft">
          It does not count in auto mode: <Text value={rule.rests} />
        </p>
      )}
      {open && <RuleEditor start={change} onSaved={onSaved} />}
    </div>
  );
}
