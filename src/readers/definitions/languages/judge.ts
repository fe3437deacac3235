/**
 * What a reader of a language answers: the code only computes, or why that is not shown. Readers are closed worlds: what
 * they do not know is not shown. They never say that code is harmful.
 */

/** The project as a reader may ask for it. */
export interface Project {
  /** Absolute, links resolved. */
  readonly root: string;
  /** The text of a file; undefined when it is not there, not readable, too long or no text. */
  text(path: string): string | undefined;
  /** Names in a directory; empty when there is none. */
  names(dir: string): readonly string[];
}

export type Judged =
  /** `needs`: project files whose code it can reach; they have to be shown as well. */
  { readonly shown: true; readonly needs: readonly string[] } | { readonly shown: false; readonly why: string };

export type Reader = (text: string, path: string, project: Project) => Judged;

export const shown = (needs: readonly string[] = []): Judged => ({ shown: true, needs });
export const notShown = (why: string): Judged => ({ shown: false, why });

export const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter((word) => word !== ""));

export const dirOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf("/"), 0)) || "/";
export const baseOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
