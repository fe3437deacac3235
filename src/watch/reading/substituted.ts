/** Commands in what is not expanded itself: tests, arithmetic, patterns, the operands of `${x…}`. */
import { forEachChild, type SyntaxNode } from "./parse.ts";
import type { Point } from "./point.ts";

/** Walks every substitution in the node. */
export function walkInside(point: Point, node: SyntaxNode): void {
  forEachChild(node, (child) => {
    if (child.type !== "Script") walkInside(point, child);
    else point.walkScript({ ...point, source: child.source ?? point.source, inside: point.inside + 1 }, child);
  });
}
