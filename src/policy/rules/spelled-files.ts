/** Whether a text names a file as it stands: by its whole path, or from one of the directories names count from. */
import { dirname } from "node:path/posix";
import { isInside } from "../../machine/index.ts";

/** `path`, `bases`: absolute. */
export function namesFile(text: string, path: string, bases: readonly string[]): boolean {
  return spellings(path, bases).some((name) => standsIn(text, name));
}

/** The same, or of a directory that `path` lies in, up to the bases themselves. */
export function namesAround(text: string, path: string, bases: readonly string[]): boolean {
  const within = bases.filter((base) => path !== base && isInside(path, base));
  if (within.some((base) => dirname(path) === base) && HERE.test(text) && !isDocument(path)) return true;
  const parts = path.split("/");
  return parts.some((_, i) => {
    const place = parts.slice(0, parts.length - i).join("/");
    return within.some((base) => place !== base && isInside(place, base)) && namesFile(text, place, within);
  });
}

/** The directory itself, alone or in a list. */
const HERE = /(?:^|[:="'])(?:\.\/?|\$\{?PWD\}?|(?:\$\(|`)pwd[`)]|\$[({](?:CURDIR|PWD|shell pwd)[)}])\/?(?=$|[:"'])/;
const isDocument = (path: string): boolean =>
  /\.(?:md|txt|rst|html?|css|csv|lock|log|svg|png|json|ya?ml|toml)$/i.test(path);

const spellings = (path: string, bases: readonly string[]): readonly string[] => [
  path,
  ...bases.flatMap((base) =>
    path !== base && isInside(path, base) ? [path.slice(base === "/" ? 1 : base.length + 1)] : [],
  ),
];

/** `src/x` stands in `./src/x`, `$PWD/src/x` and `"src/x"`, and neither in `lib/src/x` nor in `src/x.md`. */
function standsIn(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (
      STARTS.test(text.slice(Math.max(0, at - MAX_BEFORE), at)) &&
      ENDS.test(text.slice(at + name.length, at + name.length + 4))
    )
      return true;
  return false;
}
const MAX_BEFORE = 64;
const STARTS = /(?:^|[^\w./@%+-]|[=@]|(?:^|[^\w.])\.?\/|[)}A-Z_]\/|\.\.\/|^-[A-Za-z]|\s-[A-Za-z])$/;
const ENDS = /^(?:$|[^\w./+-]|\/(?:$|[\s"'`:;)])|\.(?:$|[\s"'`)]))/;
