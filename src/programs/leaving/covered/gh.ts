/** GitHub's own program: what is read, written in the person's name and taken back again. */
import { type CoveredCommand, type CoveredProgram, type CoveredWords, NAME } from "./row.ts";

/** On another host it is not the person's login. */
const REPOSITORY = /^(?:github\.com\/)?[\w.-]+\/[\w.-]+$/;
const REPO = { "-R": REPOSITORY, "--repo": REPOSITORY };
const JSON_TEXTS = "-q --jq -t --template";

const list = (flags: string, words: string): CoveredWords => ({
  flags: `-w --web ${flags}`,
  words: `-L --limit -s --state -l --label -a --assignee -A --author -B --base -H --head -b --branch --json ${words}`,
  texts: `-S --search ${JSON_TEXTS}`,
  only: REPO,
  goals: NAME,
});
const view: CoveredWords = {
  flags: "-w --web -c --comments --yes",
  words: "--json -b --branch",
  texts: JSON_TEXTS,
  only: REPO,
  goals: NAME,
};
const write: CoveredWords = {
  flags:
    "-d --draft -f --fill --fill-first --fill-verbose -w --web --no-maintainer-edit --dry-run --edit-last -y --yes",
  words:
    "-B --base -H --head -a --assignee --add-assignee --remove-assignee -l --label --add-label --remove-label -m --milestone -r --reviewer --reason --add-reviewer --remove-reviewer -p --project",
  texts: "-t --title -b --body -c --comment",
  places: "-F --body-file -T --template",
  only: REPO,
  goals: NAME,
};

const COMMANDS: readonly CoveredCommand[] = [
  {
    names: "pr list|pr status|issue list|issue status",
    ...list("-d --draft -c --conflict-status", "--app -m --milestone --mention"),
  },
  {
    names: "run list|workflow list|release list|label list|repo list|cache list",
    ...list(
      "-a --all --exclude-drafts --exclude-pre-releases --source --fork --archived --no-archived",
      "-e --event -u --user -c --commit --created -O --order --sort --language --visibility --topic -k --key -r --ref",
    ),
  },
  {
    names: "pr view|issue view|repo view|release view|workflow view",
    ...view,
    flags: "-w --web -c --comments -y --yaml",
  },
  {
    names: "pr diff|pr checks",
    ...view,
    flags: "-w --web --name-only --patch --required --watch --fail-fast",
    words: "--json --color -i --interval",
  },
  {
    names: "run view",
    ...view,
    flags: "-w --web -v --verbose --log --log-failed --exit-status",
    words: "--json -j --job -a --attempt",
  },
  { names: "run watch", flags: "--exit-status --compact", words: "-i --interval", only: REPO, goals: NAME },
  {
    names: "run download|release download",
    flags: "--clobber --skip-existing",
    words: "-n --name -A --archive",
    texts: "-p --pattern",
    places: "-D --dir -O --output",
    only: REPO,
    goals: NAME,
  },
  { names: "run rerun|run cancel", flags: "--failed -d --debug --force", words: "-j --job", only: REPO, goals: NAME },
  {
    names:
      "pr create|pr edit|pr comment|pr ready|pr close|pr reopen|issue create|issue edit|issue comment|issue close|issue reopen",
    ...write,
  },
  {
    names: "pr review",
    flags: "-a --approve -r --request-changes -c --comment",
    texts: "-b --body",
    places: "-F --body-file",
    only: REPO,
    goals: NAME,
  },
  {
    names: "pr checkout",
    flags: "-f --force --detach --recurse-submodules",
    words: "-b --branch",
    only: REPO,
    goals: NAME,
  },
  {
    names: "pr merge",
    flags: "-m --merge -s --squash -r --rebase -d --delete-branch --auto --disable-auto",
    words: "--match-head-commit",
    texts: "-b --body -t --subject",
    only: REPO,
    goals: NAME,
  },
  { names: "issue develop", flags: "-c --checkout -l --list", words: "-b --base -n --name", only: REPO, goals: NAME },
  {
    names: "label create|label edit",
    flags: "-f --force",
    words: "-c --color -n --name",
    texts: "-d --description",
    only: REPO,
    goals: /^\w[\w .:/-]*$/,
  },
  {
    names: "repo clone",
    flags: "--no-upstream",
    words: "-u --upstream-remote-name",
    goals: /^(?:https:\/\/github\.com\/)?[\w./-]+$/,
    inPlace: true,
  },
  {
    names: "search issues|search prs|search code|search repos|search commits",
    ...list(
      "--archived --draft --merged --include-prs",
      "--owner --language --sort --order --match --created --updated --filename --extension --repo --review --involves --closed",
    ),
    goals: /^(?!-)/,
  },
  { names: "auth status", flags: "-a --active", goals: /^(?!)/ },
  { names: "extension list|extension ls|alias list|alias ls", goals: /^(?!)/ },
  {
    names: "status|browse",
    flags: "-n --no-browser",
    words: "-b --branch -e --exclude -o --org",
    only: REPO,
    goals: NAME,
  },
  {
    names: "api",
    always: true,
    flags: "-i --include --paginate --slurp --silent --verbose",
    words: "--cache",
    texts: JSON_TEXTS,
    only: {
      "-X": /^GET$/i,
      "--method": /^GET$/i,
      "-H": /^Accept: [\w./+-]+$|^X-GitHub-Api-Version: [\d-]+$/i,
      "--header": /^Accept: [\w./+-]+$|^X-GitHub-Api-Version: [\d-]+$/i,
    },
    // What a question in GraphQL does stands in its text, and that is no option of this list.
    goals: /^(?:https:\/\/api\.github\.com)?\/?(?!graphql(?:[/?]|$))[\w{][\w.{}/%+@:?&=,-]*$(?<!(?<!^https:)\/\/.*)/,
  },
];

export const gh: CoveredProgram = { by: "gh", commands: COMMANDS };
