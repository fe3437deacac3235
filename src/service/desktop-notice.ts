/** A notice on the desktop, where the system has a program for it: a hint to look, and nothing of the call. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { oneLine } from "../contract/escape.ts";

const MAX_CHARACTERS = 200;

export interface DesktopNotice {
  readonly title: string;
  readonly text: string;
}

/** The program and its words; undefined where there is none. Words are never read as options, script or markup. */
export function noticeCommand(
  { title, text }: DesktopNotice,
  platform: NodeJS.Platform,
): readonly string[] | undefined {
  const [head, body] = [oneLine(title, MAX_CHARACTERS), oneLine(text, MAX_CHARACTERS)];
  switch (platform) {
    case "linux":
      return ["/usr/bin/notify-send", "--app-name=Sallyport", "--", escapeMarkup(head), escapeMarkup(body)];
    case "darwin":
      return ["/usr/bin/osascript", ...SCRIPT.flatMap((line) => ["-e", line]), "--", body, head];
    default:
      return undefined;
  }
}

const SCRIPT = ["on run argv", "display notification (item 1 of argv) with title (item 2 of argv)", "end run"];

const escapeMarkup = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** Nobody waits for it; where it cannot be shown, nothing happens. */
export function showNotice(notice: DesktopNotice): void {
  const [program, ...words] = noticeCommand(notice, process.platform) ?? [];
  if (program === undefined || !existsSync(program)) return;
  spawn(program, words, { stdio: "ignore", detached: true })
    .on("error", () => undefined)
    .unref();
}
