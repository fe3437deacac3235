/** A home with a project in it on the real disk, and what is asked about its places. */
import { linkSync, mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import type { World } from "../../contract/world.ts";
import { diskWorld } from "../../machine/disk.ts";
import { viewOnce } from "../../machine/view.ts";
import { scratchFolder } from "../../testing/folder.ts";
import type { CoreCall, Scene } from "../types.ts";

export interface PlaceBox {
  readonly home: string;
  readonly root: string;
  /** Below home. */
  readonly at: (name: string) => string;
  readonly write: (name: string, content?: string) => string;
  readonly mkdir: (name: string) => string;
  readonly link: (name: string, to: string) => string;
  readonly hardLink: (name: string, to: string) => string;
  /** Anew: everything is looked at again. */
  readonly scene: (call?: Partial<CoreCall>, more?: Partial<Scene> & { readonly world?: Partial<World> }) => Scene;
  readonly remove: () => void;
}

/** `~/app` is the project; nothing is tracked, all can be saved. */
export function placeBox(): PlaceBox {
  const scratch = scratchFolder();
  const home = join(scratch.folder, "me");
  const root = join(home, "app");
  const at = (name: string): string => `${home}/${name}`;
  const parent = (name: string): string => {
    mkdirSync(dirname(at(name)), { recursive: true });
    return at(name);
  };
  mkdirSync(root, { recursive: true });
  return {
    home,
    root,
    at,
    write: (name, content = "x\n") => scratch.write(join("me", name), content),
    mkdir: (name) => {
      mkdirSync(at(name), { recursive: true });
      return at(name);
    },
    link: (name, to) => {
      symlinkSync(to, parent(name));
      return at(name);
    },
    hardLink: (name, to) => {
      linkSync(at(to), parent(name));
      return at(name);
    },
    scene: (call = {}, { world = {}, ...more } = {}) => ({
      call: {
        tool: "Read",
        input: {},
        cwd: root,
        projectRoot: root,
        additional: [],
        written: new Set(),
        gatePlaces: [join(home, ".local/state/sallyport")],
        canSave: () => true,
        unsafeTools: new Set(),
        ...call,
      },
      disk: { ...viewOnce(diskWorld({ home, platform: "linux", path: "/usr/bin:/bin" })), ...world },
      process: undefined,
      git: { isTrackedClean: () => false, repositoryNames: () => [] },
      ...more,
    }),
    remove: scratch.remove,
  };
}
