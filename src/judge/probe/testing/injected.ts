/**
 * Texts that were written to steer an agent, in many forms and languages, for tests and for measuring. Every third was held back
 * while the signs were written.
 */
import type { FindKind } from "../../../contract/find.ts";
import injected from "./injected.json" with { type: "json" };

export interface InjectedText {
  readonly id: string;
  /** What it mainly is; others may be found in it too. */
  readonly kind: FindKind;
  readonly lang: string;
  readonly text: string;
}

export const injectedTexts = (): readonly InjectedText[] => injected as readonly unknown[] as readonly InjectedText[];

export const isHeldBack = (at: number): boolean => at % 3 === 2;
