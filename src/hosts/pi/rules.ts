/** pi has no rules of its own, but another extension may have: after ours has changed a command it would judge another text. */
import { filesIn, NO_RULES, type OwnRules, type RulesPlace, readSettingsFile } from "../own-rules.ts";
import { piFolder } from "./folder.ts";

const OURS = "sallyport.ts";

export function piRules({ home, projectRoot, agent }: RulesPlace): OwnRules {
  const folders = [piFolder({ home, env: agent?.env ?? {} }), `${projectRoot}/.pi`];
  const other =
    agent === undefined || folders.some(hasOther) || agent.words.some((word) => /^(?:-e|--extension)/.test(word));
  return other ? { rules: [], keep: "pi may have other extensions, which would judge the changed command" } : NO_RULES;
}

function hasOther(folder: string): boolean {
  const files = filesIn(`${folder}/extensions`, "");
  if (files === null || files.some((file) => !file.endsWith(`/${OURS}`))) return true;
  const settings = readSettingsFile(`${folder}/settings.json`, (text) => JSON.parse(text));
  if (settings === undefined) return false;
  return (
    settings === null || [settings.extensions, settings.packages].some((list) => JSON.stringify(list ?? []) !== "[]")
  );
}
