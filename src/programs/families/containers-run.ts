/** Starting something in a container: what it is given of the host counts as reached. */
import { act, type Effect } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import { reads, refused, understood, writes } from "../disk-makers.ts";
import { line, network } from "../makers.ts";
import type { Inner, ReadAnswer, Use } from "../spec.ts";
import { behind } from "./packages-effects.ts";

const RUN_FLAGS =
  "-d --detach -i --interactive -t --tty -it -ti -dit -itd -di --rm --init --privileged -P --publish-all --read-only --no-healthcheck -q --quiet --oom-kill-disable -T --no-TTY --no-deps --build --service-ports";

const RUN_VALUES =
  "-v --volume --mount --name -p --publish -e --env --env-file --network --net -w --workdir --entrypoint -u --user --platform --pull --restart --memory -m --cpus -l --label --add-host --hostname -h --dns --cap-add --cap-drop --security-opt --device --gpus --ipc --pid --userns --shm-size --tmpfs --ulimit --log-driver --log-opt --volumes-from --link --expose --group-add --cgroupns --runtime --health-cmd --cidfile --detach-keys --index --scale --memory-swap --cpuset-cpus --stop-signal --stop-timeout";

const IMPORTANT = /^--?(?:privileged|pid|userns|ipc|uts|cap-add|security-opt|device|cgroupns)(?:=|$)/;

/** Places of the host a container can write to: `-v host:container[:ro]`, `--mount type=bind,source=…`. */
function mounts(use: Use, words: readonly KnownWord[]): readonly Effect[] {
  return words.flatMap((word, index): readonly Effect[] => {
    const value = word.value ?? word.prefix;
    const joined = /^(?:-v|--volume|--mount)=?(.*)$/s.exec(value);
    if (joined === null) return [];
    const spec = joined[1] === "" ? (words[index + 1]?.value ?? words[index + 1]?.prefix ?? "") : (joined[1] ?? "");
    const bind =
      /(?:source|src)=([^,]*)/.exec(spec)?.[1] ?? (value.startsWith("--mount") ? undefined : spec.split(":")[0]);
    if (bind === undefined || !/^[./~$]/.test(bind === "" ? "$" : bind)) return [];
    const target = use.target({
      value: bind === "" || bind.includes("$") ? null : bind,
      text: bind,
      glob: false,
      splits: false,
      prefix: bind,
    });
    const readOnly = /(?::ro\b|,ro\b|readonly)/.test(spec);
    return [readOnly ? reads(target, true) : writes(target, { recursive: true })];
  });
}

/** The command, read like one of its own; an image's own entry point may take the words otherwise. */
export const insideOf = (via: string, command: readonly KnownWord[]): readonly Inner[] =>
  command[0]?.value == null || !/^[\w./][\w./-]*$/.test(command[0].value)
    ? []
    : [{ kind: "words", words: command, via, moreWords: false, elsewhere: true }];

/** `run`/`exec` and their operands: what is started where, with what of the host. */
export const starts =
  (what: "run" | "exec") =>
  (use: Use): ReadAnswer => {
    const words = behind(use.operands, RUN_FLAGS, RUN_VALUES);
    const [subject, ...command] = words ?? [];
    const options = words === null ? use.operands : use.operands.slice(0, use.operands.length - words.length);
    const powerful = options
      .filter((word) => IMPORTANT.test(word.value ?? ""))
      .map((word) => act("privilege.container", { wording: `a container with ${word.text}` }));
    const open = options.some((word) => /^(?:-p|--publish|-P|--publish-all|--net(?:work)?=host)/.test(word.value ?? ""))
      ? [act("container.expose")]
      : [];
    const effects: readonly Effect[] = [
      act(what === "run" ? "container.create" : "container.exec", {
        wording: `${what} ${line(command)}`.trim(),
        on: subject?.value ?? null,
      }),
      { do: "run", program: use.program, what: "remote", wording: `in a container: ${line(command)}` },
      ...mounts(use, options),
      ...powerful,
      ...open,
      ...(what === "run" ? [network(null, false)] : []),
    ];
    return words === null
      ? refused("options of the container that are not known", effects)
      : understood(effects, insideOf(`${use.program} ${what}`, command));
  };
