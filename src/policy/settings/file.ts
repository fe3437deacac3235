/** What a settings file may say. Written out, so that whoever uses the types needs no other package. */
import type { ClassifierSettings, EndpointSettings, Settings } from "./in-force.ts";

/** Some of it, or nothing. */
type Said<T> = { readonly [key in keyof T]?: T[key] | undefined };
type Texts = readonly string[] | undefined;

/** What a file does not say at all, or in another form than it has in force. */
type OtherForm =
  | "rules"
  | "additionalDirectories"
  | "autoMode"
  | "classifier"
  | "flags"
  | "limits"
  | "restore"
  | "record"
  | "service"
  | "safeTools"
  | "contain"
  | "managed";

/** What one settings file may say. Every key is optional; the schema that reads it is held equal by the compiler. */
export interface SettingsFile extends Said<Omit<Settings, OtherForm>> {
  readonly $schema?: string | undefined;
  readonly version?: 1 | undefined;
  readonly permissions?:
    | { readonly allow?: Texts; readonly ask?: Texts; readonly deny?: Texts; readonly additionalDirectories?: Texts }
    | undefined;
  readonly autoMode?: Said<Settings["autoMode"]> | undefined;
  readonly classifier?: ClassifierFile | undefined;
  readonly flags?: NonNullable<Settings["flags"]> | undefined;
  readonly limits?: Said<Settings["limits"]> | undefined;
  readonly restore?: Said<Settings["restore"]> | undefined;
  readonly record?: Said<Settings["record"]> | undefined;
  readonly service?: Said<Settings["service"]> | undefined;
  readonly safeTools?: Said<Settings["safeTools"]> | undefined;
  readonly contain?: Said<Settings["contain"]> | undefined;
}

interface ClassifierFile extends Said<Omit<ClassifierSettings, "timeoutMs" | "fallback">> {
  readonly timeoutMs?: Said<ClassifierSettings["timeoutMs"]> | undefined;
  readonly fallback?: readonly Said<EndpointSettings>[] | undefined;
}
