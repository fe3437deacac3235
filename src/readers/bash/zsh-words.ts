/** A text as zsh would have it, in words of bash's (likely readings): a host may run the very same text in either shell. */

/** What only zsh has, and what does the same. Each is bounded, so that a long text costs no more than its length. */
const SAID_BY_ZSH: readonly (readonly [own: RegExp, bash: string])[] = [
  // `=git`: the program of that name.
  [/(?<=^|[\s;&|(){}'"`])=(?=[A-Za-z_./])/g, ""],
  // `() { … } a b` and `function { … } a b`: run at once.
  [
    /(?<=^|[\s;&|{'"])(?:\(\)|function)\s*\{([^{}]{0,2000})\}([^;&|\n'"]{0,500})/g,
    "run_at_once() {$1 ; }; run_at_once $2 ",
  ],
  [
    /(?<=^|[\s;&|{'"])for\s+(\w{1,80})\s+\(([^\n;]{1,500}?)\)\s+(?!do\b)([^\n;'"]{1,500})/g,
    "for $1 in $2; do $3; done ",
  ],
  // `${(e)x}` runs what is in x.
  [/\$\{\([A-Za-z]{0,9}e[A-Za-z]{0,9}\)(\w{1,80})\}/g, '$(eval "$$$1")'],
  // `*(D)`, `*(.N)`: which of the names.
  [/(?<=[*\]?])\([A-Za-z.^/@=%*#+-]{1,20}\)/g, ""],
  [/\bzf_(?=rm\b|mv\b|ln\b|mkdir\b|rmdir\b|chmod\b|chown\b)/g, ""],
  // The contents of a file as a variable.
  [/\bmapfile\[([^\]\s]{1,500})\]=/g, ": > $1 ; x="],
  [/\$\{?mapfile\[([^\]\s]{1,500})\]\}?/g, "$(cat $1)"],
  [/\bztcp\s+(?:-\w\s+)*([\w.-]{1,255})\s+(\d{1,5})/g, "exec 9<>/dev/tcp/$1/$2"],
  [/>&\s*\$REPLY\b/g, ">&9"],
];

/** `(#i)NAME`, `(#a1)name`: whatever is spelled like it. */
const LIKE_IT = /\(#[ialbq]\d?\)([\w./~-]{1,200})/g;

/** Nothing where zsh has it as bash does. */
export function inZsh(text: string): readonly string[] {
  const loose = text.replace(LIKE_IT, (_, name: string) => name.replace(/[^/]+/g, "*"));
  const said = SAID_BY_ZSH.reduce((sofar, [own, bash]) => sofar.replace(own, bash), loose);
  return said === text ? [] : [said];
}
