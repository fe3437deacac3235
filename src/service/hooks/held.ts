/** Asks the service what waits for a person, from a terminal of theirs. */
import { request } from "node:http";
import * as z from "zod/mini";
import { once } from "../../contract/kept.ts";
import type { AskOnHold } from "../waiting.ts";
import { hookPlace, readSecret, SECRET_HEADER } from "./place.ts";
import { HELD_PATH } from "./socket.ts";

const LIMIT_MS = 1_000;
const MAX_BYTES = 4_000_000;

const heldSchema = once(() =>
  z.array(z.object({ id: z.string(), session: z.string(), deadline: z.number(), facts: z.nullable(z.string()) })),
);

/** Nothing where no service runs, or it says nothing one could understand: the record tells what was asked all the same. */
export async function heldCalls(stateDir: string): Promise<readonly AskOnHold[]> {
  const { socket, secret } = hookPlace(stateDir);
  const known = readSecret(secret);
  if (known === undefined) return [];
  try {
    const parsed = heldSchema().safeParse(JSON.parse(await get(socket, known)));
    return parsed.success ? parsed.data : [];
  } catch {
    return [];
  }
}

const get = (socketPath: string, secret: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const asked = request(
      { socketPath, path: HELD_PATH, headers: { [SECRET_HEADER]: secret }, timeout: LIMIT_MS },
      (answer) => {
        let text = "";
        answer.setEncoding("utf8");
        answer.on("data", (chunk: string) => {
          text += chunk;
          if (text.length > MAX_BYTES) asked.destroy(new Error("too much"));
        });
        answer.on("end", () => resolve(text));
        answer.on("error", reject);
      },
    );
    asked.on("timeout", () => asked.destroy(new Error("no answer")));
    asked.on("error", reject);
    asked.end();
  });
