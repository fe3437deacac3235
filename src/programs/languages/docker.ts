/** Starting something in a container: what it is given of the host counts as reached. */
import { act, type Effect } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import { network, reads, writes } from "../places.ts";
import type { Inner, Use } from "../spec.ts";
import type { Filled } from "../template.ts";
import { given, hostOf, line, partOf, valuesOf } from "../words.ts";

/** Places of the host a container can write to: `-v host:container[:ro]`, `--mount type=bind,source=…`. */
function mounts(use: Use): readonly Effect[] {
  const named = valuesOf(use, "-v --volume").map((each) => ({ each, path: (each.value ?? each.prefix).split(":")[0] }));
  const bound = valuesOf(use, "--mount").map((each) => ({
    each,
    path: /(?:source|src)=([^,]*)/.exec(each.value ?? each.prefix)?.[1],
  }));
  return [...named, ...bound].flatMap(({ each, path }): readonly Effect[] => {
    if (path === undefined || (path !== "" && !/^[./~$]/.test(path))) return [];
    const target = use.target(each.value === null ? { ...each, prefix: path } : partOf(each, path));
    const readOnly = /:ro\b|,ro\b|readonly/.test(each.value ?? "");
    return [readOnly ? reads(target, true) : writes(target, { recursive: true })];
  });
}

const POWERS = "--privileged --pid --userns --ipc --uts --cap-add --security-opt --device --cgroupns";

/** `run IMAGE words…`, `exec NAME words…`. */
const starts =
  (what: "run" | "exec") =>
  (use: Use): Partial<Filled> => {
    const [subject, ...command] = use.operands;
    const powers = POWERS.split(" ").filter((name) => use.options.has(name));
    const bound = mounts(use);
    const opens = given(use, "-p --publish -P --publish-all") || valuesOf(use, "--network --net").some(isHost);
    const effects: Effect[] = [
      act(what === "run" ? "container.create" : "container.exec", {
        wording: `${what} ${line(command)}`.trim(),
        on: subject?.value ?? null,
      }),
      { do: "run", program: use.program, what: "remote", wording: `in a container: ${line(command)}` },
      ...bound,
      ...powers.map((name) => act("privilege.container", { wording: `a container with ${name}` })),
      ...(opens ? [act("container.expose")] : []),
      ...(what === "run" ? [network(null, false)] : []),
    ];
    return { effects, inner: insideOf(`${use.program} ${what}`, command, bound.length > 0) };
  };

const isHost = ({ value }: KnownWord): boolean => value === "host";

/** The command, read like one of its own; an image's own entry point may take the words otherwise. */
const insideOf = (via: string, words: readonly KnownWord[], mounted: boolean): Inner[] =>
  words[0]?.value == null || !/^[\w./][\w./-]*$/.test(words[0].value)
    ? []
    : [{ kind: "words", words, via, moreWords: false, elsewhere: true, mounted }];

export const runsImage = starts("run");
export const runsInside = starts("exec");

/** `push`, `pull`: the registry stands in the image's name. */
const registry =
  (sends: boolean) =>
  (use: Use): Partial<Filled> => {
    const [image] = use.operands;
    const host = image === undefined ? null : hostOfImage(image);
    return { effects: [network(host, sends)] };
  };

function hostOfImage(image: KnownWord): string | null {
  if (image.value === null) return hostOf(image);
  const first = image.value.split("/")[0] ?? "";
  return /[.:]/.test(first) && image.value.includes("/") ? first.toLowerCase() : "registry-1.docker.io";
}

export const asksRegistry = registry(false);
export const tellsRegistry = registry(true);

/** `docker cp container:path host`, or the other way round. */
export function copiesInto(use: Use): Partial<Filled> {
  const [from, to] = use.operands;
  const isInside = (each: KnownWord | undefined): boolean => /^[\w.-]+:/.test(each?.value ?? "");
  const read = from !== undefined && !isInside(from) ? [reads(use.target(from), true)] : [];
  const write = to !== undefined && !isInside(to) ? [writes(use.target(to), { recursive: true, as: "copy" })] : [];
  const id = isInside(to) ? "container.change" : "container.read";
  return { effects: [...read, ...write, act(id, { on: from?.value ?? null })] };
}
