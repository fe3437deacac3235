/**
 * Places that the values of variables name, for rules that forbid editing and for the gate's own: traces, logs, histories, caches and
 * temporary files are put where a variable says. What is only searched, or only read, by its name is none of them.
 */
import { exact } from "../../contract/effect.ts";
import { absolutePath } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import type { WrittenPlace } from "./written-words.ts";

const MAX_PLACES = 256;
/** Lists that are searched, directories that are stood in, and files that are taken in. */
const ONLY_LOOKED_AT =
  /^(?:(?:\w*_)?(?:PATH|PATHS)|PYTHONPATH|CDPATH|MANPATH|INFOPATH|FPATH|fpath|cdpath|CPATH|CLASSPATH|GOROOT|RUBYLIB|PERL5LIB|(?:JAVA|ANDROID|JDK|MAVEN|SPARK|HADOOP)_HOME|PWD|OLDPWD|SHELL|EDITOR|VISUAL|\w*PAGER|BROWSER|BASH_ENV|ENV|ZDOTDIR|MAKEFILES|COMPOSE_FILE|\w*CONFIG\w*|\w*(?:CERT|CERTS|CA_BUNDLE|CREDENTIALS|INVENTORY|ENV_FILE)|GIT_(?:DIR|WORK_TREE|SSH\w*|ASKPASS|EDITOR|SEQUENCE_EDITOR|CEILING_DIRECTORIES)|VIRTUAL_ENV|SSH_AUTH_SOCK|DOCKER_HOST|\w*_?UR[IL]|CC|CXX|LD|AR)$/;
/** Of these a path is a file to write. */
const PUT_THERE =
  /^(?:TF_LOG_PATH|GOPATH|npm_config_(?:cache|prefix|tmp|logs_dir|init_module|pack_destination|store_dir)|\w*_(?:LOG|TRACE|OUTPUT|OUT|REPORT|DUMP|CACHE|COVERAGE)_PATH)$/;
/** By such a name a word alone is a directory or a file. */
const SAYS_PLACE = /DIR|FILE|LOG|TRACE|COVERAGE|OUT|DUMP|PREFIX|TE?MP|HIST|REPORT|CACHE|DEST|RECORD|PROF|REDIRECT/i;
/** Options whose value is loaded. */
const LOADED =
  /(?:^|\s)(?:-r|--(?:require|import|(?:experimental-)?loader|env-file|conditions)|-javaagent|-classpath|-cp)[=:\s]\S+/g;

export function variableWrites(call: PolicyCall): readonly WrittenPlace[] {
  return call.effects
    .flatMap((effect) => {
      if (effect.do !== "environment" || !effect.matters || effect.value === null) return [];
      if (ONLY_LOOKED_AT.test(effect.name) && !PUT_THERE.test(effect.name)) return [];
      return textsIn(effect.value).filter((text) => /[/.]/.test(text) || SAYS_PLACE.test(effect.name));
    })
    .slice(0, MAX_PLACES)
    .flatMap((text) => {
      const path = absolutePath(text, call.cwd, call.world);
      // A directory is named for what is put into it.
      return [path, `${path}/x`].map((place) => ({ target: exact(place), recursive: false }));
    });
}

const textsIn = (value: string): readonly string[] =>
  /:\/\//.test(value)
    ? []
    : value
        .replace(LOADED, " ")
        .split(/[\s,=:]+/)
        .filter((text) => /^[\w~./@+-]*[A-Za-z][\w~./@+-]*$/.test(text) && !text.startsWith("-"));
