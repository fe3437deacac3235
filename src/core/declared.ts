/** Calls of tools that the harness registered itself: what it says they touch is asked place by place. */
import { joinChanges, mayChange } from "./edits.ts";
import { mayList, mayRead, maySearch } from "./places/index.ts";
import type { DeclaredTool, Found, Scene, Touch } from "./types.ts";

/** Undefined: nothing is proven of it. */
export function proveDeclared({ safe, irrelevant, touches }: DeclaredTool, scene: Scene): Found | undefined {
  return (
    proveTouches(safe, touches, scene) ?? (irrelevant ? { kind: "irrelevant", touches: [], saves: [] } : undefined)
  );
}

function proveTouches(safe: boolean, touches: DeclaredTool["touches"], scene: Scene): Found | undefined {
  if (touches === undefined) return undefined;
  const looks = touches.filter((touch) => !changes(touch));
  if (!looks.every((touch) => mayLook(touch, scene))) return undefined;
  if (looks.length === touches.length)
    return safe && !scene.call.unsafeTools.has(scene.call.tool) ? { kind: "tool", touches, saves: [] } : undefined;
  const all = joinChanges(
    touches.filter(changes).map(({ role, path }) => mayChange(path, role === "write" ? role : "delete", scene)),
    scene,
  );
  return all && { kind: "edits", touches, saves: all.saves };
}

const changes = ({ role }: Touch): boolean => role === "write" || role === "delete" || role === "move";

function mayLook({ role, path }: Touch, scene: Scene): boolean {
  if (role === "search") return maySearch(path, scene);
  return role === "list" ? mayList(path, scene) : mayRead(path, scene);
}
