/** Colours, keys and the way out. */
import type { JSX } from "preact";
import { leave } from "../data/state.ts";
import { chooseTheme, THEMES, type Theme, theme } from "../data/theme.ts";
import { Icon, type IconName } from "./icon.tsx";

const WORDS: Readonly<Record<Theme, readonly [IconName, string]>> = {
  auto: ["half", "Colours: as the system"],
  light: ["sun", "Colours: light"],
  dark: ["moon", "Colours: dark"],
};

interface PreferencesProps {
  readonly onHelp: () => void;
  /** Where there is room: what each does stands beside it. */
  readonly words?: boolean;
}

export function Preferences({ onHelp, words: told = false }: PreferencesProps): JSX.Element {
  const [icon, words] = WORDS[theme.value];
  const next = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? "auto";
  const buttons: readonly (readonly [IconName, string, string, () => void])[] = [
    [icon, words, words, () => chooseTheme(next)],
    ["help", "Help and keys", "Help and keys (?)", onHelp],
    ["out", "Sign out", "Sign out", () => void leave()],
  ];
  return (
    <div class={`preferences ${told ? "told" : ""}`}>
      {buttons.map(([name, label, title, act]) => (
        <button
          key={name === icon ? "colours" : name}
          type="button"
          class={`quiet ${told ? "" : "icon-only"}`}
          aria-label={told ? undefined : label}
          title={told ? undefined : title}
          onClick={act}
        >
          <Icon name={name} />
          {told && label}
        </button>
      ))}
    </div>
  );
}
