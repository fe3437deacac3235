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

export function Preferences({ onHelp }: { readonly onHelp: () => void }): JSX.Element {
  const [icon, words] = WORDS[theme.value];
  const next = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? "auto";
  return (
    <div class="preferences">
      <button type="button" class="quiet icon-only" aria-label={words} title={words} onClick={() => chooseTheme(next)}>
        <Icon name={icon} />
      </button>
      <button
        type="button"
        class="quiet icon-only"
        aria-label="Help and keys"
        title="Help and keys (?)"
        onClick={onHelp}
      >
        <Icon name="help" />
      </button>
      <button type="button" class="quiet icon-only" aria-label="Sign out" title="Sign out" onClick={() => void leave()}>
        <Icon name="out" />
      </button>
    </div>
  );
}
