/** The browser's language, where it is one that dates and numbers can be written in. */
const canWrite = (language: string): boolean => {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(language).length > 0;
  } catch {
    return false;
  }
};

export const LANGUAGE = navigator.languages.find(canWrite) ?? "en";

// A browser started without a locale names one that no formatter knows (`en-US@posix`), and the chart library asks for that name.
if (!canWrite(navigator.language)) Object.defineProperty(navigator, "language", { value: LANGUAGE });
