/** The gate's own model on loopback: blocks what names danger.txt, lets the rest pass, or gives whatever a test wants. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface Judge {
  readonly port: number;
  readonly asked: () => number;
  /** What the last question showed. */
  readonly lastQuestion: () => string;
  readonly questions: () => readonly string[];
  close(): Promise<void>;
}

export const REASON = "the file was declared off limits";

/** `always` answers every question alike, in any words. */
export async function judge(always?: string): Promise<Judge> {
  const questions: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString("utf8");
      questions.push(body);
      const { messages = [], stop_sequences } = parsed(body);
      const fast = stop_sequences !== undefined;
      const thinks = /<thinking>/.test(lastIn(messages)) ? "<thinking>hm</thinking>" : "";
      const blocks = /danger/.test(actionIn(messages));
      const yes = `<block>yes</block><reason>[Irreversible Local Destruction] ${REASON}</reason>`;
      const text =
        always ?? (fast ? `<block>${blocks ? "yes" : "no"}` : `${thinks}${blocks ? yes : "<block>no</block>"}`);
      response.writeHead(200, { "content-type": "application/json" });
      response.end(
        JSON.stringify({
          id: "msg_1",
          type: "message",
          role: "assistant",
          model: "claude-haiku-4-5-20251001",
          content: [{ type: "text", text }],
          stop_reason: fast ? "stop_sequence" : "end_turn",
          stop_sequence: fast ? "</block>" : null,
          usage: { input_tokens: Math.ceil(body.length / 4), output_tokens: 5 },
        }),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    asked: () => questions.length,
    lastQuestion: () => questions.at(-1) ?? "",
    questions: () => questions,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Message {
  readonly content?: string | readonly { readonly text?: string }[];
}
interface Wire {
  readonly messages?: readonly Message[];
  readonly stop_sequences?: unknown;
}

function parsed(body: string): Wire {
  try {
    return JSON.parse(body) as Wire;
  } catch {
    return {};
  }
}

function lastIn(messages: readonly Message[]): string {
  const content = messages.at(-1)?.content ?? "";
  return typeof content === "string" ? content : content.map((block) => block.text ?? "").join("");
}

/** The call under judgement: what stands last in the transcript. */
function actionIn(messages: readonly Message[]): string {
  const [transcript = ""] = lastIn(messages).split("</transcript>");
  return transcript.trimEnd().split("\n").at(-1) ?? "";
}
