/** Places that a repository's own configuration names: what is written there is run by git, or believed. */
import { dirname, resolve } from "node:path/posix";
import type { Scene } from "../types.ts";
import { isBelow } from "./files.ts";
import { isInclude, settingPath } from "./personal.ts";
import { findRepository } from "./repository.ts";
import { readSettings } from "./syntax.ts";

const INCLUDES_MAX = 32;

/** `core.hooksPath`, every include and files that are started, absolute; none where there is no configuration that can be read. */
export function repositoryNames(root: string, scene: Scene): readonly string[] {
  const repo = findRepository(root, scene.disk);
  const todo = [`${repo?.commonDir ?? `${root}/.git`}/config`, `${repo?.gitDir ?? `${root}/.git`}/config.worktree`];
  const found = new Set<string>();
  for (const file of todo) {
    const named = namedIn(file, repo?.workTree ?? root, scene);
    for (const { path, isFile } of named) if (isFile && !found.has(path) && todo.length < INCLUDES_MAX) todo.push(path);
    for (const { path } of named) found.add(path);
  }
  return [...found];
}

/** Keys whose values are programs with their words. */
const STARTS =
  /^(?:core\.(?:fsmonitor|pager|editor|sshcommand|askpass|gitproxy)$|(?:filter|diff|merge|gpg|hook|pager|credential|difftool|mergetool|sequence|interactive|alias)\.)/;

const namedIn = (file: string, top: string, scene: Scene) =>
  (readSettings(file, scene.disk) ?? []).flatMap(({ key, value }) => {
    const isFile = isInclude(key);
    const base = isFile ? dirname(file) : top;
    const path = isFile || key === "core.hookspath" ? settingPath(value, base, scene) : undefined;
    if (STARTS.test(key)) return startedFiles(value ?? "", top, scene).map((one) => ({ path: one, isFile }));
    return path === undefined ? [] : [{ path: resolve(path), isFile }];
  });

/** Of a line that git gives to a shell, the words that are files of the work tree, or paths in it. */
const startedFiles = (line: string, top: string, { disk }: Scene): readonly string[] =>
  line
    .split(/[\s"'`=!;|&()<>]+/)
    .map((word) => ({ word, path: resolve(top, word) }))
    .filter(({ word, path }) => isBelow(path, top) && (word.includes("/") || disk.lstat(path).kind === "file"))
    .flatMap(({ path }) => (path === top ? [] : [path]));
