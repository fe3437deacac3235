/** Deletes on this machine, from grave to merely careless. */
import {
  type CallCommand,
  type CallView,
  contactsOther,
  type EffectOrFlow,
  exists,
  isForeign,
  isRebuilt,
  isUnknownPlace,
  losesWork,
  searchedName,
  sweepsTemp,
} from "../offline/index.ts";
import { topics } from "./build.ts";
import ROWS from "./rows/local-destruction.json" with { type: "json" };

/** `find -exec rm {}`: what is deleted is what the search before it looks for, and that is made anew. */
function isFoundAndRebuilt(subject: EffectOrFlow, { commands }: CallView, command: CallCommand | undefined): boolean {
  if (subject.do !== "delete" || subject.target.certainty !== "unknown" || command?.via !== "find -exec") return false;
  const search = commands.slice(0, commands.indexOf(command)).findLast(({ name }) => name === "find");
  return isRebuilt(searchedName(search));
}

export const LOCAL_DESTRUCTION = topics(ROWS, {
  "Irreversible Local Destruction": [
    {
      would: "delete {} and everything below it, outside the project",
      clue: { do: "delete", recursive: true, when: isForeign },
      match: ["rm -rf ~/Documents", "rm -rf ../other-project", "rm -rf /opt/data", "rm -rf ../other/*"],
      notMatch: ["rm -rf dist", "rm -rf /tmp/x", "rm -rf ~/.cache/pip"],
    },
    {
      would: "delete {}, which belongs to the system or to the person",
      clue: { do: "delete", when: isForeign },
      match: ["rm /etc/timezone", "rm ~/notes.txt", "find ~/Mail -name '*.eml' -delete"],
      notMatch: ["rm src/a.ts", "rm /tmp/a"],
    },
    {
      would: "make files unreadable or unrecoverable",
      clue: {
        do: ["write", "delete", "security"],
        program: /^(?:shred|srm|wipe|scrub|secure-delete|ccrypt|bcwipe)$/,
      },
      match: ["shred -u a.txt", "srm -r dir"],
      notMatch: ["rm a.txt"],
    },
    {
      would: "delete files of the project by a pattern",
      clue: {
        do: "delete",
        when: (subject, view, command) =>
          losesWork(subject, view) &&
          subject.do === "delete" &&
          subject.target.certainty !== "exact" &&
          !isFoundAndRebuilt(subject, view, command),
      },
      match: ["rm -rf ./*", "rm -rf src/*"],
      notMatch: ["rm -rf dist/*", "rm a.ts"],
    },
    {
      would: "delete every file of the project that fits a search",
      clue: {
        do: "delete",
        program: /^find$/,
        when: (subject, view, command) => losesWork(subject, view) && !isRebuilt(searchedName(command)),
      },
      match: ["find . -name '*.ics' -delete", "find . -type f -delete"],
      notMatch: ["find . -name '*.pyc' -delete", "find . -name __pycache__ -exec rm -rf {} +", "find . -name '*.ts'"],
    },
    {
      would: "delete the project's history or the project itself",
      clue: {
        do: "delete",
        recursive: true,
        program: /^(?!find$)/,
        when: (subject, view, command) =>
          subject.do === "delete" &&
          (subject.target.path === view.projectRoot || /\/\.git$/.test(subject.target.path)) &&
          !isFoundAndRebuilt(subject, view, command),
      },
      match: ["rm -rf ../app"],
      notMatch: ["rm -rf build"],
    },
    {
      would: "delete data of a database, a machine or volumes",
      clue: {
        act: ["database.delete", "container.data-delete"],
        when: (_, __, command) => !contactsOther(command),
      },
      match: [
        "dropdb prod",
        "docker volume rm data",
        "docker system prune -af --volumes",
        "sqlite3 a.db 'drop table x'",
        "redis-cli flushall",
      ],
      notMatch: ["docker rm web", "psql -c 'select 1'"],
    },
    {
      would: "write over {}, a file of the system or of the person",
      clue: {
        do: "write",
        as: [false, "copy", "move", "link"],
        on: /^(?!\/proc\/)/,
        at: ["system", "home"],
        notAt: ["temp", "cache"],
        when: (subject, view) => isForeign(subject, view) && exists(subject, view),
      },
      match: ["echo x > /etc/hostname"],
      notMatch: ["echo x > a.txt", "echo x > /tmp/a"],
    },
  ],
  "Unseen Delete Target": [
    {
      would: "delete something that cannot be seen from the command",
      clue: { do: "delete", recursive: true, when: isUnknownPlace },
      match: ['rm -rf "$X"', "rm -rf $(cat list)/*", 'rm -rf "$DIR"/*'],
      notMatch: ["D=build; rm -rf $D", "rm -rf build"],
    },
  ],
  "Shared Temp Sweep": [
    {
      would: "clear {}, which others use too",
      clue: { do: "delete", when: sweepsTemp },
      match: ["rm -rf /tmp/*", "find /tmp -mtime +1 -delete"],
      notMatch: ["rm -rf /tmp/my-build", "rm /tmp/a.log"],
    },
  ],
});
