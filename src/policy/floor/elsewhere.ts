/** What a command inside a container or another root names is not this machine's, unless it was put there. */
import { exact, type Target } from "../../contract/effect.ts";
import { isInside, toTarget } from "../../machine/index.ts";
import type { CallCommand, CallView } from "../offline/index.ts";

interface Mount {
  readonly from: string;
  readonly to: string;
}

/** The places of this machine a target means: itself, what is mounted there, or nothing. */
export function onThisMachine(target: Target, command: CallCommand, view: CallView): readonly Target[] {
  const box = containerOf(command, view);
  if (box === undefined) return [target];
  return mountsOf(box, view).flatMap(({ from, to }): readonly Target[] => {
    if (!isInside(target.path, to)) return isInside(to, target.path) ? [exact(from)] : [];
    const path = `${from === "/" ? "" : from}${target.path.slice(to === "/" ? 0 : to.length)}`;
    return [{ ...target, path: path === "" ? "/" : path }];
  });
}

export const isInBox = (command: CallCommand, view: CallView): boolean => containerOf(command, view) !== undefined;

/** The command that made the container it runs in. */
function containerOf(command: CallCommand, { commands }: CallView): CallCommand | undefined {
  let above = command.under === undefined ? undefined : commands[command.under];
  for (let i = 0; i < commands.length && above !== undefined; i += 1) {
    if (above.effects.some((effect) => effect.do === "container" || effect.do === "cluster")) return above;
    above = above.under === undefined ? undefined : commands[above.under];
  }
  const [from] = command.via === "chroot" ? (command.fedBy ?? []).map(([first]) => commands[first]) : [];
  return from;
}

const VOLUME = /^(?:-v|--volume|--mount)$/;

/** What of this machine a container or another root has, and where. */
export function mountsOf(box: CallCommand, { cwd, world }: CallView): readonly Mount[] {
  const values = box.words.map(({ value }) => value ?? "");
  if (box.name === "chroot") return [{ from: values.slice(1).find((value) => value.startsWith("/")) ?? "", to: "/" }];
  return values.flatMap((value, i): readonly Mount[] => {
    const said = VOLUME.test(value) ? values[i + 1] : /^(?:-v|--volume=|--mount=)(.+)/.exec(value)?.[1];
    const bound = said?.includes("=") ? fields(said) : said?.split(":");
    const [from, to] = bound ?? [];
    return from === undefined || to === undefined || !/^[~/.]/.test(from)
      ? []
      : [{ from: toTarget(from, cwd, world).path, to: toTarget(to, "/", world).path }];
  });
}

const fields = (said: string): readonly string[] =>
  [/(?:^|,)(?:source|src)=([^,]+)/, /(?:^|,)(?:target|destination|dst)=([^,]+)/].flatMap(
    (field) => field.exec(said)?.[1] ?? [],
  );
