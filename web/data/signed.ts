/**
 * The key of this sign-in. A cookie is also sent to other ports of this machine, so that it counts only with the key, and the key
 * is kept where only pages of this very address can read it.
 */
import { recall, store } from "./stored.ts";

let key = recall("key") ?? "";

export function keepKey(given: string): void {
  key = given;
  store("key", given);
}

export const keyHeaders = (): Readonly<Record<string, string>> => (key === "" ? {} : { "x-sallyport": key });
