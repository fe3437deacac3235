/** Files that a program for another machine is ordered to put there, one order after the other. */
import { toTarget } from "../../machine/index.ts";
import type { CallCommand, CallView } from "../offline/index.ts";

const ORDERS = /\b(lcd|m?put|reput|mirror -R)\s+((?:-\w+\s+)*)["']?([^\s"';]+)/g;

/** By their places: `lcd` goes somewhere first. A pattern is all that lies there. */
export function putByOrders(
  { text, words, input = "", cwd }: CallCommand,
  { cwd: here, world }: CallView,
): readonly string[] {
  const said = [text, ...words.slice(1).map(({ value }) => value ?? ""), input];
  return said.flatMap((orders) => {
    let dir = cwd?.certainty === "exact" ? cwd.path : here;
    return [...orders.matchAll(ORDERS)].flatMap(([, order = "", , name = ""]) => {
      const { path } = toTarget(name.replace(/^\$\{?HOME\}?/, "~").replace(/\/?\*+$/, "") || ".", dir, world);
      if (order === "lcd") dir = path;
      return order === "lcd" ? [] : [path];
    });
  });
}
