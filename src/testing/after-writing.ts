/** A session that writes one file and then runs what was there before it. */
import { bash, call, project } from "./index.ts";

export interface WritingSession {
  /** What stands between the parentheses of the only allow rule. */
  readonly rule: string;
  /** The rule itself where it is a command. */
  readonly command?: string;
  /** There before it. */
  readonly old: readonly (readonly [file: string, content: string])[];
  /** Written by the session, one file. */
  readonly writes: string;
  /** What it writes; "x" where that is all the same. */
  readonly content?: string;
}

/** By what the command is decided then, without walls and without a model. */
export async function afterWriting({
  rule,
  command = rule,
  old,
  writes,
  content = "x",
}: WritingSession): Promise<string> {
  const own = project();
  try {
    for (const [file, content] of old) own.write(file, content);
    const settings = { contain: { enabled: false }, permissions: { allow: [`Bash(${rule})`] } };
    const gate = own.gate({ settings, restore: null, classifier: null, walls: null });
    const more = { session: "s", mode: "acceptEdits" } as const;
    await gate.check(call("Read", { file_path: own.at("x") }, more));
    await gate.check(call("Write", { file_path: own.at(writes), content }, more));
    own.write(writes, content);
    return (await gate.check(bash(command, more))).by;
  } finally {
    own.remove();
  }
}
