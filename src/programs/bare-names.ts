/** Languages in which a file is named without quotes: `include(x)`, `#include <x>`, `open x`, `\i x`, `source x`, `r x`, `<*.x>`. */

const SPEAKS_ONE =
  /^(?:g?m4|cpp|[\w-]*(?:gcc|g\+\+|clang|clang\+\+)(?:-[\d.]+)?|cc|c\+\+|tclsh[\d.]*|wish|expect|g?bc|dc|ed|red|ex|r?vim?|nvim|view|psql|pgcli|usql|mysql|mariadb|mycli|sqlite3?|litecli|duckdb|gnuplot|c?gdb|lldb|gp|maxima|octave|nft|[gtn]?roff|soelim|\w*tex|lftp|s?ftp|[ny]asm|as|perl|b?make|gmake)$/;
const BETWEEN_NAMES = /[\s"'`()<>[\]{},;|=]+/;

/** What code of the program's own language may name so; nothing where it has no such names. For what finds, never for what proves. */
export const bareNames = (program: string, code: string): readonly string[] =>
  speaksBare(program) ? code.split(BETWEEN_NAMES).filter((name) => name !== "") : [];

export const speaksBare = (program: string): boolean => SPEAKS_ONE.test(program);
