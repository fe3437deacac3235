/** PostgreSQL's own client: questions to a database of this machine. */

import type { CoveredProgram } from "./row.ts";
import { isAsking } from "./sql.ts";

const LOCAL = /^(?:localhost|127\.0\.0\.1|::1|\/(?:tmp|var\/run\/postgresql|run\/postgresql))$/;
/** The name of a database, or the address of one here, without settings behind it. */
const DATABASE =
  /^(?:[A-Za-z_][\w-]*|postgres(?:ql)?:\/\/(?:[\w.-]+(?::[^@/\s?]*)?@)?(?:localhost|127\.0\.0\.1|\[::1\])?(?::\d+)?\/[\w-]*)$/;

export const psql: CoveredProgram = {
  by: "psql",
  commands: [
    {
      names: "",
      always: true,
      needs: "-c --command -l --list -V --version --help -?",
      flags:
        "-A --no-align -t --tuples-only -x --expanded -X --no-psqlrc -q --quiet -H --html --csv -w --no-password -W --password -1 --single-transaction -a --echo-all -b --echo-errors -e --echo-queries -E --echo-hidden -n --no-readline -l --list -V --version --help -? -z -0",
      words: "-U --username -p --port -F --field-separator",
      only: {
        "-c": { test: isAsking },
        "--command": { test: isAsking },
        "-h": LOCAL,
        "--host": LOCAL,
        "-d": DATABASE,
        "--dbname": DATABASE,
        "-P": /^[a-z_]+(?:=[\w.,-]*)?$/,
        "-v": /^ON_ERROR_STOP=\w+$/,
      },
      goals: DATABASE,
    },
  ],
};
