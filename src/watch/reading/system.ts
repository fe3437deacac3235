/** Where programs of the system lie. */
export const HOME_OF_PROGRAMS = /^(?:\/usr(?:\/local)?|\/opt\/homebrew|\/usr\/local\/opt\/coreutils)?\/s?bin\//;
