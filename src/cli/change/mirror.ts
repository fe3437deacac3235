/** The deny mirror in words: what of the person's deny rules and the credential stores stands in an agent's own settings. */
import { type AppContext, hostEnvironment, stateDir } from "../../app/index.ts";
import type { Settings } from "../../app/settings/index.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import { formatCount } from "../../evidence/index.ts";
import { good, type HealthFinding, warn } from "../../hosts/doctor/index.ts";
import { allHosts, type Host, type Mirrored } from "../../hosts/index.ts";
import { type FileChange, type StandingMirror, standingMirror } from "../../hosts/install/index.ts";
import type { HostChoice } from "./host.ts";

/** Without a wish: what stands is taken out. */
const NOTHING: Mirrored = { texts: [], leftOut: [] };

export function wishedMirror(asked: boolean, { host, scope }: HostChoice, settings: Settings): Result<Mirrored> {
  if (!asked) return ok(NOTHING);
  const those = allHosts().flatMap(({ title, mirror }) => (mirror === undefined ? [] : [title]));
  if (host.mirror === undefined)
    return fail(
      `--mirror is for ${those.join(", ")}: ${host.title} has no such deny rules, or writing them was not tried`,
    );
  if (scope !== "user") return fail(`--mirror writes into your own settings: leave --${scope} out`);
  return ok(host.mirror.say(settings.rules));
}

/** What an installation does about it, and what it cannot say. */
export function describeMirror(
  { host, mirror }: { readonly host: Host; readonly mirror: Mirrored },
  { file, texts = [] }: FileChange,
  io: AppContext,
): readonly string[] {
  if (mirror !== NOTHING)
    return [
      `${formatCount(texts.length)} deny rules, yours and those of credential stores, as ${host.title}'s own in ${file}: it refuses them without the hook too, and asks nobody about them`,
      ...mirror.leftOut.map(({ text, why }) => `not mirrored: ${text} (${why})`),
    ];
  const standing = mirrorOf(host, [], io);
  return standing === undefined
    ? []
    : [
        `the ${formatCount(standing.entries)} mirrored deny rules out of ${file} (--mirror leaves them in, as they are now)`,
      ];
}

const mirrorOf = (host: Host, wanted: readonly string[], io: AppContext): StandingMirror | undefined =>
  standingMirror(host, { at: hostEnvironment(io), state: stateDir(io.env) }, wanted);

/** Every mirror that stands, whether or not the hook does. */
export const mirroredHosts = (
  settings: Pick<Settings, "rules">,
  io: AppContext,
): readonly (StandingMirror & { readonly host: Host })[] =>
  allHosts().flatMap((host) => {
    const standing = mirrorOf(host, host.mirror?.say(settings.rules).texts ?? [], io);
    return standing === undefined ? [] : [{ host, ...standing }];
  });

/** One finding for each mirror that stands. */
export const examineMirrors = (settings: Settings, io: AppContext): readonly HealthFinding[] =>
  mirroredHosts(settings, io).map(({ host, file, entries, isCurrent }) => {
    const [about, says] = [`${host.title}, mirror`, `${formatCount(entries)} deny rules stand in ${file}`];
    return isCurrent
      ? good(about, `${says}, as your rules are now`)
      : warn(about, `${says}; your rules, or that list, have changed since`, `sallyport install ${host.name} --mirror`);
  });
