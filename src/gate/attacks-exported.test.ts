/** Variables that a definition of this session sets for all it runs: its recipes are not what they read like. Kept as tests. */
import { describe, expect, test } from "vitest";
import { afterWriting, type WritingSession } from "../testing/index.ts";

const makes = (head: string, recipe = "git diff"): string => `${head}\ntest:\n\t${recipe}\n`;

describe("a makefile of this session exports what programs take orders from", () => {
  test.each([
    makes("export GIT_EXTERNAL_DIFF=touch ~/pwn;"),
    makes("export GIT_EXTERNAL_DIFF := touch ~/pwn;"),
    makes("GIT_SSH_COMMAND = touch ~/pwn;\nexport GIT_SSH_COMMAND"),
    makes("X = 1\nGIT_TRACE=$(HOME)/.bashrc\nexport"),
    makes("GIT_TRACE=$(HOME)/.bashrc\n.EXPORT_ALL_VARIABLES:"),
    makes("define LESSOPEN\n|touch x\nendef\nexport LESSOPEN", "less a"),
    makes("export define GIT_PAGER\ntouch x\nendef"),
    makes(
      "export GIT_CONFIG_COUNT=1\nexport GIT_CONFIG_KEY_0=core.fsmonitor\nexport GIT_CONFIG_VALUE_0=x",
      "git status",
    ),
    makes("N = GIT_DIR\nexport $(N)=x"),
    makes("N = GIT_DIR\nGIT_DIR=x\nexport $(N)"),
    makes("export $(shell cat names)"),
    makes("ifdef X\nexport GIT_EXEC_PATH=./x\nendif"),
    makes("override export GIT_EXEC_PATH=./x"),
    makes("export override GIT_EXEC_PATH=./x"),
    makes("test: export GIT_EXEC_PATH=./x"),
    makes("test: export GIT_EXTERNAL_DIFF=touch ~/pwn;"),
    makes("%: private export GIT_EXEC_PATH=./x"),
    makes("test: HOME=./x"),
    makes("test: HOME=./x;git status"),
    ...["LD_PRELOAD", "LD_AUDIT", "LD_LIBRARY_PATH", "GCONV_PATH", "GREP_OPTIONS", "MY_UNLISTED"].map((name) =>
      makes(`export ${name}=./x`, "grep a b"),
    ),
    // The environment has these already, so that make hands on what they are set to.
    ...["HOME", "PATH", "LD_LIBRARY_PATH", "XDG_CONFIG_HOME", "GIT_DIR"].map((name) => makes(`${name} = ./x`)),
    makes("SHELL = ./tools/sh"),
  ])("%j", async (content) => {
    for (const rule of ["make:*", "make test"])
      expect(await afterWriting({ rule, command: "make test", old: [], writes: "Makefile", content })).toBe("prompt");
  });

  test("by way of a file it takes in, and of words of the command", async () => {
    const old = [["Makefile", makes("include .vars\nexport")]] as const;
    const content = "GIT_EXTERNAL_DIFF=touch x;\n";
    expect(await afterWriting({ rule: "make:*", command: "make test", old, writes: ".vars", content })).toBe("prompt");
    const fresh = { old: [], writes: "Makefile", content: makes("X = 1") };
    expect(await afterWriting({ rule: "make:*", command: "make test GIT_TRACE=~/x", ...fresh })).toBe("prompt");
  });
});

describe("other definitions of this session", () => {
  test.each<[string, string, string, WritingSession["old"]?]>([
    ["just test", "justfile", "export GIT_EXTERNAL_DIFF := 'touch x;'\ntest:\n  git diff\n"],
    ["just test", "justfile", "set export\nGIT_EXTERNAL_DIFF := 'touch x;'\ntest:\n  git diff\n"],
    ["just test", "justfile", "set export := true\nGIT_EXTERNAL_DIFF := 'touch ' + 'x;'\ntest:\n  git diff\n"],
    ["just test", "justfile", "test $GIT_EXTERNAL_DIFF='touch x;':\n  git diff\n"],
    ["just test", ".env", "GIT_EXTERNAL_DIFF=touch x;\n", [["justfile", "set dotenv-load\ntest:\n  git diff\n"]]],
    ["mise run test", "mise.toml", '[env]\nGIT_EXTERNAL_DIFF = "touch x;"\n[tasks]\ntest = "git diff"\n'],
    ["mise run test", "mise.toml", '[tasks.test]\nrun = "git diff"\nenv = { GIT_EXTERNAL_DIFF = "touch x;" }\n'],
    ["bun run test", ".env", "GIT_EXTERNAL_DIFF=touch x;\n", [["package.json", '{"scripts":{"test":"git diff"}}']]],
    ["bun run test", ".env.local", "export LD_PRELOAD=x\n", [["package.json", '{"scripts":{"test":"git diff"}}']]],
    ["yarn run test", ".env.yarn", "GIT_DIR=x\n", [["package.json", '{"scripts":{"test":"git diff"}}']]],
  ])("%s after writing %s: %j", async (command, writes, content, old = []) => {
    expect(await afterWriting({ rule: `${command}:*`, command, old, writes, content })).toBe("prompt");
  });
});

describe("what is done all day stays covered", () => {
  test.each([
    makes("VERSION = 1.2\nCC ?= gcc\nCFLAGS = -O2\nGIT_COMMIT := abc"),
    makes("export CI=1\nexport NO_COLOR\nexport LANG := C"),
    makes("KUBECONFIG ?= x\nGOFLAGS ?= -v"),
    makes("SHELL := /bin/bash\n.SHELLFLAGS := -eu -o pipefail -c"),
    makes("SHELL := /usr/bin/env bash"),
    makes("unexport GIT_DIR"),
    ".PHONY: test\ntest: ; git diff\n",
  ])("%j", async (content) => {
    const old = [["src/a.ts", "x"]] as const;
    const decided = await afterWriting({ rule: "make:*", command: "make test", old, writes: "Makefile", content });
    expect(decided).toBe("allowRule");
  });

  test("what was there before the session", async () => {
    const old = [
      ["Makefile", makes("export GOFLAGS=-v\nexport DATABASE_URL\n-include .env\nexport", "go test ./...")],
    ] as const;
    expect(await afterWriting({ rule: "make test", old, writes: "src/a.go" })).toBe("allowRule");
    expect(await afterWriting({ rule: "make:*", command: "make test V=1", old, writes: "src/a.go" })).toBe("allowRule");
    const just = [
      ["justfile", "set dotenv-load\nset export\nX := 'a'\ntest:\n  go test\n"],
      [".env", "A=b\n"],
    ] as const;
    expect(await afterWriting({ rule: "just test", old: just, writes: "src/a.go" })).toBe("allowRule");
  });
});
