/** Every place a call comes to, by whichever finder, for rules on paths: what is read or changed there, and by which program. */
import type { MetPlace } from "../../contract/describe.ts";
import type { Effect, Target } from "../../contract/effect.ts";
import type { SubCommand } from "../../contract/reading.ts";
import type { PolicyCall } from "../call.ts";
import { placesOf } from "../tools/index.ts";
import { gitFront } from "./git-base.ts";
import { carriedReads } from "./git-carried.ts";
import { madeByGit } from "./git-made.ts";
import { takenAway } from "./git-takes-away.ts";
import { handedPlaces } from "./handed-places.ts";
import { hiddenCode } from "./hidden-code.ts";
import { type HistoryRead, historyReads } from "./history.ts";
import { fileAddresses, loosePlaces, sweepsLoosely } from "./loose-values.ts";
import { packagePacks } from "./package-packs.ts";
import { commandsOf, saidWrites } from "./said-writes.ts";
import { servedPlaces } from "./served-places.ts";
import { treeWrites } from "./tree-writes.ts";
import { codePlaces, packedPlaces, wordPlaces } from "./word-places.ts";
import type { WrittenPlace } from "./written-words.ts";

export interface CallPlace {
  readonly target: Target;
  readonly recursive: boolean;
  /** Names, sizes and times are looked at: only naming the place counts. */
  readonly direct?: boolean;
  /** A directory counts for the sort of files that formatters change, and for no other. */
  readonly asSource?: boolean;
  /** Of what lies there, the files of a sort that count; absent: all of it. */
  readonly found?: HistoryRead["found"];
  readonly does: MetPlace["does"];
  /** Which command comes to it; absent: not known. */
  readonly command?: SubCommand | undefined;
}

export const placesRead = (call: PolicyCall): readonly CallPlace[] => [
  ...effectsOf(call, (effect) => effect.do === "read"),
  ...scriptsStarted(call),
  ...shownByEdits(call),
  ...historyReads(call).flatMap(({ command, effects, found }) =>
    effects.map(({ target, recursive }): CallPlace => ({ target, recursive, found, does: "show", command })),
  ),
  ...carriedReads(call).map(({ target, command }): CallPlace => ({ target, recursive: true, does: "show", command })),
  ...handedReads(call).map(({ target, recursive }): CallPlace => ({ target, recursive, does: "read" })),
  ...namedPlaces([...loosePlaces(call), ...wordPlaces(call), ...servedPlaces(call)], call),
  ...openedPlaces(call),
];

export const placesChanged = (call: PolicyCall): readonly CallPlace[] => [
  ...effectsOf(call, (effect) => effect.do === "write" || effect.do === "delete"),
  ...treeWrites(call).flatMap(({ target, among }): readonly CallPlace[] => [
    { target, recursive: false, does: "change" },
    {
      ...{ target, recursive: true, does: "change" },
      found: among && ((sought) => ({ paths: among.filter(sought), cut: false })),
    },
  ]),
  ...takenAway(call).map((taken): CallPlace => ({ ...taken, recursive: true, does: "delete" })),
  ...madeByGit(call).flatMap((target): readonly CallPlace[] =>
    [false, true].map((recursive) => ({ target, recursive, does: "change" })),
  ),
  ...saidWrites(call).flatMap(({ target, recursive, asSource }): readonly CallPlace[] => [
    { target, recursive: false, does: "change" },
    ...(recursive ? [{ target, recursive, does: "change", asSource: asSource === true } as const] : []),
  ]),
  ...namedPlaces(loosePlaces(call), call),
];

const namedPlaces = (targets: readonly Target[], call: PolicyCall): readonly CallPlace[] =>
  targets.map((target) => ({ target, recursive: sweepsLoosely(call), does: "name" }));

const openedPlaces = (call: PolicyCall): readonly CallPlace[] =>
  fileAddresses(call)
    .flatMap((text) => placesOf(text, call))
    .map((target) => ({ target, recursive: true, does: "name" }));

const DOES = { read: "read", write: "change", delete: "delete" } as const;

function effectsOf(call: PolicyCall, wanted: (effect: Effect) => boolean): readonly CallPlace[] {
  const commands = call.reading?.commands ?? [];
  return [...call.effects, ...hiddenCode(call).effects].filter(wanted).flatMap((effect): readonly CallPlace[] => {
    if (effect.do !== "read" && effect.do !== "write" && effect.do !== "delete") return [];
    const { target, recursive } = effect;
    const command = commands.find(({ effects }) => effects.includes(effect));
    return [{ target, recursive, direct: effect.do === "read" && !effect.content, does: DOES[effect.do], command }];
  });
}

/** What is started is read, and tells of itself by its errors. */
const scriptsStarted = (call: PolicyCall): readonly CallPlace[] =>
  [...call.effects, ...hiddenCode(call).effects].flatMap((effect) =>
    effect.do === "run" && effect.script?.certainty === "exact"
      ? [{ target: effect.script, recursive: false, does: "read" }]
      : [],
  );

/** What is handed to another root, a container or a machine is read there; what is packed is read with all that lies below. */
const handedReads = (call: PolicyCall): readonly WrittenPlace[] => [
  ...handedPlaces(call, commandsOf(call)).map(({ target }) => ({ target, recursive: true })),
  ...packedPlaces(call),
  ...codePlaces(call),
  ...packagePacks(call),
];

/** An edit of a part shows its neighbours, and whether a text stands there; what is not there yet shows nothing. */
export const shownByEdits = ({ spec, effects, world }: PolicyCall): readonly CallPlace[] =>
  spec.showsChanged !== true
    ? []
    : effects.flatMap((effect): readonly CallPlace[] =>
        effect.do !== "write" ||
        (effect.target.certainty === "exact" && world.stat(effect.target.path).kind === "absent")
          ? []
          : [{ target: effect.target, recursive: false, does: "show" }],
      );

/** How a person calls the command: a call that is one command is that. */
export function programMet({ command }: CallPlace, { reading }: PolicyCall): string | null {
  const only = reading?.commands.length === 1 ? reading.commands[0] : undefined;
  const by = command ?? only;
  const sub = by?.name === "git" ? gitFront(by)?.sub : undefined;
  return sub == null ? (by?.name ?? null) : `git ${sub}`;
}
