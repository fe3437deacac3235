/** The classifier the settings name, made when the first question comes: a fast path never loads it. */
import type { Classifier } from "../classifier/types.ts";
import type { Settings } from "../settings/index.ts";
import type { CliIo } from "./io.ts";

export function chosenClassifier(settings: Settings, _env: CliIo["env"], _stateDir: string): Classifier | null {
  if (settings.classifier.provider === "offline") return null;
  return {
    classify: async () => ({
      block: "unavailable",
      why: "bad_request",
      detail: `the provider ${settings.classifier.provider} is not part of this build`,
      model: null,
      usage: null,
      costUsd: null,
      stage: null,
    }),
  };
}
