/** Where agents keep their own state in home. */
import type { ProtectedContext } from "../../machine/index.ts";

export function agentPlaces({
  home,
  agentFiles,
  movedPlaces,
}: Pick<ProtectedContext, "home" | "agentFiles" | "movedPlaces">): readonly string[] {
  const { directories, configDirectories, files } = agentFiles;
  return [
    ...movedPlaces,
    ...[...directories, ...files].map((name) => `${home}/${name}`),
    ...configDirectories.map((name) => `${home}/.config/${name}`),
  ];
}
