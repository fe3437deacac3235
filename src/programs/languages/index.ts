/** The programs whose arguments are a language of their own, by the names rows give them. */
import type { Languages } from "../template.ts";
import { cloud } from "./clouds.ts";
import { asksRegistry, copiesInto, runsImage, runsInside, tellsRegistry } from "./docker.ts";
import { finds, findsByFd } from "./find.ts";
import { asksRemote, asksSecond, checksOut, clones, config, pushes, settingsOnce, showsPaths } from "./git.ts";
import { asksHost, curl, hostApi, httpie, tellsHost, wget } from "./http.ts";
import { jq } from "./jq.ts";
import { copies, links, moves } from "./landing.ts";
import { agentPatch, fetchedFromNpm, fetchedFromPypi, pythonModule } from "./packages.ts";
import { keptJobs, shell } from "./shells.ts";
import { redis, sqlClient, sqlite } from "./sql.ts";
import { copiesAway, ssh } from "./ssh.ts";
import { packs } from "./tar.ts";

export const LANGUAGES: Languages = {
  "agent-patch": agentPatch,
  cloud,
  copies,
  curl,
  fd: findsByFd,
  "fetched-npm": fetchedFromNpm,
  "fetched-pypi": fetchedFromPypi,
  find: finds,
  "git-checkout": checksOut,
  "git-clone": clones,
  "git-config": config,
  "git-paths": showsPaths,
  "git-push": pushes,
  "git-remote": asksRemote,
  "git-second": asksSecond,
  "git-settings": settingsOnce,
  "host-api": hostApi,
  "host-asks": asksHost,
  "host-tells": tellsHost,
  httpie,
  "image-exec": runsInside,
  "image-pull": asksRegistry,
  "image-push": tellsRegistry,
  "image-run": runsImage,
  "container-copy": copiesInto,
  jobs: keptJobs,
  jq,
  links,
  moves,
  "python-module": pythonModule,
  redis,
  remote: copiesAway,
  shell,
  sql: sqlClient,
  sqlite,
  ssh,
  tar: packs,
  wget,
};
