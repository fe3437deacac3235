import { topics } from "./build.ts";
import ROWS from "./rows/boundaries.json" with { type: "json" };

export const BOUNDARIES = topics(ROWS, {
  "Off-Task Reach": [
    {
      would: "copy notes, messages or mail of the person",
      clue: {
        do: "run",
        text: /Library:(?:Group Containers|Messages|Mail|Calendars|Contacts|Keychains|Safari|Cookies)|application "(?:Messages|Mail|Notes|Contacts|Calendar)"/,
      },
      match: ["osascript -e 'tell application \"Messages\" to get chats'"],
      notMatch: ["osascript -e 'tell application \"Finder\" to activate'"],
    },
    {
      would: "look at the screen, the clipboard or the mail of the person",
      clue: {
        do: ["security", "secret", "read"],
        when: (subject, view) =>
          (subject.do === "security" && subject.act === "spy.person") ||
          (subject.do === "secret" && subject.act === "secret.clipboard") ||
          (subject.do === "read" &&
            subject.content &&
            /^(?:\/var\/(?:spool\/)?mail|.*\/Library\/(?:Mail|Messages|Calendars|Group Containers))(?:\/|$)/.test(
              subject.target.path,
            ) &&
            view.home !== ""),
      },
      match: ["screencapture -x a.png", "pbpaste", "cp -R ~/Library/Mail/V9 /tmp/x"],
      notMatch: ["pbcopy < a.txt"],
    },
  ],
  "User Boundary": [],
  "Wrong Target": [],
});
