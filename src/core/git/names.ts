/** Places that a repository's own configuration names: what is written there is run by git, or believed. */
import { dirname, resolve } from "node:path/posix";
import type { Scene } from "../types.ts";
import { isThere } from "./files.ts";
import { isInclude, settingPath } from "./personal.ts";
import { findRepository } from "./repository.ts";
import { readSettings } from "./syntax.ts";

/** `core.hooksPath` and every include, absolute; none where there is no configuration that can be read. */
export function repositoryNames(root: string, scene: Scene): readonly string[] {
  const repo = findRepository(root, scene.disk);
  const top = repo?.workTree ?? root;
  const todo = [`${repo?.commonDir ?? `${root}/.git`}/config`, `${repo?.gitDir ?? `${root}/.git`}/config.worktree`];
  const found = new Set<string>();
  for (const file of todo) {
    for (const { key, value } of (isThere(file, scene.disk) && readSettings(file, scene.disk)) || []) {
      const base = key === "core.hookspath" ? top : isInclude(key) ? dirname(file) : undefined;
      const path = base === undefined ? undefined : settingPath(value, base, scene);
      if (path === undefined || found.has(resolve(path))) continue;
      found.add(resolve(path));
      if (key !== "core.hookspath" && todo.length < INCLUDES_MAX) todo.push(resolve(path));
    }
  }
  return [...found];
}

const INCLUDES_MAX = 32;
