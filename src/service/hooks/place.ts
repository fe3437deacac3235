/** Where hooks reach the service: a directory of this user alone, a socket and a secret in it. Whatever else stands there is refused. */
import { randomBytes, timingSafeEqual } from "node:crypto";
import { chmodSync, lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { fail, messageOf, ok, type Result } from "../../contract/result.ts";
import { stateLayout } from "../../contract/state-dir.ts";

export const SECRET_HEADER = "x-sallyport-secret";

const SECRET_BYTES = 32;
const SECRET_LINE = new RegExp(`^${SECRET_HEADER}: ([\\w-]{43})\n$`);
const DIAL_LIMIT_MS = 500;

export interface HookPlace {
  readonly directory: string;
  readonly socket: string;
  readonly secret: string;
}

export function hookPlace(stateDir: string): HookPlace {
  const directory = stateLayout(stateDir).service;
  return { directory, socket: join(directory, "hook.sock"), secret: join(directory, "secret") };
}

/** Made where it is not there. A failure says what stands in its place, and what to do. */
export function openServiceDir(stateDir: string): Result<HookPlace> {
  const place = hookPlace(stateDir);
  try {
    mkdirSync(place.directory, { recursive: true, mode: 0o700 });
    const wrong = wrongWith(stateDir) ?? wrongWith(place.directory);
    return wrong === undefined ? ok(place) : fail(wrong);
  } catch (error) {
    return fail(`${place.directory}: ${messageOf(error)}`);
  }
}

/** Whether it is still what it was made as; asked with every event. Never throws. */
export function isOwnPlace(stateDir: string): boolean {
  try {
    return wrongWith(stateDir) === undefined && wrongWith(hookPlace(stateDir).directory) === undefined;
  } catch {
    return false;
  }
}

function wrongWith(directory: string): string | undefined {
  const found = lstatSync(directory);
  if (found.isSymbolicLink()) return `${directory} is a link; put a directory there`;
  if (!found.isDirectory()) return `${directory} is not a directory; remove it`;
  if (found.uid !== process.getuid?.()) return `${directory} belongs to another user; remove it`;
  if ((found.mode & 0o077) !== 0) return `${directory} is open to other users; close it with: chmod 700 ${directory}`;
  return undefined;
}

/** The secret by which an event is known to come from an installed line: made once, readable by this user alone. */
export function keepSecret(stateDir: string): Result<void> {
  const place = openServiceDir(stateDir);
  if (!place.ok) return place;
  const { secret } = place.value;
  try {
    const found = lstatSync(secret, { throwIfNoEntry: false });
    if (found !== undefined && readSecret(secret) !== undefined) return ok(undefined);
    if (found !== undefined && !found.isFile()) return fail(`${secret} is not a file; remove it`);
    rmSync(secret, { force: true });
    const value = randomBytes(SECRET_BYTES).toString("base64url");
    writeFileSync(secret, `${SECRET_HEADER}: ${value}\n`, { flag: "wx", mode: 0o600 });
    return ok(undefined);
  } catch (error) {
    return fail(`${secret}: ${messageOf(error)}`);
  }
}

/** Undefined where there is none, or one that others could have read or written. */
export function readSecret(path: string): string | undefined {
  try {
    const found = lstatSync(path);
    if (!found.isFile() || found.uid !== process.getuid?.() || (found.mode & 0o077) !== 0) return undefined;
    return SECRET_LINE.exec(readFileSync(path, "latin1"))?.[1];
  } catch {
    return undefined;
  }
}

/** Takes as long for a wrong one as for the right one. */
export function isSecret(given: string | undefined, kept: string | undefined): boolean {
  if (given === undefined || kept === undefined) return false;
  const [a, b] = [Buffer.from(given), Buffer.from(kept)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** The place of the socket, free to listen at: what a service that is gone left there goes. */
export async function clearSocket(path: string): Promise<Result<void>> {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return ok(undefined);
  if (!found.isSocket()) return fail(`${path} is not a socket; remove it`);
  if (await answers(path)) return fail(`a service listens at ${path} already`);
  rmSync(path, { force: true });
  return ok(undefined);
}

const answers = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path);
    const end = (answered: boolean): void => {
      socket.destroy();
      resolve(answered);
    };
    // Who does not even refuse is there, and busy.
    socket.setTimeout(DIAL_LIMIT_MS, () => end(true));
    socket.on("connect", () => end(true));
    socket.on("error", () => end(false));
  });

export const closeToOthers = (path: string): void => chmodSync(path, 0o600);
