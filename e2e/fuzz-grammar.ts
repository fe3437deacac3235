/** Random shell scripts of made-up command names: every construct of Bash, in every quoting, and then some noise. */

export type Random = () => number;

/** A small seeded generator: the same seed is the same script. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

interface Maker {
  readonly pick: <T>(from: readonly T[]) => T;
  readonly chance: (share: number) => boolean;
  /** How much may still be nested. */
  readonly left: number;
  readonly deeper: () => Maker;
  readonly count: { names: number };
  /** Constructs the reader is expected to give up on are let in. */
  readonly risky: boolean;
}

export function randomScript(random: Random): string {
  const count = { names: 0 };
  const risky = random() < 0.35;
  const maker = (left: number): Maker => ({
    pick: (from) => from[Math.floor(random() * from.length)] ?? (from[0] as never),
    chance: (share) => random() < share,
    left,
    deeper: () => maker(left - 1),
    count,
    risky,
  });
  const m = maker(2 + Math.floor(random() * 3));
  let script = random() < 0.25 ? nearlyPlain(m) : list(m, 1 + Math.floor(random() * 3), "\n");
  if (random() < (risky ? 0.5 : 0.2)) script = noise(script, random);
  return script;
}

const PLAIN_WORDS = [
  ...[
    "a",
    "1",
    "-n",
    "x=y",
    "'x y'",
    '"q r"',
    "''",
    "a'b'",
    '"a"b',
    "'$(no)'",
    "'a\n b'",
    "./a",
    "a,b",
    "a:b",
    "@",
    "%",
  ],
  ...[
    "~",
    "~/x",
    "x~1",
    "x^2",
    "*",
    "o*",
    "--o=*",
    "#a",
    "a#b",
    "{a,b}",
    "\\a",
    "!",
    "$v",
    "=a",
    "e=~",
    "[a]",
    '"\\n"',
    "+",
    "]",
  ],
];
const PLAIN_JOINTS = [" | ", "|", " && ", "&&", " || ", "; ", ";", "\n", " & ", " |\n", "&&\n", "\n\n", " |& "];
const PLAIN_ENDS = [
  " >o1",
  " >>o2",
  " 2>&1",
  " 2>/dev/null",
  ">o3",
  " <<'E'\n$(no)\nE\n",
  " <<E\na\nE\n",
  " <<<a",
  " &>o4",
  " 1>o5",
];

/** What the core's reader takes apart, and what is next to it. */
function nearlyPlain(m: Maker): string {
  const made: string[] = [];
  do {
    const words = [m.chance(0.1) ? "CI=1" : "", m.chance(0.9) ? name(m) : quotedName(m)].filter((word) => word !== "");
    while (m.chance(0.5)) words.push(m.pick(PLAIN_WORDS));
    made.push(words.join(" "), m.chance(0.15) ? m.pick(PLAIN_ENDS) : "", m.pick(PLAIN_JOINTS));
  } while (m.chance(0.5));
  return made.slice(0, -1).join("");
}

const NOISE = [
  "$",
  "(",
  ")",
  "{",
  "}",
  "[",
  "]",
  "'",
  '"',
  "`",
  "\\",
  ";",
  "&",
  "|",
  "<",
  ">",
  "!",
  "#",
  "~",
  "*",
  "?",
  "=",
  ",",
  "\n",
  "\r",
  "\t",
  "\f",
  "\v",
  "\u00a0",
  "\u2028",
  "\ufeff",
  " ",
  "$(",
  "${",
  "$((",
  "<<",
  "<(",
  "\\\n",
  "$'",
  '$"',
  "@(",
  ";;",
  "&&",
  "||",
  "((",
  "))",
  "[[",
  "]]",
  "-",
  "+",
  ":",
  "^",
  "%",
  "@",
  "$$",
  "$[",
  "case ",
  "esac",
  "in ",
  "do ",
  "done",
  "if ",
  "fi",
  "then ",
];

/** Cuts, doubles and inserts: most of it no longer parses, and that must be noticed. */
function noise(script: string, random: Random): string {
  let text = script;
  const times = 1 + Math.floor(random() * 3);
  for (let i = 0; i < times; i += 1) {
    const at = Math.floor(random() * (text.length + 1));
    const kind = random();
    if (kind < 0.6) text = text.slice(0, at) + (NOISE[Math.floor(random() * NOISE.length)] ?? "") + text.slice(at);
    else if (kind < 0.85) text = text.slice(0, at) + text.slice(at + 1 + Math.floor(random() * 3));
    else {
      const end = Math.min(at + Math.floor(random() * 12), text.length);
      text = text.slice(0, end) + text.slice(at, end) + text.slice(end);
    }
  }
  return text;
}

/** `t…` succeeds, `f…` fails: the handler of the run looks at the first letter. */
function name(m: Maker): string {
  m.count.names += 1;
  return `${m.pick(["t", "f"])}${m.pick(["", "x", "-y", ".z"])}${m.count.names}`;
}

const VARIABLES = ["v", "w", "xs", "i", "n"] as const;

/** Something the reader gives up on; in other scripts, a plain stand-in. */
const risk = (m: Maker, make: () => string): string => (m.risky ? make() : m.pick(["a", "t0", ":"]));

function quotedName(m: Maker): string {
  const made = name(m);
  const cut = 1 + Math.floor(made.length / 2);
  const [a, b] = [made.slice(0, cut), made.slice(cut)];
  return m.pick([
    () => made,
    () => made,
    () => made,
    () => `"${made}"`,
    () => `'${made}'`,
    () => `\\${made}`,
    () => `${a}'${b}'`,
    () => `"${a}"${b}`,
    () => (m.risky ? `${a}\\\n${b}` : made),
    () => `$'${a}'${b}`,
    () => `$'\\x${made.charCodeAt(0).toString(16)}'${made.slice(1)}`,
    () => `$'\\${made.charCodeAt(0).toString(8)}'"${made.slice(1)}"`,
    () => `{${made},arg}`,
    () => `${a}{${b === "" ? "q" : b},r}`,
    () => `""${made}`,
    () => (m.risky ? `$"${made}"` : made),
    () => `$(echo ${made})`,
    () => `\`echo ${made}\``,
    () => (m.risky ? `\${q-${made}}` : made),
    () => (m.risky ? `"\${q:-${made}}"` : made),
    () => (m.risky ? `$q ${made}` : made),
    () => `$(printf %s ${made})`,
  ])();
}

function word(m: Maker): string {
  if (m.left <= 0) return m.pick(["a", "b c".slice(0, 1), "1", "'x y'", '"q"', "$v", "x=y", "-n", "~", "*"]);
  const d = m.deeper();
  return m.pick([
    () => "a",
    () => "'$(no)'",
    () => '"\\$(no)"',
    () => `$(${list(d, 1, "; ")})`,
    () => `"$(${list(d, 1, "; ")})"`,
    () => `\`${simple(d.deeper()).replace(/[`\\$]/g, "")}\``,
    () => `"\`${simple(d.deeper()).replace(/[`\\$"]/g, "")}\`"`,
    () => `<(${list(d, 1, "; ")})`,
    () => risk(m, () => expansion(d)),
    () => risk(m, () => `"${expansion(d)}"`),
    () => risk(m, () => `"a${expansion(d)}b"`),
    () => risk(m, () => `$((${sum(d)}))`),
    () => risk(m, () => `"$((${sum(d)}))"`),
    () => risk(m, () => `$[${sum(d)}]`),
    () => `{a,$(${simple(d)})}`,
    () => `{1..3}`,
    () => `a{b,"c d",'e'}f`,
    () => `{x,{y,z}}`,
    () => risk(m, () => `[$(${simple(d)})]`),
    () => `$'a\\tb'`,
    () => `$'\\'$(no)'`,
    () => `~`,
    () => risk(m, () => `*`),
    () => risk(m, () => `$v`),
    () => risk(m, () => `"$v"`),
    () => risk(m, () => `"\${xs[@]}"`),
    () => risk(m, () => `\${xs[*]}`),
    () => `#a`,
    () => `a#b`,
    () => `\\`.concat("\n", "a"),
    () => `"x\\\ny"`,
    () => `"'$(${simple(d)})'"`,
    () => `'"'"$(${simple(d)})"'"'`,
  ])();
}

function expansion(m: Maker): string {
  const v = m.pick(VARIABLES);
  const sub = (): string => (m.chance(0.6) ? `$(${simple(m.deeper())})` : m.pick(["a", "*", "'b'", "$w", "1"]));
  return m.pick([
    () => `\${${v}:-${sub()}}`,
    () => `\${${v}-${sub()}}`,
    () => `\${${v}:=${sub()}}`,
    () => `\${${v}:+${sub()}}`,
    () => `\${${v}#${sub()}}`,
    () => `\${${v}%%${sub()}}`,
    () => `\${${v}/${sub()}/${sub()}}`,
    () => `\${${v}//${sub()}}`,
    () => `\${${v}:${m.pick(["0", "i", `$(${simple(m.deeper())})`])}:1}`,
    () => `\${${v}^^${m.pick(["", "[a-z]"])}}`,
    () => `\${#${v}}`,
    () => `\${!${v}}`,
    () => `\${xs[${m.pick(["0", "i", "$i", `$(${simple(m.deeper())})`])}]}`,
    () => `\${xs[@]:${m.pick(["0", "1"])}}`,
    () => `\${${v}@${m.pick(["Q", "U", "P", "A"])}}`,
    () => `\${${v}:?${sub()}}`,
    () => `$${v}`,
    () => "$?",
    () => "$#",
    () => "$@",
    () => "$1",
    () => `\${@:1}`,
    () => `\${*}`,
  ])();
}

function sum(m: Maker): string {
  if (m.left <= 0) return m.pick(["1", "i", "n+1", "v"]);
  const d = m.deeper();
  return m.pick([
    () => "1 + 2",
    () => "i++",
    () => "n = 3",
    () => "v",
    () => `xs[${sum(d)}]`,
    () => `xs[$(${simple(d)})]`,
    () => `$(${simple(d)}) + 1`,
    () => `\`${simple(d.deeper()).replace(/[`\\$]/g, "")}\``,
    () => `${sum(d)} ? ${sum(d)} : 2`,
    () => `(${sum(d)}) * 2`,
    () => `$v`,
    () => `"$i"`,
    () => `\${v:-2}`,
    () => "i < 3 && n",
    () => "n += 2, n",
    () => "16#ff",
    () => "~1 ^ 2 << 1",
  ])();
}

function redirection(m: Maker): string {
  const d = m.deeper();
  return m.pick([
    () => " >o1",
    () => " 2>/dev/null",
    () => " >>o2",
    () => " 2>&1",
    () => " <o1",
    () => " &>o3",
    () => ` >"o$(${simple(d)})"`,
    () => ` <<<"$(${simple(d)})"`,
    () => ` <<<a`,
    () => ` < <(${simple(d)})`,
    () => ` > >(${simple(d)})`,
    () => " 3>&-",
    () => " {fd}>o4",
    () => ` >|o5`,
  ])();
}

function heredoc(m: Maker, command: string): string {
  const d = m.deeper();
  const inside = m.pick([
    `$(${simple(d)})`,
    `\`${simple(d.deeper()).replace(/[`\\$]/g, "")}\``,
    "plain $v",
    `\${v:-$(${simple(d)})}`,
    "\\$(no)",
    `'$(${simple(d)})'`,
    "a\\\nb",
  ]);
  return m.pick([
    `${command} <<E\n${inside}\nE\n`,
    `${command} <<'E'\n$(no)\nE\n`,
    `${command} <<-E\n\t${inside}\n\tE\n`,
    `${command} <<"E"\n\`no\`\nE\n`,
    `${command} <<\\E\n$(no)\nE\n`,
    `${command} <<E; ${name(m)}\n${inside}\nE\n`,
    `${command} <<E | ${name(m)}\n${inside}\nE\n`,
    `${command} <<A <<B\n${inside}\nA\n${inside}\nB\n`,
  ]);
}

function simple(m: Maker): string {
  const parts: string[] = [];
  if (m.chance(0.15)) parts.push(`${m.pick(["v", "w", "Z"])}=${m.left > 0 ? word(m.deeper()) : "1"}`);
  parts.push(quotedName(m));
  while (m.chance(0.45)) parts.push(word(m));
  let made = parts.join(" ");
  if (m.left > 0 && m.chance(0.15)) made += redirection(m);
  if (m.left > 0 && m.chance(0.03)) made = `${redirection(m)} ${made}`;
  return made;
}

/** Builtins that run, keep or look at code and names. */
function builtin(m: Maker): string {
  const d = m.deeper();
  const s = (): string => simple(d).replace(/'/g, "");
  const v = m.pick(VARIABLES);
  return m.pick([
    () => `${v}=${word(d)}`,
    () => `${v}=${m.pick(["1", "hello", "'a b'", "''", "2"])}`,
    () => `${v}+=${word(d)}`,
    () => `${v}=$(${s()})`,
    () => `xs=(${word(d)} ${word(d)})`,
    () => risk(m, () => `xs[${sum(d)}]=${word(d)}`),
    () => `xs+=(${word(d)})`,
    () => `declare ${v}=${word(d)}`,
    () => risk(m, () => `declare -A h; h[$v]=1; h["$(${s()})"]=2`),
    () => risk(m, () => `declare -i n; n='xs[$(${s()})]'`),
    () => risk(m, () => `declare -n r=${v}; r=${word(d)}`),
    () => `export ${v}=${word(d)}`,
    () => `readonly rr=${word(d)}`,
    () => `eval '${s()}'`,
    () => risk(m, () => `eval "${m.pick(["t9", "$v", `\\$(${name(d)})`])}"`),
    () => `eval ${name(d)} a '; ' ${name(d)}`,
    () => risk(m, () => `trap '${s()}' ${m.pick(["EXIT", "DEBUG", "ERR", "RETURN", "0", "INT"])}`),
    () => `: ${word(d)}`,
    () => `echo ${word(d)}`,
    () => risk(m, () => `echo ${name(d)} > sc; . ./sc`),
    () => risk(m, () => `. <(echo ${name(d)})`),
    () => risk(m, () => `source /dev/stdin <<<'${name(d)}'`),
    () => `printf -v ${v} %s ${word(d)}`,
    () => risk(m, () => `printf -v 'xs[$(${s()})]' %s 1`),
    () => `read ${v} <<<${word(d)}`,
    () => risk(m, () => `read 'xs[$(${s()})]' <<<1`),
    () => risk(m, () => `unset 'xs[$(${s()})]'`),
    () => `unset ${v}`,
    () => risk(m, () => `[ -v 'xs[$(${s()})]' ]`),
    () => risk(m, () => `test -v 'xs[$(${s()})]'`),
    () => risk(m, () => `[ $v ]`),
    () => `[ "$v" = a ] && ${name(d)}`,
    () => risk(m, () => `[[ -v xs[$(${s()})] ]]`),
    () => `[[ $v == ${word(d)} ]]`,
    () => `[[ $v =~ a$(${s()}) ]]`,
    () => risk(m, () => `[[ $v -eq ${m.pick(["1", "n", `$(${s()})`])} ]]`),
    () => `[[ ! ( -n $(${s()}) && a < b ) || -z "$v" ]]`,
    () => risk(m, () => `let 'xs[$(${s()})]=1'`),
    () => `let n=1+1 i=n`,
    () => risk(m, () => `((${sum(d)}))`),
    () => risk(m, () => `v='xs[$(${s()})]'; echo $((v))`),
    () => risk(m, () => `v='xs[$(${s()})]'; echo \${!v}`),
    () => risk(m, () => `v='$(${s()})'; echo "\${v@P}"`),
    () => risk(m, () => `PS4='$(${s()})'; set -x; :`),
    () => risk(m, () => `mapfile -C ${name(d)} -c 1 xs <<<a`),
    () => `set -- ${word(d)} ${word(d)}`,
    () => "set -e",
    () => "set -u",
    () => "set -f",
    () => "shift",
    () => risk(m, () => `IFS=${m.pick(["t", ":", "''", "x"])}`),
    () => `command ${name(d)} ${word(d)}`,
    () => `builtin echo ${word(d)}`,
    () => `builtin eval '${s()}'`,
    () => `command eval '${s()}'`,
    () => `exec 5>o6`,
    () => risk(m, () => `alias ${name(d)}='${name(d)}'`),
    () => risk(m, () => `shopt -s expand_aliases\nalias al='${name(d)} '\nal b`),
    () => risk(m, () => `shopt -s ${m.pick(["extglob", "nullglob", "lastpipe", "globstar"])}`),
    () => risk(m, () => `enable -n echo; echo ${word(d)}`),
    () => risk(m, () => `$v ${word(d)}`),
    () => risk(m, () => `"$v" ${word(d)}`),
    () => `v=${name(d)}; $v a`,
    () => `v='${name(d)} b'; $v c; "$v"`,
    () => risk(m, () => `w=${name(d)}; v=w; \${!v}`),
    () => risk(m, () => `BASH_ENV=$(${s()}) ${name(d)}`),
    () => `break`,
    () => `continue`,
    () => `return`,
    () => `(exit 3)`,
    () => `wait`,
    () => risk(m, () => `cd ${word(d)}`),
    () => `pushd . && popd`,
    () => `local ${v}=${word(d)}`,
    () => `getopts ab ${v}`,
    () => `coproc ${name(d)}`,
    () => `coproc CO { ${list(d, 1, "; ")}; }`,
    () => `time ${name(d)}`,
    () => `! ${name(d)}`,
    () => risk(m, () => `hash -p /none ${name(d)}`),
    () => risk(m, () => `compgen -C ${name(d)} x`),
    () => risk(m, () => `bind -x '"a":${name(d)}'`),
    () => `typeset -f`,
    () => `: \${${v}:=$(${s()})}`,
    () => risk(m, () => `: "\${xs[$(${s()})]}"`),
    () => `select s in a b; do ${name(d)}; break; done <<<1`,
    () => risk(m, () => `[ -t 0 -o "$(${s()})" ]`),
    () => risk(m, () => `test $(${s()}) = a`),
    () => risk(m, () => `history -s '${name(d)}'`),
    () => risk(m, () => `PATH=. ${name(d)}`),
  ])();
}

function compound(m: Maker): string {
  const d = m.deeper();
  const body = (): string => list(d, 1 + (d.chance(0.4) ? 1 : 0), "; ");
  const tail = (): string => (d.chance(0.15) ? redirection(d) : "");
  const fn = m.pick(["fun", "echo", "g", name(m)]);
  return m.pick([
    () => `( ${body()}; )${tail()}`,
    () => `{ ${body()}; }${tail()}`,
    () => `if ${body()}; then ${body()}; fi${tail()}`,
    () => `if ${body()}; then ${body()}; elif ${body()}; then ${body()}; else ${body()}; fi`,
    () => `for v in ${word(d)} ${word(d)}; do ${body()}; done${tail()}`,
    () => `for v in ${name(d)} ${name(d)}; do $v a; done`,
    () => `for v; do ${body()}; done`,
    () => `for ((k=0; k<2; k++)); do ${body()}; done`,
    () => `k=0; while ((k++ < 2)); do ${body()}; done`,
    () => `while ${name(d)}; do ${body()}; break; done`,
    () => `until ${name(d)}; do ${body()}; break; done${tail()}`,
    () =>
      `case ${word(d)} in ${m.pick(["a", "*", `$(${simple(d)})`, "(a|b)", '"$v"'])}) ${body()};; *) ${body()};; esac`,
    () => `case $v in a) ${body()};& b) ${body()};;& *) ${body()}; esac`,
    () => `${fn}() { ${body()}; }; ${fn} ${word(d)}`,
    () => `function ${fn} { ${body()}; }\n${fn}`,
    () => `${fn}() ( ${body()} )\n${fn} a b`,
    () => `${fn}() { ${body()}; } >o7\n${fn}`,
    () => `g2() { "$@"; }; g2 ${name(d)} ${word(d)}`,
    () => `g3() { $1 b; v=${name(d)}; }; g3 ${name(d)}; $v`,
    () => `if ${name(d)}; then v=${name(d)}; else v=${name(d)}; fi; $v`,
    () => `v=${name(d)}; (v=${name(d)}; $v); $v`,
    () => `v=${name(d)}; for i in 1 2; do $v; v=${name(d)}; done`,
    () =>
      `v=${name(d)}; while ((n++ < 3)); do $v; if ((n == 2)); then v=${name(d)}; continue; fi; v=${name(d)}; done; $v`,
    () => `echo ${name(d)} | { read v; $v; }`,
    () => `echo '${name(d)}' | . /dev/stdin`,
    () => `if ${name(d)}; then echo() { ${name(d)}; }; fi; echo x`,
    () => `g4() { local v=${name(d)}; g5; }; g5() { $v; }; v=${name(d)}; g4; g5`,
    () => `v=${name(d)} && ${name(d)} || v=${name(d)}; $v`,
    () => `set -- ${name(d)} x; "$@"; $1; shift; $1`,
    () => `v=${name(d)} w=$v; $w`,
    () => `x=1 v=${name(d)} eval '$v'; $v`,
    () => `${name(d)} & ${name(d)}`,
    () => heredoc(d, simple(d)),
    () => `trap ${fn} EXIT; ${fn}() { ${body()}; }`,
    () => `$(case ${word(d)} in a) ${name(d)};; *) ${name(d)} esac)`,
    () => `echo "$(${name(d)} # it's ) "not\n${name(d)})"`,
    () => `echo "$(echo "$(${name(d)} "\`${name(d)}\`")" '$(no)')"`,
    () => `x=$(${heredoc(d, name(d))}); ${name(d)} "$x"`,
    () => `while read -r v; do ${body()}; done < <(${name(d)})`,
    () => `for v in a b c; do if [ "$v" = b ]; then continue; fi; ${name(d)} "$v"; done`,
    () => `${fn}() { for v in 1 2; do ${name(d)}; return; done; ${name(d)}; }; ${fn}; ${name(d)}`,
    () => `${fn}() { ${name(d)}; }; unset -f ${fn}; ${fn}`,
    () => `${fn}() { ${fn}2() { ${name(d)}; }; }; ${fn}; ${fn}2`,
    () => `set -- a ${name(d)} c; "\${@:2:1}"; shift; "$1"`,
    () => `v=a; { v=b; ${name(d)} $v; } | ${name(d)} $v; ${name(d)} $v`,
    () => `v=x; f2() { v=y; }; f2; ${name(d)} $v; $(v=z; ${name(d)} $v); ${name(d)} $v`,
    () => `${name(d)} a=~ b=~/c "d"=~ e=f:~`,
    () => `if ! ${name(d)}; then ${body()}; fi && ${name(d)} || { ${body()}; }`,
    () => `(${body()}) | (${body()}) | { ${body()}; }`,
    () => `eval "${name(d)} "$v"; eval '${name(d)}'"`,
    () => `until ! ${name(d)}; do ${name(d)}; break; done; ${name(d)} & ${name(d)}`,
    () => `case $v in (a|"b") ${body()};; [c-d]*|e?) ${body()};; esac`,
    () => `{ ${name(d)}; ${body()}; } <<E\n$(${name(d)})\nE\n`,
    () => `f5() { eval "$1"; }; f5 '${name(d)} x'`,
    () => `a=1 b=2 ${name(d)}; a=1; b=$a$a; ${name(d)} $b`,
    () => `[[ $(${name(d)}) == *(a|b) || x =~ ^[a-z]+$ ]] && ${name(d)}`,
    () => `time { ${body()}; }; ! time ${name(d)}`,
    () => `echo {${name(d)},\`${name(d)}\`,"$(${name(d)})"}`,
    () => `xs=(a 'b c'); for v in "\${xs[@]}"; do ${name(d)} "$v" \${#xs[@]}; done`,
    () => `exec 3>&1; ${name(d)} >&3 2>&1 3>&-; exec 3>&-`,
  ])();
}

function pipe(m: Maker): string {
  const one = (): string => (m.left > 0 && m.chance(0.3) ? compound(m) : m.chance(0.4) ? builtin(m) : simple(m));
  const made = [one()];
  while (m.chance(0.2)) made.push(one());
  return (m.chance(0.05) ? "! " : "") + made.join(m.pick([" | ", "|", " |& ", " |\n"]));
}

function list(m: Maker, length: number, separator: string): string {
  const made: string[] = [];
  for (let i = 0; i < length; i += 1) {
    let each = pipe(m);
    while (m.chance(0.2)) each += m.pick([" && ", " || ", "&&\n"]) + pipe(m);
    made.push(each);
  }
  return made.join(made.some((each) => each.endsWith("\n")) ? "\n" : separator);
}
